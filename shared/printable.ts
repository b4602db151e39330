/** What others wrote may stand in a log or on a terminal, but must not move a cursor or fake a line of ours. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
