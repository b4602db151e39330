import type { Row } from '../../shared/database/database.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import type { TestDatabase } from './database.ts';
import { importMade, type Made } from './import-made.ts';
import { leaksIn, SECRET_DIGITS, SECRET_TEXT, secretId } from './leaks.ts';

export const FORBIDDEN_TAG = secretId(1);
const LATE_TAG = secretId(2);
const FORBIDDEN_POST = secretId(10);
export const BIG_POST = `${SECRET_DIGITS}000000019`;

const secret = (what: string) => `${SECRET_TEXT} ${what}`;
const word = (what: string) => `${SECRET_TEXT}-${what}`;
const hidden = { created_by: word('actor') };
const discard = { event_type: 'discard' };
const at = (month: number, second = 0) => ({
  created_at: `2025-${String(month).padStart(2, '0')}-01 00:00:${String(second).padStart(2, '0')}.000000`,
});

/** Whatever can make a version private, in each ledger: sealed, forbidden, referring to what is forbidden. */
const HISTORY: readonly (readonly [ledger: string, versions: readonly Made[]])[] = [
  [
    'tags',
    [
      { tag_id: 1, name: 'guitar', category: 'music', created_by: 'mika' },
      { tag_id: 2, name: 'drum', created_by: 'sora' },
      { tag_id: 2, version_no: 2, event_type: 'update', ...at(3), name: 'drums' },
      { tag_id: 3, ...hidden, ...at(2), name: word('sealed-name'), category: secret('category') },
      { tag_id: 3, version_no: 2, ...discard, ...hidden, ...at(2, 1), name: word('sealed-name') },
      { tag_id: 3, version_no: 3, event_type: 'restore', ...at(4), name: 'bass' },
      { tag_id: FORBIDDEN_TAG, ...hidden, name: word('old-name'), category: secret('category') },
      { tag_id: FORBIDDEN_TAG, version_no: 2, event_type: 'update', ...hidden, ...at(2), name: secret('two words') },
      { tag_id: FORBIDDEN_TAG, version_no: 3, ...discard, ...hidden, ...at(3) },
      { tag_id: LATE_TAG, ...hidden, ...at(5), name: word('late') },
    ],
  ],
  [
    'posts',
    [
      { post_id: 1, created_by: 'mika', title: 'a', url: 'https://example.org/a', tag_ids: '[1, 2]' },
      { post_id: 1, version_no: 2, event_type: 'update', ...at(2), created_by: 'sora', title: 'b', tag_ids: '[3]' },
      { post_id: 2, ...hidden, ...at(2, 2), title: secret('sealed'), url: word('url'), tag_ids: '[1]' },
      { post_id: 2, version_no: 2, ...discard, ...hidden, ...at(3), title: secret('sealed'), tag_ids: '[1]' },
      {
        post_id: 2,
        version_no: 3,
        event_type: 'restore',
        ...at(4),
        title: 'c',
        tag_ids: '[1]',
        parent_post_ids: '[1]',
      },
      { post_id: 3, ...at(1, 3), title: 'd' },
      {
        ...{ post_id: 3, version_no: 2, event_type: 'update', ...hidden, ...at(5), title: secret('between') },
        ...{ url: word('url'), tag_ids: `[1, ${FORBIDDEN_TAG}, ${secretId(99)}]` },
      },
      { post_id: 3, version_no: 3, event_type: 'update', ...at(6), title: 'e', tag_ids: '[2]' },
      { post_id: FORBIDDEN_POST, ...hidden, title: secret('gone'), tag_ids: '[2]' },
      { post_id: FORBIDDEN_POST, version_no: 2, ...discard, ...hidden, ...at(7), title: secret('gone') },
      { post_id: secretId(11), ...hidden, ...at(7, 1), title: secret('x'.repeat(900)), tag_ids: `[${FORBIDDEN_TAG}]` },
      { post_id: secretId(12), ...hidden, ...at(7, 2), title: secret('child'), parent_post_ids: `[${FORBIDDEN_POST}]` },
      { post_id: secretId(13), ...hidden, ...at(8), title: secret('late'), tag_ids: `[${LATE_TAG}]` },
      { post_id: BIG_POST, ...hidden, ...at(9), title: secret('big'), tag_ids: `[${FORBIDDEN_TAG}]` },
    ],
  ],
  [
    'nico_tags',
    [
      { tag_id: 1, name: 'outside', linked_tags: 'guitar drums', created_by: 'mika' },
      { tag_id: 2, ...hidden, ...at(2), name: word('sealed'), linked_tags: word('links') },
      { tag_id: 2, version_no: 2, ...discard, ...hidden, ...at(3) },
      { tag_id: 2, version_no: 3, event_type: 'restore', ...at(4), name: 'restored', linked_tags: 'bass' },
      { tag_id: secretId(20), ...hidden, name: word('nico'), linked_tags: `guitar\u3000${word('old-name')}` },
      { tag_id: secretId(21), ...hidden, ...at(2), linked_tags: `"\\\u0001\b\u007f ${secret('two words')}\u0085x` },
      { tag_id: secretId(22), ...hidden, ...at(5), linked_tags: `${word('late')} bass` },
    ],
  ],
  [
    'tag_descriptions',
    [
      { tag_id: 1, language_code: 'en', body: 'six strings', created_by: 'mika' },
      { tag_id: 3, language_code: 'ja', ...hidden, ...at(2), body: secret('sealed') },
      { tag_id: 3, language_code: 'ja', version_no: 2, ...discard, ...hidden, ...at(3) },
      { tag_id: 3, language_code: 'ja', version_no: 3, event_type: 'restore', ...at(4), body: 'four strings' },
      { tag_id: FORBIDDEN_TAG, language_code: word('code'), ...hidden, ...at(2), body: secret('body') },
      { tag_id: LATE_TAG, language_code: 'ja', ...hidden, ...at(5), body: secret('late') },
    ],
  ],
  [
    'tag_groups',
    [
      { tag_group_id: 1, name: 'instruments', tag_ids: '[1, 2]', created_by: 'mika' },
      { tag_group_id: 2, ...hidden, ...at(2), name: word('sealed'), tag_ids: '[1]' },
      { tag_group_id: 2, version_no: 2, ...discard, ...hidden, ...at(3), tag_ids: '[1]' },
      { tag_group_id: 2, version_no: 3, event_type: 'restore', ...at(4), name: 'strings', tag_ids: '[1, 3]' },
      { tag_group_id: secretId(30), ...hidden, name: word('group'), tag_ids: `[1, ${FORBIDDEN_TAG}]` },
      { tag_group_id: secretId(31), ...hidden, ...at(5), name: word('late'), tag_ids: `[${LATE_TAG}]` },
    ],
  ],
  [
    'materials',
    [
      { material_id: 1, title: 'a', url: 'https://example.org/m', tag_id: 1, created_by: 'mika' },
      { material_id: 2, ...hidden, ...at(2), title: secret('sealed'), url: word('url') },
      { material_id: 2, version_no: 2, ...discard, ...hidden, ...at(3), title: secret('sealed') },
      { material_id: 2, version_no: 3, event_type: 'restore', ...at(4), title: 'b' },
      {
        material_id: secretId(40),
        ...hidden,
        ...at(2),
        title: secret('tagged'),
        url: word('url'),
        tag_id: FORBIDDEN_TAG,
      },
      { material_id: secretId(41), ...hidden, ...at(5), title: secret('late'), tag_id: LATE_TAG },
    ],
  ],
];

