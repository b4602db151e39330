import * as z from 'zod';
import { json, type Operation } from './operation.ts';
import { pageQuery } from './page-query.ts';

const tag = 'accounts';
const SESSION = { headers: { 'Set-Cookie': 'The session.' } };
const BODY = {
  400: 'The body is not JSON.',
  413: 'The body is too large.',
  422: 'The body says something impossible.',
};

/** What everybody does with their own account. Below /api/auth paths and names are those of better-auth. */
const ownOperations: readonly Operation[] = [
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
    problems: { ...BODY, 401: 'Address or password are wrong.', 403: 'The user is banned.', 429: 'Too many attempts.' },
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
    description: 'All sessions of the user end; the answer sets a new one. API keys stay.',
    access: 'session',
    body: json('ChangePassword'),
    answers: { 200: { description: 'Changed.', content: json('AccountAnswer'), ...SESSION } },
    problems: { ...BODY, 400: 'The current password is wrong, or the body is not JSON.', 429: 'Too many attempts.' },
  },
  {
    id: 'listKeys',
    method: 'get',
    path: '/api/keys',
    tag,
    summary: 'List API keys, the newest first',
    access: 'session',
    query: pageQuery.extend({
      all: z.enum(['true', 'false']).optional().meta({ description: 'Those of everybody, for administrators.' }),
    }),
    answers: { 200: { description: 'A page.', content: json('ApiKeyPage') } },
    problems: { 403: 'Only administrators see the keys of others.', 422: 'The page cannot be used.' },
  },
  {
    id: 'makeKey',
    method: 'post',
    path: '/api/keys',
    tag,
    summary: 'Make an API key',
    description:
      'Sent as `Authorization: Bearer KEY` it stands for its owner wherever a session does, but for making keys and changing the password. It never may do more than its owner; a ban ends it for good.',
    access: 'session',
    body: json('NewApiKey', { name: 'nightly export', role: 'viewer', expires_in: 31_536_000 }),
    answers: { 201: { description: 'Made. The key is told only here.', content: json('MadeApiKey') } },
    problems: {
      ...BODY,
      403: 'The role is above that of the caller, the caller is a key, or the request comes from another site.',
      409: 'There are too many keys.',
    },
  },
  {
    id: 'revokeKey',
    method: 'delete',
    path: '/api/keys/{id}',
    tag,
    summary: 'End an API key at once',
    description: 'The own ones; administrators those of others too.',
    access: 'session',
    answers: { 200: { description: 'Revoked.', content: json('ApiKey') } },
    problems: { 404: 'There is no key of the caller with this id.' },
  },
];

const adminOperations: readonly Operation[] = [
  {
    id: 'listUsers',
    method: 'get',
    path: '/api/users',
    tag,
    summary: 'List users in the order of their addresses',
    access: 'admin',
    query: pageQuery.omit({ before: true }).extend({
      after: z.string().optional().meta({ description: 'The `next` of the page before.' }),
    }),
    answers: { 200: { description: 'A page.', content: json('UserPage') } },
    problems: { 422: 'The page cannot be used.' },
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
    problems: { ...BODY, 409: 'There is a user with this address.' },
  },
  ...(
    [
      ['banUser', 'ban-user', 'BanUser', 'Ban a user; their sessions and keys end at once'],
      ['unbanUser', 'unban-user', 'UnbanUser', 'Lift a ban'],
      ['setRole', 'set-role', 'SetRole', 'Change a role, at once for sessions and keys too'],
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
      problems: { ...BODY, 404: 'There is no such user.', 409: 'It is oneself, or the last administrator.' },
    }),
  ),
  {
    id: 'setUserPassword',
    method: 'post',
    path: '/api/auth/admin/set-user-password',
    tag,
    summary: 'Give a user a new password; their sessions end',
    access: 'admin',
    body: json('SetUserPassword'),
    answers: { 200: { description: 'Done.', content: json('Status') } },
    problems: { ...BODY, 404: 'There is no such user.' },
  },
];

export const accountOperations: readonly Operation[] = [...ownOperations, ...adminOperations];
