import type { BodyOf, ChannelMoney, confirmChannelReservation, ReservationDetail } from '@munjigi/contract';
import { pipelineStatement, type Tx } from '../../db/index.ts';
import { Problem, staleProblem, type Channel, type UnitOfWork } from '../../http/index.ts';
import { recordChannelMoney } from '../payments/index.ts';
import {
  composeReservationDetail,
  confirmPendingReservation,
  readReservation,
  selectReservationForUpdate,
} from '../reservations/index.ts';

/** Confirms a reservation of the channel, with the money that the channel collected (CH-2). */
export async function confirmWithMoney(
  work: UnitOfWork<Channel>,
  reservationId: string,
  { version, payment }: BodyOf<typeof confirmChannelReservation>,
): Promise<ReservationDetail> {
  if (payment === undefined) return confirmPendingReservation(work, reservationId, { version });
  const record = await selectReservationForUpdate(work.tx, reservationId);
  const current = composeReservationDetail(record, work.clock.now());
  if (record.row.version !== version) throw staleProblem(current);
  if (record.row.state !== 'PENDING') throw new Problem('STATE_NOT_ALLOWED', { current });
  const paid = await reportMoney(work, reservationId, payment);
  // The channel confirms the reservation even if it collected a part of the price only.
  return paid.state === 'PENDING' ? confirmPendingReservation(work, reservationId, { version: paid.version }) : paid;
}

/** Records money that the channel collected for a reservation (CH-2). */
export async function reportMoney(
  work: UnitOfWork<Channel>,
  reservationId: string,
  money: ChannelMoney,
): Promise<ReservationDetail> {
  const { tx, clock, actor } = work;
  await refuseRecordedReference(tx, actor, money.reference);
  const payment = await recordChannelMoney(work, reservationId, money);
  pipelineStatement(
    tx,
    tx.insertInto('channel_payments').values({
      product_id: actor.productId,
      store_id: payment.storeId,
      id: payment.id,
      key_id: actor.keyId,
      reference: money.reference,
    }),
  );
  return composeReservationDetail(await readReservation(tx, reservationId), clock.now());
}

/** The unique index refuses a concurrent second report: the request runs once more and is refused here. */
async function refuseRecordedReference(tx: Tx, { keyId }: Channel, reference: string): Promise<void> {
  const recorded = await tx
    .selectFrom('channel_payments')
    .select('id')
    .where('key_id', '=', keyId)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (recorded) throw new Problem('EXTERNAL_ID_TAKEN');
}
