/** Loaded before a program (`node --import`): every clock of this process is ten minutes ahead. */
const AHEAD_MS = 600_000;

const { now } = Date;
const bigint = process.hrtime.bigint;
Date.now = () => now() + AHEAD_MS;
process.hrtime.bigint = () => bigint() + BigInt(AHEAD_MS) * 1_000_000n;
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [target.now()]),
});
