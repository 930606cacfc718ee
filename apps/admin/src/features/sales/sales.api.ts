import type { ListedPayment, Occupancy, Room, RoomSales, Sales, WeeklySales } from '@munjigi/contract';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readFile, saveFile } from '../../api/files.ts';
import { readAll } from '../../api/read-all.ts';
import { paymentsQuery, salesQuery, type SalesPageFilter } from './sales-filter.ts';
import { useBusinessToday } from '../../ui/time/use-business-today.ts';

const PAGE_SIZE = '20';

/** All figures of a filter. While the figures of the next filter load, the last ones stay on screen. */
export function useSales(product: string, filter: SalesPageFilter) {
  const query = salesQuery(filter);
  return useQuery({
    queryKey: ['sales', product, query],
    queryFn: ({ signal }): Promise<Sales> =>
      call('GET /api/v2/{product}/sales', { params: { product }, query, signal }),
    placeholderData: keepPreviousData,
    enabled: filter.fault === null,
  });
}

/** The seven days up to the last date of a filter and the seven before; read again when a business day begins. */
export function useWeeklySales(product: string, filter: SalesPageFilter) {
  const { from: _from, to, ...rest } = salesQuery(filter);
  const query = { ...rest, date: to };
  return useQuery({
    queryKey: ['weekly-sales', product, query, useBusinessToday()],
    queryFn: ({ signal }): Promise<WeeklySales> =>
      call('GET /api/v2/{product}/sales/weekly-stats', {
        params: { product },
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

interface OccupancyPeriod {
  readonly from: string;
  readonly to: string;
  /** `null`: all stores, each in one row. */
  readonly storeId: string | null;
}

/** Open and booked minutes by hour of the day, of the rooms of a store or of all stores. */
export function useOccupancy(product: string, { from, to, storeId }: OccupancyPeriod, isEnabled = true) {
  return useQuery({
    queryKey: ['occupancy', product, from, to, storeId],
    queryFn: async ({ signal }): Promise<Occupancy['rows']> =>
      (
        await call('GET /api/v2/{product}/sales/occupancy', {
          params: { product },
          query: { from, to, ...(storeId !== null && { storeId }) },
          signal,
        })
      ).rows,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: isEnabled,
  });
}

/** A room's last 30 business dates. */
export function useRoomSales(product: string, roomId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ['room-sales', product, roomId],
    queryFn: ({ signal }): Promise<RoomSales> =>
      call('GET /api/v2/{product}/room/{roomId}/sales', { params: { product, roomId }, signal }),
    enabled: isEnabled,
  });
}

interface PaymentPage {
  readonly items: readonly ListedPayment[];
  readonly nextCursor: string | null;
}

/** The payments of a filter, latest business date first, page after page. */
export function useSalesPayments(product: string, filter: SalesPageFilter) {
  const query = paymentsQuery(filter);
  return useInfiniteQuery({
    queryKey: ['sales-payments', product, query],
    queryFn: ({ pageParam, signal }): Promise<PaymentPage> =>
      call('GET /api/v2/{product}/payment', {
        params: { product },
        query: { ...query, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    enabled: filter.fault === null,
  });
}

/**
 * The rooms of a store in the room filter, including archived ones, which may have sales. Without a store there is no
 * such filter.
 */
export function useSalesRooms(product: string, storeId: string | null) {
  return useQuery({
    queryKey: ['sales-rooms', product, storeId],
    queryFn: async ({ signal }) => {
      const { items } = await readAll<Room>((paging) =>
        call('GET /api/v2/{product}/room', {
          params: { product },
          query: { ...paging, archived: 'all', ...(storeId !== null && { storeId }) },
          signal,
        }),
      );
      return items.map(({ id, name }) => ({ id, name }));
    },
    enabled: storeId !== null,
    staleTime: 60_000,
  });
}

/** Exports all rows of the filter as a file, which the browser then saves. */
export function useSalesExport(product: string, filter: SalesPageFilter, lng: 'kr' | 'en') {
  return useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const file = await readFile('GET /api/v2/{product}/sales/export', {
        params: { product },
        query: { ...salesQuery(filter), format, lng },
      });
      saveFile(file, `sales-${filter.from}-${filter.to}.${format}`);
    },
  });
}
