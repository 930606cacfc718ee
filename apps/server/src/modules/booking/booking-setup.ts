import type { BookingGap, getBookingSetup, ReplyOf } from '@munjigi/contract';
import { sql } from 'kysely';
import { businessDateOf } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Database, Tx } from '../../db/index.ts';
import { notFound, type Person } from '../../http/index.ts';
import { canPayOnline, type ProviderDeps } from '../payments/index.ts';
import { hasProvider } from '../staff-messages/index.ts';
import { findSellerFacts } from '../stores/index.ts';
import type { BookingMarks } from './guest-proof/booking-marks.ts';
import { issuePreviewToken } from './staff-preview.ts';
import { listKeys } from '../../list-keys.ts';

interface SetupDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: ProviderDeps['providers'];
  /** The origin of the server; `null`: it does not know its own address. */
  readonly publicUrl: string | null;
  readonly marks: BookingMarks;
}

interface SetupRow {
  readonly slug: string;
  readonly is_open: boolean;
  readonly has_hours: boolean;
  readonly rooms: { id: string; name: string }[];
  readonly time_zone: string;
  readonly day_cutoff: string;
}

/** Lists what is missing before guests can book at a store (BK-8), in the order in which people set it up. */
export async function readBookingSetup(
  deps: SetupDeps,
  actor: Person,
  storeId: string,
): Promise<ReplyOf<typeof getBookingSetup>> {
  const { db, clock, providers, publicUrl, marks } = deps;
  const { store, hasSms, hasPrice, sellerGaps } = await db.withActor(actor, async (tx) => {
    const found = await findSetup(tx, storeId);
    const today = businessDateOf({ timeZone: found.time_zone, dayCutoff: found.day_cutoff }, clock.now());
    return {
      store: found,
      hasSms: await hasProvider(tx, actor.productId, 'SMS'),
      hasPrice: await hasPriceOn(tx, storeId, today),
      sellerGaps: new Set((await findSellerFacts(tx, storeId))?.missing),
    };
  });
  const canPay = await canPayOnline({ providers }, { productId: actor.productId, storeId });
  const isPresent: Readonly<Record<BookingGap, boolean>> = {
    PUBLIC_URL: publicUrl !== null,
    SMS_PROVIDER: hasSms,
    CHECKOUT_PROVIDER: canPay,
    HOURS: store.has_hours,
    ROOM: store.rooms.length > 0,
    PRICE: hasPrice,
    SELLER: !sellerGaps.has('SELLER'),
    BUSINESS_NUMBER: !sellerGaps.has('BUSINESS_NUMBER'),
    MAIL_ORDER: !sellerGaps.has('MAIL_ORDER'),
    PRIVACY_POLICY: !sellerGaps.has('PRIVACY_POLICY'),
  };
  return {
    storeId,
    isOpen: store.is_open,
    url: publicUrl === null ? null : bookingUrl(publicUrl, { slug: store.slug, storeId }),
    previewPath: store.is_open
      ? null
      : `${bookingUrl('', { slug: store.slug, storeId })}#preview=${issuePreviewToken(marks, storeId, clock.now())}`,
    missing: listKeys(isPresent).filter((gap) => !isPresent[gap]),
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
      s.time_zone, s.day_cutoff
    from stores s join products p on p.id = s.product_id where s.id = ${storeId}`.execute(tx);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** Whether a price policy of the store holds on this date: one that has ended, or starts later, is no price for guests. */
async function hasPriceOn(tx: Tx, storeId: string, date: string): Promise<boolean> {
  const policy = await tx
    .selectFrom('price_policies')
    .select('id')
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('starts_on', 'is', null), eb('starts_on', '<=', date)]))
    .where((eb) => eb.or([eb('ends_on', 'is', null), eb('ends_on', '>=', date)]))
    .limit(1)
    .executeTakeFirst();
  return policy !== undefined;
}
