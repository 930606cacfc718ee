import type { Store } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putRecord } from '../../session/live-collection.ts';

export const storeKey = (product: string, storeId: string) => ['store', product, storeId] as const;
export const closuresKey = (product: string, storeId: string) => ['closures', product, storeId] as const;
export const holidaysKey = (product: string, storeId: string) => ['holidays', product, storeId] as const;

export const guestInformationKey = (product: string, storeId: string) =>
  ['guest-information', product, storeId] as const;

export const storeSellerKey = (product: string, storeId: string) => ['store-seller', product, storeId] as const;

export const bookingSetupKey = (product: string, storeId: string) => ['booking-setup', product, storeId] as const;

/** Stores a store in the cache, unless a newer version is there. */
export function putStore(client: QueryClient, product: string, store: Store): void {
  putRecord(client, storeKey(product, store.id), store);
}
