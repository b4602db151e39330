import { defineLedger } from './ledger.ts';

export const tags = defineLedger({
  name: 'tags',
  entityKey: [{ name: 'tag_id', type: 'id', aliases: ['タグid', 'タグ'] }],
  attributes: [
    { name: 'name', type: 'text', maxLength: 500, aliases: ['名前', '名称', 'タグ名'] },
    { name: 'category', type: 'text', maxLength: 500, aliases: ['分類', 'カテゴリ', 'カテゴリー'] },
  ],
});
