/** How many lines end in a text: LF, CR or CRLF. A CR at the very end counts, whatever may follow. */
export function countLineEnds(text: string, from = 0, to = text.length): number {
  let found = 0;
  for (let at = nextLineEnd(text, from); at < to; at = nextLineEnd(text, afterLineEnd(text, at))) found++;
  return found;
}

/** Where the next LF or CR stands, or the text's length. */
export function nextLineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  const end = feed === -1 ? text.length : feed;
  // Searching for CR only before the LF keeps this linear in files that have none.
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === 13) return at;
  return end;
}

/** The place behind the line end that begins at `at`. */
export function afterLineEnd(text: string, at: number): number {
  return text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
}

/** Line ends in a text of which the next character is known to be an LF or not. */
export function countWholeLineEnds(text: string, from: number, beforeFeed: boolean): number {
  return countLineEnds(text, from) - (beforeFeed && text.length > from && text.endsWith('\r') ? 1 : 0);
}

export type LineEnd = 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';

export function lineEndOf(text: string): LineEnd {
  const crlf = text.includes('\r\n');
  const cr = /\r(?!\n)/.test(text.endsWith('\r') ? text.slice(0, -1) : text);
  const lf = /(?<!\r)\n/.test(text);
  if (Number(crlf) + Number(cr) + Number(lf) > 1) return 'mixed';
  return crlf ? 'crlf' : cr ? 'cr' : lf ? 'lf' : text.endsWith('\r') ? 'cr' : 'none';
}
