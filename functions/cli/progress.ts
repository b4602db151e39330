import type { Cli } from './cli.ts';
import { textWidth } from './text-width.ts';

/** One line on a terminal that tells how far something is. */
export interface Progress {
  /** @param share from 0 to 1; undefined: nobody knows */
  show(what: string, share?: number): void;
  /** Leaves the line empty. */
  end(): void;
}

const CELLS = 24;
const WHAT_CELLS = 44;

/** Draws nothing where nobody looks. */
export function createProgress({ terminal }: Pick<Cli, 'terminal'>): Progress {
  if (!terminal) return { show: () => {}, end: () => {} };
  let drawn = false;
  return {
    show(what, share) {
      drawn = true;
      terminal.write(`\r\x1b[K${progressText(what, share)}`);
    },
    end() {
      if (drawn) terminal.write('\r\x1b[K');
      drawn = false;
    },
  };
}

export function progressText(what: string, share?: number): string {
  const name = what.padEnd(WHAT_CELLS - (textWidth(what) - what.length));
  if (share === undefined) return `${name}  ...`;
  const part = Math.min(1, Math.max(0, share));
  // 100 % only when it is all.
  const percent = Math.floor(part * 100);
  const full = Math.floor(part * CELLS);
  return `${name}  ${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${String(percent).padStart(3)} %`;
}
