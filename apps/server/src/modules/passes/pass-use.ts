import type { BodyOf, PassesOfStay, PassPayment, PassRefusal, payWithPass } from '@munjigi/contract';
import { leftUnitsOf, passPaymentOf, type StayToPay } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { notFound, Problem, type GuestCaller, type UnitOfWork } from '../../http/index.ts';
import {
  calculateDueAmount,
  dueAmountOf,
  recordPassPayment,
  refuseDuringConfirmation,
  selectPaymentForUpdate,
} from '../payments/index.ts';
import {
  addOnLinesOf,
  byCaller,
  coveredAmountOf,
  isHoldingMore,
  phoneMarksOf,
  readReservation,
  selectReservationForUpdate,
  type ReservationActor,
  type ReservationRecord,
  type ReservationRow,
} from '../reservations/index.ts';
import { readPassRow, selectPasses, stateOfPass, withBalances, type PassWithBalance } from './passes.sql.ts';

const MINUTE_MS = 60_000;
/** More passes of one guest are not shown; those that end first are. */
const MOST_PASSES = 50;

type Use = BodyOf<typeof payWithPass>;

/** The passes of the guest of a reservation whose time is not over, and what each pays for the stay (PS-3). */
export async function findPassesOfStay(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  reservationId: string,
): Promise<PassesOfStay> {
  const { row } = await readReservation(tx, reservationId);
  const now = clock.now();
  const marks = phoneMarksOf(tx, row.guest_phone);
  const found =
    marks.length === 0
      ? []
      : await selectPasses(tx)
          .where('s.store_id', '=', row.store_id)
          .where('s.phone_mark', 'in', marks)
          .where('s.ends_at', '>', now)
          .where('s.gift_mark', 'is', null)
          .orderBy('s.ends_at')
          .orderBy('s.id')
          .limit(MOST_PASSES)
          .execute();
  const passes = await withBalances(tx, found);
  return {
    reservationId: row.id,
    storeId: row.store_id,
    dueAmount: dueAmountOf(row) ?? 0,
    passes: passes
      .filter(({ balance }) => leftUnitsOf(balance) > 0)
      .map((pass) => ({
        id: pass.row.id,
        name: pass.row.name,
        unit: pass.balance.unit,
        units: pass.balance.units,
        leftUnits: leftUnitsOf(pass.balance),
        endsAt: pass.row.ends_at.toISOString(),
        ...paymentOrRefusal(calculateUse(pass, row, now)),
      })),
  };
}

function paymentOrRefusal(result: PassPayment | PassRefusal) {
  return typeof result === 'string' ? { payment: null, refusal: result } : { payment: result, refusal: null };
}

/** What a pass pays for a stay, or why it does not. */
function calculateUse(pass: PassWithBalance, row: ReservationRow, now: Date): PassPayment | PassRefusal {
  const state = stateOfPass(pass, now);
  if (state === 'GIFT' || state === 'RETURNED') return state;
  if (state === 'USED_UP') return 'TOO_LITTLE_LEFT';
  // The beginning counts, so that a pass does not end during a stay (PS-3).
  if (pass.row.ends_at <= row.starts_at || state === 'EXPIRED') return 'EXPIRED';
  if (pass.row.room_ids.length > 0 && !pass.row.room_ids.includes(row.room_id)) return 'OTHER_ROOM';
  return passPaymentOf(pass.balance, toStay(row));
}

function toStay(row: ReservationRow): StayToPay {
  const addOnAmount = addOnLinesOf(row).reduce((sum, { amount }) => sum + amount, 0);
  return {
    minutes: Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / MINUTE_MS),
    dueAmount: dueAmountOf(row) ?? 0,
    roomAmount: Math.max(0, row.price_amount - addOnAmount),
    isPartlyPaid: coveredAmountOf(row) > 0 || row.discount !== null || isHoldingMore(row),
  };
}

/** Pays for a stay with a pass of its guest, as a person. */
export async function usePassOfGuest(work: UnitOfWork, reservationId: string, use: Use): Promise<PassesOfStay> {
  const { tx, clock, actor } = work;
  const reservation = await selectReservationForUpdate(tx, reservationId);
  await payFrom({ tx, clock, by: byCaller(actor), userId: actor.userId }, reservation, use);
  return findPassesOfStay(work, reservationId);
}

/** The same as the guest. `locked`: the reservation of the token. */
export async function useOwnPass(
  { tx, clock, actor }: UnitOfWork<GuestCaller>,
  locked: ReservationRecord,
  use: Use,
): Promise<PassesOfStay> {
  await refuseDuringConfirmation(tx, { reservationId: locked.row.id, now: clock.now() });
  await payFrom({ tx, clock, by: byCaller(actor), userId: null }, locked, use);
  return findPassesOfStay({ tx, clock }, locked.row.id);
}

interface Payer {
  readonly tx: Tx;
  readonly clock: Clock;
  readonly by: ReservationActor;
  /** `null`: no person. */
  readonly userId: string | null;
}

/**
 * Throws NOT_FOUND for a pass of another guest or store, STATE_NOT_ALLOWED for a stay that cannot be paid, and PASS_REFUSED
 * when the pass does not pay or pays something else than the person saw.
 */
async function payFrom({ tx, clock, by, userId }: Payer, reservation: ReservationRecord, use: Use): Promise<void> {
  const { row } = reservation;
  const found = await readPassRow(tx, use.passId);
  const marks = phoneMarksOf(tx, row.guest_phone);
  const isOfGuest = found.row.phone_mark !== null && marks.some((mark) => found.row.phone_mark?.equals(mark));
  if (found.row.store_id !== row.store_id || !isOfGuest) throw notFound();
  calculateDueAmount(reservation, clock.now());
  // Two stays that use one pass, and its refund, wait for each other here. What is left is read after that.
  await selectPaymentForUpdate(tx, found.row.payment_id);
  const result = calculateUse(await readPassRow(tx, use.passId), row, clock.now());
  if (typeof result === 'string') throw new Problem('PASS_REFUSED', { detail: result });
  const { units, amount, coveredAmount } = result;
  if (units !== use.expectedUnits || coveredAmount !== use.expectedCoveredAmount)
    throw new Problem('PASS_REFUSED', { detail: 'CHANGED' });
  const payment = await recordPassPayment(tx, clock, { by, userId }, { reservationId: row.id, amount, coveredAmount });
  await tx
    .insertInto('pass_uses')
    .values({
      product_id: row.product_id,
      store_id: row.store_id,
      id: payment.id,
      pass_id: use.passId,
      units,
      covered_amount: coveredAmount,
    })
    .execute();
}
