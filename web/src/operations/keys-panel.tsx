import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { Asked } from './asked.tsx';
import { KEYS, MakeKeyDialog } from './make-key-dialog.tsx';
import { Moment } from './moment.tsx';
import { type Column, Table } from './table.tsx';
import { usePages } from './use-pages.ts';

type ApiKey = Answer<'ApiKey'>;

/** The API keys of everybody; new ones are one's own. */
export function KeysPanel() {
  const { texts } = useLanguage();
  const words = texts.operations;
  const client = useQueryClient();
  const keys = usePages<Answer<'ApiKeyPage'>>(KEYS, { all: 'true' });
  const revoke = useMutation({
    mutationFn: (id: ApiKey['id']) => requestJson(`${KEYS}/${id}`, { method: 'DELETE', timeout: 15_000 }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEYS] }),
  });

  const columns: Column<ApiKey>[] = [
    { name: words.key.name, cell: ({ name }) => name },
    { name: words.key.prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
    { name: words.key.role, cell: ({ role }) => named(texts.session.roles, role) },
    { name: words.key.owner, cell: ({ user }) => user.email },
    {
      name: words.key.state,
      cell: ({ state }) => (
        <span className={state === 'active' ? undefined : 'soft'}>{named(words.keyStates, state)}</span>
      ),
    },
    { name: words.key.used, cell: ({ last_used_at }) => <Moment at={last_used_at} /> },
    { name: words.key.expires, cell: ({ expires_at }) => <Moment at={expires_at} /> },
    {
      name: '',
      cell: ({ id, name, state }) =>
        state === 'active' && (
          <button
            type="button"
            className="danger"
            aria-label={words.revokeOf(name)}
            disabled={revoke.isPending}
            onClick={() => revoke.mutate(id)}
          >
            {words.revoke}
          </button>
        ),
    },
  ];

  return (
    <section className="stack" aria-labelledby="keys">
      <div className="heading">
        <h2 id="keys">{words.keys}</h2>
        <MakeKeyDialog />
      </div>
      <p className="soft">{words.keysMean}</p>
      {revoke.error && <FailureNotice failure={revoke.error} onDismiss={() => revoke.reset()} />}
      <Asked query={keys}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.keys);
          if (rows.length > 0)
            return <Table label={words.keys} rows={rows} keyOf={({ id }) => String(id)} columns={columns} />;
          return (
            <div className="empty">
              <p>{words.noKeys}</p>
            </div>
          );
        }}
      </Asked>
      {keys.hasNextPage && (
        <button type="button" onClick={() => void keys.fetchNextPage()} disabled={keys.isFetchingNextPage}>
          {words.older}
        </button>
      )}
    </section>
  );
}
