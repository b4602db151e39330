import { defineLedger } from './ledger.ts';

/** Tags of an outside site; `tag_id` is that site's own and refers to nothing here. */
export const nicoTags = defineLedger({
  name: 'nico_tags',
  entityKey: [{ name: 'tag_id', type: 'id', aliases: ['タグid', '外部タグid', 'タグ'] }],
  attributes: [
    { name: 'name', type: 'text', maxLength: 500, aliases: ['名前', '名称', 'タグ名'] },
    {
      name: 'linked_tags',
      type: 'text',
      maxLength: 10_000,
      aliases: ['連携タグ', '関連タグ'],
      refersTo: { ledger: 'tags', column: 'name' },
    },
  ],
});
