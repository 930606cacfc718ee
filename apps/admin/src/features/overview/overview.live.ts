import { createPacedRefetch } from '../../session/paced-refetch.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';
import { createStateChanges } from '../rooms/index.ts';

/**
 * A room's state follows from reservations, closures and buffers, so it is read from the server again within a second
 * (OV-3). Fetches nothing while no overview is open.
 */
const refetchRooms = createPacedRefetch(['overview'], { gatherMs: 250, restMs: 750 });
const refetchFigures = createPacedRefetch(['overview-figures'], { gatherMs: 250, restMs: 750 });
/** Devices report often, but seldom become unreachable. */
const refetchReach = createPacedRefetch(['overview-figures'], { gatherMs: 500, restMs: 5_000 });
const hasStateChanged = createStateChanges();
/** Fetches nothing while no guide is shown. */
const refetchSetup = createPacedRefetch(['overview-setup'], { gatherMs: 300, restMs: 1_500 });

export const overviewLive: LiveHandlers = {
  queries: ['overview', 'overview-figures', 'overview-setup'],
  'reservation.changed': (_reservation, target) => {
    refetchRooms(target);
    refetchFigures(target);
    refetchSetup(target);
  },
  'payment.changed': (_payment, target) => {
    refetchFigures(target);
    refetchSetup(target);
  },
  // What the other steps require (OV-11).
  'store.changed': (_store, target) => refetchSetup(target),
  'command.changed': ({ action, status }, target) => {
    if (action === 'OPEN' && status === 'EXECUTED') refetchSetup(target);
  },
  'prices.changed': (_which, target) => refetchSetup(target),
  'users.changed': (_which, target) => refetchSetup(target),
  'on-call.changed': (_which, target) => refetchSetup(target),
  'notifications.changed': (_which, target) => refetchFigures(target),
  'alarm.changed': (_alarm, target) => refetchFigures(target),
  'door.changed': (door, target) => {
    refetchReach(target);
    refetchSetup(target);
    if (hasStateChanged(door)) refetchRooms(target);
  },
  'device.changed': (device, target) => {
    refetchReach(target);
    if (hasStateChanged(device)) refetchRooms(target);
  },
  'overruns.changed': (_which, target) => refetchRooms(target),
  'waitlist.changed': (_entry, target) => refetchRooms(target),
  'room.changed': (_room, target) => {
    refetchRooms(target);
    refetchSetup(target);
  },
  'calendar.changed': (_which, target) => refetchRooms(target),
};
