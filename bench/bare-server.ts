import { createServer } from 'node:http';
import { createPool, type RowDataPacket } from 'mysql2/promise';
import { connectionOptions } from '../shared/database/connection-options.ts';
import { parseDatabaseUrl } from '../shared/database/url.ts';

/**
 * What one writes first: `GET /imports/ID` on node:http and mysql2, the row and its errors as JSON. As a process of its
 * own: `node bench/bare-server.ts DATABASE_URL CONNECTIONS [session]`. With `session` it looks up the cookie's session
 * and user by one query first, and checks nothing else of them.
 */
const [url = '', connections, session] = process.argv.slice(2);
const pool = createPool({ ...connectionOptions(parseDatabaseUrl(url)), connectionLimit: Number(connections) });

const SESSION = `SELECT u.id, u.role FROM sessions AS s JOIN users AS u ON u.id = s.user_id
                 WHERE s.token = ? AND s.expires_at > UTC_TIMESTAMP(3)`;

async function found(sql: string, value: string): Promise<RowDataPacket[]> {
  const [rows] = await pool.query<RowDataPacket[]>(sql, [value]);
  return rows;
}

function tokenOf(cookie = ''): string {
  return decodeURIComponent(/session_token=([^;]*)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';
}

const server = createServer(async (request, response) => {
  const id = request.url?.split('/').at(-1) ?? '';
  if (session && (await found(SESSION, tokenOf(request.headers.cookie))).length === 0)
    return response.writeHead(401).end();
  const [row] = await found('SELECT * FROM imports WHERE id = ?', id);
  if (!row) return response.writeHead(404).end();
  const errors =
    row.error_count === '0'
      ? []
      : await found('SELECT * FROM import_errors WHERE import_id = ? ORDER BY position LIMIT 100', id);
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ ...row, errors }));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
