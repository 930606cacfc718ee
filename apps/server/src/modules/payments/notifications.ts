import { listNotifications, type Notification, type QueryOf } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { readTogether, type Database, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { SharedReply, type Person } from '../../http/index.ts';
import { record } from '../audit/index.ts';
import { confirmRows, findNotifications, insertNotification, type NewNotification } from './notifications.sql.ts';

type Query = QueryOf<typeof listNotifications>;
type Reply = SharedReply<typeof listNotifications>;

/**
 * The poller's question (NT-3), asked every five seconds by every open browser. Those who ask the same at the same time
 * share one reading that starts after the last of them asked: exact, and a hundred browsers cost what one does.
 */
export function notificationReader(db: Database): (actor: Person, query: Query) => Promise<Reply> {
  const asked = new Map<string, { actor: Person; query: Query }>();
  const read = readTogether<Reply>(async (keys) => {
    // Taken before the first wait: who asks the same during it puts a question of his own.
    const questions = keys.map((key) => [key, asked.get(key)] as const);
    asked.clear();
    const found = new Map<string, Reply>();
    for (const [key, question] of questions) {
      if (question) found.set(key, new SharedReply(listNotifications, await findNotifications(db, question.actor, question.query)));
    }
    return found;
  });
  return async (actor, query) => {
    // All that decides what may be seen is part of the key; nothing else of the person is used for reading.
    const stores = actor.storeIds === 'all' ? '*' : actor.storeIds.join();
    const key = [actor.productId, stores, query.storeId ?? '', query.page, query.limit].join(' ');
    asked.set(key, { actor, query });
    const reply = await read(key);
    if (!reply) throw new Error('A shared reading came back without an answer');
    return reply;
  };
}

/** Puts one in, in the transaction of what it tells of; open browsers hear of it on commit (NT-4). */
export async function addNotification(tx: Tx, it: NewNotification): Promise<Notification['id']> {
  const id = uuidv7();
  await insertNotification(tx, id, it);
  await publish(tx, { productId: it.productId, storeId: it.storeId, name: 'notifications.changed', data: { storeId: it.storeId } });
  return id;
}

/** Confirms by ids, or everything up to the newest that was shown. Confirming twice is the same as once. */
export async function confirm(
  tx: Tx,
  actor: Person,
  now: Date,
  which: { readonly ids?: readonly string[] | undefined; readonly upToId?: string | undefined; readonly storeId?: string | undefined },
): Promise<{ confirmed: number }> {
  const confirmed = await confirmRows(tx, { ...which, now, userId: actor.userId });
  for (const storeId of [...new Set(confirmed.map((row) => row.store_id))].sort()) {
    const ids = confirmed.filter((row) => row.store_id === storeId).map((row) => row.id);
    await publish(tx, { productId: actor.productId, storeId, name: 'notifications.changed', data: { storeId } });
    await record(tx, {
      productId: actor.productId,
      storeId,
      at: now,
      actor: { kind: 'PERSON', id: actor.userId, label: actor.name, address: actor.address },
      action: 'notifications.confirmed',
      subject: { kind: 'notification', id: ids.length === 1 ? (ids[0] ?? null) : null },
      // A chain's whole backlog would not belong into one row of the log.
      detail: { count: ids.length, ids: ids.slice(0, 200) },
    });
  }
  return { confirmed: confirmed.length };
}
