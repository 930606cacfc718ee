import type { BookingStore, ChosenAddOn } from '@munjigi/contract';
import type { BookingSelection, ChosenStay } from '../booking-selection.ts';

/** The most add-ons of one stay, as in `chosenAddOns` of the contract, whose code is too large for this page. */
const MOST_CHOSEN = 20;

export type BookingAddOn = BookingStore['addOns'][number];

/** The add-ons that the store offers for a stay: those of its room, and for any room those of every room (BK-13). */
export function listFittingAddOns({ addOns }: BookingStore, { roomId, isAnyRoom }: ChosenStay): BookingAddOn[] {
  return addOns.filter(({ roomIds }) => roomIds.length === 0 || (!isAnyRoom && roomIds.includes(roomId)));
}

/** What the guest adds to a stay, as far as the store offers it, in the order of the store. */
export function listChosenAddOns(
  store: BookingStore,
  stay: ChosenStay,
  { addOnCounts }: Pick<BookingSelection, 'addOnCounts'>,
): ChosenAddOn[] {
  return listFittingAddOns(store, stay)
    .map(({ id, maxQuantity }) => ({ addOnId: id, quantity: Math.min(addOnCounts[id] ?? 0, maxQuantity) }))
    .filter(({ quantity }) => quantity > 0)
    .slice(0, MOST_CHOSEN);
}

/** How many pieces of an add-on a stay can have beside the chosen ones. */
export function mostPiecesOf({ id, maxQuantity }: BookingAddOn, chosen: readonly ChosenAddOn[]): number {
  const canAdd = chosen.length < MOST_CHOSEN || chosen.some(({ addOnId }) => addOnId === id);
  return canAdd ? maxQuantity : 0;
}
