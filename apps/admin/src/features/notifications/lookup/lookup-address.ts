import { useMemo } from 'react';
import { useAddressValues } from '../../../session/address-values.ts';
import { useStoreChoice } from '../../../session/store-choice.ts';
import { clearedFilter, type ChangeAddress } from '../../../ui/list/address-filter.ts';
import { useZone } from '../../../ui/time/zone.ts';
import {
  LOOKUP_FILTER_FIELDS,
  readLookupFilter,
  readLookupPosition,
  type LookupFilter,
  type LookupPosition,
} from './lookup-filter.ts';

const OF_PAGE = ['page'] as const;

export interface LookupAddress {
  readonly filter: LookupFilter;
  readonly position: LookupPosition;
  /** Another filter starts on its first page. */
  readonly change: ChangeAddress;
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
      position: readLookupPosition(params),
      change,
      clear: () => change(clearedFilter(LOOKUP_FILTER_FIELDS)),
    }),
    [params, storeId, zone, change],
  );
}
