/** Uniform numbers in [0, 1) that are the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Times, in seconds, at which independent senders send `perSecond` on average, until `seconds` have passed. */
export function* poissonArrivals(perSecond: number, seconds: number, random: () => number): Generator<number> {
  for (let at = 0; ; ) {
    at += -Math.log(1 - random()) / perSecond;
    if (at >= seconds) return;
    yield at;
  }
}
