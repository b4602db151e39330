import { expect } from 'vitest';
import type { ImportLine } from './import-line.ts';

/**
 * Lets everything of the only import come to rest and expects one effect, nothing left behind, nothing that moves by
 * itself.
 */
export async function expectSettled(line: ImportLine, state: string, { tags = 1, objects = 1 } = {}): Promise<void> {
  await line.consumeAll();
  expect(await line.states()).toEqual([state]);
  expect(await line.tags()).toHaveLength(tags);
  expect(await line.objects()).toHaveLength(objects);
  expect(await line.database.query('SELECT import_id FROM tags_staging')).toEqual([]);
  await line.sweep(60);
  await line.work(60);
  expect(await line.messages()).toEqual([]);
  expect(await line.states()).toEqual([state]);
}
