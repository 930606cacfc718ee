import {
  REFUSABLE_KINDS,
  type BodyOf,
  type MessageOptOuts,
  type MessageKind,
  type RefusableKind,
  type setMessageOptOut,
} from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, type Tx } from '../../../db/index.ts';
import { Problem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import { readReservation, selectReservationForUpdate } from '../../reservations/index.ts';
import { DEFAULT_QUIET } from './senders.ts';
import { holdsFor, readStay, type Stay } from '../templates/stay-facts.sql.ts';

/** The kinds of messages that a phone number refuses in all stores of its product (MS-15). */

type GuestOfStay = Pick<Stay, 'productId' | 'reservationId' | 'phoneMarks'>;

interface OptOut {
  readonly kind: RefusableKind;
  readonly decided_at: Date;
  readonly decided_by: 'GUEST' | 'PERSON';
}

async function findOptOuts(tx: Tx, { productId, reservationId, phoneMarks }: GuestOfStay): Promise<OptOut[]> {
  if (phoneMarks.length === 0) return [];
  return tx
    .selectFrom('message_opt_outs')
    .select(['kind', 'decided_at', 'decided_by'])
    .where('product_id', '=', productId)
    .where('phone_mark', 'in', phoneMarks)
    .where(holdsFor(reservationId))
    .execute();
}

interface Decision {
  readonly kind: RefusableKind;
  readonly isRefused: boolean;
  readonly by: 'GUEST' | 'PERSON';
  /** Whether a refusal holds for every stay of the phone. Otherwise someone could stop the messages of other guests. */
  readonly isOfPhone: boolean;
  readonly now: Date;
}

/** Stores a decision of the guest. Resolves with whether it changed anything. The caller has locked the reservation. */
export async function writeOptOut(
  tx: Tx,
  stay: Stay,
  { kind, isRefused, by, isOfPhone, now }: Decision,
): Promise<boolean> {
  if (stay.refusedKinds.includes(kind) === isRefused) {
    // A refusal of this stay alone does not make one for the phone needless.
    const isNeeded = isRefused && isOfPhone && !(await isRefusedByPhone(tx, stay, kind));
    if (!isNeeded) return false;
  }
  const { productId, phoneMark, phoneMarks, guestPhone } = stay;
  // Refusals are kept by the phone number.
  if (phoneMark === null) throw new Problem('STATE_NOT_ALLOWED', { detail: 'NO_PHONE' });
  // What waits for this reservation is withdrawn at once, and for other reservations when it would be sent.
  // The messages before the refusal, as the sender locks them.
  await tx
    .updateTable('messages')
    .set({ planned_at: null })
    .where('store_id', '=', stay.storeId)
    .where('reservation_id', '=', stay.reservationId)
    .where('state', '=', 'QUEUED')
    .where('sending_since', 'is', null)
    .execute();
  if (isRefused)
    await tx
      .insertInto('message_opt_outs')
      .values({
        product_id: productId,
        id: uuidv7(),
        guest_phone: personalOf(tx).seal(guestPhone),
        phone_mark: phoneMark,
        kind,
        decided_at: now,
        decided_by: by,
        used_at: now,
        reservation_id: isOfPhone ? null : stay.reservationId,
      })
      .execute();
  else
    await tx
      .deleteFrom('message_opt_outs')
      .where('product_id', '=', productId)
      .where('phone_mark', 'in', phoneMarks)
      .where(holdsFor(stay.reservationId))
      .where('kind', '=', kind)
      .execute();
  return true;
}

async function isRefusedByPhone(tx: Tx, { productId, phoneMarks }: GuestOfStay, kind: RefusableKind): Promise<boolean> {
  if (phoneMarks.length === 0) return false;
  const row = await tx
    .selectFrom('message_opt_outs')
    .select('id')
    .where('product_id', '=', productId)
    .where('phone_mark', 'in', phoneMarks)
    .where('kind', '=', kind)
    .where('reservation_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A refusal that withdraws messages is not erased: the guest still comes. */
export async function renewOptOut(
  tx: Tx,
  { productId, reservationId, phoneMarks }: GuestOfStay,
  { kind, now }: { readonly kind: MessageKind; readonly now: Date },
): Promise<void> {
  const refusedKind = REFUSABLE_KINDS.find((refusable) => refusable === kind);
  if (refusedKind === undefined || phoneMarks.length === 0) return;
  await tx
    .updateTable('message_opt_outs')
    .set({ used_at: now })
    .where('product_id', '=', productId)
    .where('phone_mark', 'in', phoneMarks)
    .where(holdsFor(reservationId))
    .where('kind', '=', refusedKind)
    .where('used_at', '<', now)
    .execute();
}

/** Lists every kind that can be refused. Throws NOT_FOUND for a reservation that the actor does not see. */
export async function readOptOuts(tx: Tx, reservationId: string): Promise<MessageOptOuts> {
  const { row } = await readReservation(tx, reservationId);
  return listOptOuts(tx, await readStay(tx, { store_id: row.store_id, reservation_id: row.id }, DEFAULT_QUIET));
}

async function listOptOuts(tx: Tx, stay: Stay): Promise<MessageOptOuts> {
  const rowsByKey = new Map((await findOptOuts(tx, stay)).map((row) => [row.kind, row]));
  return {
    reservationId: stay.reservationId,
    storeId: stay.storeId,
    isPossible: stay.phoneMark !== null,
    items: REFUSABLE_KINDS.map((kind) => {
      const row = rowsByKey.get(kind);
      return {
        kind,
        isRefused: row !== undefined,
        decidedAt: row?.decided_at.toISOString() ?? null,
        decidedBy: row?.decided_by ?? null,
      };
    }),
  };
}

/** Refuses a kind, or allows it again, on the guest's wish. Throws STATE_NOT_ALLOWED for a guest without a phone. */
export async function setOptOut(
  work: UnitOfWork,
  reservationId: string,
  { kind, isRefused }: BodyOf<typeof setMessageOptOut>,
): Promise<MessageOptOuts> {
  const { tx, clock } = work;
  const now = clock.now();
  // Two people who decide at once wait for each other here.
  const { row } = await selectReservationForUpdate(tx, reservationId);
  const of = { store_id: row.store_id, reservation_id: row.id };
  const isChanged = await writeOptOut(tx, await readStay(tx, of, DEFAULT_QUIET), {
    kind,
    isRefused,
    by: 'PERSON',
    isOfPhone: true,
    now,
  });
  if (isChanged)
    await recordChange(work, {
      storeId: row.store_id,
      at: now,
      action: 'message.opt-outs-set',
      subject: { kind: 'reservation', id: row.id },
      detail: { kind, isRefused },
    });
  return listOptOuts(tx, await readStay(tx, of, DEFAULT_QUIET));
}
