import { normalizeCouponCode } from '@munjigi/typed-text';
import type { ChosenAddOn } from '@munjigi/contract';

/** An add-on in a draft, with the rooms that have it: another room leaves it out. */
export interface DraftAddOn extends ChosenAddOn {
  readonly roomIds: readonly string[];
}

/** What changes the price of a draft besides its room (BK-13, CP-7). */
export interface ExtrasDraft {
  readonly addOns: readonly DraftAddOn[];
  /** As it is typed. */
  readonly couponCode: string;
}

export const NO_EXTRAS: ExtrasDraft = { addOns: [], couponCode: '' };

/** The chosen add-ons that the room has. */
export function addOnsOfRoom({ addOns }: Pick<ExtrasDraft, 'addOns'>, roomId: string): ChosenAddOn[] {
  return addOns
    .filter(({ roomIds }) => roomIds.length === 0 || roomIds.includes(roomId))
    .map(({ addOnId, quantity }) => ({ addOnId, quantity }));
}

/** The add-ons and the coupon in a request; nothing for a draft without. */
export function toExtrasBody(draft: ExtrasDraft & { readonly roomId: string }) {
  const addOns = addOnsOfRoom(draft, draft.roomId);
  const couponCode = normalizeCouponCode(draft.couponCode);
  return { ...(addOns.length > 0 && { addOns }), ...(couponCode !== '' && { couponCode }) };
}
