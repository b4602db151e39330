import { useRef, useState } from 'react';
import type { Ledger } from '../counts/ledgers.ts';
import { headerNames } from './file-head.ts';
import { firstOptions, type ImportOptions } from './import-options.ts';
import { guessLedgers } from './ledger-guess.ts';

/** A file that somebody chose and that waits for their word; nothing of it was kept by the server. */
export interface StagedFile {
  key: number;
  file: File;
  /** The names on its first line, as far as they can be told here. */
  header: readonly string[];
  /** The ledgers that these names fit, equally well. */
  guesses: readonly string[];
  options: ImportOptions;
}

export interface StagedFiles {
  list: readonly StagedFile[];
  add: (files: readonly File[]) => Promise<void>;
  change: (key: number, options: Partial<ImportOptions>) => void;
  remove: (key: number) => void;
}

export function useStagedFiles(ledgers: readonly Ledger[] | undefined, timeZone: string): StagedFiles {
  const [list, setList] = useState<readonly StagedFile[]>([]);
  const nextKey = useRef(1);

  async function add(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const header = await headerNames(file);
      const guesses = guessLedgers(header, ledgers ?? []);
      const options = firstOptions(guesses[0] ?? ledgers?.[0]?.name ?? 'posts', timeZone);
      const staged: StagedFile = { key: nextKey.current++, file, header, guesses, options };
      setList((before) => [...before, staged]);
    }
  }

  const change = (key: number, part: Partial<ImportOptions>) =>
    setList((before) =>
      before.map((staged) => (staged.key === key ? { ...staged, options: { ...staged.options, ...part } } : staged)),
    );
  const remove = (key: number) => setList((before) => before.filter((staged) => staged.key !== key));
  return { list, add, change, remove };
}
