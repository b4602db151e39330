import { defineLedger } from './ledger.ts';

export const posts = defineLedger({
  name: 'posts',
  entityKey: [{ name: 'post_id', type: 'id', aliases: ['投稿id', '投稿'] }],
  attributes: [
    { name: 'title', type: 'text', maxLength: 1000, aliases: ['タイトル', '題名'] },
    { name: 'url', type: 'text', maxLength: 2000, aliases: ['リンク'] },
    {
      name: 'tag_ids',
      type: 'ids',
      element: 'tag_id',
      aliases: ['タグid', 'タグ', 'タグ一覧'],
      refersTo: { ledger: 'tags', column: 'tag_id' },
    },
    {
      name: 'parent_post_ids',
      type: 'ids',
      element: 'parent_post_id',
      aliases: ['親投稿id', '親投稿'],
      refersTo: { ledger: 'posts', column: 'post_id' },
    },
  ],
});
