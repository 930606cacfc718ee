import type { ExtensionOffer, ReservationAccess } from '@munjigi/contract';
import { putInQueries, rereadNamed, rereadQueries } from '../../session/live-cache.ts';
import { upsertRow, type Rows } from '../../session/live-collection.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';
import { putInPanels } from './panel-cache.ts';
import { putWaitlistEntry } from './waitlist/waitlist-cache.ts';

/** What the drawer and the panels beside the board show. */
export const reservationPanelsLive: LiveHandlers = {
  queries: [
    'reservation',
    'reservation-list',
    'waitlist',
    'reservation-access',
    'guest-access',
    'extension-offers',
    'reservation-entry',
  ],
  'reservation.changed': (reservation, { client, product }) => {
    putInPanels(client, product, reservation);
    // A token ends with its reservation, and follows its end.
    rereadQueries(client, { queryKey: ['guest-access', product, reservation.id] });
    // Another guest may have come in or left.
    rereadQueries(client, { queryKey: ['reservation-entry', product] });
  },
  'message.changed': (_message, { client, product }) =>
    rereadQueries(client, { queryKey: ['reservation-entry', product] }),
  'waitlist.changed': (entry, { client, product }) => putWaitlistEntry(client, product, entry),
  'prices.changed': (_which, target) => rereadNamed(target, 'quote'),
  'access-code.changed': (access, { client, product }) => {
    putInQueries<ReservationAccess>(
      client,
      { queryKey: ['reservation-access', product, access.reservationId] },
      () => access,
    );
    rereadQueries(client, { queryKey: ['reservation-entry', product, access.reservationId] });
  },
  'extension-offer.changed': (offer, { client, product }) =>
    putInQueries<Rows<ExtensionOffer>>(client, { queryKey: ['extension-offers', product, offer.storeId] }, (cached) =>
      upsertRow(cached, offer, { keyOf: ({ reservationId }) => reservationId, isShown: offer.endedAt === null }),
    ),
};
