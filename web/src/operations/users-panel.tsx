import type { Answer } from '../http/answer.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { Asked } from './asked.tsx';
import { BanDialog } from './ban-dialog.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { Moment } from './moment.tsx';
import { ROLES } from './role-field.tsx';
import { SetPasswordDialog } from './set-password-dialog.tsx';
import { type Column, Table } from './table.tsx';
import { usePages } from './use-pages.ts';
import { USERS, useUserAct } from './use-user-act.ts';

type User = Answer<'User'>;

/** Who may come in, and as what. Nobody is offered to shut themselves out. */
export function UsersPanel({ ownId }: { ownId: string }) {
  const { texts, formats } = useLanguage();
  const words = texts.operations;
  const users = usePages<Answer<'UserPage'>>(USERS, {}, { cursor: 'after' });
  const act = useUserAct();

  const columns: Column<User>[] = [
    {
      name: words.user.who,
      cell: ({ name, email }) => (
        <>
          {name} <span className="soft keep">{email}</span>
        </>
      ),
    },
    {
      name: words.user.role,
      cell: ({ id, email, role }) =>
        id === ownId ? (
          named(texts.session.roles, role)
        ) : (
          <select
            aria-label={words.roleOf(email)}
            value={role}
            disabled={act.isPending}
            onChange={(event) => act.mutate({ action: 'set-role', body: { userId: id, role: event.target.value } })}
          >
            {ROLES.map((known) => (
              <option key={known} value={known}>
                {named(texts.session.roles, known)}
              </option>
            ))}
          </select>
        ),
    },
    {
      name: words.user.state,
      cell: ({ banned, ban_reason, ban_expires_at }) =>
        banned ? (
          <span className="bad" title={ban_reason ?? undefined}>
            {ban_expires_at === null ? words.banned : words.bannedUntil(formats.time(ban_expires_at))}
          </span>
        ) : (
          words.active
        ),
    },
    {
      name: words.user.uses,
      number: true,
      cell: ({ sessions, keys }) => `${formats.number(sessions)} / ${formats.number(keys)}`,
    },
    { name: words.user.since, cell: ({ created_at }) => <Moment at={created_at} /> },
    { name: '', cell: (user) => (user.id === ownId ? null : actions(user)) },
  ];

  return (
    <section className="stack" aria-labelledby="users">
      <div className="heading">
        <h2 id="users">{words.users}</h2>
        <CreateUserDialog />
      </div>
      {act.error && <FailureNotice failure={act.error} onDismiss={() => act.reset()} />}
      <Asked query={users}>
        {({ pages }) => (
          <Table
            label={words.users}
            rows={pages.flatMap((page) => page.users)}
            keyOf={({ id }) => id}
            columns={columns}
          />
        )}
      </Asked>
      {users.hasNextPage && (
        <button type="button" onClick={() => void users.fetchNextPage()} disabled={users.isFetchingNextPage}>
          {words.more}
        </button>
      )}
    </section>
  );

  function actions({ id, email, banned }: User) {
    return (
      <div className="actions">
        {banned ? (
          <button
            type="button"
            aria-label={words.unbanOf(email)}
            disabled={act.isPending}
            onClick={() => act.mutate({ action: 'unban-user', body: { userId: id } })}
          >
            {words.unban}
          </button>
        ) : (
          <BanDialog id={id} email={email} />
        )}
        <SetPasswordDialog id={id} email={email} />
      </div>
    );
  }
}
