import { expect, test } from 'vitest';
import { serverKind } from '../../shared/database/server-kind.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const kind = await serverKind(database);

/** What all migrations together make; a change of it is seen in review. (`vitest -u` writes it anew.) */
test.runIf(kind === 'mariadb')('the schema is the one that is committed', async () => {
  const tables = await database.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
  );
  const statements: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.query<{ 'Create Table': string }>(`SHOW CREATE TABLE \`${name}\``);
    statements.push(`${row?.['Create Table'].replace(/ AUTO_INCREMENT=\d+/, '')};\n`);
  }
  await expect(statements.join('\n')).toMatchFileSnapshot('../../shared/database/schema.sql');
});
