import { useSearchParams } from 'react-router';
import { FALLBACK_ZONE } from '../ui/zone.ts';
import { useAuthContext } from './auth.tsx';

export interface StoreChoice {
  /** `null`: all the person's stores. */
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string; readonly timeZone: string }[];
  readonly choose: (storeId: string | null) => void;
}

/** The store that is looked at, in the address as `?store=` so that a link shows a colleague the same (SH-4). */
export function useStoreChoice(): StoreChoice {
  const [params, setParams] = useSearchParams();
  const stores = useAuthContext().user?.stores ?? [];
  const named = params.get('store');
  const known = stores.find((store) => store.id === named)?.id ?? null;
  const storeId = stores.length === 1 ? (stores[0]?.id ?? null) : known;
  return {
    storeId,
    stores,
    choose: (next) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete('store');
        else after.set('store', next);
        // The page of a list belongs to the store that it was turned in, and so does a room.
        for (const name of ['page', 'after', 'seen', 'room']) after.delete(name);
        return after;
      }),
  };
}

/** The zone of the chosen store, or else of the first: the stores of a chain are nearly always in one. */
export function useChosenZone(): string {
  const { storeId, stores } = useStoreChoice();
  return (stores.find(({ id }) => id === storeId) ?? stores[0])?.timeZone ?? FALLBACK_ZONE;
}
