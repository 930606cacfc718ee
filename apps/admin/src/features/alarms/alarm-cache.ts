import type { Alarm } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../app/live-cache.ts';

export interface AlarmList {
  readonly total: number;
  readonly items: readonly Alarm[];
}

export const alarmsKey = (product: string) => ['alarms', product] as const;

/** A person should look at it: it is still so, or a door was forced or an empty room was unlocked and that is not acknowledged yet. As the server's list has it. */
function isPending(alarm: Pick<Alarm, 'kind' | 'closedAt' | 'acknowledgedAt'>): boolean {
  return alarm.closedAt === null || ((alarm.kind === 'FORCED' || alarm.kind === 'UNKNOWN_OPENING') && alarm.acknowledgedAt === null);
}

/** Puts what happened to an alarm into the list of those that somebody should look at. */
export function putAlarm(client: QueryClient, product: string, alarm: Alarm): void {
  putInQueries<AlarmList>(client, { queryKey: alarmsKey(product) }, (list) => {
    const others = list.items.filter((item) => item.id !== alarm.id);
    const items = isPending(alarm) ? [alarm, ...others].sort((a, b) => Date.parse(b.openedAt) - Date.parse(a.openedAt)) : others;
    return { total: list.total + items.length - list.items.length, items };
  });
}
