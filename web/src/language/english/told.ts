import type { ToldWords } from '../told-words.ts';

export const told: ToldWords = {
  problems: { 'no-session': 'Your session has ended. Sign in again.' },
  faults: {},
  imports: {},
  rows: {},
  allowed: null,
};
