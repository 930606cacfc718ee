import type {
  AgeCheckForStaff,
  AgeCheckOfGuest,
  BodyOf,
  confirmAdult,
  previewAgeCheck,
  ReplyOf,
} from '@munjigi/contract';
import { isPhoneAbroad } from '@munjigi/typed-text';
import type { Tx } from '../../db/index.ts';
import { notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { confirmByDocument, findRequirement, previewRequirement, type RequirementRow } from '../age-checks/index.ts';
import {
  LONGEST_STAY_MS,
  provenContactOf,
  readReservation,
  selectReservationForUpdate,
} from '../reservations/index.ts';

/** Whether the guest of a stay was checked, for staff and for the guest (AG-7, AG-10). */

interface StayOf {
  readonly storeId: string;
  readonly reservationId: string;
}

/** Throws NOT_FOUND for a reservation that the actor does not see. */
export async function readCheckForStaff(tx: Tx, reservationId: string): Promise<AgeCheckForStaff> {
  const { row } = await readReservation(tx, reservationId);
  const of = { storeId: row.store_id, reservationId };
  return toCheckForStaff(of, await findRequirement(tx, row.store_id, reservationId));
}

function toCheckForStaff(of: StayOf, row: RequirementRow | undefined): AgeCheckForStaff {
  return { ...toCheck(of, row), document: row?.document ?? null, confirmedBy: row?.confirmed_by_name ?? null };
}

function toCheck({ storeId, reservationId }: StayOf, row: RequirementRow | undefined) {
  return {
    reservationId,
    storeId,
    basis: row?.basis ?? null,
    metAt: row?.met_at?.toISOString() ?? null,
    way: row?.way ?? null,
    askedAt: row?.asked_at?.toISOString() ?? null,
  };
}

/** Reads the check of a stay as its guest sees it. Runs as the store. */
export async function readCheckOfGuest(
  tx: Tx,
  of: StayOf,
  { hasProvider }: { readonly hasProvider: boolean },
): Promise<AgeCheckOfGuest> {
  const { row } = await readReservation(tx, of.reservationId);
  const isKorean = row.guest_phone !== '' && !isPhoneAbroad(row.guest_phone);
  return {
    ...toCheck(of, await findRequirement(tx, of.storeId, of.reservationId)),
    canCheckIdentity: hasProvider && isKorean,
  };
}

/**
 * Says before a person books, moves or extends whether the guest would get no code. Throws NOT_FOUND for a room or a
 * reservation that the actor does not see, and for a room of another store than the reservation's.
 */
export async function previewCheck(
  { tx, clock }: Pick<UnitOfWork, 'tx' | 'clock'>,
  { roomId, reservationId, guestPhone, guestEmail, ...period }: BodyOf<typeof previewAgeCheck>,
): Promise<ReplyOf<typeof previewAgeCheck>> {
  const [startsAt, endsAt] = [new Date(period.startsAt), new Date(period.endsAt)];
  if (endsAt <= startsAt || endsAt.getTime() - startsAt.getTime() > LONGEST_STAY_MS)
    throw new Problem('PERIOD_INVALID');
  const room = await tx.selectFrom('rooms').select('store_id').where('id', '=', roomId).executeTakeFirst();
  if (!room) throw notFound();
  const place = { storeId: room.store_id, roomId, startsAt, endsAt };
  if (reservationId === undefined) return previewRequirement(tx, { ...place, guestPhone, guestEmail }, clock.now());
  const { row } = await readReservation(tx, reservationId);
  if (row.store_id !== room.store_id) throw notFound();
  if (row.kind !== 'GUEST') return { basis: null, isCheckNeeded: false };
  return previewRequirement(tx, { ...place, reservationId, ...provenContactOf(row) }, clock.now());
}

/** Records that a person saw a document of the guest. Throws STATE_NOT_ALLOWED for a stay that waits for no check. */
export async function confirmAdultGuest(
  work: UnitOfWork,
  reservationId: string,
  { document, reason }: BodyOf<typeof confirmAdult>,
): Promise<AgeCheckForStaff> {
  const { tx, clock, actor } = work;
  const { row } = await selectReservationForUpdate(tx, reservationId);
  const of = { storeId: row.store_id, reservationId };
  await confirmByDocument(tx, of, { document, staffName: actor.name, now: clock.now() });
  await recordChange(work, {
    storeId: row.store_id,
    action: 'age-check.confirmed',
    subject: { kind: 'reservation', id: reservationId },
    detail: { document, reason },
  });
  return toCheckForStaff(of, await findRequirement(tx, row.store_id, reservationId));
}
