import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDumpReader } from '../../shared/operations/backup/dump-reader.ts';

/** As mariadb-dump writes: a row a line. */
const MARIADB = `-- MariaDB dump 10.19
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`g\`;
CREATE TABLE \`g\` (
  \`a\` varchar(20) DEFAULT 'INSERT INTO \`x\` VALUES (1)'
) ENGINE=InnoDB;
INSERT INTO \`g\` VALUES
(1,'😀\\'),(9;\\\\',2),
(2,'b;(',NULL);
INSERT INTO \`g\` VALUES
(3,'',0x00FF);
CREATE TABLE \`empty\` (
CREATE TABLE \`t\`\`x\` (
INSERT INTO \`t\`\`x\` VALUES
('INSERT INTO \`g\` VALUES\\n(1);');
-- Dump completed on 2026-11-30 19:20:51
`;
/** As mysqldump writes: all rows on one line, a column list where a column is generated. */
const MYSQL = MARIADB.replaceAll('VALUES\n(', 'VALUES (')
  .replaceAll('),\n(', '),(')
  .replaceAll('INSERT INTO `g` VALUES (1', 'INSERT INTO `g` (`a`, `b)`, `c`) VALUES (1');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const TABLES = [
  { name: 'empty', rows: 0, sha256: sha256('') },
  { name: 'g', rows: 3, sha256: sha256("(1,'😀\\'),(9;\\\\',2)(2,'b;(',NULL)(3,'',0x00FF)") },
  { name: 't`x', rows: 1, sha256: sha256("('INSERT INTO `g` VALUES\\n(1);')") },
];

function read(text: string, chunkBytes: number) {
  const lines: string[] = [];
  const reader = createDumpReader((line) => lines.push(line));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
  return { tables: reader.tables(), lines };
}

test.each([
  ['mariadb-dump', MARIADB],
  ['mysqldump', MYSQL],
])('rows are told apart wherever the chunks of %s end', (_name, text) => {
  const whole = read(text, text.length * 2);
  expect(whole.tables).toEqual(TABLES);
  expect(whole.lines.at(-1)).toBe('-- Dump completed on 2026-11-30 19:20:51');
  expect(whole.lines).toContain('DROP TABLE IF EXISTS `g`;');
  for (let size = 1; size < 80; size++) expect(read(text, size), `chunks of ${size}`).toEqual(whole);
});

test('a row that ends nowhere, and a long line, are borne', () => {
  expect(read("INSERT INTO `g` VALUES ('abc", 4).tables).toMatchObject([{ name: 'g', rows: 0 }]);
  const { lines } = read(`-- ${'x'.repeat(10_000)}\n-- next\n`, 1000);
  expect(lines.map((line) => line.length)).toEqual([4096, 7]);
});
