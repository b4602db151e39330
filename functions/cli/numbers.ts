import { InvalidArgumentError } from 'commander';

/** Reads plain digits: `1e4`, `0x10` and blanks are typing errors. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,16}$/.test(text) && number >= minimum && number <= maximum) return number;
    const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}
