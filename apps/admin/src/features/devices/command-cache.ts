import type { Command } from '@munjigi/contract';
import { latestCommand, laterOf } from '@munjigi/rules';
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../session/live-cache.ts';
import { patchRow } from '../../session/live-collection.ts';
import type { DeviceHistoryFilter, DeviceHistoryPosition } from './history-filter.ts';
import { matchesFilter } from './history-match.ts';

export interface HistoryPage {
  readonly total: number;
  /** False: there are more than `total`. */
  readonly isTotalExact: boolean;
  readonly items: readonly Command[];
  readonly nextCursor: string | null;
}

const latestKey = (product: string, targetId: string, action: Command['action'] | 'any' = 'any') =>
  ['command', product, targetId, action] as const;
export const historyKey = (product: string, filter: DeviceHistoryFilter, position: DeviceHistoryPosition) =>
  ['device-history', product, filter, position] as const;

/**
 * Stores a command of a reply or of the stream: as the latest command of its door, and in the history pages on screen.
 * A new row is added only to a first page, at its top; other pages do not move while they are read.
 */
export function putCommand(client: QueryClient, product: string, command: Command): void {
  if (command.status !== 'REPORTED') {
    for (const action of ['any', command.action] as const) {
      client.setQueryData<Command>(latestKey(product, command.target.id, action), (cached) =>
        latestCommand(cached, command),
      );
    }
  }
  putInQueries<HistoryPage>(client, { queryKey: ['device-history', product] }, (page, queryKey) => {
    const [, , filter, position] = queryKey as ReturnType<typeof historyKey>;
    return withCommand(page, command, filter, position);
  });
}

function withCommand(
  page: HistoryPage,
  command: Command,
  filter: DeviceHistoryFilter,
  position: DeviceHistoryPosition,
): HistoryPage {
  const at = page.items.findIndex((item) => item.id === command.id);
  if (at >= 0) return { ...page, items: patchRow(page.items, command, laterOf) };
  if (!matchesFilter(command, filter)) return page;
  const total = page.total + (page.isTotalExact ? 1 : 0);
  if (position.seen > 0) return { ...page, total };
  return { ...page, total, items: [command, ...page.items].slice(0, position.limit) };
}

/**
 * After a gap in the stream a command may have ended unnoticed, so commands are dropped that would otherwise seem to
 * run for ever.
 */
export function forgetCommands(client: QueryClient, product: string): void {
  void client.resetQueries({ queryKey: ['command', product] });
}

/**
 * The latest command to a door or device, of any action or of one, that this page has received, from any person; `null`
 * before any.
 */
export function useLatestCommand(product: string, targetId: string, action?: Command['action']): Command | null {
  const { data } = useQuery<Command>({
    queryKey: latestKey(product, targetId, action),
    queryFn: skipToken,
    staleTime: Infinity,
  });
  return data ?? null;
}
