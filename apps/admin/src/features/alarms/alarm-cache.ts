import type { Alarm, AlarmKind } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../session/live-cache.ts';
import { upsertRow, type Rows } from '../../session/live-collection.ts';

export const alarmsKey = (product: string) => ['alarms', product] as const;

/** A forced door, an unlocked empty room and an opening during a lockdown stay until they are acknowledged (DR-7). */
const STAYS: ReadonlySet<AlarmKind> = new Set<AlarmKind>(['FORCED', 'UNKNOWN_OPENING', 'LOCKDOWN_OPENING']);

/** Whether the alarm is in the server's list of pending ones. */
function isPending(alarm: Pick<Alarm, 'kind' | 'closedAt' | 'acknowledgedAt'>): boolean {
  return alarm.closedAt === null || (STAYS.has(alarm.kind) && alarm.acknowledgedAt === null);
}

/** Whether a door opened during a lockdown and no person has acknowledged it: it comes before every other alarm (DR-8). */
export function isUnseenLockdownOpening(alarm: Pick<Alarm, 'kind' | 'acknowledgedAt'>): boolean {
  return alarm.kind === 'LOCKDOWN_OPENING' && alarm.acknowledgedAt === null;
}

/**
 * Whether the alarm holds now. An opening during a lockdown is over at once, but holds until a person has acknowledged
 * it by itself (DR-7, DR-8).
 */
export function isLiveAlarm(alarm: Pick<Alarm, 'kind' | 'closedAt' | 'acknowledgedAt'>): boolean {
  return alarm.closedAt === null || isUnseenLockdownOpening(alarm);
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
