import type { ReadinessCheck } from '@munjigi/contract';
import { askAnewAtPace } from '../../app/ask-anew.ts';
import { joinLive, type LiveHandlers, type LiveTarget } from '../../app/live-handlers.ts';

type Checks = { readonly total: number; readonly items: readonly ReadinessCheck[] };

/** Only where somebody looks at them. */
function putCheck({ client, product }: LiveTarget, reservationId: string, check: ReadinessCheck): void {
  client.setQueriesData<Checks>({ queryKey: ['readiness-checks', product, reservationId] }, (known) => {
    if (known === undefined) return undefined;
    const items = [...known.items.filter((it) => it.minutesBefore !== check.minutesBefore), check].sort((a, b) => b.minutesBefore - a.minutesBefore);
    return { total: items.length, items };
  });
}

/** The server looks at every guest of the next hours: not for each event of a busy evening. */
const askAnew = askAnewAtPace('coming', { gatherMs: 250, restMs: 5000 });

const readinessLive: LiveHandlers = {
  'reservation.changed': (_reservation, target) => askAnew(target),
  'access-code.changed': (_access, target) => askAnew(target),
  'alarm.changed': (_alarm, target) => askAnew(target),
  'overruns.changed': (_which, target) => askAnew(target),
  'readiness.checked': ({ reservationId, check }, target) => {
    askAnew(target);
    putCheck(target, reservationId, check);
  },
  // What was read before the stream began is read again; what is yet to be read comes right by itself.
  fresh: ({ client, product }) => {
    void client.invalidateQueries({ queryKey: ['readiness-checks', product] });
    void client.invalidateQueries({ queryKey: ['coming', product], predicate: ({ state }) => state.dataUpdatedAt > 0 || state.fetchStatus === 'fetching' });
  },
};

joinLive(readinessLive);
