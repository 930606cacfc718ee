import type { listSettlements, QueryOf, SettlementTotals } from '@munjigi/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { orderOf, type Tables, type Tx } from '../../../db/index.ts';
import { notFound } from '../../../http/index.ts';

export type SettlementRow = Selectable<Tables['settlements']> & {
  readonly store_name: string;
  readonly store_address: string;
  /** `000-00-00000`, or empty. */
  readonly store_business_number: string;
  readonly store_representative: string;
  /** `<product>/<code>`: the code of the store never changes. */
  readonly store_mqtt_prefix: string;
  readonly time_zone: string;
  readonly day_cutoff: string;
  readonly comment_count: number;
  /** The amount that the period before could not pay out: zero or below. Won. */
  readonly carry_over_amount: number;
  /** The first date of the store's first period. */
  readonly first_starts_on: string;
};

const SETTLEMENT = sql`
  select p.*, s.name as store_name, s.address as store_address, s.business_number as store_business_number,
    coalesce(y.representative, '') as store_representative, s.mqtt_prefix as store_mqtt_prefix, s.time_zone,
      s.day_cutoff,
    (select count(*)::integer from settlement_comments c where c.store_id = p.store_id and c.settlement_id = p.id)
      as comment_count,
    coalesce((select b.carried_forward_amount from settlements b where b.store_id = p.store_id
      and b.number = p.number - 1), 0)::bigint as carry_over_amount,
    (select min(f.starts_on) from settlements f where f.store_id = p.store_id) as first_starts_on
  from settlements p join stores s on s.id = p.store_id left join settlement_payees y on y.store_id = p.store_id`;

/** Throws NOT_FOUND when the settlement does not exist or the person cannot see it. */
export async function readSettlement(tx: Tx, settlementId: string): Promise<SettlementRow> {
  return only(await sql<SettlementRow>`${SETTLEMENT} where p.id = ${settlementId}`.execute(tx));
}

/** Reads a settlement and locks it until the transaction ends; what belongs to it is read after the lock. */
export async function selectSettlementForUpdate(tx: Tx, settlementId: string): Promise<SettlementRow> {
  const lock = sql`select from settlements where id = ${settlementId} for no key update`.execute(tx);
  const [, row] = await Promise.all([lock, readSettlement(tx, settlementId)]);
  return row;
}

/** Reads the open settlement of a store; `null` before its first terms. */
export async function readOpenSettlement(tx: Tx, storeId: string): Promise<SettlementRow | null> {
  const {
    rows: [row],
  } = await sql<SettlementRow>`${SETTLEMENT} where p.store_id = ${storeId} and p.state = 'OPEN'`.execute(tx);
  return row ?? null;
}

/** Reads the open settlement of a store and locks it until the transaction ends. */
export async function selectOpenSettlementForUpdate(tx: Tx, storeId: string): Promise<SettlementRow | null> {
  const {
    rows: [row],
  } = await sql<SettlementRow>`${SETTLEMENT} where p.store_id = ${storeId} and p.state = 'OPEN' for no key
      update of p`.execute(tx);
  return row ?? null;
}

function only({ rows: [row] }: { readonly rows: readonly SettlementRow[] }): SettlementRow {
  if (!row) throw notFound();
  return row;
}

type ListFilter = Pick<QueryOf<typeof listSettlements>, 'storeId' | 'state' | 'period' | 'from' | 'to'>;

