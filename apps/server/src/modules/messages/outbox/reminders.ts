import type { BodyOf, MessageKind, ReminderSettings, setReminderSettings } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../../db/index.ts';
import { notFound, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';

/** Which reminders and invitations the guests of a store get (MS-21). A store that has set nothing sends all of them. */

type Row = Selectable<Tables['message_reminders']>;

/** Reads the switches of a store, or the defaults. Throws NOT_FOUND for a store that the actor does not see. */
export async function readReminders(tx: Tx, storeId: string): Promise<ReminderSettings> {
  const [store, row, isPassEndingOn] = await Promise.all([
    tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst(),
    findReminders(tx, storeId),
    isPassReminderOn(tx, storeId),
  ]);
  if (!store) throw notFound();
  return row
    ? toReminders(row, isPassEndingOn)
    : { storeId, isDayBeforeOn: true, isStartsSoonOn: true, isRatingOn: true, isPassEndingOn, version: null };
}

/** Sets the switches of a store. Throws STALE for an outdated version. */
export async function changeReminders(
  work: UnitOfWork,
  storeId: string,
  { version, isDayBeforeOn, isStartsSoonOn, isRatingOn, ...rest }: BodyOf<typeof setReminderSettings>,
): Promise<ReminderSettings> {
  const { tx, actor } = work;
  // Two people who set them for the first time wait for each other at the row of the store.
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forUpdate().executeTakeFirst();
  const before = await readReminders(tx, storeId);
  if (before.version !== version) throw staleProblem(before);
  const { isPassEndingOn = before.isPassEndingOn } = rest;
  await switchPassReminder(tx, { productId: actor.productId, storeId, isOn: isPassEndingOn });
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
    detail: { isDayBeforeOn, isStartsSoonOn, isRatingOn, isPassEndingOn },
  });
  return toReminders(row, isPassEndingOn);
}

/** Whether a store reminds guests of the end of their passes (PS-8). */
export async function isPassReminderOn(tx: Tx, storeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('pass_reminder_switches')
    .select('is_on')
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row?.is_on ?? true;
}

async function switchPassReminder(
  tx: Tx,
  { productId, storeId, isOn }: { readonly productId: string; readonly storeId: string; readonly isOn: boolean },
): Promise<void> {
  await tx
    .insertInto('pass_reminder_switches')
    .values({ product_id: productId, store_id: storeId, id: storeId, is_on: isOn })
    .onConflict((builder) => builder.columns(['store_id', 'id']).doUpdateSet({ is_on: isOn }))
    .execute();
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

function toReminders(row: Row, isPassEndingOn: boolean): ReminderSettings {
  return {
    storeId: row.store_id,
    isDayBeforeOn: row.is_day_before_on,
    isStartsSoonOn: row.is_starts_soon_on,
    isRatingOn: row.is_rating_on,
    isPassEndingOn,
    version: row.version,
  };
}
