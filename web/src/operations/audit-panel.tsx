import { useState } from 'react';
import { ChoiceField } from '../controls/choice-field.tsx';
import type { Answer } from '../http/answer.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { Asked } from './asked.tsx';
import { Moment } from './moment.tsx';
import { type Column, Table } from './table.tsx';
import { usePages } from './use-pages.ts';

type Entry = Answer<'AuditEntry'>;

/** Who did what. */
export function AuditPanel() {
  const { texts } = useLanguage();
  const words = texts.operations;
  const [action, setAction] = useState('');
  const audit = usePages<Answer<'AuditPage'>>('/api/audit', action ? { action } : {});

  const columns: Column<Entry>[] = [
    { name: words.entry.at, cell: ({ at }) => <Moment at={at} /> },
    {
      name: words.entry.who,
      cell: ({ user }) => user.email ?? (user.id === 'command-line' ? words.commandLine : words.gone),
    },
    { name: words.entry.action, cell: (entry) => named(words.actions, entry.action) },
    {
      name: words.entry.subject,
      cell: ({ subject: { kind, id } }) =>
        kind === 'import' ? (
          <a href={`#/imports/${id}`}>{texts.imports.id(id)}</a>
        ) : (
          <>
            {named(words.subjects, kind)} <code className="cut">{id}</code>
          </>
        ),
    },
    { name: words.entry.details, cell: ({ details }) => <code className="wrap">{detailWords(details)}</code> },
  ];

  return (
    <section className="stack" aria-labelledby="audit">
      <div className="heading">
        <h2 id="audit">{words.audit}</h2>
        <ChoiceField
          label={words.action}
          value={action}
          choices={[['', words.allActions], ...Object.entries(words.actions)]}
          onChange={setAction}
        />
      </div>
      <p className="soft">{words.auditMeans}</p>
      <Asked query={audit}>
        {({ pages }) => (
          <Table
            label={words.audit}
            rows={pages.flatMap(({ entries }) => entries)}
            keyOf={({ id }) => String(id)}
            columns={columns}
          />
        )}
      </Asked>
      {audit.hasNextPage && (
        <button type="button" onClick={() => void audit.fetchNextPage()} disabled={audit.isFetchingNextPage}>
          {words.older}
        </button>
      )}
    </section>
  );
}

function detailWords(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
