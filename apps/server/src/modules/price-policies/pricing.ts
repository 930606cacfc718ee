import type { lintPrices, OpeningHours, PriceFinding, QueryOf } from '@munjigi/contract';
import {
  calculatePrice,
  lintPriceRules,
  zonedDate,
  type Period,
  type PriceQuote,
  type PriceRule,
} from '@munjigi/rules';
import { prepareStatement, type Tx } from '../../db/index.ts';
import { notFound, Problem } from '../../http/index.ts';
import { holidayCheck } from '../stores/index.ts';

/** All inputs of a price besides the request. Spread it into `calculatePrice`. */
export interface PricingContext {
  readonly timeZone: string;
  readonly slotMinutes: number;
  /** Ordered by precedence: the winning policy first (PR-2). */
  readonly policies: readonly PriceRule[];
  readonly isHoliday: (date: string) => boolean;
}

interface PricingRow {
  readonly time_zone: string;
  readonly slot_minutes: number;
  readonly policies: PriceRule[];
  readonly holiday_edits: { readonly date: string; readonly isHoliday: boolean }[];
}

interface PricedStoreRow extends PricingRow {
  readonly hours: OpeningHours[];
  readonly max_minutes: number;
  readonly room_ids: string[];
}

/**
 * SQL for the policies of a store (a column with its id) as a JSON array of `PriceRule`, the winning one first. Prices
 * are read often, so the policies come with the rest in one statement.
 */
export const policiesOf = (store: string): string => `
  (select coalesce(json_agg(json_build_object(
     'id', p.id, 'name', p.name, 'roomIds', p.room_ids, 'weekdays', p.weekdays, 'holidays', p.holidays, 'startsOn', p.starts_on, 'endsOn', p.ends_on,
     'fromTime', p.from_time, 'toTime', p.to_time, 'unit', p.unit, 'amount', p.amount, 'packageMinutes', p.package_minutes,
     'includedHeadCount', p.included_head_count, 'extraPersonAmount', p.extra_person_amount, 'priority', p.priority)
     order by p.priority desc, p.created_at, p.id), '[]')
   from price_policies p where p.store_id = ${store} and p.deleted_at is null)`;

const PRICING_OF_S = `
  s.time_zone, s.slot_minutes, ${policiesOf('s.id')} as policies,
  (select coalesce(json_agg(json_build_object('date', h.date, 'isHoliday', h.is_holiday)), '[]') from store_holidays h where h.store_id = s.id) as holiday_edits`;

const OF_STORE = prepareStatement<PricingRow>(`select ${PRICING_OF_S} from stores s where s.id = $1`);
const OF_ROOM = prepareStatement<PricingRow>(
  `select ${PRICING_OF_S} from rooms r join stores s on s.product_id = r.product_id and s.id = r.store_id where r.id = $1`,
);
const WITH_STORE = prepareStatement<PricedStoreRow>(`
  select ${PRICING_OF_S}, s.hours, s.max_minutes,
    (select coalesce(json_agg(r.id order by r.sort_order, r.id), '[]') from rooms r where r.store_id = s.id and r.archived_at is null) as room_ids
  from stores s where s.id = $1`);

/**
 * Reads the inputs of prices of a store's rooms at this moment. Throws `NOT_FOUND` if the store does not exist or the
 * person cannot see it.
 */
export async function readPricing(tx: Tx, storeId: string): Promise<PricingContext> {
  return pricingOf(firstRow(await OF_STORE.read(tx, storeId)));
}

/** The same for the store of a room. */
export async function readPricingOfRoom(tx: Tx, roomId: string): Promise<PricingContext> {
  return pricingOf(firstRow(await OF_ROOM.read(tx, roomId)));
}

/** The same, with the opening hours, the longest booking and the rooms of the store. */
export async function readPricedStore(
  tx: Tx,
  storeId: string,
): Promise<
  PricingContext & { readonly hours: OpeningHours[]; readonly maxMinutes: number; readonly roomIds: string[] }
> {
  const row = firstRow(await WITH_STORE.read(tx, storeId));
  return { ...pricingOf(row), hours: row.hours, maxMinutes: row.max_minutes, roomIds: row.room_ids };
}

function firstRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw notFound();
  return row;
}

function pricingOf(row: PricingRow): PricingContext {
  return {
    timeZone: row.time_zone,
    slotMinutes: row.slot_minutes,
    policies: row.policies,
    isHoliday: holidayCheck(row.holiday_edits),
  };
}

type Priced = Extract<PriceQuote, { kind: 'priced' }>;

/** Returns the price. Throws `NO_PRICE` with the times that have no price (PR-2). */
export function priceStay(
  pricing: PricingContext,
  stay: Period & { readonly roomId: string; readonly headCount: number },
): Priced {
  const quote = calculatePrice({ ...pricing, ...stay });
  if (quote.kind === 'priced') return quote;
  const detail = quote.gaps.map((gap) => `${gap.startsAt.toISOString()}/${gap.endsAt.toISOString()}`).join(', ');
  const path = (quote.gaps[0]?.startsAt ?? stay.startsAt) > stay.startsAt ? 'endsAt' : 'startsAt';
  throw new Problem('NO_PRICE', {
    detail,
    errors: [{ path, code: 'no_price', message: new Problem('NO_PRICE').message }],
  });
}

/** Finds faults in a store's prices in the week that holds `date` (the store's today when not given). */
export async function lintPolicies(
  tx: Tx,
  now: Date,
  { storeId, date }: QueryOf<typeof lintPrices>,
): Promise<{ items: PriceFinding[] }> {
  const store = await readPricedStore(tx, storeId);
  return { items: lintPriceRules({ ...store, date: date ?? zonedDate(store.timeZone, now) }) };
}