function matches({ storeId, state, period, from, to }: ListFilter, now: Date): RawBuilder<unknown> {
  const isOver = sql`(${now}::timestamptz at time zone s.time_zone - s.day_cutoff::interval)::date > p.ends_on`;
  const conditions = [
    ...(storeId === undefined ? [] : [sql`p.store_id = ${storeId}`]),
    ...(state === undefined ? [] : [sql`p.state = ${state}`]),
    ...(period === undefined ? [] : [period === 'ENDED' ? isOver : sql`not ${isOver}`]),
    ...(from === undefined ? [] : [sql`p.ends_on >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`p.ends_on <= ${to}::date`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Finds a page of the matching settlements, by end date, latest first. */
export async function findSettlements(
  tx: Tx,
  query: QueryOf<typeof listSettlements>,
  now: Date,
): Promise<{ total: number; rows: SettlementRow[] }> {
  const { page, limit, sort } = query;
  const where = matches(query, now);
  const [
    {
      rows: [counted],
    },
    { rows },
  ] = await Promise.all([
    sql<{
      total: number;
    }>`select count(*)::integer as total from settlements p join stores s on s.id = p.store_id where ${where}`.execute(
      tx,
    ),
    sql<SettlementRow>`${SETTLEMENT} where ${where}
      order by ${orderOf(sort, { endsOn: 'p.ends_on' }, 'p.id', sql`p.ends_on desc, s.name, p.id desc`)}
      limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { total: counted?.total ?? 0, rows };
}

/** Finds all matching open settlements: at most one per store. */
export async function findOpenSettlements(tx: Tx, filter: ListFilter, now: Date): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`${SETTLEMENT} where ${matches(filter, now)} and p.state = 'OPEN'`.execute(
    tx,
  );
  return rows;
}

/** Returns the sums of the matching closed settlements, and the number of all matching ones by whether they are open. */
export async function sumSettlements(tx: Tx, filter: ListFilter, now: Date): Promise<SettlementTotals> {
  const {
    rows: [row],
  } = await sql<SettlementTotals>`
    select coalesce(sum(p.gross_amount), 0)::bigint as "grossAmount",
      coalesce(sum(p.refund_amount), 0)::bigint as "refundAmount",
      coalesce(sum(p.gross_amount - p.refund_amount), 0)::bigint as "netAmount",
        coalesce(sum(p.fee_amount), 0)::bigint as "feeAmount",
      coalesce(sum(p.royalty_amount), 0)::bigint as "royaltyAmount",
        coalesce(sum(p.withheld_amount), 0)::bigint as "withheldAmount",
      coalesce(sum(p.payout_amount), 0)::bigint as "payoutAmount",
      coalesce(sum(p.carried_forward_amount), 0)::bigint as "carriedForwardAmount",
      (count(*) filter (where p.state <> 'OPEN'))::integer as count,
        (count(*) filter (where p.state = 'OPEN'))::integer as "withoutFigures"
    from settlements p join stores s on s.id = p.store_id where ${matches(filter, now)}`.execute(tx);
  if (!row) throw new Error('A sum without a row');
  return row;
}

/** Finds a page of closed settlements with a royalty, by end date and store. Each of them has a tax invoice. */
export async function findInvoiced(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
  offset: number,
): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`
    ${SETTLEMENT} where p.ends_on between ${from}::date and ${to}::date and p.state <> 'OPEN' and p.royalty_amount <> 0
      order by p.ends_on, s.name, p.id limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}

/**
 * Returns a query for the ledger transactions `t` of a period. An open period has those up to its end that no other
 * period holds.
 */
export function heldBy(row: SettlementRow): RawBuilder<unknown> {
  if (row.state !== 'OPEN') return heldFor(row);
  return sql`
    select t.* from ledger_transactions t
    where t.store_id = ${row.store_id} and t.business_date between ${row.first_starts_on}::date and ${row.ends_on}::date
      and t.kind not in ('SETTLEMENT', 'PAYOUT')
      and not exists (select from settlement_entries m where m.store_id = t.store_id and m.transaction_id = t.id)`;
}

/** Returns a query for the transactions that are assigned to a period. */
export function heldFor({ store_id: storeId, id }: Pick<SettlementRow, 'store_id' | 'id'>): RawBuilder<unknown> {
  return sql`
    select t.* from ledger_transactions t join settlement_entries m on m.store_id = t.store_id
      and m.transaction_id = t.id
    where m.store_id = ${storeId} and m.settlement_id = ${id}`;
}
