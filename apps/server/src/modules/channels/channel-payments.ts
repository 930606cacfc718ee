import type {
  BegunPayment,
  beginChannelPayment,
  BodyOf,
  confirmChannelPayment,
  OutsidePayment,
} from '@munjigi/contract';
import { Problem, type Channel } from '../../http/index.ts';
import {
  confirmOutsidePayment,
  preregisterPayment,
  startOutsidePayment,
  type ProviderDeps,
} from '../payments/index.ts';
import { readReservation } from '../reservations/index.ts';
import { checkOfChannel } from './channels.ts';

/** Begins a payment of all that is due for a reservation of the key (CH-1). */
export async function beginPaymentForChannel(
  deps: ProviderDeps,
  channel: Channel,
  reservationId: string,
  { provider: name, method }: BodyOf<typeof beginChannelPayment>,
): Promise<BegunPayment> {
  const { db, clock, providers } = deps;
  const { productId } = channel;
  const storeId = await db.withActor(channel, async (tx) => {
    await checkOfChannel(tx, channel, reservationId);
    const { row } = await readReservation(tx, reservationId);
    return row.store_id;
  });
  const provider = await providers.open({ productId, storeId, provider: name });
  if (!provider) throw new Problem('PROVIDER_NOT_SET');
  const begun = await db.withActor(channel, async (tx) => {
    await checkOfChannel(tx, channel, reservationId);
    return startOutsidePayment({ tx, clock, actor: channel }, { reservationId, provider, method });
  });
  return preregisterPayment(deps, { productId, provider }, begun);
}

/** Has the provider take the money that the guest of the channel agreed to (CH-1). */
export async function confirmPaymentForChannel(
  deps: ProviderDeps,
  channel: Channel,
  { reservationId, paymentId }: { readonly reservationId: string; readonly paymentId: string },
  body: BodyOf<typeof confirmChannelPayment>,
): Promise<OutsidePayment> {
  const run = <T>(work: Parameters<typeof deps.db.withActor<T>>[1]) => deps.db.withActor(channel, work);
  await run((tx) => checkOfChannel(tx, channel, reservationId));
  return confirmOutsidePayment(deps, { run, actor: channel }, { reservationId, paymentId, body });
}
