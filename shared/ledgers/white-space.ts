/**
 * White space as Unicode defines it (property White_Space), as the inside of a character class of a regular
 * expression: the characters themselves, since JavaScript and the two database servers write code points differently
 * and disagree about what `\s` is.
 */
export const WHITE_SPACE = '\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';
