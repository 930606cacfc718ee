import type { ExtensionOffer } from '@munjigi/contract';
import { NO_EXTENSION } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import { readReservation } from '../stay/change.ts';
import { isFreeToBook } from '../lifecycle/create.ts';
import { readExtension } from './extend.ts';

type Found = Pick<ExtensionOffer, 'choices' | 'reason'>;
type Reason = NonNullable<ExtensionOffer['reason']>;

/** The most extensions that are offered. */
const MOST = 4;

/**
 * Finds by how much a guest could extend now and at what price, with the checks and prices of `extend`. Reserves
 * nothing.
 */
export async function findExtensions(
  tx: Tx,
  { reservationId, slotMinutes }: { readonly reservationId: string; readonly slotMinutes: number },
  now: Date,
): Promise<Found> {
  const record = await readReservation(tx, reservationId);
  const choices: Found['choices'] = [];
  for (let minutes = slotMinutes; choices.length < MOST; minutes += slotMinutes) {
    try {
      const { booking, requested, added, price } = await readExtension(tx, record, minutes, now);
      if (!isFreeToBook(booking, now)) return { choices, reason: whyNone(choices, 'SLOT_TAKEN') };
      choices.push({
        minutes,
        endsAt: requested.endsAt.toISOString(),
        addedAmount: added.totalAmount,
        totalAmount: price.totalAmount,
      });
    } catch (error) {
      const reason = error instanceof Problem ? NO_EXTENSION.find((code) => code === error.code) : undefined;
      if (reason === undefined) throw error;
      // A rule that refuses this extension also refuses each longer one.
      return { choices, reason: whyNone(choices, reason) };
    }
  }
  return { choices, reason: null };
}

/** The slot of a store in minutes, which is the shortest extension. */
export async function readSlotMinutes(tx: Tx, storeId: string): Promise<number> {
  return (await tx.selectFrom('stores').select('slot_minutes').where('id', '=', storeId).executeTakeFirstOrThrow())
    .slot_minutes;
}

function whyNone(choices: Found['choices'], reason: Reason): Reason | null {
  return choices.length === 0 ? reason : null;
}
