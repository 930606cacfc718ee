import type { PaymentMethod, SalesTotals, Sales } from '@munjigi/contract';
import { addDays } from '@munjigi/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';
import type { Person } from '../../http/index.ts';
import { matchSales, type SalesQuery } from './filter.ts';
import { wholeMonths, type Dates } from './months.ts';

interface Figures {
  readonly gross_amount: number;
  readonly refund_amount: number;
  readonly supply_amount: number;
  readonly vat_amount: number;
  readonly tax_free_amount: number;
  readonly payment_count: number;
  readonly refund_count: number;
}

const FIGURES = sql`
  coalesce(sum(t.gross_amount), 0)::bigint as gross_amount, coalesce(sum(t.refund_amount), 0)::bigint as refund_amount,
  coalesce(sum(t.supply_amount), 0)::bigint as supply_amount, coalesce(sum(t.vat_amount), 0)::bigint as vat_amount,
  coalesce(sum(t.tax_free_amount), 0)::bigint as tax_free_amount,
    coalesce(sum(t.payment_count), 0)::bigint as payment_count,
  coalesce(sum(t.refund_count), 0)::bigint as refund_count`;

const NAMES = sql`t.gross_amount, t.refund_amount, t.supply_amount, t.vat_amount, t.tax_free_amount, t.payment_count,
  t.refund_count`;

export function toSalesTotals(figures: Figures): SalesTotals {
  return {
    grossAmount: figures.gross_amount,
    refundAmount: figures.refund_amount,
    netAmount: figures.gross_amount - figures.refund_amount,
    supplyAmount: figures.supply_amount,
    vatAmount: figures.vat_amount,
    taxFreeAmount: figures.tax_free_amount,
    paymentCount: figures.payment_count,
    refundCount: figures.refund_count,
  };
}

/** A sum. The columns that it is not grouped by are null. */
export interface SalesSumRow extends Figures {
  readonly grouped_by: 'ALL' | 'DAY' | 'HOUR' | 'ROOM' | 'STORE' | 'METHOD' | 'CHANNEL';
  readonly business_date: string;
  readonly weekday: number;
  readonly hour: number;
  readonly store_id: string;
  readonly store_name: string | null;
  readonly room_id: string | null;
  readonly room_name: string | null;
  readonly method: PaymentMethod;
  readonly channel: Sales['channels'][number]['channel'];
}

/**
 * Returns every grouping of what the filter matches in one statement, ordered by net amount, highest first, then by
 * name. `grouping()` sets a bit for each column that a sum is not grouped by.
 */
export async function sumByAll(tx: Tx, actor: Person, filter: SalesQuery): Promise<SalesSumRow[]> {
  const months = isOfRoom(filter) ? null : wholeMonths(filter);
  const groups = months === null ? groupsOfHours(actor, filter) : groupsOfMonths(actor, filter, months);
  const { rows } = await sql<SalesSumRow>`
    ${groups}
    select g.*, s.name as store_name, r.name as room_name
    from groups g
    left join stores s on s.id = g.store_id
    left join rooms r on r.store_id = g.store_id and r.id = g.room_id
    order by g.gross_amount - g.refund_amount desc, s.name, r.name, g.method, g.channel`.execute(tx);
  return rows;
}

/** Groups each row only twice, by time and by place. The other groupings are sums of these few rows. */
function groupsOfHours(actor: Person, filter: SalesQuery): RawBuilder<unknown> {
  return sql`
    with sums as materialized (
      select grouping(t.hour) = 0 as is_by_time, t.business_date, extract(dow from t.business_date)::integer as weekday,
        t.hour,
        t.store_id, t.room_id, t.method, t.channel, ${FIGURES}
      from sales_hours t where ${matchSales(actor, filter)}
      group by grouping sets ((t.business_date, t.hour), (t.store_id, t.room_id, t.method, t.channel))),
    groups as (
      select case grouping(t.business_date) when 0 then 'DAY' else 'HOUR' end as grouped_by,
        t.business_date, t.weekday, t.hour, null::uuid as store_id, null::uuid as room_id, null as method,
          null as channel, ${FIGURES}
      from sums t where t.is_by_time group by grouping sets ((t.business_date), (t.weekday, t.hour))
      union all
      select case grouping(t.room_id, t.store_id, t.method, t.channel) when 3 then 'ROOM' when 11 then 'STORE' when 13
        then 'METHOD' when 14 then 'CHANNEL' else 'ALL' end,
        null, null, null, t.store_id, t.room_id, t.method, t.channel, ${FIGURES}
      from sums t where not t.is_by_time group by grouping sets
        ((), (t.store_id, t.room_id), (t.store_id), (t.method), (t.channel)))`;
}

