import {
  ONLINE_PROVIDERS,
  type BegunPayment,
  type beginPaymentAsGuest,
  type BodyOf,
  type CashReceiptsOfStay,
  type confirmPaymentAsGuest,
  type getGuestPayments,
  type OnlineProvider,
  type claimPassGift,
  type OutsidePayment,
  type PassesOfStay,
  type payWithPassAsGuest,
  type ReplyOf,
  type setGuestReceiptNumber,
  type StayReceipt,
} from '@munjigi/contract';
import { Problem, type GuestCaller } from '../../http/index.ts';
import { guestAuditActor } from '../audit/index.ts';
import { enterReceiptNumber, readReceiptsOfStay, readStayReceipt } from '../cash-receipts/index.ts';
import { claimGift, findPassesOfStay, useOwnPass } from '../passes/index.ts';
import {
  confirmOutsidePayment,
  dueAmountOf,
  listOutsidePayments,
  preregisterPayment,
  startOutsidePayment,
  type ProviderDeps,
} from '../payments/index.ts';
import { heldUntilOf, readReservation, selectReservationForUpdate } from '../reservations/index.ts';
import { actForStore, lockToken, type GuestActDeps } from './guest-acts.ts';

/** What a guest reads before paying (GT-10). */
export async function readPaymentsOfGuest(
  { db, providers }: ProviderDeps,
  guest: GuestCaller,
): Promise<ReplyOf<typeof getGuestPayments>> {
  const open = await findOpenProviders(providers, guest);
  return db.withActor(guest, async (tx) => {
    const { row } = await readReservation(tx, guest.reservationId);
    return {
      reservationId: row.id,
      storeId: row.store_id,
      dueAmount: dueAmountOf(row) ?? 0,
      holdExpiresAt: heldUntilOf(row)?.toISOString() ?? null,
      providers: open.map(({ provider }) => provider),
      checkoutProviders: withCheckout(open),
      payments: await listOutsidePayments(tx, guest.reservationId),
    };
  });
}

/** The providers that the store of the guest can take money with now. */
export async function findOpenProviders(
  providers: ProviderDeps['providers'],
  { productId, storeId }: GuestCaller,
): Promise<OpenProviders> {
  const found = await Promise.all(ONLINE_PROVIDERS.map((provider) => providers.open({ productId, storeId, provider })));
  return found.filter((provider) => provider !== null);
}

export type OpenProviders = NonNullable<Awaited<ReturnType<ProviderDeps['providers']['open']>>>[];

/** The providers whose page or window a guest can open (GP-8). */
export function withCheckout(open: OpenProviders): OnlineProvider[] {
  return open.filter(({ canCheckOut }) => canCheckOut).map(({ provider }) => provider);
}

/** Begins a payment of all that is due, and holds the unpaid reservation meanwhile (GT-10, GT-11). */
export async function beginOwnPayment(
  deps: ProviderDeps,
  guest: GuestCaller,
  { provider: name, method }: BodyOf<typeof beginPaymentAsGuest>,
): Promise<BegunPayment> {
  const provider = await openProvider(deps, guest, name);
  const begun = await actForStore(deps, guest, async (work) => {
    // The reservation before the token, as every change of a reservation locks them.
    await selectReservationForUpdate(work.tx, guest.reservationId);
    await lockToken(work);
    return startOutsidePayment(work, { reservationId: guest.reservationId, provider, method });
  });
  return preregisterPayment(deps, { productId: guest.productId, provider }, begun);
}

/** Has the provider take the money that the guest agreed to (GT-10). */
export function confirmOwnPayment(
  deps: ProviderDeps,
  guest: GuestCaller,
  paymentId: string,
  body: BodyOf<typeof confirmPaymentAsGuest>,
): Promise<OutsidePayment> {
  return confirmOutsidePayment(
    deps,
    {
      run: (work) => actForStore(deps, guest, ({ tx }) => work(tx)),
      actor: guest,
      checkAccess: async (tx) => {
        await lockToken({ tx, clock: deps.clock, actor: guest });
      },
    },
    { reservationId: guest.reservationId, paymentId, body },
  );
}

async function openProvider({ providers }: ProviderDeps, { productId, storeId }: GuestCaller, name: OnlineProvider) {
  const provider = await providers.open({ productId, storeId, provider: name });
  if (!provider) throw new Problem('PROVIDER_NOT_SET');
  return provider;
}

/** The cash receipts of the guest's own stay (CR-3). */
export function readReceiptsOfGuest(deps: GuestActDeps, guest: GuestCaller): Promise<CashReceiptsOfStay> {
  return actForStore(deps, guest, ({ tx }) => readReceiptsOfStay(tx, guest));
}

/** The receipt of the guest's own stay (CR-13). */
export function readReceiptOfStay(deps: GuestActDeps, guest: GuestCaller): Promise<StayReceipt> {
  return actForStore(deps, guest, ({ tx, clock }) => readStayReceipt(tx, guest, clock.now()));
}

/** Enters the number for all receipts of the stay. */
export function enterOwnReceiptNumber(
  deps: GuestActDeps,
  guest: GuestCaller,
  body: BodyOf<typeof setGuestReceiptNumber>,
): Promise<CashReceiptsOfStay> {
  return actForStore(deps, guest, async (work) => {
    const { tx, clock } = work;
    // The reservation before the token, as every change of a reservation locks them.
    const { row } = await selectReservationForUpdate(tx, guest.reservationId);
    await lockToken(work);
    const entering = { tx, now: clock.now(), actor: guestAuditActor(guest), staffName: null };
    await enterReceiptNumber(entering, row, body);
    return readReceiptsOfStay(tx, guest);
  });
}

/** The passes of the guest's phone number, and what each pays (PS-4). */
export function readPassesOfGuest(deps: GuestActDeps, guest: GuestCaller): Promise<PassesOfStay> {
  return actForStore(deps, guest, (work) => findPassesOfStay(work, guest.reservationId));
}

/** Pays for the stay with a pass (PS-4). */
export function payWithOwnPass(
  deps: GuestActDeps,
  guest: GuestCaller,
  body: BodyOf<typeof payWithPassAsGuest>,
): Promise<PassesOfStay> {
  return actForStore(deps, guest, async (work) => {
    // The reservation before the token, as every change of a reservation locks them.
    const locked = await selectReservationForUpdate(work.tx, guest.reservationId);
    await lockToken(work);
    return useOwnPass(work, locked, body);
  });
}

/** Takes the pass of a gift code (PS-7). */
export function claimOwnGift(
  deps: GuestActDeps,
  guest: GuestCaller,
  { code }: BodyOf<typeof claimPassGift>,
): Promise<PassesOfStay> {
  return actForStore(deps, guest, async (work) => {
    const { row } = await selectReservationForUpdate(work.tx, guest.reservationId);
    await lockToken(work);
    await claimGift(work, row, code);
    return findPassesOfStay(work, guest.reservationId);
  });
}
