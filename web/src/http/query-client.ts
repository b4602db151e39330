import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ME } from '../session/session.ts';
import { RequestFailure } from './request-failure.ts';

/**
 * Requests are not retried behind the person's back, and run although the browser believes it is offline: the
 * failure is then said in words. An answer 401 asks again who is signed in, which brings back the sign-in form. Only
 * what was asked while the person's role changed is asked once more, as the server says, for what they may see now.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof RequestFailure && error.status === 401) void client.invalidateQueries({ queryKey: ME });
  };
  const retry = (failures: number, error: unknown) =>
    failures === 0 && error instanceof RequestFailure && error.code === 'role-changed';
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry, retryDelay: 0, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
