import { csv, json, type Operation } from './operation.ts';

export const ledgerOperations: readonly Operation[] = [
  {
    id: 'listLedgers',
    method: 'get',
    path: '/api/ledgers',
    tag: 'ledgers',
    summary: 'Tell what can be imported and what it can be counted by',
    access: 'session',
    answers: { 200: { description: 'Every ledger, and the limits.', content: json('Ledgers') } },
  },
  {
    id: 'downloadTemplate',
    method: 'get',
    path: '/api/ledgers/{name}/template.csv',
    tag: 'ledgers',
    summary: 'Download an empty file for a ledger',
    description: 'The header only, in UTF-8 without a byte order mark.',
    access: 'session',
    answers: { 200: { description: 'The file.', content: csv } },
    problems: { 404: 'There is no such ledger.' },
  },
];
