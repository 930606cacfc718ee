import type { HelpDeskPage } from '@munjigi/contract';
import { createPacedRefetch } from '../../app/paced-refetch.ts';
import { joinLive, type LiveHandlers, type LiveTarget } from '../../app/live-handlers.ts';

export const pageKey = (product: string, reservationId: string) => ['help-desk-page', product, reservationId] as const;
export const casesKey = (product: string) => ['help-desk-cases', product] as const;

const askPages = createPacedRefetch('help-desk-page', { gatherMs: 100, restMs: 700 });
const askCases = createPacedRefetch('help-desk-cases', { gatherMs: 250, restMs: 2000 });

/**
 * A busy chain publishes events continuously, so a page is read again only for events of its guest, or while its guest
 * is unknown.
 */
function askIf(target: LiveTarget, isMeant: (page: HelpDeskPage) => boolean): void {
  const pages = target.client.getQueriesData<HelpDeskPage>({ queryKey: ['help-desk-page', target.product] });
  if (pages.some(([, page]) => page === undefined || isMeant(page))) askPages(target);
}

const helpDeskLive: LiveHandlers = {
  'help-desk.changed': ({ reservationId }, target) => {
    askIf(target, (page) => page.reservation.id === reservationId);
    askCases(target);
  },
  'door.changed': (door, target) => askIf(target, (page) => page.doors.some((item) => item.door.id === door.id)),
  'command.changed': (command, target) =>
    askIf(target, (page) => page.doors.some((door) => door.door.id === command.target.id)),
  'access-code.changed': ({ reservationId }, target) => askIf(target, (page) => page.reservation.id === reservationId),
  'reservation.changed': ({ id, roomId }, target) =>
    askIf(target, ({ reservation }) => reservation.id === id || reservation.roomId === roomId),
  'payment.changed': ({ reservationId }, target) => askIf(target, (page) => page.reservation.id === reservationId),
  'overruns.changed': ({ storeId }, target) => askIf(target, (page) => page.reservation.storeId === storeId),
  fresh: (target) => {
    askPages(target);
    askCases(target);
  },
};

joinLive(helpDeskLive);
