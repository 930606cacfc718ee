import type { GuestBlock, listBlockedGuests, QueryOf } from '@munjigi/contract';
import { maskPhone } from '@munjigi/rules';
import { sql, type Selectable } from 'kysely';
import { orderOf, readNumberedPage, type Tables, type Tx } from '../../../db/index.ts';
import { emailMarksOf, phoneMarksOf } from '../stay/guest-columns.ts';

export type BlockRow = Selectable<Tables['blocked_guests']>;

export interface GuestAddress {
  readonly guestPhone: string;
  readonly guestEmail?: string | undefined;
}

/** The block that keeps a guest from booking at a store now, the longest first; `null`: the guest can book. */
export async function findBlock(
  tx: Tx,
  { storeId, guest, now }: { readonly storeId: string; readonly guest: GuestAddress; readonly now: Date },
): Promise<BlockRow | null> {
  const phoneMarks = phoneMarksOf(tx, guest.guestPhone);
  const emailMarks = emailMarksOf(tx, guest.guestEmail ?? '');
  if (phoneMarks.length + emailMarks.length === 0) return null;
  const row = await tx
    .selectFrom('blocked_guests')
    .selectAll()
    .where('product_id', '=', sql<string>`(select actor_product())`)
    .where((eb) =>
      eb.or([
        ...(phoneMarks.length > 0 ? [eb('phone_mark', 'in', phoneMarks)] : []),
        ...(emailMarks.length > 0 ? [eb('email_mark', 'in', emailMarks)] : []),
      ]),
    )
    .where((eb) => eb.or([eb('store_id', 'is', null), eb('store_id', '=', storeId)]))
    .where('lifted_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export function toGuestBlock(row: BlockRow, now: Date): GuestBlock {
  return {
    id: row.id,
    storeId: row.store_id,
    maskedPhone: maskPhone(row.guest_phone),
    state: row.lifted_at === null && row.ends_at > now ? 'ACTIVE' : 'ENDED',
    reason: row.reason,
    blockedAt: row.blocked_at.toISOString(),
    blockedBy: row.blocked_by_name,
    endsAt: row.ends_at.toISOString(),
    liftedAt: row.lifted_at?.toISOString() ?? null,
    liftedBy: row.lifted_by_name,
  };
}

/** The blocks that the actor sees, latest first. */
export async function findGuestBlocks(
  tx: Tx,
  now: Date,
  { storeId, state, page, limit, sort }: QueryOf<typeof listBlockedGuests>,
): Promise<{ total: number; items: GuestBlock[] }> {
  const isActive = sql<boolean>`(lifted_at is null and ends_at > ${now})`;
  const blocks = tx
    .selectFrom('blocked_guests')
    .where('product_id', '=', sql<string>`(select actor_product())`)
    .$if(storeId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('store_id', 'is', null), eb('store_id', '=', storeId ?? '')])),
    )
    .$if(state !== undefined, (query) => query.where(isActive, '=', state === 'ACTIVE'));
  const { total, rows } = await readNumberedPage(blocks.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { blockedAt: 'blocked_at', endsAt: 'ends_at' }, 'id', sql`blocked_at desc, id`),
  });
  return { total, items: rows.map((row) => toGuestBlock(row, now)) };
}
