import type { ChosenAddOn } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import { chooseAddOns } from '../../add-ons/index.ts';
import { checkRoomOfExtras, extrasOf, type PriceExtras, type ReservationRecord } from '../../reservations/index.ts';
import type { OpenStore } from '../offer/open-stores.sql.ts';

interface RequestedExtras {
  readonly roomId: string;
  /** All add-ons of the moved stay. Absent: as agreed. */
  readonly addOns: readonly ChosenAddOn[] | undefined;
}

/**
 * The add-ons and the coupon of a moved stay. An add-on that the stay has already keeps its agreed price, and can be kept
 * when the store has stopped to offer it; a further one has the present price. Throws ADD_ON_REFUSED (GT-31).
 */
export async function readMovedExtras(
  tx: Tx,
  store: Pick<OpenStore, 'id'>,
  { row }: ReservationRecord,
  { roomId, addOns: requested }: RequestedExtras,
): Promise<PriceExtras> {
  const agreed = extrasOf(row);
  if (requested === undefined) return agreed;
  const agreedById = new Map(agreed.addOns.map((addOn) => [addOn.addOnId, addOn]));
  const isKept = ({ addOnId, quantity }: ChosenAddOn) => (agreedById.get(addOnId)?.quantity ?? 0) >= quantity;
  const isSameRoom = roomId === row.room_id;
  const added = await chooseAddOns(
    tx,
    store.id,
    requested.filter((addOn) => !isKept(addOn)),
  );
  const fitsRoom = (id: string) => added.every(({ roomIds }) => roomIds.length === 0 || roomIds.includes(id));
  if (!isSameRoom || added.length > 0)
    checkRoomOfExtras({ addOns: added, coupon: null, minPriceAmount: 0, today: '', fitsRoom }, roomId);
  const addedById = new Map(added.map(({ roomIds: _ofRooms, ...choice }) => [choice.addOnId, choice]));
  return {
    coupon: agreed.coupon,
    addOns: requested.flatMap(({ addOnId, quantity }) => {
      const kept = agreedById.get(addOnId);
      const choice = kept ?? addedById.get(addOnId);
      return choice ? [{ ...choice, quantity }] : [];
    }),
  };
}
