/**
 * Byte text: UTF-8 as a string with a character per byte. Files are mostly ASCII, and cells cut from a text of bytes are
 * small one-byte strings, while a single 日 makes every cell of a decoded piece a two-byte one: twice the memory and
 * half the speed in everything that follows. All that CSV and JSON give a meaning is ASCII, so cells are found in the
 * bytes, and only those with more than ASCII are decoded.
 */
export function toByteText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const scratch = Buffer.allocUnsafeSlow(4096);

/** What a piece of byte text says. It must be valid UTF-8 and begin and end between characters. */
export function ofByteText(text: string): string {
  if (text.length > scratch.length) return Buffer.from(text, 'latin1').toString();
  return scratch.toString('utf8', 0, scratch.write(text, 0, 'latin1'));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what it is about
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** The same, when it is not known whether there is anything to decode. */
export function ofPlainByteText(text: string): string {
  return BEYOND_ASCII.test(text) ? ofByteText(text) : text;
}
