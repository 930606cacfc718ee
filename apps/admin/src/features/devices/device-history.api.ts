import type { HistoryStatus } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readFile, saveFile } from '../../api/files.ts';
import { fillPage } from '../../ui/list/list-position.ts';
import { historyKey, type HistoryPage } from './command-cache.ts';
import { historyQuery, type DeviceHistoryFilter, type DeviceHistoryPosition } from './history-filter.ts';

const HISTORY = 'GET /api/v2/{product}/device-control/history';

/** One page of the history, newest first. While the next page loads the last one stays on screen. */
export function useDeviceHistory(product: string, filter: DeviceHistoryFilter, position: DeviceHistoryPosition) {
  return useQuery({
    queryKey: historyKey(product, filter, position),
    queryFn: async ({ signal }): Promise<HistoryPage> => {
      const read = (limit: number, from: { page: string } | { cursor: string }) =>
        call(HISTORY, {
          params: { product },
          query: { ...historyQuery(filter), limit: String(limit), ...from },
          signal,
        });
      const { limit, after, page } = position;
      const firstPage: HistoryPage = await read(limit, after === null ? { page: String(page) } : { cursor: after });
      return await fillPage(limit, firstPage, (more, cursor) => read(more, { cursor }));
    },
    placeholderData: keepPreviousData,
  });
}

/** The steps of one command; read when its row is opened, and again when its status changes. */
export function useCommandSteps(product: string, commandId: string, status: HistoryStatus) {
  return useQuery({
    queryKey: ['command-steps', product, commandId, status],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/device-control/history/{commandId}', { params: { product, commandId }, signal }),
  });
}

/** The command that caused a report. */
export function useCausingCommand(product: string, commandId: string) {
  return useQuery({
    queryKey: ['causing-command', product, commandId],
    queryFn: async ({ signal }) => {
      const found = await call('GET /api/v2/{product}/device-control/history/{commandId}', {
        params: { product, commandId },
        signal,
      });
      return found.command;
    },
  });
}

/** Exports all rows of the filter as a file, which the browser then saves. */
export function useHistoryExport(product: string, filter: DeviceHistoryFilter, lng: 'kr' | 'en') {
  return useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const file = await readFile('GET /api/v2/{product}/device-control/history/export', {
        params: { product },
        query: { ...historyQuery(filter), format, lng },
      });
      saveFile(file, `device-history-${new Date().toISOString().slice(0, 10)}.${format}`);
    },
  });
}

/** The doors and devices in the target filter. */
export function useTargets(product: string, storeId: string | null) {
  return useQuery({
    queryKey: ['history-targets', product, storeId],
    queryFn: async ({ signal }) => {
      const query = { page: '0', limit: '200', ...(storeId !== null && { storeId }) };
      const [doors, devices] = await Promise.all([
        call('GET /api/v2/{product}/door', { params: { product }, query, signal }),
        call('GET /api/v2/{product}/room/device', { params: { product }, query, signal }),
      ]);
      return [...doors.items, ...devices.items].map(({ id, name, roomId, storeId: ofStore }) => ({
        id,
        name,
        roomId,
        storeId: ofStore,
      }));
    },
    staleTime: 60_000,
  });
}

/** The rooms in the room filter. */
export function useHistoryRooms(product: string, storeId: string | null) {
  return useQuery({
    queryKey: ['history-rooms', product, storeId],
    queryFn: async ({ signal }) => {
      const query = { page: '0', limit: '200', ...(storeId !== null && { storeId }) };
      const rooms = await call('GET /api/v2/{product}/room', { params: { product }, query, signal });
      return rooms.items.map(({ id, name, storeId: ofStore }) => ({ id, name, storeId: ofStore }));
    },
    staleTime: 60_000,
  });
}
