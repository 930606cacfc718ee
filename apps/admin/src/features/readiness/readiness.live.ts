import type { ReadinessCheck } from '@munjigi/contract';
import { putInQueries } from '../../session/live-cache.ts';
import { upsertRow, type Rows } from '../../session/live-collection.ts';
import type { LiveHandlers, LiveTarget } from '../../session/live-handlers.ts';
import { createPacedRefetch } from '../../session/paced-refetch.ts';

function putCheck({ client, product }: LiveTarget, reservationId: string, check: ReadinessCheck): void {
  putInQueries<Rows<ReadinessCheck>>(client, { queryKey: ['readiness-checks', product, reservationId] }, (cached) =>
    upsertRow(cached, check, {
      keyOf: ({ minutesBefore }) => minutesBefore,
      order: (a, b) => b.minutesBefore - a.minutesBefore,
    }),
  );
}

/** The query checks every guest of the next hours, so it is not repeated for each event of a busy evening. */
const refetchComing = createPacedRefetch(['coming'], { gatherMs: 250, restMs: 5000 });
const refetchUnpaid = createPacedRefetch(['unpaid-stays'], { gatherMs: 250, restMs: 1000 });

/**
 * Kept by door: only holding open, a lockdown or a fire release changes who can enter; a lock's many other reports do
 * not.
 */
const doorModes = new Map<string, string>();

export const readinessLive: LiveHandlers = {
  queries: ['readiness-checks', 'coming', 'unpaid-stays'],
  'reservation.changed': (_reservation, target) => {
    refetchComing(target);
    refetchUnpaid(target);
  },
  'payment.changed': (_payment, target) => refetchUnpaid(target),
  'room.changed': (_room, target) => refetchUnpaid(target),
  'access-code.changed': (_access, target) => refetchComing(target),
  'door.changed': ({ id, doorMode }, target) => {
    if (doorModes.get(id) === doorMode) return;
    doorModes.set(id, doorMode);
    refetchComing(target);
  },
  // A message with the link that arrived lets the guest in at a door without codes.
  'message.changed': ({ state }, target) => {
    if (state !== 'QUEUED') refetchComing(target);
  },
  'alarm.changed': (_alarm, target) => refetchComing(target),
  'overruns.changed': (_which, target) => refetchComing(target),
  'readiness.checked': ({ reservationId, check }, target) => {
    refetchComing(target);
    putCheck(target, reservationId, check);
  },
};
