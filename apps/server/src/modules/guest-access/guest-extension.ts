import type { BodyOf, extendAsGuest, GuestExtension } from '@munjigi/contract';
import { LEAST_ONLINE_WON } from '@munjigi/rules';
import { Problem, type GuestCaller } from '../../http/index.ts';
import { refuseDuringConfirmation, sumOpenRefunds, type ProviderDeps } from '../payments/index.ts';
import {
  coveredAmountOf,
  byCaller,
  findExtensions,
  holdExtension,
  readReservation,
  readSlotMinutes,
  returnExtension,
  selectReservationForUpdate,
  toHeldExtension,
  type ReservationRecord,
} from '../reservations/index.ts';
import { actForStore, lockToken, withoutCurrent } from './guest-acts.ts';
import { findOpenProviders, withCheckout, type OpenProviders } from './guest-payments.ts';
import type { GuestWork } from './guest-page.ts';
import { permitExtending } from './guest-permissions.ts';

/**
 * A guest extends their own stay (GT-12, decision 076). Prices and free times need rows that are not the guest's, so
 * everything here runs for the store.
 */

export async function readGuestExtension(deps: ProviderDeps, guest: GuestCaller): Promise<GuestExtension> {
  const open = await findOpenProviders(deps.providers, guest);
  return actForStore(deps, guest, async (work) =>
    composeExtension(work, await readReservation(work.tx, guest.reservationId), open),
  );
}

/** Holds the time that the guest chose. The page continues with the payment of what is due (GT-10). */
export async function extendOwnStay(
  deps: ProviderDeps,
  guest: GuestCaller,
  body: BodyOf<typeof extendAsGuest>,
): Promise<GuestExtension> {
  const open = await findOpenProviders(deps.providers, guest);
  return withoutCurrent(() =>
    actForStore(deps, guest, async (work) => {
      const record = await holdExtension(work, {
        reservationId: guest.reservationId,
        body,
        check: async ({ row, history }) => {
          await lockToken(work);
          if (!permitExtending(row, work.clock.now()).isAllowed || hasReturnedTooOften(history))
            throw new Problem('STATE_NOT_ALLOWED');
          // Money that is on its way back cannot pay for the added time.
          if (row.paid_amount > row.price_amount && (await sumOpenRefunds(work.tx, row.id)) > 0)
            throw new Problem('STATE_NOT_ALLOWED');
        },
      });
      if (record.row.extension_ends_at !== null && open.length === 0) throw new Problem('PROVIDER_NOT_SET');
      return composeExtension(work, record, open);
    }),
  );
}

/** Returns the held time before it is paid (GT-13). */
export async function returnOwnExtension(deps: ProviderDeps, guest: GuestCaller): Promise<GuestExtension> {
  const open = await findOpenProviders(deps.providers, guest);
  return actForStore(deps, guest, async (work) => {
    const { tx, clock, actor } = work;
    const record = await selectReservationForUpdate(tx, guest.reservationId);
    await lockToken(work);
    if (record.row.extension_ends_at === null) throw new Problem('STATE_NOT_ALLOWED');
    await refuseDuringConfirmation(tx, { reservationId: record.row.id, now: clock.now() });
    return composeExtension(work, await returnExtension(tx, clock, record, byCaller(actor)), open);
  });
}

async function composeExtension(
  { tx, clock }: GuestWork,
  { row, history }: ReservationRecord,
  open: OpenProviders,
): Promise<GuestExtension> {
  const now = clock.now();
  const permission = permitExtending(row, now);
  const mayExtend = { ...permission, isAllowed: permission.isAllowed && !hasReturnedTooOften(history) };
  const found = mayExtend.isAllowed
    ? await findExtensions(tx, { reservationId: row.id, slotMinutes: await readSlotMinutes(tx, row.store_id) }, now)
    : { choices: [], reason: null };
  const choices = found.choices.filter(
    ({ totalAmount }) => open.length > 0 || totalAmount - coveredAmountOf(row) < LEAST_ONLINE_WON,
  );
  return {
    reservationId: row.id,
    storeId: row.store_id,
    version: row.version,
    mayExtend,
    choices,
    reason: choices.length === 0 && found.choices.length > 0 ? 'PROVIDER_NOT_SET' : found.reason,
    held: toHeldExtension(row),
    checkoutProviders: withCheckout(open),
  };
}

/** A guest holds time without paying so many times at most, until an extension is paid (GT-12). */
const MOST_RETURNED = 3;

function hasReturnedTooOften(history: ReservationRecord['history']): boolean {
  const lastExtended = history.findLastIndex(({ kind }) => kind === 'EXTENDED');
  return history.slice(lastExtended + 1).filter(({ kind }) => kind === 'EXTENSION_RETURNED').length >= MOST_RETURNED;
}
