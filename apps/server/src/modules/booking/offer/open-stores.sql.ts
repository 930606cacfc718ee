import type { CancellationTier, OpeningHours } from '@munjigi/contract';
import { sql } from 'kysely';
import { SYSTEM, statement, type Database, type Tx } from '../../../db/index.ts';
import { notFound } from '../../../http/index.ts';

/** A store that takes online bookings, with what guests should know and the rules of its time. */
export interface OpenStore {
  readonly productId: string;
  readonly productSlug: string;
  readonly productName: string;
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly addressEn: string;
  readonly phone: string;
  readonly mapUrl: string;
  readonly terms: string;
  readonly termsEn: string;
  readonly isOpen: boolean;
  readonly timeZone: string;
  readonly hours: OpeningHours[];
  readonly slotMinutes: number;
  readonly minMinutes: number;
  readonly maxMinutes: number;
  readonly horizonDays: number;
  readonly bufferMinutes: number;
  readonly holdMinutes: number;
  readonly dayCutoff: string;
  readonly cancellationTiers: CancellationTier[];
}

/** What a guest accepts when they book. */
export type BookingTerms = Pick<OpenStore, 'terms' | 'termsEn' | 'cancellationTiers'>;

/** A store as the path of a request names it. */
export interface StorePath {
  readonly product: string;
  readonly storeId: string;
  /** With a valid token of the preview, a store that has not switched on online booking counts as well (BK-12). */
  readonly isPreview?: boolean;
}

/** Names a path in a cache. */
export function keyOfPath({ product, storeId, isPreview = false }: StorePath): string {
  return `${product} ${storeId} ${isPreview}`;
}

/**
 * Reads a store of this product that takes online bookings. Throws the same NOT_FOUND for every other store (BK-1): an
 * unknown one, one of another product, one that is closed for good, and one without online booking.
 */
export async function readOpenStore(
  db: Database,
  { product, storeId, isPreview = false }: StorePath,
): Promise<OpenStore> {
  const [found] = await db.doAtOnce(
    SYSTEM,
    statement<OpenStore>`
    select p.id as "productId", p.slug as "productSlug", p.name as "productName", s.id, s.name, s.address,
      s.guest_address_en as "addressEn",
      s.phone, s.guest_map_url as "mapUrl", s.booking_terms as terms, s.booking_terms_en as "termsEn",
        s.booking_is_open as "isOpen", s.time_zone as "timeZone", s.hours, s.slot_minutes as "slotMinutes",
      s.min_minutes as "minMinutes", s.max_minutes as "maxMinutes", s.horizon_days as "horizonDays",
      s.buffer_minutes as "bufferMinutes", s.hold_minutes as "holdMinutes", s.day_cutoff as "dayCutoff",
      s.cancellation_tiers as "cancellationTiers"
    from stores s join products p on p.id = s.product_id
    where p.slug = ${product} and s.id = ${storeId} and (s.booking_is_open or ${isPreview}) and s.closed_at is null`,
  );
  if (!found) throw notFound();
  return found;
}

/** Reads the present terms of a store in a transaction. Throws NOT_FOUND when it no longer takes online bookings. */
export async function readPresentTerms(tx: Tx, storeId: string): Promise<BookingTerms> {
  const { rows } = await sql<BookingTerms>`
    select booking_terms as terms, booking_terms_en as "termsEn", cancellation_tiers as "cancellationTiers" from stores
    where id = ${storeId} and booking_is_open and closed_at is null`.execute(tx);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** The ids of all stores of a product that take online bookings. */
export async function listOpenStores(
  db: Database,
  product: string,
): Promise<{ productId: string; storeIds: string[] } | null> {
  const rows = await db.doAtOnce(
    SYSTEM,
    statement<{ productId: string; id: string }>`
    select s.product_id as "productId", s.id from stores s join products p on p.id = s.product_id
    where p.slug = ${product} and s.booking_is_open and s.closed_at is null`,
  );
  const [first] = rows;
  return first ? { productId: first.productId, storeIds: rows.map(({ id }) => id) } : null;
}
