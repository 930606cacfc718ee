import type { Command } from '@munjigi/contract';
import { laterOf } from '@munjigi/rules';
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { matchesFilter, type HistoryFilter } from './history-filter.ts';

export interface HistoryPage {
  readonly total: number;
  readonly items: readonly Command[];
}

const latestKey = (product: string, targetId: string) => ['command', product, targetId] as const;
export const historyKey = (product: string, filter: HistoryFilter) => ['device-history', product, filter] as const;

/**
 * Takes in what a reply or the stream says of a command: as the door's latest order, and into the history pages that
 * are on screen. A new row joins only a first page, at its top; other pages keep still under the reader's eyes.
 */
export function putCommand(client: QueryClient, product: string, command: Command): void {
  if (command.status !== 'REPORTED') {
    client.setQueryData<Command>(latestKey(product, command.target.id), (known) => newerOrder(known, command));
  }
  for (const query of client.getQueryCache().findAll({ queryKey: ['device-history', product] })) {
    const filter = query.queryKey[2] as HistoryFilter;
    client.setQueryData<HistoryPage>(query.queryKey, (page) => page && withCommand(page, command, filter));
    // The answer under way may have been read before this command was written.
    if (query.state.fetchStatus === 'fetching') void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

function newerOrder(known: Command | undefined, told: Command): Command {
  if (known === undefined) return told;
  if (known.id === told.id) return laterOf(known, told);
  return Date.parse(told.requestedAt) >= Date.parse(known.requestedAt) ? told : known;
}

function withCommand(page: HistoryPage, command: Command, filter: HistoryFilter): HistoryPage {
  const at = page.items.findIndex((item) => item.id === command.id);
  if (at >= 0) return { ...page, items: page.items.map((item) => (item.id === command.id ? laterOf(item, command) : item)) };
  if (!matchesFilter(command, filter)) return page;
  const total = page.total + 1;
  if (filter.page > 0) return { ...page, total };
  return { total, items: [command, ...page.items].slice(0, filter.limit) };
}

/** After a gap in the stream an order may have ended unheard: better none than one that seems to run for ever. */
export function forgetCommands(client: QueryClient, product: string): void {
  void client.resetQueries({ queryKey: ['command', product] });
}

/** The latest order to a door or device that this page has heard of, its own or another person's; `null` before any. */
export function useLatestCommand(product: string, targetId: string): Command | null {
  const { data } = useQuery<Command>({ queryKey: latestKey(product, targetId), queryFn: skipToken, staleTime: Infinity });
  return data ?? null;
}
