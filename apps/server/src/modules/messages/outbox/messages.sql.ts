import type { Message } from '@munjigi/contract';
import { maskEmail, maskName, maskPhone } from '@munjigi/rules';
import type { Selectable } from 'kysely';
import { type Tables, type Tx } from '../../../db/index.ts';
import { publishAll } from '../../../events/index.ts';

export type GuestMessageRow = Selectable<Tables['messages']>;

/** A message with the names that lists show. */
export type ListedMessageRow = Awaited<ReturnType<ReturnType<typeof listedMessages>['executeTakeFirstOrThrow']>>;

/** Messages with what lists show of their reservations and stores. `messages`: a page of them, or all. */
export function listedMessages(tx: Tx, messages = allMessages(tx)) {
  return tx
    .selectFrom(messages.as('m'))
    .innerJoin('reservations as r', (join) =>
      join.onRef('r.store_id', '=', 'm.store_id').onRef('r.id', '=', 'm.reservation_id'),
    )
    .innerJoin('stores as s', (join) =>
      join.onRef('s.product_id', '=', 'm.product_id').onRef('s.id', '=', 'm.store_id'),
    )
    .selectAll('m')
    .select(['r.code as reservation_code', 'r.guest_name', 's.name as store_name']);
}

export function allMessages(tx: Tx) {
  return tx.selectFrom('messages as m').selectAll('m');
}

/** A message as lists show it, with the guest masked (PD-1). */
export function toMessage(row: ListedMessageRow): Message {
  return {
    id: row.id,
    storeId: row.store_id,
    storeName: row.store_name,
    reservationId: row.reservation_id,
    reservationCode: row.reservation_code,
    kind: row.kind,
    language: row.language,
    guestName: maskName(row.guest_name),
    recipient: maskRecipient(row),
    state: row.state,
    channel: row.channel,
    error: row.error,
    resendOf: row.resend_of,
    queuedAt: row.queued_at.toISOString(),
    sendAt: row.send_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** The address that the message went to; before its first attempt the phone, or the e-mail address of a guest without one. */
function maskRecipient({ channel, guest_phone: phone, guest_email: email }: ListedMessageRow): string {
  const isEmail = email !== '' && (channel === 'EMAIL' || phone === '');
  return isEmail ? maskEmail(email) : maskPhone(phone);
}

/** Publishes the present state of these messages of one store. Call it after all writes to them in the transaction. */
export async function publishMessages(tx: Tx, storeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await listedMessages(tx)
    .where('m.store_id', '=', storeId)
    .where('m.id', 'in', [...ids])
    .orderBy('m.seq')
    .execute();
  await publishAll(
    tx,
    rows.map((row) => ({
      productId: row.product_id,
      storeId: row.store_id,
      name: 'message.changed',
      data: toMessage(row),
    })),
  );
}

/** Locks a message. `null`: it does not exist, or another process works on it. */
export async function claimMessage(tx: Tx, storeId: string, id: string): Promise<GuestMessageRow | null> {
  const row = await tx
    .selectFrom('messages')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

type Change = Partial<
  Pick<
    GuestMessageRow,
    | 'state'
    | 'error'
    | 'ended_at'
    | 'send_at'
    | 'expires_at'
    | 'planned_at'
    | 'queued_at'
    | 'is_new'
    | 'sending_since'
    | 'provider'
    | 'phone_mark'
    | 'subject_id'
  >
>;

export function updateMessage(
  tx: Tx,
  { store_id: storeId, id }: Pick<GuestMessageRow, 'store_id' | 'id'>,
  set: Change,
) {
  return tx.updateTable('messages').set(set).where('store_id', '=', storeId).where('id', '=', id);
}

/** A message of a store, found as `SYSTEM`. */
export interface MessageKey {
  readonly product_id: string;
  readonly store_id: string;
  readonly id: string;
}

/** Groups keys by their stores, because a transaction acts for one store. */
export function groupByStore(keys: readonly MessageKey[]): MessageKey[][] {
  const groups = new Map<string, MessageKey[]>();
  for (const key of keys) groups.set(key.store_id, [...(groups.get(key.store_id) ?? []), key]);
  return [...groups.values()];
}
