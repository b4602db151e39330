/** Longest cell, in UTF-16 units. */
export const CELL_MAX = 1_048_576;

/** Longest record, in UTF-16 units, of UTF-8 in bytes: what is held in memory until its end is seen. */
export const RECORD_MAX = 4_194_304;

/** Why a record cannot be taken. `message` is a sentence. */
export interface RecordFault {
  readonly code: 'character' | 'json' | 'nul' | 'quote' | 'repeated_name' | 'too_long';
  readonly message: string;
}

export interface FileRecord {
  /** Physical line on which it starts, from 1; empty lines count. */
  readonly line: number;
  /** With a fault that hides where cells end: the line as it stands, as one cell. */
  readonly cells: readonly string[];
  /** JSON Lines: the names of the cells; the very same array until a record brings a new name. CSV: null. */
  readonly names: readonly string[] | null;
  readonly fault: RecordFault | null;
}

/** Turns text into records as it comes. */
export interface RecordScanner {
  /**
   * @param last no text follows
   * @returns the records that ended within the text so far, in order
   * @throws FileFault
   */
  push(text: string, last: boolean): FileRecord[];
  /** Line ends in all the text so far. @param beforeFeed an LF comes next, so that a CR at the end is half a line end */
  linesSeen(beforeFeed: boolean): number;
  /** What was odd though readable, a sentence each. */
  warnings(): string[];
}
