import type {
  ChannelStatement,
  ChannelStatementLine,
  StatementAmounts,
  StatementLineState,
  listChannelStatementLines,
  QueryOf,
} from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import { orderOf, type Tx } from '../../db/index.ts';

interface Amounts {
  readonly amount: number;
  readonly refunded_amount: number;
  readonly commission_amount: number;
  readonly payout_amount: number;
}

/** The money of statement `s` in the ledger by reference: what its business dates moved of payments of its channel. */
const IN_LEDGER = sql`
  select c.reference, c.store_id, t.reservation_id,
    coalesce(-sum(e.amount) filter (where e.account like 'SALES_%' and t.kind = 'PAYMENT'), 0)::bigint as amount,
    coalesce(sum(e.amount) filter (where e.account like 'SALES_%' and t.kind = 'REFUND'), 0)::bigint as refunded_amount,
    coalesce(sum(e.amount) filter (where e.account in ('CHANNEL_COMMISSION', 'CHANNEL_COMMISSION_VAT')), 0)::bigint
      as commission_amount,
    coalesce(sum(e.amount) filter (where e.account = 'MONEY_AT_CHANNEL'), 0)::bigint as payout_amount
  from channel_payments c
    join ledger_transactions t on t.store_id = c.store_id and t.payment_id = c.id
    join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
  where c.product_id = s.product_id and c.key_id = s.key_id and t.business_date between s.starts_on and s.ends_on
  group by c.reference, c.store_id, t.reservation_id`;

/** The payments of statement `s` beside those of the ledger, with their states. */
const COMPARED = sql`
  select coalesce(l.reference, o.reference) as reference, o.store_id, o.reservation_id,
    l.amount, l.refunded_amount, l.commission_amount, l.payout_amount,
    o.amount as our_amount, o.refunded_amount as our_refunded_amount, o.commission_amount as our_commission_amount,
      o.payout_amount as our_payout_amount,
    case when l.reference is null then 'MISSING'
      when o.reference is null then 'UNKNOWN'
      when (l.amount, l.refunded_amount, l.commission_amount, l.payout_amount) =
        (o.amount, o.refunded_amount, o.commission_amount, o.payout_amount) then 'MATCHED'
      else 'DIFFERENT' end as state
  from (select * from channel_statement_lines where statement_id = s.id) l full join (${IN_LEDGER}) o
    on o.reference = l.reference`;

interface StatementRow {
  readonly id: string;
  readonly key_id: string;
  readonly name: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly file_name: string;
  readonly imported_at: Date;
  readonly imported_by_name: string;
  readonly stated: Amounts;
  readonly ours: Amounts;
  readonly counts: Partial<Record<StatementLineState, number>>;
}

const sumsOf = (prefix: string) => sql`json_build_object(
  'amount', coalesce(sum(${sql.ref(`x.${prefix}amount`)}), 0), 'refunded_amount',
    coalesce(sum(${sql.ref(`x.${prefix}refunded_amount`)}), 0),
  'commission_amount', coalesce(sum(${sql.ref(`x.${prefix}commission_amount`)}), 0), 'payout_amount',
    coalesce(sum(${sql.ref(`x.${prefix}payout_amount`)}), 0))`;

