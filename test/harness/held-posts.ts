import { createConnection } from 'mysql2/promise';
import { onTestFinished } from 'vitest';
import { connectionOptions } from '../../shared/database/connection-options.ts';
import type { DatabaseAddress } from '../../shared/database/url.ts';

/** Makes every count of posts wait until it is released, at the latest when the test ends. */
export async function holdPosts({ address }: { address: DatabaseAddress }): Promise<{ release(): Promise<void> }> {
  const connection = await createConnection(connectionOptions(address));
  await connection.query('LOCK TABLES posts WRITE');
  let held = true;
  const release = async () => {
    if (held) await connection.end();
    held = false;
  };
  onTestFinished(release);
  return { release };
}
