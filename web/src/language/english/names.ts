/** Words for names that the API uses. One that is missing here is shown as it is. */
type Words = Record<string, string>;

export const ledgers: Words = {
  posts: 'Posts',
  tags: 'Tags',
  nico_tags: 'External tags',
  tag_descriptions: 'Tag descriptions',
  tag_groups: 'Tag groups',
  materials: 'Materials',
};

export const axes: Words = {
  created_at: 'Time of change',
  event_type: 'Kind of change',
  created_by: 'Changed by',
  tag: 'Tag',
  changed_field: 'Changed field',
  post_id: 'Post ID',
  tag_id: 'Tag ID',
  tag_group_id: 'Tag group ID',
  material_id: 'Material ID',
  language_code: 'Language',
  title: 'Title',
  url: 'URL',
  name: 'Name',
  category: 'Category',
  body: 'Text',
  linked_tags: 'Linked tags',
  tag_ids: 'Tag IDs',
  parent_post_ids: 'Parent post IDs',
  version_no: 'Version',
  id: 'Entry',
  recorded_at: 'Recorded at',
  import_id: 'Import',
};

export const units: Words = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  day: 'day',
  hour: 'hour',
  weekday: 'day of the week',
};

export const events: Words = { create: 'create', update: 'update', discard: 'discard', restore: 'restore' };

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
