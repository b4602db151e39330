import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Versions per post. */
const VERSIONS = 4;
const TEXT = 'a change of one entry among many told at some length so that rows are long';

/** Whole histories one after the other, or every post's change as it came. */
export type RowOrder = 'entity' | 'time';

/**
 * Writes a CSV file of posts: the columns of the ledger and one that it does not know, about 145 bytes a row; every third
 * title is quoted, with commas, quotes and line ends in it.
 */
export async function writePostsFile(path: string, rows: number, order: RowOrder = 'entity'): Promise<void> {
  const file = createWriteStream(path);
  file.write('post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids,remark\n');
  for (let row = 0; row < rows; row++)
    if (!file.write(postLine(row, order === 'entity' ? row : placeInTime(row, rows))) && file.writableNeedDrain)
      await once(file, 'drain');
  file.end();
  await once(file, 'finish');
}

/** All first versions, then all second ones, ... */
function placeInTime(row: number, rows: number): number {
  const posts = Math.ceil(rows / VERSIONS);
  return (row % posts) * VERSIONS + Math.floor(row / posts);
}

/** @param place among all versions of all posts, post by post */
function postLine(row: number, place: number): string {
  const post = Math.floor(place / VERSIONS) + 1;
  const version = (place % VERSIONS) + 1;
  const time = new Date(1_600_000_000_000 + row * 61_000).toISOString();
  const title =
    row % 3 === 0 ? `"${post}, ""${version}""\n${TEXT.slice(0, 30)}\n日本"` : `${TEXT.slice(0, 40)} ${post}`;
  const tags = row % 2 === 0 ? `${post % 977} ${(post % 31) + 1000}` : String(post % 977);
  const event = version === 1 ? 'create' : 'update';
  return `${post},${version},${event},${time},user${row % 50},${title},https://example.com/posts/${post},${tags},${version > 1 ? post : ''},n\n`;
}
