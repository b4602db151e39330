const LONGEST = 500;
const NAMELESS = 'upload.csv';

/**
 * A file's name as people may see it. Control characters and those that turn the writing direction are left out: they
 * would fake what stands beside the name.
 */
export function plainFilename(sent: string): string {
  const visible = sent.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim();
  return Array.from(visible).slice(0, LONGEST).join('') || NAMELESS;
}
