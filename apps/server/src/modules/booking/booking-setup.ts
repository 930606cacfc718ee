import type { BookingGap, getBookingSetup, ReplyOf } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/index.ts';
import { notFound, type Person } from '../../http/index.ts';
import { canPayOnline, type ProviderDeps } from '../payments/index.ts';
import { hasProvider } from '../staff-messages/index.ts';

interface SetupDeps {
  readonly db: Database;
  readonly providers: ProviderDeps['providers'];
  /** The origin of the server; `null`: it does not know its own address. */
  readonly publicUrl: string | null;
}

interface SetupRow {
  readonly slug: string;
  readonly is_open: boolean;
  readonly has_hours: boolean;
  readonly rooms: { id: string; name: string }[];
  readonly has_price: boolean;
}

/** Lists what is missing before guests can book at a store (BK-8), in the order in which people set it up. */
export async function readBookingSetup(
  deps: SetupDeps,
  actor: Person,
  storeId: string,
): Promise<ReplyOf<typeof getBookingSetup>> {
  const { db, providers, publicUrl } = deps;
  const { store, hasSms } = await db.withActor(actor, async (tx) => ({
    store: await findSetup(tx, storeId),
    hasSms: await hasProvider(tx, actor.productId, 'SMS'),
  }));
  const canPay = await canPayOnline({ providers }, actor.productId);
  const isPresent: Readonly<Record<BookingGap, boolean>> = {
    PUBLIC_URL: publicUrl !== null,
    SMS_PROVIDER: hasSms,
    CHECKOUT_PROVIDER: canPay,
    HOURS: store.has_hours,
    ROOM: store.rooms.length > 0,
    PRICE: store.has_price,
  };
  return {
    storeId,
    isOpen: store.is_open,
    url: publicUrl === null ? null : bookingUrl(publicUrl, { slug: store.slug, storeId }),
    missing: (Object.keys(isPresent) as BookingGap[]).filter((gap) => !isPresent[gap]),
    rooms: store.rooms,
  };
}

export function bookingUrl(
  publicUrl: string,
  { slug, storeId, roomId }: { readonly slug: string; readonly storeId: string; readonly roomId?: string | undefined },
): string {
  return `${publicUrl}/b/${slug}/${storeId}${roomId === undefined ? '' : `?room=${roomId}`}`;
}

async function findSetup(tx: Tx, storeId: string): Promise<SetupRow> {
  const { rows } = await sql<SetupRow>`
    select p.slug, s.booking_is_open and s.closed_at is null as is_open, jsonb_array_length(s.hours) > 0 as has_hours,
      (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.sort_order, r.id), '[]')
       from rooms r where r.store_id = s.id and r.archived_at is null) as rooms,
      exists (select from price_policies c where c.store_id = s.id and c.deleted_at is null) as has_price
    from stores s join products p on p.id = s.product_id where s.id = ${storeId}`.execute(tx);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}
