import type { BodyOf, settleStrandedGuests, StrandedAct, StrandedOutcome } from '@munjigi/contract';
import { REFUND_REASONS } from '@munjigi/texts/payments';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { hasCapabilityAt, Problem, retryAfterLostRace, type Person, type UnitOfWork } from '../../http/index.ts';
import { cancelWithRefund } from '../cancellations/index.ts';
import { queueUnavailableMessage } from '../messages/index.ts';
import type { RefundDeps } from '../payments/index.ts';
import {
  isStranded,
  readReservation,
  selectReservationForUpdate,
  updateReservation,
  type ReservationRecord,
} from '../reservations/index.ts';

export type SettleDeps = RefundDeps & { readonly db: Database; readonly clock: Clock };

/** What the guest and the provider of the payment see when the person gave no reason. */
const DEFAULT_REASON = REFUND_REASONS.stranded;

/**
 * Does one act for each stranded guest, each in its own transaction: one that fails keeps no other one back, and a
 * server that stops on the way has done the first ones whole (ST-51).
 */
export async function settleEachGuest(
  deps: SettleDeps,
  actor: Person,
  { items, reason }: BodyOf<typeof settleStrandedGuests>,
): Promise<{ items: StrandedOutcome[] }> {
  const outcomes: StrandedOutcome[] = [];
  for (const item of items) outcomes.push(await settleGuest(deps, actor, item, reason));
  return { items: outcomes };
}

async function settleGuest(
  deps: SettleDeps,
  actor: Person,
  item: StrandedAct,
  reason: string,
): Promise<StrandedOutcome> {
  const base = { reservationId: item.reservationId, problem: null, obstacle: null, refund: null };
  try {
    const done = await retryAfterLostRace(() =>
      deps.db.withActor(actor, (tx) => actFor(deps, { tx, clock: deps.clock, actor }, item, reason)),
    );
    return { ...base, ...done };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...base, outcome: 'REFUSED', problem: error.code };
  }
}

type Done = Pick<StrandedOutcome, 'outcome'> & Partial<StrandedOutcome>;

async function actFor(deps: SettleDeps, work: UnitOfWork, item: StrandedAct, reason: string): Promise<Done> {
  const { tx, clock } = work;
  const record = await readReservation(tx, item.reservationId);
  const stay = { storeId: record.row.store_id, reservationId: record.row.id };
  // What a colleague or the same request has settled before needs nothing more.
  if (!(await isStranded(tx, clock.now(), stay))) return { outcome: 'DONE_ALREADY' };
  switch (item.act) {
    case 'MOVE': {
      const { roomId, expectedPriceAmount, version } = item;
      await updateReservation(work, item.reservationId, {
        roomId,
        expectedPriceAmount,
        version,
        scope: 'ONE',
        acceptsBlockedGuest: false,
      });
      return { outcome: 'DONE' };
    }
    case 'CANCEL':
      return cancelInFull(deps, work, { record, version: item.version, reason });
    case 'INFORM':
      return informGuest(work, item.reservationId);
  }
}

interface Cancelled {
  readonly record: ReservationRecord;
  readonly version: number;
  readonly reason: string;
}

/** The store cannot host the guest, so all of the money goes back, at every tier. */
async function cancelInFull(
  deps: SettleDeps,
  work: UnitOfWork,
  { record: { row }, version, reason }: Cancelled,
): Promise<Done> {
  const { refund } = await cancelWithRefund(deps, work, row.id, {
    version,
    reason: reason.trim() || DEFAULT_REASON,
    // Without money there is nothing to refund, so no right to refund is needed.
    refundPercent: row.paid_amount === 0 ? 0 : 100,
    scope: 'ONE',
    mustBeUnchanged: false,
  });
  return { outcome: 'DONE', refund };
}

async function informGuest(work: UnitOfWork, reservationId: string): Promise<Done> {
  // Two people who inform one guest wait for each other here.
  const { row } = await selectReservationForUpdate(work.tx, reservationId);
  if (!hasCapabilityAt(work.actor, 'messages:send', row.store_id))
    throw new Problem('CAPABILITY_MISSING', { capability: 'messages:send' });
  const result = await queueUnavailableMessage(work, row);
  if (result === 'QUEUED') return { outcome: 'DONE' };
  if (result === 'QUEUED_ALREADY') return { outcome: 'DONE_ALREADY' };
  return { outcome: 'REFUSED', obstacle: result };
}
