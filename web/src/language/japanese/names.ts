type Words = Record<string, string>;

export const ledgers: Words = {
  posts: '投稿',
  tags: 'タグ',
  nico_tags: '外部タグ',
  tag_descriptions: 'タグの説明',
  tag_groups: 'タググループ',
  materials: '素材',
};

export const axes: Words = {
  created_at: '操作日時',
  event_type: '異動区分',
  created_by: '操作者',
  tag: 'タグ',
  changed_field: '変更項目',
  post_id: '投稿 ID',
  tag_id: 'タグ ID',
  tag_group_id: 'タググループ ID',
  material_id: '素材 ID',
  language_code: '言語',
  title: '題名',
  url: 'URL',
  name: '名前',
  category: '分類',
  body: '本文',
  linked_tags: '連携タグ',
  tag_ids: 'タグ ID 一覧',
  parent_post_ids: '親投稿 ID 一覧',
  version_no: '版',
  id: '登録番号',
  recorded_at: '記録日時',
  import_id: '取込',
};

export const units: Words = {
  year: '年',
  quarter: '四半期',
  month: '月',
  week: '週',
  day: '日',
  hour: '時',
  weekday: '曜日',
};

export const events: Words = { create: '作成', update: '更新', discard: '廃棄', restore: '復元' };

export const weekdays = ['月曜', '火曜', '水曜', '木曜', '金曜', '土曜', '日曜'];
