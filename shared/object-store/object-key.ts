const SEGMENT = /^[A-Za-z0-9._-]{1,255}$/;
const LONGEST_KEY = 1024;

function isSegment(text: string): boolean {
  return SEGMENT.test(text) && text !== '.' && text !== '..';
}

/** @throws RangeError when the key is not a relative path of plain segments: nothing climbs out of a store */
export function checkObjectKey(key: string): void {
  if (key.length <= LONGEST_KEY && key.split('/').every(isSegment)) return;
  throw new RangeError(
    `The object key ${JSON.stringify(key.slice(0, 200))} cannot be used: a key has segments of [A-Za-z0-9._-] joined by "/", at most ${LONGEST_KEY} characters.`,
  );
}

/** @throws RangeError when no key could begin so; the last segment may be cut anywhere, also before its start */
export function checkObjectPrefix(prefix: string): void {
  const segments = prefix.split('/');
  const last = segments.pop() ?? '';
  if (prefix.length <= LONGEST_KEY && segments.every(isSegment) && (last === '' || SEGMENT.test(last))) return;
  throw new RangeError(`No object key can begin with ${JSON.stringify(prefix.slice(0, 200))}.`);
}