/** The same from the stored sums by date and month. Only dates outside the whole months are read by hour. */
function groupsOfMonths(actor: Person, filter: SalesQuery, months: Dates): RawBuilder<unknown> {
  const { storeId, method, channel } = filter;
  return sql`
    with rest as materialized (
      select extract(dow from t.business_date)::smallint as weekday, t.hour, t.store_id, t.room_id, t.method, t.channel,
        ${FIGURES}
      from sales_hours t where ${matchSales(actor, { storeId, method, channel })} and ${outside(filter, months)}
      group by grouping sets ((extract(dow from t.business_date)::smallint, t.hour), (t.store_id, t.room_id),
        (t.method, t.channel))),
    parts as (
      select t.kind, t.weekday, t.hour, t.store_id, t.room_id, t.method, t.channel, ${NAMES}
      from ${above(actor, filter, 'HOUR', months)}
      union all
      select t.kind, t.weekday, t.hour, t.store_id, t.room_id, t.method, t.channel, ${NAMES}
      from ${above(actor, filter, 'ROOM', months)}
      union all
      select t.kind, t.weekday, t.hour, t.store_id, t.room_id, t.method, t.channel, ${NAMES}
      from ${above(actor, filter, 'METHOD', months)}
      union all
      select case when t.hour is not null then 'HOUR' when t.store_id is not null then 'ROOM'
        else 'METHOD' end, t.weekday, t.hour, t.store_id, t.room_id, t.method, t.channel, ${NAMES}
      from rest t),
    days as materialized (select t.starts_on as business_date, t.store_id, ${FIGURES}
      from ${above(actor, filter, 'DAY', filter)} group by 1, 2),
    groups as (
      select case grouping(t.business_date, t.store_id) when 1 then 'DAY' when 2 then 'STORE'
        else 'ALL' end as grouped_by,
        t.business_date, null::integer as weekday, null::integer as hour, t.store_id, null::uuid as room_id,
          null as method, null as channel, ${FIGURES}
      from days t group by grouping sets ((), (t.business_date), (t.store_id))
      union all
      select 'HOUR', null, t.weekday, t.hour, null, null, null, null, ${FIGURES} from parts t where t.kind = 'HOUR'
        group by t.weekday, t.hour
      union all
      select 'ROOM', null, null, null, t.store_id, t.room_id, null, null, ${FIGURES} from parts t where t.kind = 'ROOM'
        group by t.store_id, t.room_id
      union all
      select case grouping(t.method) when 0 then 'METHOD' else 'CHANNEL' end, null, null, null, null, null, t.method,
        t.channel, ${FIGURES}
      from parts t where t.kind = 'METHOD' group by grouping sets ((t.method), (t.channel)))`;
}

/**
 * Returns the condition for dates before and after the whole months, so that only their rows are read; most of a year
 * is within them.
 */
function outside({ from, to }: Dates, months: Dates): RawBuilder<unknown> {
  const between = (first: string, last: string) => sql`t.business_date between ${first}::date and ${last}::date`;
  const parts = [
    ...(from < months.from ? [between(from, addDays(months.from, -1))] : []),
    ...(to > months.to ? [between(addDays(months.to, 1), to)] : []),
  ];
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}

/**
 * Returns whether the filter names a room. Such a filter reads the sums by hour: the sums by date and month do not
 * split a room, and a room has few rows.
 */
function isOfRoom({ roomId }: Partial<SalesQuery>): boolean {
  return roomId !== undefined;
}

/**
 * Returns stored sums `t` of dates or whole months. A filter by method or channel reads `sales_sums_narrowed`, except
 * for the kind METHOD.
 */
function above(
  actor: Person,
  { storeId, method, channel }: Partial<SalesQuery>,
  kind: 'DAY' | 'HOUR' | 'ROOM' | 'METHOD',
  { from, to }: Dates,
): RawBuilder<unknown> {
  const started = sql`t.kind = ${kind} and t.starts_on between ${from}::date and ${to}::date`;
  if (kind === 'METHOD' || (method === undefined && channel === undefined))
    return sql`sales_sums t where ${matchSales(actor, { storeId, method, channel })} and ${started}`;
  const of = (column: string, value: string | undefined) =>
    value === undefined ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
  return sql`sales_sums_narrowed t where ${matchSales(actor, { storeId })} and ${started} and ${of('t.method', method)}
    and ${of('t.channel', channel)}`;
}

/** Returns the totals of what the filter matches. */
export async function sumOf(tx: Tx, actor: Person, filter: SalesQuery): Promise<SalesTotals> {
  const rowsOf = isOfRoom(filter)
    ? sql`sales_hours t where ${matchSales(actor, filter)}`
    : above(actor, filter, 'DAY', filter);
  const {
    rows: [row],
  } = await sql<Figures>`select ${FIGURES} from ${rowsOf}`.execute(tx);
  if (!row) throw new Error('A sum without a row');
  return toSalesTotals(row);
}

/** Returns the totals by business date. A date without sales is absent. */
export async function sumByDay(
  tx: Tx,
  actor: Person,
  filter: Dates & Pick<SalesQuery, 'storeId' | 'roomId' | 'method' | 'channel'>,
): Promise<ReadonlyMap<string, SalesTotals>> {
  const rowsOf = isOfRoom(filter)
    ? sql`(select t.business_date as starts_on, ${NAMES} from sales_hours t where ${matchSales(actor, filter)}) t`
    : above(actor, filter, 'DAY', filter);
  const { rows } = await sql<Figures & { business_date: string }>`
    select t.starts_on as business_date, ${FIGURES} from ${rowsOf} group by t.starts_on`.execute(tx);
  return new Map(rows.map((row) => [row.business_date, toSalesTotals(row)]));
}
