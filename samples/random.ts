/** Repeatable chance: the same seed gives the same choices on every machine. */
export interface Random {
  /** A whole number from `minimum` to `maximum`, both included. */
  integer(minimum: number, maximum: number): number;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Like pick, but the first choices come up most often and the last ones rarely. */
  pickEarly<T>(choices: readonly T[]): T;
}

/** @param seed any whole number but 0 */
export function createRandom(seed: number): Random {
  const next = xorshift(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const at = <T>(choices: readonly T[], position: number): T => {
    if (choices.length === 0) throw new Error('There is nothing to pick from: the list of choices is empty.');
    return choices[position] as T;
  };
  return {
    integer: (minimum, maximum) => minimum + below(maximum - minimum + 1),
    chance: (percent) => below(100) < percent,
    pick: (choices) => at(choices, below(choices.length)),
    pickEarly: (choices) => at(choices, Math.floor(next() * next() * choices.length)),
  };
}

/** Numbers in [0, 1) by the 32-bit xorshift of G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003). */
function xorshift(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
