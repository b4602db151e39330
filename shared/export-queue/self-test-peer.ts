/** The second process of the self-test (`self-test.ts`): its own program. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { acquireFileLock, tryFileLock } from '../file-lock/file-lock.ts';
import type { PeerMessage } from './self-test.ts';

const [lockPath = '', content = ''] = process.argv.slice(2);
const say = (message: PeerMessage) => process.send?.(message);
process.on('disconnect', () => process.exit());
say({ first: (await tryFileLock(lockPath)) ? 'granted' : 'refused', read: await readFile(content, 'utf8') });
await acquireFileLock(lockPath);
await readdir(dirname(content));
say({ locked: true, read: await readFile(content, 'utf8') });
