import type { ExtensionOffer, listExtensionOffers, QueryOf, ReplyOf } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { statement, type Tables, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { findExtensions } from '../reservations/index.ts';
import type { Guest } from './guests.sql.ts';

/**
 * Offers a guest a longer stay before the end (NX-4), `warning_minutes` ahead; 0 turns warning and offer off. The
 * warning comes even if no time is free. The server recomputes the offer periodically. An offer holds no time:
 * accepting it is an ordinary extension, with the same checks.
 */

const MINUTE_MS = 60_000;
/** The room's availability may change in between. */
const REVIEW_EVERY_MS = 20_000;

type OfferRow = Selectable<Tables['extension_offers']>;

export function offersFrom({ ends_at: endsAt, warning_minutes: minutes }: Guest): Date | null {
  return minutes > 0 ? new Date(endsAt.getTime() - minutes * MINUTE_MS) : null;
}

/** When to review the offer next. `null`: never. */
export function nextOfferAt(guest: Guest, now: Date): Date | null {
  const from = offersFrom(guest);
  if (guest.state !== 'IN_USE' || from === null || now >= guest.ends_at) return null;
  return now < from ? from : new Date(Math.min(now.getTime() + REVIEW_EVERY_MS, guest.ends_at.getTime()));
}

/** Creates, updates or ends the guest's offer and publishes it. Runs in the transaction that claimed the review. */
export async function reviewOffer(tx: Tx, guest: Guest, now: Date): Promise<void> {
  const before = await tx
    .selectFrom('extension_offers')
    .selectAll()
    .where('store_id', '=', guest.store_id)
    .where('id', '=', guest.id)
    .executeTakeFirst();
  const from = offersFrom(guest);
  const isDue = guest.state === 'IN_USE' && from !== null && from <= now && now < guest.ends_at;
  const isOpen = before !== undefined && before.ended_at === null;
  if (!isDue) {
    if (isOpen) await keep(tx, { ...before, ended_at: now });
    return;
  }
  const found = await findExtensions(tx, { reservationId: guest.id, slotMinutes: guest.slot_minutes }, now);
  const isSameStay = isOpen && before.ends_at.getTime() === guest.ends_at.getTime();
  if (isSameStay && before.reason === found.reason && areSame(before.choices, found.choices)) return;
  await keep(tx, {
    product_id: guest.product_id,
    store_id: guest.store_id,
    id: guest.id,
    ends_at: guest.ends_at,
    offered_at: isSameStay ? before.offered_at : now,
    choices: found.choices,
    reason: found.reason,
    ended_at: null,
  });
}

function areSame(one: ExtensionOffer['choices'], other: ExtensionOffer['choices']): boolean {
  return (
    one.length === other.length &&
    one.every((item, index) => item.minutes === other[index]?.minutes && item.totalAmount === other[index].totalAmount)
  );
}

async function keep(tx: Tx, row: OfferRow): Promise<void> {
  await tx.executeQuery(statement`
    insert into extension_offers (product_id, store_id, id, ends_at, offered_at, choices, reason, ended_at)
    values (${row.product_id}, ${row.store_id}, ${row.id}, ${row.ends_at}, ${row.offered_at},
      ${JSON.stringify(row.choices)}, ${row.reason}, ${row.ended_at})
    on conflict (store_id, id) do update set ends_at = excluded.ends_at, offered_at = excluded.offered_at,
      choices = excluded.choices,
      reason = excluded.reason, ended_at = excluded.ended_at`);
  await publish(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    name: 'extension-offer.changed',
    data: shaped(row),
  });
}

/** Lists the open offers of a store, the earliest end first. */
export async function listOffers(
  tx: Tx,
  { storeId }: QueryOf<typeof listExtensionOffers>,
): Promise<ReplyOf<typeof listExtensionOffers>> {
  const rows = await tx
    .selectFrom('extension_offers')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('ended_at', 'is', null)
    .orderBy('ends_at')
    .orderBy('id')
    .execute();
  return { total: rows.length, items: rows.map(shaped) };
}

/** Finds the guest's open offer. `null`: no open offer. */
export async function findOffer(tx: Tx, reservationId: string, now: Date): Promise<ExtensionOffer | null> {
  const row = await tx
    .selectFrom('extension_offers')
    .selectAll()
    .where('id', '=', reservationId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return row ? shaped(row) : null;
}

function shaped(row: OfferRow): ExtensionOffer {
  return {
    reservationId: row.id,
    storeId: row.store_id,
    until: row.ends_at.toISOString(),
    offeredAt: row.offered_at.toISOString(),
    choices: row.choices,
    reason: row.reason,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
