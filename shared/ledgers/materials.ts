import { defineLedger } from './ledger.ts';

export const materials = defineLedger({
  name: 'materials',
  entityKey: [{ name: 'material_id', type: 'id', aliases: ['素材id', '素材'] }],
  attributes: [
    { name: 'title', type: 'text', maxLength: 1000, aliases: ['タイトル', '題名', '素材名'] },
    { name: 'url', type: 'text', maxLength: 2000, aliases: ['リンク'] },
    { name: 'tag_id', type: 'id', aliases: ['タグid', 'タグ'], refersTo: { ledger: 'tags', column: 'tag_id' } },
  ],
});
