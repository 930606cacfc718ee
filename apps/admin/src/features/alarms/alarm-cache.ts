import type { Alarm } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../app/live-cache.ts';
import { upsertRow, type Rows } from '../../app/live-collection.ts';

export const alarmsKey = (product: string) => ['alarms', product] as const;

/**
 * Whether the alarm is in the server's list of pending ones: still open, or an unacknowledged one of a forced door or
 * an unlocked empty room.
 */
function isPending(alarm: Pick<Alarm, 'kind' | 'closedAt' | 'acknowledgedAt'>): boolean {
  return (
    alarm.closedAt === null ||
    ((alarm.kind === 'FORCED' || alarm.kind === 'UNKNOWN_OPENING') && alarm.acknowledgedAt === null)
  );
}

/** Puts a changed alarm into the cached list of pending alarms, or removes it when it is no longer pending. */
export function putAlarm(client: QueryClient, product: string, alarm: Alarm): void {
  putInQueries<Rows<Alarm>>(client, { queryKey: alarmsKey(product) }, (list) =>
    upsertRow(list, alarm, {
      isShown: isPending(alarm),
      order: (a, b) => Date.parse(b.openedAt) - Date.parse(a.openedAt),
    }),
  );
}
