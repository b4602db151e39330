import type { Encoding } from '../../shared/file-reading/encoding.ts';

/** A text as a file in this encoding holds it, without a mark. @throws when it has no such character */
export function encode(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'shift_jis':
    case 'euc-jp':
      return Buffer.concat(Array.from(text, (character) => bytesOf(character, encoding)));
  }
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

function bytesOf(character: string, encoding: 'shift_jis' | 'euc-jp'): Buffer {
  const ascii = character.charCodeAt(0) < 0x80 ? Buffer.from(character) : undefined;
  const table = tables.get(encoding) ?? inverse(encoding);
  tables.set(encoding, table);
  const bytes = ascii ?? table.get(character);
  if (!bytes) throw new Error(`${encoding} has no ${character}.`);
  return bytes;
}

/** The runtime only decodes: every character of one or two bytes, backwards. */
function inverse(encoding: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, Buffer>();
  const learn = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(text).length === 1 && text !== '\uFFFD' && !table.has(text)) table.set(text, Buffer.from(bytes));
  };
  for (let byte = 0xa1; byte <= 0xdf && encoding === 'shift_jis'; byte++) learn(byte);
  for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) learn(lead, trail);
  return table;
}