export interface SecretHistory {
  /** Digests of what is private, as hex. */
  readonly digests: readonly string[];
  /** Ids of the versions that anybody may see, by ledger, in the order of details. */
  readonly visible: ReadonlyMap<string, readonly string[]>;
}

/** Fills all ledgers with a history of which everything private bears a mark that `leaksIn` finds. */
export async function importSecrets(database: TestDatabase): Promise<SecretHistory> {
  for (const [ledger, versions] of HISTORY) await importMade(database, ledger, versions);
  // Only this makes private what refers to it.
  await importMade(database, 'tags', [{ tag_id: LATE_TAG, version_no: 2, ...discard, ...hidden, ...at(8) }]);
  const digests = new Set<string>();
  const visible = new Map<string, string[]>();
  for (const { name, attributes } of LEDGERS.values()) {
    const texts = attributes.filter(({ type }) => type === 'text').map((column) => column.name);
    const rows = await database.query<Row>(
      `SELECT *, LOWER(HEX(content_hash)) AS hash, ${texts.map((text) => `SHA2(${text}, 256) AS sha_${text}`).join(', ')}
       FROM ${name} ORDER BY created_at, id`,
    );
    const isSecret = ({ content_hash, ...row }: Row) => leaksIn(JSON.stringify(row)).length > 0;
    for (const row of rows.filter(isSecret)) {
      digests.add(String(row.hash));
      for (const text of texts) if (String(row[text]).includes(SECRET_TEXT)) digests.add(String(row[`sha_${text}`]));
    }
    visible.set(
      name,
      rows.filter((row) => !isSecret(row)).map(({ id }) => String(id)),
    );
  }
  return { digests: [...digests], visible };
}
