import {
  channelReservation,
  reservationDetail,
  type BodyOf,
  type ChannelReservation,
  type createChannelReservation,
  type getChannelReservation,
  type ReplyOf,
  type ReservationDetail,
  type revealChannelCode,
} from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { pipelineStatement, type Tx } from '../../db/index.ts';
import { notFound, Problem, type Channel, type UnitOfWork } from '../../http/index.ts';
import { revealCodesToChannel, type AccessDeps } from '../access-codes/index.ts';
import { findOffer } from '../automation/index.ts';
import {
  checkExpectedPrice,
  composeReservationDetail,
  createChannelStay,
  readReservation,
  type ReservationExtras,
} from '../reservations/index.ts';
import { findByChannelKey, claimExternalId, type ChannelReservationKey } from './channels.sql.ts';

/** Holds a time for a guest of the channel, like staff do, and records which key holds it. */
export async function holdForChannel(
  work: UnitOfWork<Channel>,
  body: BodyOf<typeof createChannelReservation>,
  extras: ReservationExtras,
): Promise<ChannelReservation> {
  const { tx, clock, actor: channel } = work;
  const { externalId, expectedPriceAmount, ...input } = body;
  const earlier = externalId === undefined ? null : await claimExternalId(tx, channel.keyId, externalId);
  if (earlier) throw new Problem('EXTERNAL_ID_TAKEN', { current: await readChannelReservation(clock, tx, earlier) });
  const stay = { ...input, kind: 'GUEST', state: 'PENDING', channel: 'CHANNEL' } as const;
  const created = await createChannelStay(work, stay, extras);
  checkExpectedPrice(expectedPriceAmount, { totalAmount: created.priceAmount, lines: created.priceLines });
  const row = {
    product_id: channel.productId,
    store_id: created.storeId,
    id: created.id,
    key_id: channel.keyId,
    external_id: externalId ?? null,
    created_at: clock.now(),
  };
  pipelineStatement(tx, tx.insertInto('channel_reservations').values(row));
  return asChannelSees(created, row.external_id);
}

export async function readForChannel(
  { tx, clock, actor: channel }: UnitOfWork<Channel>,
  reservationId: string,
): Promise<ReplyOf<typeof getChannelReservation>> {
  const found = await readChannelReservation(clock, tx, await checkOfChannel(tx, channel, reservationId));
  return { ...found, extension: await findOffer(tx, reservationId, clock.now()) };
}

/** Returns the access code of a guest of the channel, once (DR-5). */
export async function revealCodeOfReservation(
  deps: Pick<AccessDeps, 'seal'>,
  work: UnitOfWork<Channel>,
  reservationId: string,
): Promise<ReplyOf<typeof revealChannelCode>> {
  const { tx, actor: channel } = work;
  await checkOfChannel(tx, channel, reservationId);
  return revealCodesToChannel(deps, work, reservationId);
}

/** Runs an operation of staff on a reservation of the channel. A refusal includes only what the channel may see. */
export async function changeForChannel(
  tx: Tx,
  channel: Channel,
  reservationId: string,
  work: () => Promise<ReservationDetail>,
): Promise<ChannelReservation> {
  const { externalId } = await checkOfChannel(tx, channel, reservationId);
  try {
    return asChannelSees(await work(), externalId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const current = reservationDetail.safeParse(error.extras.current);
    throw current.success
      ? new Problem(error.code, { ...error.extras, current: asChannelSees(current.data, externalId) })
      : error;
  }
}

/** Throws NOT_FOUND alike for a reservation of another key, of staff, and for one that does not exist. */
export async function checkOfChannel(
  tx: Tx,
  { keyId }: Channel,
  reservationId: string,
): Promise<ChannelReservationKey> {
  const found = await findByChannelKey(tx, keyId, reservationId);
  if (!found) throw notFound();
  return found;
}

async function readChannelReservation(
  clock: Clock,
  tx: Tx,
  { reservationId, externalId }: ChannelReservationKey,
): Promise<ChannelReservation> {
  return asChannelSees(composeReservationDetail(await readReservation(tx, reservationId), clock.now()), externalId);
}

/** The details of a reservation without history and memos. */
function asChannelSees(detail: ReservationDetail, externalId: string | null): ChannelReservation {
  return channelReservation.parse({ ...detail, externalId });
}
