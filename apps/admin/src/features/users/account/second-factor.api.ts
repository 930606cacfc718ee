import type { BodyInputOf, editSignInRules, OwnSecondFactor, SignInRules } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

const KEY = ['own-second-factor'] as const;
const rulesKey = (product: string) => ['sign-in-rules', product] as const;

export interface Proof {
  readonly password: string;
  readonly code: string;
}

export function useSecondFactor() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }): Promise<OwnSecondFactor> => call('GET /api/v2/auth/account/second-factor', { signal }),
  });
}

/** The secret is only in the reply: no cache stores it, and it disappears with the component that shows it. */
export function useBeginFactor() {
  return useMutation({
    gcTime: 0,
    mutationFn: (password: string) => call('PATCH /api/v2/auth/account/second-factor/begin', { body: { password } }),
  });
}

export function useConfirmFactor() {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (code: string) => call('PATCH /api/v2/auth/account/second-factor/confirm', { body: { code } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: KEY }),
        client.invalidateQueries({ queryKey: ['own-account'] }),
      ]),
  });
}

export function useRenewCodes() {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (body: Proof) => call('PATCH /api/v2/auth/account/second-factor/recovery-codes', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useRemoveFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Proof) => call('PATCH /api/v2/auth/account/second-factor/remove', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useSignInRules(product: string) {
  return useQuery({
    queryKey: rulesKey(product),
    queryFn: ({ signal }): Promise<SignInRules> =>
      call('GET /api/v2/{product}/sign-in-rules', { params: { product }, signal }),
  });
}

export function useEditSignInRules(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof editSignInRules>): Promise<SignInRules> =>
      call('PATCH /api/v2/{product}/sign-in-rules', { params: { product }, body }),
    onSuccess: (rules) => client.setQueryData(rulesKey(product), rules),
    onError: () => client.invalidateQueries({ queryKey: rulesKey(product) }),
  });
}
