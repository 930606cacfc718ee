import type { HelpDeskPage } from '@munjigi/contract';
import { rereadNamed } from '../../session/live-cache.ts';
import { createPacedRefetch } from '../../session/paced-refetch.ts';
import type { LiveHandlers, LiveTarget } from '../../session/live-handlers.ts';

export const pageKey = (product: string, reservationId: string) => ['help-desk-page', product, reservationId] as const;
export const casesKey = (product: string) => ['help-desk-cases', product] as const;

const refetchPages = createPacedRefetch(['help-desk-page'], { gatherMs: 100, restMs: 700 });
const refetchCases = createPacedRefetch(['help-desk-cases'], { gatherMs: 250, restMs: 2000 });

/**
 * A busy chain publishes events continuously, so a page is read again only for events of its guest, or while its guest
 * is unknown.
 */
function refetchPagesIf(target: LiveTarget, isAffected: (page: HelpDeskPage) => boolean): void {
  const pages = target.client.getQueriesData<HelpDeskPage>({ queryKey: ['help-desk-page', target.product] });
  if (pages.some(([, page]) => page === undefined || isAffected(page))) refetchPages(target);
}

export const helpDeskLive: LiveHandlers = {
  queries: ['help-desk-page', 'help-desk-cases', 'raised-help'],
  'help-desk.changed': ({ reservationId }, target) => {
    rereadNamed(target, 'raised-help');
    refetchPagesIf(target, (page) => page.reservation.id === reservationId);
    refetchCases(target);
  },
  'door.changed': (door, target) =>
    refetchPagesIf(target, (page) => page.doors.some((item) => item.door.id === door.id)),
  'command.changed': (command, target) =>
    refetchPagesIf(target, (page) => page.doors.some((door) => door.door.id === command.target.id)),
  'access-code.changed': ({ reservationId }, target) =>
    refetchPagesIf(target, (page) => page.reservation.id === reservationId),
  'reservation.changed': ({ id, roomId }, target) =>
    refetchPagesIf(target, ({ reservation }) => reservation.id === id || reservation.roomId === roomId),
  'payment.changed': ({ reservationId }, target) =>
    refetchPagesIf(target, (page) => page.reservation.id === reservationId),
  'overruns.changed': ({ storeId }, target) => refetchPagesIf(target, (page) => page.reservation.storeId === storeId),
};
