import type { BodyInputOf, editOwnAccount, OwnAccount } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { replaceSession } from '../../../api/session.ts';

const KEY = ['own-account'] as const;

export function useOwnAccount() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }): Promise<OwnAccount> => call('GET /api/v2/auth/account', { signal }),
  });
}

export function useEditAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof editOwnAccount>): Promise<OwnAccount> =>
      call('PATCH /api/v2/auth/account', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Stores the new token with the reply, before another call reports that the old session has ended. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly currentPassword: string; readonly newPassword: string }) =>
      replaceSession(async () => (await call('PATCH /api/v2/auth/account/password', { body })).accessToken),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** `null`: all sessions but this one. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null
        ? call('POST /api/v2/auth/account/session/end-others', { body: {} })
        : call('POST /api/v2/auth/account/session/{sessionId}/end', { params: { sessionId }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
