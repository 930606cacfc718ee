import type { listNotifications, Notification } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import type { Person, SharedQuestion } from '../../../http/index.ts';
import { personAuditActor, recordAudit } from '../../audit/index.ts';
import {
  searchNotifications,
  type NotificationFilter,
  type NotificationQuery,
  type SearchDeps,
} from './notifications-search.sql.ts';
import {
  confirmLockedNotifications,
  findNotifications,
  insertNotification,
  selectNotificationsForUpdate,
  type NewNotification,
  type LockedNotification,
} from './notifications.sql.ts';

/**
 * The coalesced read of the poller (NT-3), which every open browser sends every five seconds, and of the lookup (NT-2).
 */
export function notificationQuestion(
  deps: SearchDeps,
  actor: Person,
  query: NotificationQuery,
): SharedQuestion<typeof listNotifications> {
  // The key contains everything that decides what the person can see. The read uses nothing else of the person.
  const stores = actor.storeIds === 'all' ? '*' : actor.storeIds.join();
  if (!isPollers(query))
    return {
      key: [actor.productId, stores, JSON.stringify(query)].join(' '),
      read: () => searchNotifications(deps, actor, query),
    };
  return {
    key: [actor.productId, stores, query.storeId ?? '', query.page, query.limit].join(' '),
    read: () => findNotifications(deps.db, actor, query),
  };
}

const POLLER_ASKS: ReadonlySet<string> = new Set(['page', 'limit', 'storeId', 'sort']);

function isPollers(query: NotificationQuery): boolean {
  return (
    query.sort === 'newest' &&
    Object.entries(query).every(([name, value]) => value === undefined || POLLER_ASKS.has(name))
  );
}

/**
 * Adds a notification in the transaction of its cause. Open browsers get it on commit (NT-4), and announce it unless the
 * system has confirmed it. It blocks other notifications of the product until the commit, so call it last.
 */
export async function addNotification(tx: Tx, newNotification: NewNotification): Promise<Notification['id']> {
  const { id, isConfirmed } = await insertNotification(tx, newNotification);
  await publish(tx, {
    productId: newNotification.productId,
    storeId: newNotification.storeId,
    name: 'notifications.changed',
    data: { storeId: newNotification.storeId, ...(!isConfirmed && { addedId: id }) },
  });
  return id;
}

/**
 * Confirms by ids, or everything of a filter up to the newest notification that was shown. A second confirmation
 * changes nothing: the first name stays.
 */
export async function confirmMatching(
  tx: Tx,
  actor: Person,
  now: Date,
  which: NotificationFilter,
): Promise<{ confirmed: number }> {
  const lockedNotifications = await selectNotificationsForUpdate(tx, which);
  for (const storeId of storesOf(lockedNotifications)) {
    const ids = lockedNotifications.filter((row) => row.store_id === storeId).map((row) => row.id);
    await recordAudit(tx, {
      productId: actor.productId,
      storeId,
      at: now,
      actor: personAuditActor(actor),
      action: 'notifications.confirmed',
      subject: { kind: 'notification', id: ids.length === 1 ? (ids[0] ?? null) : null },
      detail: { count: ids.length, ids: ids.slice(0, 200) },
    });
  }
  await endNotifications(tx, actor, now, lockedNotifications);
  return { confirmed: lockedNotifications.length };
}

/**
 * Confirms the notifications that asked for a decision which was just made, in the name of the person who decided.
 * Write the audit record of the decision before it.
 */
export async function endNotifications(
  tx: Tx,
  { productId, userId }: Pick<Person, 'productId' | 'userId'>,
  now: Date,
  lockedNotifications: readonly LockedNotification[],
): Promise<void> {
  if (lockedNotifications.length === 0) return;
  for (const storeId of storesOf(lockedNotifications))
    await publish(tx, { productId, storeId, name: 'notifications.changed', data: { storeId } });
  confirmLockedNotifications(tx, lockedNotifications, { now, userId });
}

const storesOf = (lockedNotifications: readonly LockedNotification[]) =>
  [...new Set(lockedNotifications.map((row) => row.store_id))].sort();
