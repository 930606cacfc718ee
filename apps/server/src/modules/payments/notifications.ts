import type { listNotifications, Notification } from '@munjigi/contract';
import type { Database, Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { Person, SharedQuestion } from '../../http/index.ts';
import { record } from '../audit/index.ts';
import { searchNotifications, type NotificationFilter, type NotificationQuery } from './notifications-search.sql.ts';
import { confirmRows, findNotifications, insertNotification, type NewNotification } from './notifications.sql.ts';

/** The poller's question (NT-3), asked every five seconds by every open browser, and that of the lookup (NT-2). */
export function notificationQuestion(db: Database, actor: Person, query: NotificationQuery): SharedQuestion<typeof listNotifications> {
  // All that decides what may be seen is part of the key; nothing else of the person is used for reading.
  const stores = actor.storeIds === 'all' ? '*' : actor.storeIds.join();
  if (!isPollers(query)) return { key: [actor.productId, stores, JSON.stringify(query)].join(' '), read: () => searchNotifications(db, actor, query) };
  return {
    key: [actor.productId, stores, query.storeId ?? '', query.page, query.limit].join(' '),
    read: () => findNotifications(db, actor, query),
  };
}

const POLLER_ASKS: ReadonlySet<string> = new Set(['page', 'limit', 'storeId', 'sort']);

function isPollers(query: NotificationQuery): boolean {
  return query.sort === 'newest' && Object.entries(query).every(([name, value]) => value === undefined || POLLER_ASKS.has(name));
}

/**
 * Puts one in, in the transaction of what it tells of; open browsers hear of it on commit (NT-4). From here to the commit no other
 * one can be added to the product: it comes last.
 */
export async function addNotification(tx: Tx, it: NewNotification): Promise<Notification['id']> {
  const id = await insertNotification(tx, it);
  await publish(tx, { productId: it.productId, storeId: it.storeId, name: 'notifications.changed', data: { storeId: it.storeId } });
  return id;
}

/** Confirms by ids, or everything of a filter up to the newest that was shown. Confirming twice is the same as once: the first name stays. */
export async function confirm(tx: Tx, actor: Person, now: Date, which: NotificationFilter): Promise<{ confirmed: number }> {
  const confirmed = await confirmRows(tx, which, { now, userId: actor.userId });
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
