import type { Database } from '../shared/database/database.ts';

const DIGITS = `(SELECT 0 AS n ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `UNION ALL SELECT ${digit} `).join('')})`;
/** Rows of one statement. */
const AT_ONCE = 100_000;

/** Puts versions of posts straight into the ledger: about 110 bytes each as CSV, every third title to be quoted. */
export async function fillPosts(database: Database, rows: number): Promise<void> {
  const hundredThousand = ['a', 'b', 'c', 'd', 'e'].map((name) => `${DIGITS} AS ${name}`).join(', ');
  for (let from = 0; from < rows; from += AT_ONCE)
    await database.execute(
      `INSERT INTO posts (post_id, version_no, event_type, created_at, created_by, title, url, tag_ids, parent_post_ids,
         recorded_at, import_id, content_hash)
       SELECT n + 1, 1, 'create', '2025-01-01' + INTERVAL n SECOND, CONCAT('user', n % 50),
         IF(n % 3 = 0, CONCAT('"', n, '", 日本\\n'), CONCAT('a title of usual length ', n)),
         CONCAT('https://example.com/posts/', n), CONCAT('[', n % 977, ',', 1000 + n % 31, ']'), '[]',
         UTC_TIMESTAMP(6), 1, REPEAT('0', 32)
       FROM (SELECT ? + a.n * 10000 + b.n * 1000 + c.n * 100 + d.n * 10 + e.n AS n FROM ${hundredThousand}) AS numbers`,
      [from],
    );
  await database.execute('ANALYZE TABLE posts');
}
