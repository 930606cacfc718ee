import type { Alarm, AlarmKind } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../app/live-cache.ts';
import { upsertRow, type Rows } from '../../app/live-collection.ts';

export const alarmsKey = (product: string) => ['alarms', product] as const;

/** A forced door, an unlocked empty room and an opening during a lockdown stay until they are acknowledged (DR-7). */
const STAYS: ReadonlySet<AlarmKind> = new Set<AlarmKind>(['FORCED', 'UNKNOWN_OPENING', 'LOCKDOWN_OPENING']);

/** Whether the alarm is in the server's list of pending ones. */
function isPending(alarm: Pick<Alarm, 'kind' | 'closedAt' | 'acknowledgedAt'>): boolean {
  return alarm.closedAt === null || (STAYS.has(alarm.kind) && alarm.acknowledgedAt === null);
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
