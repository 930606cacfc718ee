import { CHECK_MINUTES, type listReadinessChecks, type ReplyOf } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { statement, pipelineStatement, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { readReservation } from '../reservations/index.ts';
import { findObstacles } from './readiness.ts';
import { dueAtOf, toReadinessCheck, type CheckRow } from './readiness-check-row.ts';

/**
 * Stores a guest's obstacles 24 hours, 2 hours and 15 minutes before the start (NX-1), as they were then. A check that
 * was due while no server was running is made until the start and marked as late.
 */

/** A reservation whose guest is expected, with the data that its checks depend on. */
export interface ExpectedGuest {
  product_id: string;
  store_id: string;
  id: string;
  room_id: string;
  state: string;
  starts_at: Date;
  /** When the guest was last booked, confirmed or moved. Checks that were due before that do not apply. */
  expected_since: Date;
  /** `minutes_before` of the checks already made for this start and room. */
  checked: number[];
}

/** Makes the due checks that are missing. Runs in the transaction that claimed the guest's review. */
export async function checkReadiness(tx: Tx, guest: ExpectedGuest, now: Date): Promise<void> {
  if (guest.state !== 'CONFIRMED' || now >= guest.starts_at) return;
  const dueMinutes = CHECK_MINUTES.filter((minutes) => {
    const dueAt = dueAtOf(guest.starts_at, minutes);
    return guest.expected_since <= dueAt && dueAt <= now && !guest.checked.includes(minutes);
  });
  if (dueMinutes.length === 0) return;
  const obstacles = await findObstacles(tx, guest.id, now);
  if (obstacles === null) return;
  for (const minutes of dueMinutes) {
    const row: CheckRow = { minutes_before: minutes, starts_at: guest.starts_at, checked_at: now, obstacles };
    pipelineStatement(
      tx,
      statement`
      insert into readiness_checks (product_id, store_id, id, reservation_id, minutes_before, starts_at, room_id,
        checked_at, obstacles)
      values (${guest.product_id}, ${guest.store_id}, ${uuidv7()}, ${guest.id}, ${minutes}, ${guest.starts_at},
        ${guest.room_id}, ${now}, ${JSON.stringify(obstacles)})
      on conflict (store_id, reservation_id, minutes_before)
      do update set starts_at = excluded.starts_at, room_id = excluded.room_id, checked_at = excluded.checked_at,
        obstacles = excluded.obstacles`,
    );
    const data = { reservationId: guest.id, storeId: guest.store_id, check: toReadinessCheck(row) };
    await publish(tx, { productId: guest.product_id, storeId: guest.store_id, name: 'readiness.checked', data });
  }
}

/** When the next check is due. `null`: no check is left. */
export function nextCheckAt({ state, starts_at: startsAt }: ExpectedGuest, now: Date): Date | null {
  if (state !== 'CONFIRMED') return null;
  return CHECK_MINUTES.map((minutes) => dueAtOf(startsAt, minutes)).find((at) => at > now) ?? null;
}

/** Throws NOT_FOUND if the reservation does not exist or the person cannot see it. */
export async function listChecks(tx: Tx, reservationId: string): Promise<ReplyOf<typeof listReadinessChecks>> {
  const { row } = await readReservation(tx, reservationId);
  const found = await tx
    .selectFrom('readiness_checks')
    .select(['minutes_before', 'starts_at', 'checked_at', 'obstacles'])
    .where('store_id', '=', row.store_id)
    .where('reservation_id', '=', row.id)
    .where('starts_at', '=', row.starts_at)
    .where('room_id', '=', row.room_id)
    .orderBy('minutes_before', 'desc')
    .execute();
  return { total: found.length, items: found.map(toReadinessCheck) };
}
