import { defineLedger } from './ledger.ts';

export const tagGroups = defineLedger({
  name: 'tag_groups',
  entityKey: [{ name: 'tag_group_id', type: 'id', aliases: ['タググループid', 'グループid', 'タググループ'] }],
  attributes: [
    { name: 'name', type: 'text', maxLength: 500, aliases: ['名前', '名称', 'グループ名', 'タググループ名'] },
    {
      name: 'tag_ids',
      type: 'ids',
      element: 'tag_id',
      aliases: ['タグid', 'タグ', 'タグ一覧'],
      refersTo: { ledger: 'tags', column: 'tag_id' },
    },
  ],
});
