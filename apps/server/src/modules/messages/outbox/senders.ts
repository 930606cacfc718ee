import type { BodyOf, MessageSender, setMessageSender } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { notFound, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';

/** The quiet hours of a store that has set none (MS-6). */
export const DEFAULT_QUIET = { quietFrom: '21:00', quietUntil: '08:00' } as const;

type Row = Selectable<Tables['message_senders']>;

/** Reads the sender of a store, or the defaults. Throws NOT_FOUND for a store that the actor does not see. */
export async function readSender(tx: Tx, storeId: string): Promise<MessageSender> {
  const [store, row] = await Promise.all([
    tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst(),
    tx.selectFrom('message_senders').selectAll().where('store_id', '=', storeId).executeTakeFirst(),
  ]);
  if (!store) throw notFound();
  return row ? toSender(row) : { storeId, senderPhone: '', senderEmail: '', ...DEFAULT_QUIET, version: null };
}

/** Sets the sender and the quiet hours of a store. Throws STALE for an outdated version. */
export async function changeSender(
  work: UnitOfWork,
  storeId: string,
  body: BodyOf<typeof setMessageSender>,
): Promise<MessageSender> {
  const { tx, actor } = work;
  // Two people who set it for the first time wait for each other at the row of the store.
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forUpdate().executeTakeFirst();
  const before = await readSender(tx, storeId);
  if (before.version !== body.version) throw staleProblem(before);
  const values = {
    sender_phone: body.senderPhone,
    sender_email: body.senderEmail,
    quiet_from: body.quietFrom,
    quiet_until: body.quietUntil,
    version: (before.version ?? 0) + 1,
  };
  const row = await tx
    .insertInto('message_senders')
    .values({ product_id: actor.productId, store_id: storeId, id: storeId, ...values })
    .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId,
    action: 'message-sender.set',
    subject: { kind: 'message-sender', id: null },
    detail: { quietFrom: body.quietFrom, quietUntil: body.quietUntil },
  });
  return toSender(row);
}

function toSender(row: Row): MessageSender {
  return {
    storeId: row.store_id,
    senderPhone: row.sender_phone,
    senderEmail: row.sender_email,
    quietFrom: row.quiet_from,
    quietUntil: row.quiet_until,
    version: row.version,
  };
}
