import type { AddOn } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';

const addOnsKey = (product: string, storeId: string) => ['add-ons', product, storeId] as const;

export type AddOnBody = Omit<InputOf<'POST /api/v2/{product}/add-on'>['body'], 'storeId'>;

/** The add-ons of a store, in the order in which guests see them. */
export function useAddOns(product: string, storeId: string) {
  return useQuery({
    queryKey: addOnsKey(product, storeId),
    queryFn: ({ signal }) =>
      readAll<AddOn>((paging) =>
        call('GET /api/v2/{product}/add-on', { params: { product }, query: { ...paging, storeId }, signal }),
      ),
  });
}

/** Creates or changes an add-on; a change rejects with STALE after a change by another person. */
export function useAddOnCalls(product: string, storeId: string) {
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: addOnsKey(product, storeId) });
  return {
    create: async (body: AddOnBody): Promise<AddOn> => {
      const addOn = await call('POST /api/v2/{product}/add-on', { params: { product }, body: { storeId, ...body } });
      await reread();
      return addOn;
    },
    edit: async (addOnId: string, body: Partial<AddOnBody> & { version: number }): Promise<AddOn> => {
      const addOn = await call('PATCH /api/v2/{product}/add-on/{addOnId}', { params: { product, addOnId }, body });
      await reread();
      return addOn;
    },
  };
}

export function useDeleteAddOn(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id: addOnId, version }: AddOn) =>
      call('DELETE /api/v2/{product}/add-on/{addOnId}', {
        params: { product, addOnId },
        query: { version: String(version) },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: addOnsKey(product, storeId) }),
  });
}

/** Saves another order: sends the add-ons whose place in the list has changed, one after the other. */
export function useReorderAddOns(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ordered: readonly AddOn[]) => {
      for (const [sortOrder, { id: addOnId, version, ...addOn }] of ordered.entries()) {
        if (addOn.sortOrder === sortOrder) continue;
        await call('PATCH /api/v2/{product}/add-on/{addOnId}', {
          params: { product, addOnId },
          body: { sortOrder, version },
        });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: addOnsKey(product, storeId) }),
  });
}
