import type { DepositWithheld } from '@munjigi/contract';
import { likenessOf } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { systemAuditActor } from '../audit/index.ts';
import { recordDeposit } from '../payments/index.ts';
import { selectReservationForUpdate, type ReservationActor } from '../reservations/index.ts';
import { announceDeposit } from './announce.ts';
import { findDepositCandidates, type DepositCandidates } from './candidates.ts';
import { toDeposit, type DepositRow } from './deposit-row.ts';
import { changeDeposit, findOthersOfAmount } from './deposits.sql.ts';
import { settleAsPayout } from './provider-payouts.ts';
import { isDateOnly } from './same-movement.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Decides about a new deposit. A certain match becomes the payment of the reservation and confirms it. A payout of a
 * provider is set aside. Every other deposit waits for a person, with its candidates in one notification (PY-3).
 */
export async function decideDeposit(tx: Tx, clock: Clock, row: DepositRow): Promise<void> {
  if (row.kind === null) return leave(tx, clock, row, null);
  const found = await findDepositCandidates(tx, row);
  const { candidates, outcome } = found;
  const withheld = [...('withheld' in outcome ? outcome.withheld : []), ...(await obstacles(tx, row))];
  if ('reservationId' in outcome && withheld.length === 0 && (await settle(tx, clock, row, outcome.reservationId)))
    return;
  if (await settleAsPayout(tx, clock, row)) return;
  // The match was certain, but the reservation changed before it was locked.
  const reasons: DepositWithheld[] = withheld.length > 0 ? withheld : ['NO_CANDIDATE'];
  const waiting = changeDeposit(tx, row, {
    state: candidates.length > 0 ? 'SUGGESTED' : 'UNMATCHED',
    withheld: [...new Set(reasons)],
  });
  await leave(tx, clock, waiting, found);
}

/** Returns the reasons against an automatic match that do not depend on the reservations. */
async function obstacles(tx: Tx, row: DepositRow): Promise<DepositWithheld[]> {
  const isOld = row.received_at.getTime() - row.at.getTime() > DAY_MS;
  const found: (DepositWithheld | null)[] = [
    isOld ? 'TOO_OLD' : null,
    isDateOnly(row) ? 'TIME_UNKNOWN' : null,
    row.was_undone ? 'UNDONE' : null,
  ];
  if (row.relay_id !== null) {
    const relay = await tx
      .selectFrom('deposit_relays')
      .select('most_automatic_amount')
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.relay_id)
      .executeTakeFirstOrThrow();
    if ((row.amount ?? 0) > relay.most_automatic_amount) found.push('ABOVE_LIMIT');
  }
  const others = (await findOthersOfAmount(tx, row, new Date(row.at.getTime() - DAY_MS))).filter(
    (other) => likenessOf(other.depositor_name ?? '', row.depositor_name ?? '') !== 'NONE',
  );
  if (others.some(({ state }) => state === 'UNMATCHED' || state === 'SUGGESTED')) found.push('SEVERAL_DEPOSITS');
  // A push without a time counts as of its arrival. It can be a known deposit that the phone sent again.
  if (!row.is_time_known && others.length > 0) found.push('TIME_UNKNOWN');
  return found.filter((reason) => reason !== null);
}

/**
 * Checks the match again after the reservation is locked, and records the payment. Returns `false` when the match is
 * not certain any more.
 */
async function settle(tx: Tx, clock: Clock, row: DepositRow, reservationId: string): Promise<boolean> {
  await selectReservationForUpdate(tx, reservationId);
  const { outcome } = await findDepositCandidates(tx, row);
  if (!('reservationId' in outcome) || outcome.reservationId !== reservationId || row.amount === null) return false;
  const by = await recorderOf(tx, row);
  const payment = await recordDeposit(
    tx,
    clock,
    { by, userId: null },
    { reservationId, amount: row.amount, mayExceedDue: false },
  );
  const after = changeDeposit(tx, row, {
    state: 'MATCHED_AUTO',
    withheld: [],
    reservation_id: reservationId,
    payment_id: payment.id,
    settled_at: clock.now(),
    settled_by: null,
    settled_by_name: by.label,
  });
  await publish(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    name: 'deposit.changed',
    data: toDeposit(after),
  });
  return true;
}

/** Returns the recorder of the payment: the relay, or the imported file. */
async function recorderOf(tx: Tx, row: DepositRow): Promise<ReservationActor> {
  const relay =
    row.relay_id === null
      ? null
      : await tx
          .selectFrom('deposit_relays')
          .select('name')
          .where('store_id', '=', row.store_id)
          .where('id', '=', row.relay_id)
          .executeTakeFirstOrThrow();
  return systemAuditActor(relay?.name ?? 'CSV', { id: row.relay_id });
}

/** Leaves the deposit to a person: publishes it and adds a notification. */
async function leave(tx: Tx, clock: Clock, row: DepositRow, found: DepositCandidates | null): Promise<void> {
  await publish(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    name: 'deposit.changed',
    data: toDeposit(row),
  });
  await announceDeposit(tx, clock, row, found);
}
