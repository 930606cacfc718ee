import { addToWaitlist, closeWaitlistEntry, listWaitlist, revealWaitlistGuest } from '@munjigi/contract';
import { route, type Route } from '../../../http/index.ts';
import { addEntry, closeEntry, revealEntry } from './waitlist.ts';
import { findWaitlist } from '../waitlist/waitlist.sql.ts';

export function waitlistRoutes(): Route[] {
  return [
    route(listWaitlist, ({ tx, query }) => findWaitlist(tx, query)),
    route(addToWaitlist, ({ work, body }) => addEntry(work, body)),
    route(closeWaitlistEntry, ({ work, params, body }) => closeEntry(work, params.entryId, body.version)),
    route(revealWaitlistGuest, ({ work, params, body }) => revealEntry(work, params.entryId, body)),
  ];
}
