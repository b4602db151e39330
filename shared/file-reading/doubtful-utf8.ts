/** Latin with its accents, Greek, Cyrillic, Hebrew, Arabic: what people write in two-byte UTF-8. */
const COMMON = /^[\u00a0-\u017f\u0370-\u052f\u0590-\u06ff]+$/;
const LATIN_RUN = /^[\u00c0-\u017f]{2,}$/;

/**
 * Valid UTF-8 that may yet be something else: all its characters beyond ASCII take two bytes, and most of them nobody
 * writes so. 表 in EUC-JP is a valid, rare letter of phonetics; ﾃｽﾃｽ in Shift_JIS is "ýý", a word of accents alone.
 */
export function isDoubtfulUtf8(text: string): boolean {
  let [runs, doubtful] = [0, 0];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what it leaves out
  for (const { 0: run, index } of text.matchAll(/[^\x00-\x7f]+/g)) {
    if (/[\u0800-\uffff]/.test(run)) return false;
    runs++;
    const stands = !isLetter(text[index - 1]) && !isLetter(text[index + run.length]);
    if (!COMMON.test(run) || (stands && LATIN_RUN.test(run))) doubtful++;
  }
  return doubtful * 2 > runs;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z]/.test(character);
}
