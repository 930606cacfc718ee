import {
  OPEN_DEPOSIT_STATES,
  type Deposit,
  type DepositSource,
  type listDeposits,
  type QueryOf,
  type ReplyOf,
  type ReservationState,
} from '@munjigi/contract';
import { sql } from 'kysely';
import { orderOf, personalOf, readGrowingPage, pipelineStatement, type Tx } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';
import { toDeposit, type DepositRow } from './deposit-row.ts';
import { REPORTED_WITHIN_MS } from './same-movement.ts';

/** Ordered by the time of the bank, newest first. */
export async function findDeposits(
  tx: Tx,
  { page, limit, storeId, state, from, to, sort }: QueryOf<typeof listDeposits>,
): Promise<ReplyOf<typeof listDeposits>> {
  const matching = tx
    .selectFrom('deposits')
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''))
    .$if(state === 'OPEN', (query) => query.where('state', 'in', [...OPEN_DEPOSIT_STATES]))
    .where((eb) => eb.and({ ...(state !== undefined && state !== 'OPEN' && { state }) }))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? '')))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to ?? '')));
  const { rows, ...count } = await readGrowingPage(tx, matching.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { at: 'at' }, 'id', sql`at desc, id desc`),
  });
  return { ...count, items: rows.map(toDeposit) };
}

/** Throws NOT_FOUND when the deposit does not exist or the person cannot see it. */
export async function readDeposit(tx: Tx, depositId: string): Promise<DepositRow> {
  const row = await tx.selectFrom('deposits').selectAll().where('id', '=', depositId).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Reads a deposit and locks it until the transaction ends. Lock its reservation and its payment after it. */
export async function selectDepositForUpdate(tx: Tx, depositId: string): Promise<DepositRow> {
  const row = await tx
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', depositId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

type Changes = Partial<
  Pick<
    DepositRow,
    | 'state'
    | 'withheld'
    | 'reservation_id'
    | 'payment_id'
    | 'settled_at'
    | 'settled_by'
    | 'settled_by_name'
    | 'note'
    | 'was_undone'
    | 'sources'
    | 'balance'
    | 'bank'
    | 'account_end'
    | 'depositor_name'
    | 'kind'
    | 'amount'
    | 'is_amount_clear'
    | 'fault'
    | 'at'
    | 'is_time_known'
  >
>;

/** Changes a deposit that the transaction has locked. Returns the changed row. */
export function changeDeposit(tx: Tx, row: DepositRow, set: Changes): DepositRow {
  const version = row.version + 1;
  const { depositor_name: name, ...rest } = set;
  const named = name === undefined ? {} : { depositor_name: name === null ? null : personalOf(tx).seal(name) };
  pipelineStatement(
    tx,
    tx
      .updateTable('deposits')
      .set({ ...rest, ...named, version })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.id),
  );
  return { ...row, ...set, version };
}

/** A reservation that a deposit may pay, as candidates show it. */
export interface PayableRow {
  readonly id: string;
  readonly code: string;
  readonly room_name: string;
  readonly state: ReservationState;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly guest_name: string;
  readonly guest_phone: string;
  readonly price_amount: number;
  readonly paid_amount: number;
  readonly waived_amount: number;
  readonly created_at: Date;
}

/**
 * The most reservations that are compared. With more, nothing is matched automatically: another match may be among the
 * rest.
 */
export const MOST_PAYABLE = 2000;

/**
 * Finds the store's guest reservations that are not fully paid and start a week before the deposit or later. Cancelled
 * and expired ones are included when they were created in the three days before it or later. Returns one more than
 * `MOST_PAYABLE` when there are too many.
 */
export async function findPayable(tx: Tx, storeId: string, at: Date): Promise<PayableRow[]> {
  const { rows } = await sql<PayableRow>`
    select r.id, r.code, m.name as room_name, r.state, r.starts_at, r.ends_at, r.guest_name, r.guest_phone,
      r.price_amount, r.paid_amount, r.waived_amount, r.created_at
    from reservations r join rooms m on m.store_id = r.store_id and m.id = r.room_id
    where r.store_id = ${storeId} and r.kind = 'GUEST' and r.price_amount > r.paid_amount + r.waived_amount
      and r.starts_at >= ${at}::timestamptz - interval '7 days'
      and (r.state not in ('CANCELLED', 'EXPIRED') or r.created_at >= ${at}::timestamptz - interval '3 days')
    order by r.starts_at, r.id limit ${MOST_PAYABLE + 1}`.execute(tx);
  return rows;
}

/**
 * Serialises the work on deposits of one store until the transaction ends, because a decision depends on the deposits
 * before it.
 */
export async function acquireDepositsLock(tx: Tx, storeId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deposits of ${storeId}`}, 0))`.execute(tx);
}

/** Finds the deposit of the same text from the same source in the same minute. */
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

/** Finds the messages in which a source reported these deposits. */
export function findMessagesOfDeposits(
  tx: Tx,
  { storeId, depositIds, source }: { storeId: string; depositIds: readonly string[]; source: DepositSource },
) {
  return tx
    .selectFrom('deposit_messages')
    .select(['deposit_id', 'raw', 'reading'])
    .where('store_id', '=', storeId)
    .where('deposit_id', 'in', depositIds)
    .where('source', '=', source)
    .orderBy('id')
    .execute();
}

/** Finds movements of the same kind and amount about this time, oldest first. The store's deposits must be locked. */
export async function findAlike(
  tx: Tx,
  { storeId, kind, amount, at }: { storeId: string; kind: NonNullable<Deposit['kind']>; amount: number; at: Date },
): Promise<DepositRow[]> {
  return tx
    .selectFrom('deposits')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('amount', '=', amount)
    .where('at', '>', new Date(at.getTime() - REPORTED_WITHIN_MS))
    .where('at', '<', new Date(at.getTime() + REPORTED_WITHIN_MS))
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
}

/** Finds other deposits of the same amount since a moment, in any state. */
export async function findOthersOfAmount(tx: Tx, row: DepositRow, since: Date): Promise<DepositRow[]> {
  return tx
    .selectFrom('deposits')
    .selectAll()
    .where('store_id', '=', row.store_id)
    .where('amount', '=', row.amount)
    .where('at', '>=', since)
    .where('id', '<>', row.id)
    .execute();
}

export type MessageRow = Awaited<ReturnType<typeof selectMessageForUpdate>>;

/** Locks a message that is not processed yet. Returns `undefined` when it was processed already. */
export function selectMessageForUpdate(tx: Tx, storeId: string, messageId: string) {
  return tx
    .selectFrom('deposit_messages')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', messageId)
    .where('outcome', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function endMessage(
  tx: Tx,
  message: NonNullable<MessageRow>,
  set: { outcome: 'NEW' | 'SAME' | 'WITHDRAWAL'; depositId: string | null; textKey: Buffer | null; now: Date },
): void {
  pipelineStatement(
    tx,
    tx
      .updateTable('deposit_messages')
      .set({ outcome: set.outcome, deposit_id: set.depositId, text_key: set.textKey, worked_at: set.now })
      .where('store_id', '=', message.store_id)
      .where('id', '=', message.id),
  );
}
