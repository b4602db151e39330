/** Where a MySQL or MariaDB server is and as whom to talk to it. */
export interface DatabaseAddress {
  host: string;
  port: number;
  socketPath: string | undefined;
  user: string;
  password: string;
  database: string;
  tls: boolean;
  /** A PEM file of the only authorities whose word counts; undefined: those that Node knows. */
  ca: string | undefined;
  /** ARN of a secret of AWS Secrets Manager that holds `username` and `password`, and changes by rotation. */
  secret: string | undefined;
}

/**
 * Parses `mysql://USER:PASSWORD@HOST:PORT/NAME?socket=PATH&tls=1&ca=PATH&secret=ARN`. With `socket`, host and port are
 * not used; with `secret`, user and password are not.
 * @throws Error with a sentence when it is not of that form (the URL itself is never repeated: it holds a password)
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.parse(text);
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '');
  if (url?.protocol !== 'mysql:' || !/^[\w-]{1,64}$/.test(database))
    throw new Error('DATABASE_URL must look like mysql://USER:PASSWORD@HOST:3306/NAME');
  return {
    host: url.hostname || '127.0.0.1',
    port: Number(url.port || 3306),
    socketPath: url.searchParams.get('socket') ?? undefined,
    user: decodeURIComponent(url.username || 'root'),
    password: decodeURIComponent(url.password),
    database,
    tls: url.searchParams.get('tls') === '1',
    ca: url.searchParams.get('ca') ?? undefined,
    secret: url.searchParams.get('secret') ?? undefined,
  };
}

/** The same server and user, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

export function isDatabaseUrl(text: string): boolean {
  try {
    return parseDatabaseUrl(text) !== undefined;
  } catch {
    return false;
  }
}
