import { counts, measures } from './english/counts.ts';
import { exports } from './english/exports.ts';
import { failures } from './english/failures.ts';
import { imports } from './english/imports.ts';
import { axes, events, ledgers, units, weekdays } from './english/names.ts';
import { operations } from './english/operations.ts';
import { session } from './english/session.ts';
import { told } from './english/told.ts';

/** Every word of the page in English. Tables keyed by the API's own names may lack a name: it is then shown as it is. */
export const english = {
  navigation: {
    label: 'Pages',
    skip: 'To the content',
    imports: 'Imports',
    counts: 'Counts',
    operations: 'Operations',
    nowhere: 'Nothing is here',
    nowhereMeans: 'The address leads to no page. It may have been cut, or mistyped.',
    home: 'To the start page',
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

export type Texts = typeof english;
