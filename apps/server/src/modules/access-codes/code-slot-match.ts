import { statement, type Tx } from '../../db/index.ts';

export interface CodeSlotMatch {
  readonly reservationId: string;
  /** The reservation code that people see. */
  readonly reservationCode: string;
  /** Whether the guest's access window is open. A spare code may open the door before it. */
  readonly isDue: boolean;
}

/** Finds the reservation whose valid code, or given spare code, is in this slot of the lock. */
export async function findReservationByCodeSlot(
  tx: Tx,
  { storeId, linkId, slot, at }: { storeId: string; linkId: string; slot: number; at: Date },
): Promise<CodeSlotMatch | null> {
  const { rows } = await tx.executeQuery(statement<CodeSlotMatch>`
    select r.id as "reservationId", r.code as "reservationCode", p.reservation_id is not null or exists (
        select from access_code_places own
        where own.store_id = p.store_id and own.reservation_id = r.id and own.door_id = p.door_id and own.is_wanted
          and own.opens_at <= ${at} and own.closes_at > ${at}) as "isDue"
    from access_code_places p
    join access_codes c on c.store_id = p.store_id and c.id = p.code_id
    join reservations r on r.store_id = p.store_id and r.id = coalesce(c.reservation_id, c.given_to)
    where p.store_id = ${storeId} and p.link_id = ${linkId} and p.slot = ${slot} and p.gone_at is null
      and p.opens_at <= ${at} and p.closes_at > ${at}`);
  return rows[0] ?? null;
}

/** Finds the reservation whose code is in this slot of the lock, at any time. */
export async function findReservationOfCodeSlot(
  tx: Tx,
  { storeId, linkId, slot }: { storeId: string; linkId: string; slot: number },
): Promise<Pick<CodeSlotMatch, 'reservationId' | 'reservationCode'> | null> {
  const { rows } = await tx.executeQuery(statement<Pick<CodeSlotMatch, 'reservationId' | 'reservationCode'>>`
    select r.id as "reservationId", r.code as "reservationCode"
    from access_code_places p
    join access_codes c on c.store_id = p.store_id and c.id = p.code_id
    join reservations r on r.store_id = p.store_id and r.id = coalesce(c.reservation_id, c.given_to)
    where p.store_id = ${storeId} and p.link_id = ${linkId} and p.slot = ${slot} and p.gone_at is null`);
  return rows[0] ?? null;
}
