import { type ReadOptions, readFile } from '../../shared/file-reading/read-file.ts';
import { inChunks } from './chunks.ts';

/** Everything that a file's records say: `[line, ...cells]`, or `[line, 'fault', code]`. */
export async function readCells(
  bytes: Uint8Array | string,
  options: ReadOptions = {},
  chunkSize = 65_536,
): Promise<(string | number)[][]> {
  const file = await readFile(inChunks(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, chunkSize), options);
  const found: (string | number)[][] = [];
  for await (const records of file.records)
    for (const { line, cells, fault } of records) found.push(fault ? [line, 'fault', fault.code] : [line, ...cells]);
  return found;
}
