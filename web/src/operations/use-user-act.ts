import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../http/request-json.ts';

export const USERS = '/api/users';

interface Act {
  action: 'create-user' | 'ban-user' | 'unban-user' | 'set-role' | 'set-user-password';
  body: Readonly<Record<string, string>>;
}

/** What an administrator does to an account; the list is asked for anew afterwards, whatever came of it. */
export function useUserAct(onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, body }: Act) =>
      requestJson(`/api/auth/admin/${action}`, { method: 'POST', body, timeout: 15_000 }),
    onSuccess: () => onDone?.(),
    onSettled: () => client.invalidateQueries({ queryKey: [USERS] }),
  });
}
