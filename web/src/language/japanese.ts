import type { Texts } from './english.ts';
import { counts, measures } from './japanese/counts.ts';
import { exports } from './japanese/exports.ts';
import { failures } from './japanese/failures.ts';
import { imports } from './japanese/imports.ts';
import { axes, events, ledgers, units, weekdays } from './japanese/names.ts';
import { operations } from './japanese/operations.ts';
import { session } from './japanese/session.ts';
import { told } from './japanese/told.ts';

/** 画面のすべての言葉（日本語）。API の名前で引く表に無いものは、その名前のまま表示される。 */
export const japanese: Texts = {
  navigation: {
    label: 'ページ',
    skip: '本文へ',
    imports: '取込',
    counts: '集計',
    operations: '運用',
    nowhere: 'ページが見つかりません',
    nowhereMeans: 'このアドレスのページはありません。途中で切れているか、打ち間違いかもしれません。',
    home: '最初のページへ',
  },
  operations,
  session,
  failures,
  told,
  imports,
  counts,
  exports,
  ledgers,
  axes,
  units,
  events,
  measures,
  weekdays,
};
