import { defineLedger } from './ledger.ts';

export const tagDescriptions = defineLedger({
  name: 'tag_descriptions',
  entityKey: [
    { name: 'tag_id', type: 'id', aliases: ['タグid', 'タグ'], refersTo: { ledger: 'tags', column: 'tag_id' } },
    { name: 'language_code', type: 'text', maxLength: 35, aliases: ['言語コード', '言語'] },
  ],
  attributes: [{ name: 'body', type: 'text', maxLength: 200_000, aliases: ['本文', '説明', '説明文'] }],
});
