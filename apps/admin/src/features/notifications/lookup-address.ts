import { useMemo } from 'react';
import { useAddressValues } from '../../app/address-values.ts';
import { useStoreChoice } from '../../app/store-choice.ts';
import { useZone } from '../../ui/zone.ts';
import {
  FILTER_NAMES,
  readLookupFilter,
  readLookupPlace,
  type LookupFilter,
  type LookupPlace,
} from './lookup-filter.ts';

const OF_PAGE = ['page'] as const;

export interface LookupAddress {
  readonly filter: LookupFilter;
  readonly place: LookupPlace;
  /**
   * Values by their parameter in the address; empty ones are removed from it. Another filter starts on its first page.
   */
  readonly change: (values: Readonly<Record<string, string>>) => void;
  readonly clear: () => void;
}

/** Filter, order and page of the lookup, which are in the address (SH-6). */
export function useLookupAddress(): LookupAddress {
  const { storeId } = useStoreChoice();
  const zone = useZone();
  const { params, change } = useAddressValues(OF_PAGE);
  return useMemo(
    () => ({
      filter: readLookupFilter(params, storeId, zone),
      place: readLookupPlace(params),
      change,
      clear: () => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, '']))),
    }),
    [params, storeId, zone, change],
  );
}
