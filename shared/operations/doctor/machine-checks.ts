import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { RELEASE } from '../../release.ts';
import { type Check, fault, ok } from './finding.ts';
import { lookAtPrivatePath } from './private-path.ts';

const SECRET_CHARACTERS = 32;

/** What can be looked at without the database. */
export function machineChecks(settings: Pick<Config, 'DATA_DIR' | 'SECRET'>): Check[] {
  const directory = resolve(settings.DATA_DIR);
  return [
    { name: 'versions', look: async () => ok(`Tallyport ${RELEASE} on Node ${process.version}.`) },
    { name: 'data directory', look: () => lookAtPrivatePath(directory, 'The data directory') },
    { name: 'secret', look: () => lookAtSecret(settings.SECRET, secretPath(settings)) },
  ];
}

/** @param kept the file in which one machine keeps it */
async function lookAtSecret(secret: string, kept: string) {
  if (secret === '') return fault('There is no SECRET.', 'bin/start makes one in DATA_DIR; elsewhere set SECRET.');
  if (secret.length < SECRET_CHARACTERS)
    return fault(
      `SECRET has fewer than ${SECRET_CHARACTERS} characters.`,
      'Choose a long random one: openssl rand -base64 32',
    );
  const file = await readFile(kept, 'utf8').catch(() => undefined);
  return file === undefined ? ok('SECRET is set.') : lookAtPrivatePath(kept, 'The secret in');
}

/** The secret that bin/start keeps beside the data; empty: there is none. */
export async function keptSecret(settings: Pick<Config, 'DATA_DIR'>): Promise<string> {
  return (await readFile(secretPath(settings), 'utf8').catch(() => '')).trim();
}

function secretPath({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(resolve(DATA_DIR), 'secret');
}
