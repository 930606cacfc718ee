import type { ReadinessCheck } from '@munjigi/contract';
import { createPacedRefetch } from '../../app/paced-refetch.ts';
import { putInQueries, rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers, type LiveTarget } from '../../app/live-handlers.ts';

type Checks = { readonly total: number; readonly items: readonly ReadinessCheck[] };

function putCheck({ client, product }: LiveTarget, reservationId: string, check: ReadinessCheck): void {
  putInQueries<Checks>(client, { queryKey: ['readiness-checks', product, reservationId] }, (known) => {
    const items = [...known.items.filter((item) => item.minutesBefore !== check.minutesBefore), check].sort(
      (a, b) => b.minutesBefore - a.minutesBefore,
    );
    return { total: items.length, items };
  });
}

/** The query checks every guest of the next hours, so it is not repeated for each event of a busy evening. */
const askAnew = createPacedRefetch('coming', { gatherMs: 250, restMs: 5000 });

/**
 * Kept by door: only holding open, a lockdown or a fire release changes who can enter; a lock's many other reports do
 * not.
 */
const doorModes = new Map<string, string>();

const readinessLive: LiveHandlers = {
  'reservation.changed': (_reservation, target) => askAnew(target),
  'access-code.changed': (_access, target) => askAnew(target),
  'door.changed': ({ id, doorMode }, target) => {
    if (doorModes.get(id) === doorMode) return;
    doorModes.set(id, doorMode);
    askAnew(target);
  },
  'alarm.changed': (_alarm, target) => askAnew(target),
  'overruns.changed': (_which, target) => askAnew(target),
  'readiness.checked': ({ reservationId, check }, target) => {
    askAnew(target);
    putCheck(target, reservationId, check);
  },
  fresh: ({ client, product }) => {
    rereadQueries(client, { queryKey: ['readiness-checks', product] });
    rereadQueries(client, { queryKey: ['coming', product] });
  },
};

joinLive(readinessLive);
