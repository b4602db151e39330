import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../shared/accounts/create-user.ts';
import { COMMAND_LINE } from '../shared/audit/record.ts';
import { type Database, openDatabase } from '../shared/database/database.ts';
import { migrateDatabase } from '../shared/database/migrate.ts';
import { startPrivateServer } from '../shared/database/private-server.ts';

/**
 * Requests a second of `GET /api/imports/ID` of an import that is done, by the API as one machine runs it, against the
 * same statements on bare mysql2 and node:http: without any session, and with the session looked up by one query. Each
 * server is a process of its own; they are asked in turns over kept connections; medians, ratios, and (on Linux) the
 * processor time of a request in the server's process, which a busy machine changes less.
 *
 *     node bench/requests.ts [ROUNDS]
 */
const CONNECTIONS = 16;
/** A round's requests, and those before it, until the compiler has seen all of it. */
const REQUESTS = 4_000;
const WARM_UP = 6_000;
const GOAL = 0.7;
const SECRET = 'a-secret-of-the-bench-with-32-bytes-and-more';
const ADMIN = { email: 'bench@example.com', password: 'bench-password' };

interface Server {
  readonly name: string;
  readonly url: string;
  readonly process: ChildProcess;
}

interface Round {
  /** Requests a second. */
  readonly rate: number;
  /** Processor time of one, in milliseconds; NaN where there is no /proc. */
  readonly cost: number;
}

async function started(name: string, program: string, args: string[], env: Record<string, string>): Promise<Server> {
  const child = fork(new URL(program, import.meta.url), args, {
    execArgv: [],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [said] = (await once(child, 'message')) as [Partial<AddressInfo>];
  // A bare server says where it listens; ours was told.
  const url = said.port ? `http://127.0.0.1:${said.port}/imports/` : `http://127.0.0.1:${env.PORT}/api/imports/`;
  return { name, url, process: child };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Makes an administrator and signs them in at our server. @returns the Cookie header */
async function signedIn(database: Database, url: string): Promise<string> {
  await createUser(database, { ...ADMIN, name: 'bench', role: 'admin' }, COMMAND_LINE);
  const { headers } = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(ADMIN),
  });
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function ask(url: string, cookie: string, pid: number, requests: number): Promise<Round> {
  const before = processorMs(pid);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const start = performance.now();
  let left = requests;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers: { cookie } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
        response.resume().once('end', resolve);
      }).once('error', reject);
    });
  const client = async () => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
  const rate = (requests * 1000) / (performance.now() - start);
  return { rate, cost: (processorMs(pid) - before) / requests };
}

/** What a process has used so far; Linux counts in hundredths of a second. */
function processorMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function insertImport(database: Database): Promise<string> {
  const { insertId } = await database.execute(
    `INSERT INTO imports (state, ledger, options, filename, content_type, user_id, request_id, bucket, object_key, bytes,
                          sha256, attempt, rows_read, rows_inserted, detected, warnings, created_at, stored_at, queued_at,
                          started_at, finished_at)
     VALUES ('done', 'posts', '{}', 'posts.csv', 'text/csv', 'u', 'r', 'directory', 'imports/1/original', 28000000,
             REPEAT('a', 64), 1, 200000, 200000, ?, '[]', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6),
             UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))`,
    [
      JSON.stringify({
        encoding: 'utf-8',
        delimiter: ',',
        columns: Array.from({ length: 9 }, (_, i) => `column ${i}`),
      }),
    ],
  );
  return insertId;
}

async function compare(servers: readonly Server[], id: string, cookie: string, rounds: number): Promise<void> {
  const results = servers.map(() => [] as Round[]);
  const one = ({ url, process: { pid = 0 } }: Server, requests: number) => ask(`${url}${id}`, cookie, pid, requests);
  for (const server of servers) await one(server, WARM_UP);
  for (let round = 0; round < rounds; round++)
    for (const [index, server] of servers.entries()) results[index]?.push(await one(server, REQUESTS));
  const rates = results.map((all) => median(all.map(({ rate }) => rate)));
  const costs = results.map((all) => median(all.map(({ cost }) => cost)));
  for (const [index, { name }] of servers.entries()) {
    const raw = results[index]?.map(({ rate }) => rate.toFixed(0)).join(' ');
    console.log(
      `${name.padEnd(26)} ${rates[index]?.toFixed(0)}/s  [${raw}]  ${costs[index]?.toFixed(2)} ms of processor`,
    );
  }
  const [rate = 0, ...peers] = rates;
  for (const [index, peer] of peers.entries())
    console.log(`ours / ${servers[index + 1]?.name}: ${(rate / peer).toFixed(2)} (goal ${GOAL})`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function main(rounds: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-requests-'));
  const server = await startPrivateServer(join(directory, 'database'), process.env.PATH ?? '');
  const children: Server[] = [];
  try {
    const databaseUrl = server.url('bench');
    await migrateDatabase(databaseUrl);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const database = openDatabase(databaseUrl, 1);
    const id = await insertImport(database);
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: directory, SECRET, PORT: String(port), LOG: 'json' };
    children.push(
      await started('ours', '../functions/hosts/api.ts', [], env),
      await started('bare, a query of session', 'bare-server.ts', [databaseUrl, '14', 'session'], {}),
      await started('bare, no session', 'bare-server.ts', [databaseUrl, '14'], {}),
    );
    const cookie = await signedIn(database, url);
    await database.close();
    await compare(children, id, cookie, rounds);
  } finally {
    for (const child of children) child.process.kill('SIGTERM');
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

await main(Number(process.argv[2] ?? 5));
process.exit();
