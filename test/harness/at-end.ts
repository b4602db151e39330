import { afterAll } from 'vitest';

const endings: (() => unknown)[] = [];

// Registered once for a test file: what its tests open is closed in reverse order, whenever they opened it.
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Has something done when all tests of this file are over; the last thing registered comes first. */
export function atEnd(end: () => unknown): void {
  endings.push(end);
}
