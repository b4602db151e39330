import { defineLedger } from './ledger.ts';

export const posts = defineLedger({
  name: 'posts',
  entityKey: [{ name: 'post_id', type: 'id', aliases: ['投稿id'] }],
  attributes: [
    { name: 'title', type: 'text', maxLength: 1000, aliases: ['タイトル', '題名'] },
    { name: 'url', type: 'text', maxLength: 2000, aliases: [] },
    { name: 'tag_ids', type: 'ids', aliases: ['タグid'] },
    { name: 'parent_post_ids', type: 'ids', aliases: ['親投稿id'] },
  ],
});
