import type { BodyInputOf, OnCallPerson, OnCallRules, setOnCallRules } from '@munjigi/contract';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type RulesBody = Omit<BodyInputOf<typeof setOnCallRules>, 'version'>;

const rulesKey = (product: string, storeId: string) => ['on-call-rules', product, storeId] as const;

/** The on-call rules of a store; without any, the defaults that a person starts from (OC-1). */
export function useOnCallRules(product: string, storeId: string) {
  return useQuery({
    queryKey: rulesKey(product, storeId),
    queryFn: ({ signal }): Promise<OnCallRules> =>
      call('GET /api/v2/{product}/store/{storeId}/on-call', { params: { product, storeId }, signal }),
  });
}

/** The people who can be put on call at the store. Read only for people with the right to change the rules. */
export function useOnCallPeople(product: string, storeId: string, isAllowed: boolean) {
  return useQuery({
    queryKey: ['on-call-people', product, storeId],
    queryFn: isAllowed
      ? async ({ signal }): Promise<readonly OnCallPerson[]> =>
          (await call('GET /api/v2/{product}/store/{storeId}/on-call/person', { params: { product, storeId }, signal }))
            .items
      : skipToken,
  });
}

/** Saves the rules of a store whole. */
export function useSetOnCallRules(product: string, storeId: string) {
  const client = useQueryClient();
  return async (body: RulesBody & { readonly version: number | null }): Promise<OnCallRules> => {
    const rules = await call('POST /api/v2/{product}/store/{storeId}/on-call', { params: { product, storeId }, body });
    client.setQueryData(rulesKey(product, storeId), rules);
    return rules;
  };
}

/** Begins an incident of kind TEST at the store, with the stored rules (OC-6). */
export function useTestOnCall(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call('POST /api/v2/{product}/store/{storeId}/on-call/test', { params: { product, storeId }, body: {} }),
    onSettled: () =>
      Promise.all(
        ['incidents', 'incident-count'].map((name) => client.invalidateQueries({ queryKey: [name, product] })),
      ),
  });
}
