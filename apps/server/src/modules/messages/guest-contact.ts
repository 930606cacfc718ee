import { REFUSABLE_KINDS, type BodyOf, type changeGuestContact, type ContactOfGuest } from '@munjigi/contract';
import { maskEmail } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { Problem, retryAfterLostRace, type GuestCaller } from '../../http/index.ts';
import { actForStore, lockToken, type GuestActDeps, type GuestWork } from '../guest-access/index.ts';
import {
  changeContact,
  readReservation,
  selectReservationForUpdate,
  type ReservationRecord,
} from '../reservations/index.ts';
import { writeOptOut } from './outbox/message-opt-outs.ts';
import { DEFAULT_QUIET } from './outbox/senders.ts';
import { readStay, type Stay } from './templates/stay-facts.sql.ts';

/** How a guest decides where messages go, in which language, and which they refuse (GP-7). */

/** The address could be that of another person, so it is not changed again and again. */
const MOST_AN_HOUR = 5;
const HOUR_MS = 3600_000;

export function readContactOfGuest(deps: GuestActDeps, guest: GuestCaller): Promise<ContactOfGuest> {
  return actForStore(deps, guest, async (work) => {
    // The address is shown as long as it can be changed (GT-3).
    await lockToken(work);
    return composeContact(work.tx, await readReservation(work.tx, work.actor.reservationId));
  });
}

/**
 * Changes what the guest names, and plans the waiting messages again. It queues no message. Throws STALE for an outdated
 * version, MESSAGE_LIMIT after five changes within an hour, and STATE_NOT_ALLOWED for refusals without a phone number.
 */
export function changeContactOfGuest(
  deps: GuestActDeps,
  guest: GuestCaller,
  change: BodyOf<typeof changeGuestContact>,
): Promise<ContactOfGuest> {
  return retryAfterLostRace(() => actForStore(deps, guest, (work) => writeContact(work, change)));
}

async function writeContact(
  work: GuestWork,
  { version, language, email, refusals = [] }: BodyOf<typeof changeGuestContact>,
): Promise<ContactOfGuest> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  // The reservation before the token, as every change of a reservation locks them.
  const record = await selectReservationForUpdate(tx, actor.reservationId);
  await lockToken(work);
  if (record.row.version !== version) throw new Problem('STALE', { current: await composeContact(tx, record) });
  await checkLimit(tx, record, now);
  const stay = await readStayOf(tx, record);
  let isChanged =
    (language !== undefined && language !== stay.language) || (email !== undefined && email !== stay.guestEmail);
  // A code confirmed the phone of an online booking. Staff or a friend could have named the phone of another person.
  const isConfirmed = record.row.channel === 'ONLINE' && !actor.isLinkShared;
  for (const kind of REFUSABLE_KINDS) {
    const refusal = refusals.findLast((item) => item.kind === kind);
    // An offer of a free time is no message of a stay.
    const isOfPhone = isConfirmed || (kind === 'SLOT_OFFERED' && !actor.isLinkShared);
    if (refusal && (await writeOptOut(tx, stay, { ...refusal, by: 'GUEST', isOfPhone, now }))) isChanged = true;
  }
  if (!isChanged) return composeContact(tx, record);
  const changed = await changeContact(work, record, {
    ...(email !== undefined && { guestEmail: email }),
    ...(language !== undefined && { guestLanguage: language }),
  });
  return composeContact(tx, changed);
}

async function checkLimit(tx: Tx, { row }: ReservationRecord, now: Date): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from reservation_events where store_id = ${row.store_id}
      and reservation_id = ${row.id}
      and kind = 'CONTACT_CHANGED' and at > ${since}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MOST_AN_HOUR) throw new Problem('MESSAGE_LIMIT');
}

function readStayOf(tx: Tx, { row }: ReservationRecord): Promise<Stay> {
  return readStay(tx, { store_id: row.store_id, reservation_id: row.id }, DEFAULT_QUIET);
}

/** Only masked, because everyone with the link reads it. */
async function composeContact(tx: Tx, record: ReservationRecord): Promise<ContactOfGuest> {
  const [stay, provider] = await Promise.all([
    readStayOf(tx, record),
    tx
      .selectFrom('message_providers')
      .select('provider')
      .where('product_id', '=', record.row.product_id)
      .where('provider', '=', 'SMTP')
      .where('is_enabled', '=', true)
      .executeTakeFirst(),
  ]);
  return {
    reservationId: stay.reservationId,
    storeId: stay.storeId,
    version: record.row.version,
    language: stay.language,
    maskedEmail: stay.guestEmail === '' ? '' : maskEmail(stay.guestEmail),
    hasEmails: provider !== undefined,
    refusals:
      stay.phoneMark === null
        ? []
        : REFUSABLE_KINDS.map((kind) => ({ kind, isRefused: stay.refusedKinds.includes(kind) })),
  };
}
