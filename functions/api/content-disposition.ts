/**
 * Value of Content-Disposition for a file to be saved, under any name (RFC 6266, RFC 5987). A name is no path: not every
 * program that saves files looks for separators in it.
 */
export function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^A-Za-z0-9._-]/g, '_');
  const single = filename.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_');
  const extended = encodeURIComponent(single).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
