import { addToWaitlist, closeWaitlistEntry, listWaitlist, revealWaitlistGuest } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { route, type Route } from '../../http/index.ts';
import { addEntry, closeEntry, revealEntry } from './waitlist.ts';
import { findWaiting } from './waitlist.sql.ts';

export function waitlistRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [
    route(listWaitlist, ({ tx, query }) => findWaiting(tx, query)),
    route(addToWaitlist, ({ tx, actor, body }) => addEntry(tx, clock, actor, body)),
    route(closeWaitlistEntry, ({ tx, actor, params, body }) =>
      closeEntry(tx, clock, actor, params.entryId, body.version),
    ),
    route(revealWaitlistGuest, ({ tx, actor, params, body }) => revealEntry(tx, clock, actor, params.entryId, body)),
  ];
}
