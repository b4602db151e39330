/**
 * Cells that a text takes on a terminal: most characters take one, those of East Asian scripts and emoji two, marks
 * that join others none. The ranges are those of Unicode's East_Asian_Width W and F as far as terminals show them.
 * https://www.unicode.org/reports/tr11/
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
