/** A text has a character that CP932 lacks. */
export class Unencodable extends Error {
  override name = 'Unencodable';
  readonly character: string;
  constructor(text: string, index: number) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    super(`CP932 has no ${character}.`);
    this.character = character;
  }
}

/**
 * Writes a text in CP932, which is what Japanese Windows means by Shift_JIS. Nothing is replaced by something alike: what
 * is read back is the text.
 * @param into has room for two bytes a UTF-16 unit behind `at`
 * @returns how many bytes it took
 * @throws Unencodable
 */
export function writeCp932(text: string, into: Buffer, at: number): number {
  codes ??= codesOfUnits();
  let end = at;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const code = unit < 0x80 ? unit : (codes[unit] as number);
    if (code === 0 && unit !== 0) throw new Unencodable(text, index);
    if (code > 0xff) into[end++] = code >> 8;
    into[end++] = code & 0xff;
  }
  return end - at;
}

let codes: Uint16Array | undefined;

/** The code of every UTF-16 unit; 0: none. The runtime only decodes, so its table is turned around. */
function codesOfUnits(): Uint16Array {
  const decoder = new TextDecoder('shift_jis');
  const table = new Uint16Array(0x10000);
  const learn = (code: number) => {
    const text = decoder.decode(Uint8Array.of(...(code > 0xff ? [code >> 8] : []), code & 0xff));
    const unit = text.charCodeAt(0);
    if (text.length === 1 && unit !== 0xfffd && table[unit] === 0) table[unit] = code;
  };
  for (let byte = 0xa1; byte <= 0xdf; byte++) learn(byte);
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    // Of the characters that CP932 has twice, Windows writes IBM's ones in place of NEC's selection of them.
    if ((lead > 0x9f && lead < 0xe0) || lead === 0xed || lead === 0xee) continue;
    for (let trail = 0x40; trail <= 0xfc; trail++) if (trail !== 0x7f) learn(lead * 0x100 + trail);
  }
  return table;
}