export async function findStatements(
  tx: Tx,
  {
    where = sql`true`,
    page,
    limit,
    sort,
  }: {
    readonly where?: RawBuilder<unknown>;
    readonly page: number;
    readonly limit: number;
    readonly sort?: 'from' | '-from' | undefined;
  },
): Promise<{ total: number; items: ChannelStatement[] }> {
  // Each statement is compared with the ledger, so the page is chosen first.
  const order = orderOf(sort, { from: 's.starts_on' }, 's.id', sql`s.starts_on desc, s.id`);
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::integer as total from channel_statements s where ${where}`.execute(tx),
    sql<StatementRow>`
      select s.id, s.key_id, k.name, s.starts_on, s.ends_on, s.file_name, s.imported_at, s.imported_by_name, x.stated,
        x.ours, x.counts
      from (select s.* from channel_statements s where ${where} order by ${order} limit ${limit} offset ${page * limit})
        s
      join api_keys k on k.id = s.key_id
      cross join lateral (
        select ${sumsOf('')} as stated, ${sumsOf('our_')} as ours,
          json_build_object(
            'MATCHED', count(*) filter (where x.state = 'MATCHED'), 'DIFFERENT',
              count(*) filter (where x.state = 'DIFFERENT'),
            'UNKNOWN', count(*) filter (where x.state = 'UNKNOWN'), 'MISSING',
              count(*) filter (where x.state = 'MISSING')) as counts
        from (${COMPARED}) x) x
      order by ${order}`.execute(tx),
  ]);
  return { total: counted.rows[0]?.total ?? 0, items: found.rows.map(toStatement) };
}

function toStatement(row: StatementRow): ChannelStatement {
  return {
    id: row.id,
    apiKeyId: row.key_id,
    channelName: row.name,
    from: row.starts_on,
    to: row.ends_on,
    fileName: row.file_name,
    importedAt: row.imported_at.toISOString(),
    importedBy: row.imported_by_name,
    inStatement: toAmounts(row.stated),
    inLedger: toAmounts(row.ours),
    counts: { MATCHED: 0, DIFFERENT: 0, UNKNOWN: 0, MISSING: 0, ...row.counts },
  };
}

function toAmounts(row: Amounts): StatementAmounts {
  return {
    amount: row.amount,
    refundedAmount: row.refunded_amount,
    commissionAmount: row.commission_amount,
    payoutAmount: row.payout_amount,
  };
}

type LineRow = { [K in keyof Amounts]: number | null } & {
  readonly [K in keyof Amounts as `our_${K}`]: number | null;
} & {
  readonly reference: string;
  readonly state: StatementLineState;
  readonly store_id: string | null;
  readonly store_name: string | null;
  readonly reservation_id: string | null;
  readonly code: string | null;
};

/** The payments of a statement, differences first. */
export async function findStatementLines(
  tx: Tx,
  statementId: string,
  { state, page, limit, sort }: QueryOf<typeof listChannelStatementLines>,
): Promise<{ total: number; items: ChannelStatementLine[] }> {
  const among = sql`from channel_statements s cross join lateral (${COMPARED}) x
    where s.id = ${statementId} and ${state === undefined ? sql`true` : sql`x.state = ${state}`}`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::integer as total ${among}`.execute(tx),
    sql<LineRow>`
      select y.*, m.name as store_name, r.code from (select x.* ${among}) y
      left join stores m on m.id = y.store_id
      left join reservations r on r.store_id = y.store_id and r.id = y.reservation_id
      order by ${orderOf(
        sort,
        { reference: 'y.reference' },
        'y.reference',
        sql`y.state = 'MATCHED', y.state,
        y.reference`,
      )} limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { total: counted.rows[0]?.total ?? 0, items: found.rows.map(toLine) };
}

function toLine(row: LineRow): ChannelStatementLine {
  return {
    reference: row.reference,
    state: row.state,
    reservation:
      row.store_id === null || row.reservation_id === null
        ? null
        : { id: row.reservation_id, storeId: row.store_id, storeName: row.store_name ?? '', code: row.code ?? '' },
    inStatement: amountsOrNull(row.amount, row.refunded_amount, row.commission_amount, row.payout_amount),
    inLedger: amountsOrNull(row.our_amount, row.our_refunded_amount, row.our_commission_amount, row.our_payout_amount),
  };
}

function amountsOrNull(
  amount: number | null,
  refundedAmount: number | null,
  commissionAmount: number | null,
  payoutAmount: number | null,
): StatementAmounts | null {
  if (amount === null || refundedAmount === null || commissionAmount === null || payoutAmount === null) return null;
  return { amount, refundedAmount, commissionAmount, payoutAmount };
}
