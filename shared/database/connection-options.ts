import { readFileSync } from 'node:fs';
import type { DatabaseAddress } from './url.ts';

/** mysql2's options for a connection of ours, but for the user and the password when a secret holds them. */
export function connectionOptions(address: DatabaseAddress) {
  const { host, port, socketPath, user, password, database, tls, ca } = address;
  return {
    ...(socketPath ? { socketPath } : { host, port }),
    ...(tls
      ? { ssl: { rejectUnauthorized: true, verifyIdentity: true, ...(ca ? { ca: readFileSync(ca, 'utf8') } : {}) } }
      : {}),
    user,
    password,
    database,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
  } as const;
}
