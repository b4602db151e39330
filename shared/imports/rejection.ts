import type { ImportProblemCode, RowErrorCode } from './problem-code.ts';

/** A fault of the file as a whole: reading it again can never succeed. Its message is a sentence for the uploader. */
export class FileRejected extends Error {
  override name = 'FileRejected';
  readonly code: ImportProblemCode;

  constructor(code: ImportProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A fault of one row. `line`: physical line on which the record starts, the header being line 1. */
export interface RowError {
  readonly line: number;
  readonly column: string | null;
  readonly code: RowErrorCode;
  readonly message: string;
  /** The cell, cut. */
  readonly text: string | null;
}

/** How many row errors are kept; the count goes on. */
export const KEPT_ERRORS = 1_000;

const TEXT_MAX = 200;

export function cutText(text: string): string {
  if (text.length <= TEXT_MAX) return text;
  // Two units a character at most: no need to take a megabyte apart.
  const characters = Array.from(text.slice(0, 2 * TEXT_MAX + 2));
  return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX).join('')}…` : text;
}
