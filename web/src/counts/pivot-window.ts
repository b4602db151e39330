/** Which of many things in a line are in sight, as half-open places, and how far all before and after them reach. */
export interface Window {
  start: number;
  end: number;
  before: number;
  after: number;
}

/**
 * Things of one size. @param scrolled how far the first one is out of sight @param extent of the window
 * @param spare how many more are drawn on each side
 */
export function windowOfEqual(count: number, size: number, scrolled: number, extent: number, spare: number): Window {
  const start = Math.max(0, Math.min(count, Math.floor(scrolled / size) - spare));
  const end = Math.max(start, Math.min(count, Math.ceil((scrolled + extent) / size) + spare));
  return { start, end, before: start * size, after: (count - end) * size };
}

/** Things of their own sizes. */
export function windowOf(sizes: readonly number[], scrolled: number, extent: number): Window {
  let [start, end, before, at] = [0, sizes.length, 0, 0];
  for (const [place, size] of sizes.entries()) {
    if (at + size <= scrolled) [start, before] = [place + 1, at + size];
    if (at >= scrolled + extent) {
      end = place;
      break;
    }
    at += size;
  }
  end = Math.max(start, end);
  return { start, end, before, after: sum(sizes.slice(end)) };
}

export function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
