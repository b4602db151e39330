import { json, type Operation } from './operation.ts';

const tag = 'accounts';
const SESSION = { headers: { 'Set-Cookie': 'The session.' } };

/** What is below /api/auth is better-auth's (https://www.better-auth.com/docs); these are its routes that matter here. */
export const accountOperations: readonly Operation[] = [
  {
    id: 'getMe',
    method: 'get',
    path: '/api/me',
    tag,
    summary: 'Tell who is signed in, and what this address takes',
    access: 'session',
    answers: { 200: { description: 'The caller.', content: json('Me') } },
  },
  {
    id: 'signIn',
    method: 'post',
    path: '/api/auth/sign-in/email',
    tag,
    summary: 'Sign in',
    access: 'open',
    body: json('SignIn', { email: 'admin@example.com', password: 'correct-horse-battery' }),
    answers: { 200: { description: 'Signed in.', content: json('AccountAnswer'), ...SESSION } },
  },
  {
    id: 'signOut',
    method: 'post',
    path: '/api/auth/sign-out',
    tag,
    summary: 'End the session',
    access: 'open',
    answers: { 200: { description: 'Signed out.', content: json('Success') } },
  },
  {
    id: 'getSession',
    method: 'get',
    path: '/api/auth/get-session',
    tag,
    summary: 'Tell the session, or null',
    access: 'open',
    answers: { 200: { description: 'The session.', content: json('Session') } },
  },
  {
    id: 'changePassword',
    method: 'post',
    path: '/api/auth/change-password',
    tag,
    summary: 'Change the own password',
    access: 'session',
    body: json('ChangePassword'),
    answers: { 200: { description: 'Changed.', content: json('AccountAnswer') } },
  },
  {
    id: 'createUser',
    method: 'post',
    path: '/api/auth/admin/create-user',
    tag,
    summary: 'Make a user',
    access: 'admin',
    body: json('CreateUser', {
      email: 'sato@example.com',
      password: 'at-least-8-characters',
      name: 'Sato',
      role: 'importer',
    }),
    answers: { 200: { description: 'Made.', content: json('AccountAnswer') } },
  },
  ...(
    [
      ['banUser', 'ban-user', 'BanUser', 'Ban a user; their sessions and keys end'],
      ['unbanUser', 'unban-user', 'UnbanUser', 'Lift a ban'],
      ['setRole', 'set-role', 'SetRole', 'Change a role'],
    ] as const
  ).map(
    ([id, path, schema, summary]): Operation => ({
      id,
      method: 'post',
      path: `/api/auth/admin/${path}`,
      tag,
      summary,
      access: 'admin',
      body: json(schema),
      answers: { 200: { description: 'Done.', content: json('AccountAnswer') } },
    }),
  ),
];
