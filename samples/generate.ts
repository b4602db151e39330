import { writeFileSync } from 'node:fs';
import { formatCsv } from './csv.ts';
import { postHistories } from './post-history.ts';
import { createRandom } from './random.ts';
import { tagHistories } from './tag-history.ts';
import { formatTimestamp } from './timestamp.ts';

const SEED = 10;

/** The sample ledgers as the texts of their files: the whole history of a small tag wiki, oldest change first. */
export function generateSamples(): Record<'posts.csv' | 'tags.csv', string> {
  const random = createRandom(SEED);
  const tags = tagHistories(random);
  const posts = postHistories(random, tags);
  return {
    'posts.csv': formatCsv(
      [...key('post_id'), 'title', 'url', 'tag_ids', 'parent_post_ids'],
      byTime(posts).map((post) => [
        ...[post.postId, post.versionNo, post.eventType, formatTimestamp(post.at, post.by), post.by],
        ...[post.title, post.url, post.tagIds, post.parentPostIds],
      ]),
    ),
    'tags.csv': formatCsv(
      [...key('tag_id'), 'name', 'category'],
      byTime(tags).map((tag) => [
        ...[tag.tagId, tag.versionNo, tag.eventType, formatTimestamp(tag.at, tag.by), tag.by],
        ...[tag.name, tag.category],
      ]),
    ),
  };
}

function key(entity: string): string[] {
  return [entity, 'version_no', 'event_type', 'created_at', 'created_by'];
}

function byTime<V extends { at: number }>(histories: readonly V[][]): V[] {
  return histories.flat().sort((a, b) => a.at - b.at);
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(generateSamples())) {
    writeFileSync(new URL(name, import.meta.url), text);
  }
}
