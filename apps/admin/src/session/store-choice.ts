import { zoneOfStores } from '@munjigi/rules/zone-of-stores';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useZone } from '../ui/time/zone.ts';
import { useAuthContext } from './auth.tsx';

export interface StoreChoice {
  /** `null`: all the person's stores. */
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string; readonly timeZone: string }[];
  readonly choose: (storeId: string | null) => void;
}

/** Reads the chosen store from the address as `?store=`, so that a link shows a colleague the same (SH-4). */
export function useStoreChoice(): StoreChoice {
  const [params, setParams] = useSearchParams();
  const stores = useAuthContext().user?.stores ?? [];
  const named = params.get('store');
  const chosenId = stores.find((store) => store.id === named)?.id ?? null;
  const storeId = stores.length === 1 ? (stores[0]?.id ?? null) : chosenId;
  return {
    storeId,
    stores,
    choose: (next) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete('store');
        else after.set('store', next);
        // The place in a list and the chosen room belong to the previous store.
        for (const name of ['page', 'after', 'seen', 'room']) after.delete(name);
        return after;
      }),
  };
}

/** The zone of the chosen store. Without one: the zone that all stores share, or else that of the head office. */
export function useChosenZone(): string {
  const { storeId, stores } = useStoreChoice();
  return stores.find(({ id }) => id === storeId)?.timeZone ?? zoneOfStores(stores);
}

/** Whether the stores have different zones, so that a list of all of them must say which zone it uses. */
export function hasSeveralZones(stores: StoreChoice['stores']): boolean {
  return stores.some(({ timeZone }) => timeZone !== stores[0]?.timeZone);
}

/** The name of the zone that the dates of a filter are in, for people whose stores have different zones. */
export function useZoneHint(): string | undefined {
  const { t } = useTranslation('navbar');
  const { stores } = useStoreChoice();
  const zone = useZone();
  return hasSeveralZones(stores) ? t('zone', { zone }) : undefined;
}
