import { createPacedRefetch } from '../../app/paced-refetch.ts';
import { rereadQueries } from '../../app/live-cache.ts';
import type { LiveHandlers } from '../../app/live-handlers.ts';

/**
 * A room's state follows from reservations, closures and buffers, so it is read from the server again within a second
 * (OV-3). Fetches nothing while no overview is open.
 */
const askAnew = createPacedRefetch('overview', { gatherMs: 250, restMs: 750 });
const askFigures = createPacedRefetch('overview-figures', { gatherMs: 250, restMs: 750 });
/** Devices report often, but seldom become unreachable. */
const askReach = createPacedRefetch('overview-figures', { gatherMs: 500, restMs: 5_000 });
/** Fetches nothing while no guide is shown. */
const askSetup = createPacedRefetch('overview-setup', { gatherMs: 500, restMs: 5_000 });

export const overviewLive: LiveHandlers = {
  'reservation.changed': (_reservation, target) => {
    askAnew(target);
    askFigures(target);
    askSetup(target);
  },
  'payment.changed': (_payment, target) => askFigures(target),
  'notifications.changed': (_which, target) => askFigures(target),
  'alarm.changed': (_alarm, target) => askFigures(target),
  'door.changed': (_door, target) => {
    askReach(target);
    askSetup(target);
  },
  'device.changed': (_device, target) => askReach(target),
  'overruns.changed': (_which, target) => askAnew(target),
  'waitlist.changed': (_entry, target) => askAnew(target),
  'room.changed': (_room, target) => {
    askAnew(target);
    askSetup(target);
  },
  'calendar.changed': (_which, target) => askAnew(target),
  fresh: ({ client, product }) => {
    for (const key of ['overview', 'overview-figures', 'overview-setup'])
      rereadQueries(client, { queryKey: [key, product] });
  },
};
