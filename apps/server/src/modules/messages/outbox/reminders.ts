import type { BodyOf, MessageKind, ReminderSettings, setReminderSettings } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { notFound, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';

/** Which reminders and invitations the guests of a store get (MS-21). A store that has set nothing sends all of them. */

type Row = Selectable<Tables['message_reminders']>;

/** Reads the switches of a store, or the defaults. Throws NOT_FOUND for a store that the actor does not see. */
export async function readReminders(tx: Tx, storeId: string): Promise<ReminderSettings> {
  const [store, row] = await Promise.all([
    tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst(),
    findReminders(tx, storeId),
  ]);
  if (!store) throw notFound();
  return row
    ? toReminders(row)
    : { storeId, isDayBeforeOn: true, isStartsSoonOn: true, isRatingOn: true, version: null };
}

/** Sets the switches of a store. Throws STALE for an outdated version. */
export async function changeReminders(
  work: UnitOfWork,
  storeId: string,
  { version, isDayBeforeOn, isStartsSoonOn, isRatingOn }: BodyOf<typeof setReminderSettings>,
): Promise<ReminderSettings> {
  const { tx, actor } = work;
  // Two people who set them for the first time wait for each other at the row of the store.
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forUpdate().executeTakeFirst();
  const before = await readReminders(tx, storeId);
  if (before.version !== version) throw staleProblem(before);
  const values = {
    is_day_before_on: isDayBeforeOn,
    is_starts_soon_on: isStartsSoonOn,
    is_rating_on: isRatingOn,
    version: (before.version ?? 0) + 1,
  };
  const row = await tx
    .insertInto('message_reminders')
    .values({ product_id: actor.productId, store_id: storeId, id: storeId, ...values })
    .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId,
    action: 'message-reminders.set',
    subject: { kind: 'message-reminders', id: null },
    detail: { isDayBeforeOn, isStartsSoonOn, isRatingOn },
  });
  return toReminders(row);
}

/** Whether the store of a message has switched its kind off. */
export async function isSwitchedOff(tx: Tx, storeId: string, kind: MessageKind): Promise<boolean> {
  if (kind !== 'DAY_BEFORE' && kind !== 'STARTS_SOON' && kind !== 'RATING_INVITED') return false;
  const row = await findReminders(tx, storeId);
  if (!row) return false;
  if (kind === 'DAY_BEFORE') return !row.is_day_before_on;
  return kind === 'STARTS_SOON' ? !row.is_starts_soon_on : !row.is_rating_on;
}

function findReminders(tx: Tx, storeId: string): Promise<Row | undefined> {
  return tx.selectFrom('message_reminders').selectAll().where('store_id', '=', storeId).executeTakeFirst();
}

function toReminders(row: Row): ReminderSettings {
  return {
    storeId: row.store_id,
    isDayBeforeOn: row.is_day_before_on,
    isStartsSoonOn: row.is_starts_soon_on,
    isRatingOn: row.is_rating_on,
    version: row.version,
  };
}
