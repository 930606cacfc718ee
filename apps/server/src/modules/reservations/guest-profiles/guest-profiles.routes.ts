import { blockGuest, getGuestProfile, listBlockedGuests, setGuestNote, unblockGuest } from '@munjigi/contract';
import { route, type Route } from '../../../http/index.ts';
import { blockPhone, liftBlock } from './blocked-guests.ts';
import { findGuestBlocks } from './blocked-guests.sql.ts';
import { readGuestProfile, saveGuestNote } from './guest-profile.ts';

export function guestProfileRoutes(): Route[] {
  return [
    route(getGuestProfile, ({ tx, work, params }) => readGuestProfile(tx, params.reservationId, work.clock.now())),
    route(setGuestNote, ({ work, params, body }) => saveGuestNote(work, params.reservationId, body)),
    route(listBlockedGuests, ({ tx, work, query }) => findGuestBlocks(tx, work.clock.now(), query)),
    route(blockGuest, ({ work, body }) => blockPhone(work, body)),
    route(unblockGuest, ({ work, params }) => liftBlock(work, params.blockId)),
  ];
}
