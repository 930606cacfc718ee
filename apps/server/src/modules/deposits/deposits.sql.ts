import { OPEN_DEPOSIT_STATES, type listDeposits, type QueryOf, type ReplyOf } from '@munjigi/contract';
import { sql } from 'kysely';
import { orderOf, personalOf, writeBehind, type Tx } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';
import { shapedDeposit, type DepositRow } from './deposit-row.ts';

/** By the bank's clock, newest first. */
export async function findDeposits(tx: Tx, { page, limit, storeId, state, from, to, sort }: QueryOf<typeof listDeposits>): Promise<ReplyOf<typeof listDeposits>> {
  const wanted = tx
    .selectFrom('deposits')
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''))
    .$if(state === 'OPEN', (query) => query.where('state', 'in', [...OPEN_DEPOSIT_STATES]))
    .$if(state !== undefined && state !== 'OPEN', (query) => query.where('state', '=', state ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? '')))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to ?? '')));
  const [{ total }, rows] = await Promise.all([
    wanted.select((it) => it.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    wanted.selectAll().orderBy(orderOf(sort, { at: 'at' }, 'id', sql`at desc, id desc`)).limit(limit).offset(page * limit).execute(),
  ]);
  return { total, items: rows.map(shapedDeposit) };
}

/** Throws NOT_FOUND for one that is not there, or not for this person. */
export async function readDeposit(tx: Tx, depositId: string): Promise<DepositRow> {
  const row = await tx.selectFrom('deposits').selectAll().where('id', '=', depositId).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The same, and nobody else changes it until the transaction ends. Its reservation and its payment are taken after it. */
export async function takeDeposit(tx: Tx, depositId: string): Promise<DepositRow> {
  const row = await tx.selectFrom('deposits').selectAll().where('id', '=', depositId).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

type Changes = Partial<
  Pick<
    DepositRow,
    | 'state' | 'withheld' | 'reservation_id' | 'payment_id' | 'settled_at' | 'settled_by' | 'settled_by_name' | 'note' | 'was_undone' | 'sources' | 'balance' | 'bank' | 'account_end'
    | 'depositor_name'
  >
>;

/** Changes one that the transaction has taken, and gives it as it is then. */
export function changeDeposit(tx: Tx, row: DepositRow, set: Changes): DepositRow {
  const version = row.version + 1;
  const { depositor_name: name, ...rest } = set;
  const named = name === undefined ? {} : { depositor_name: name === null ? null : personalOf(tx).seal(name) };
  writeBehind(tx, tx.updateTable('deposits').set({ ...rest, ...named, version }).where('store_id', '=', row.store_id).where('id', '=', row.id));
  return { ...row, ...set, version };
}

/** A reservation that money may be for, as candidates show it. */
export interface PayableRow {
  readonly id: string;
  readonly code: string;
  readonly room_name: string;
  readonly state: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly guest_name: string;
  readonly guest_phone: string;
  readonly price_amount: number;
  readonly paid_amount: number;
  readonly created_at: Date;
}

/** More than these at once, and nothing is matched by itself: the one in the way might be among the rest. */
export const MOST_PAYABLE = 2000;

/**
 * The store's reservations of guests with something unpaid, from a week before the money came; and those of the days before it that are
 * over, for which it may have been meant. One more than `MOST_PAYABLE` when there are too many.
 */
export async function findPayable(tx: Tx, storeId: string, at: Date): Promise<PayableRow[]> {
  const { rows } = await sql<PayableRow>`
    select r.id, r.code, m.name as room_name, r.state, r.starts_at, r.ends_at, r.guest_name, r.guest_phone, r.price_amount, r.paid_amount, r.created_at
    from reservations r join rooms m on m.store_id = r.store_id and m.id = r.room_id
    where r.store_id = ${storeId} and r.kind = 'GUEST' and r.price_amount > r.paid_amount and r.starts_at >= ${at}::timestamptz - interval '7 days'
      and (r.state not in ('CANCELLED', 'EXPIRED') or r.created_at >= ${at}::timestamptz - interval '3 days')
    order by r.starts_at, r.id limit ${MOST_PAYABLE + 1}`.execute(tx);
  return rows;
}

/** Whoever works on deposits of a store waits for the others who do, until the transaction ends: what is known of one decides about the next. */
export async function takeStore(tx: Tx, storeId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deposits of ${storeId}`}, 0))`.execute(tx);
}

/** The deposit of the same text from the same source in the same minute. */
export async function findByText(tx: Tx, storeId: string, textKeys: readonly Buffer[]): Promise<string | null> {
  const row = await tx
    .selectFrom('deposit_messages')
    .select('deposit_id')
    .where('store_id', '=', storeId)
    .where('text_key', 'in', [...textKeys])
    .where('deposit_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirst();
  return row?.deposit_id ?? null;
}

/** Movements of the same kind and amount in the same minute, oldest first. */
export async function findAlike(tx: Tx, { storeId, kind, amount, at }: { storeId: string; kind: string; amount: number; at: Date }): Promise<DepositRow[]> {
  return tx.selectFrom('deposits').selectAll().where('store_id', '=', storeId).where('amount', '=', amount).where('at', '=', at).where('kind', '=', kind).orderBy('id').forNoKeyUpdate().execute();
}

/** Other deposits of the amount that wait for a person, from the day before until now. */
export async function findWaiting(tx: Tx, row: DepositRow, since: Date): Promise<DepositRow[]> {
  return tx
    .selectFrom('deposits')
    .selectAll()
    .where('store_id', '=', row.store_id)
    .where('amount', '=', row.amount)
    .where('at', '>=', since)
    .where('state', 'in', ['UNMATCHED', 'SUGGESTED'])
    .where('id', '<>', row.id)
    .execute();
}

export type MessageRow = Awaited<ReturnType<typeof takeMessage>>;

/** One that is not worked yet; `undefined`: somebody did already. */
export function takeMessage(tx: Tx, storeId: string, messageId: string) {
  return tx.selectFrom('deposit_messages').selectAll().where('store_id', '=', storeId).where('id', '=', messageId).where('outcome', 'is', null).forNoKeyUpdate().executeTakeFirst();
}

export function endMessage(tx: Tx, message: NonNullable<MessageRow>, set: { outcome: 'NEW' | 'SAME' | 'WITHDRAWAL'; depositId: string | null; textKey: Buffer | null; now: Date }): void {
  writeBehind(
    tx,
    tx
      .updateTable('deposit_messages')
      .set({ outcome: set.outcome, deposit_id: set.depositId, text_key: set.textKey, worked_at: set.now })
      .where('store_id', '=', message.store_id)
      .where('id', '=', message.id),
  );
}
