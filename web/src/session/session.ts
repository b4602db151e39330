import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../http/answer.ts';
import { RequestFailure } from '../http/request-failure.ts';
import { requestJson } from '../http/request-json.ts';

export type Me = Answer<'Me'>;

/** Key of the query that says who is signed in. */
export const ME = ['me'] as const;

/** Who is signed in; `null` is nobody. */
export function useMe() {
  return useQuery({ queryKey: ME, queryFn: ({ signal }) => fetchMe(signal), staleTime: 60_000 });
}

async function fetchMe(signal: AbortSignal): Promise<Me | null> {
  try {
    return await requestJson<Me>('/api/me', { signal });
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 401) return null;
    throw error;
  }
}

export function signIn(credentials: { email: string; password: string }): Promise<unknown> {
  return requestJson('/api/auth/sign-in/email', { method: 'POST', body: credentials });
}

export function changePassword(change: { currentPassword: string; newPassword: string }): Promise<unknown> {
  return requestJson('/api/auth/change-password', { method: 'POST', body: change });
}

/** Ends the session and forgets everything that was read under it, so that the next person sees none of it. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await requestJson('/api/auth/sign-out', { method: 'POST', body: {} });
    client.setQueryData(ME, null);
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== ME[0] });
  };
}
