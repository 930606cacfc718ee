import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { codesOf, type ReceivedReport, type LinkRow, type Report } from '../devices/index.ts';
import {
  changePlace,
  findOpenPush,
  updatePlace,
  selectPlacesAtLockForUpdate,
  acquireCodeQueueLock,
} from './access-codes.sql.ts';
import type { AccessDeps } from './deps.ts';
import { enqueueLockLost } from './lock-lost.ts';
import { DUE_AT_ONCE, NO_PUSH, type PlaceRow } from './places.ts';
import { publishPlaces } from './publish-places.ts';
import { publishLockdownOfLock } from './suspensions.ts';

/**
 * Handles what a lock reports about codes. A "written" report may lack the slot, and the lock repeats it with later
 * reports. A new one therefore triggers a query for the slot, and the answer to the query is the acknowledgement of
 * this code.
 */

type CodeReportDeps = Pick<AccessDeps, 'clock' | 'devices' | 'log'>;

export async function applyCodeReport(
  deps: CodeReportDeps,
  tx: Tx,
  link: LinkRow,
  { report, at, isRetained }: ReceivedReport,
): Promise<void> {
  if (report.kind === 'code-written') {
    const isNews = report.stamp === null || (await isNewStamp(tx, link, report.outcome, report.stamp));
    if (isNews && !isRetained) await handleWritten(deps, tx, { link, report, at });
  } else if (report.kind === 'codes-cleared') {
    if (!isRetained) await handleCleared(deps, tx, link, at);
  } else if (report.kind === 'code') {
    if (!isRetained) await handleSlotState(deps, tx, { link, report, at });
  } else if (report.kind === 'availability' && codesOf(link) !== null) {
    if (report.isAvailable) await wake(deps, tx, link);
    else if (link.online !== 'OFFLINE') await enqueueLockLost(tx, link, at);
  }
}

type Written = Extract<Report, { kind: 'code-written' }>;

/** A report of one kind, with the lock that sent it and the time at which it arrived. */
interface LockReport<Kind extends Report['kind']> {
  readonly link: LinkRow;
  readonly report: Extract<Report, { kind: Kind }>;
  readonly at: Date;
}

async function handleWritten(
  deps: CodeReportDeps,
  tx: Tx,
  { link, report: { outcome, slot }, at }: LockReport<'code-written'>,
): Promise<void> {
  const row = await lockOpenPush(
    tx,
    link,
    (place) => (place.pushed === 'ABSENT') === (outcome === 'CLEARED') && (slot === null || slot === place.slot),
  );
  if (!row) return;
  if (slot !== null) return acknowledge(deps, tx, row, at);
  await updatePlace(tx, { ...row, is_written: true }).execute();
  const question = row.slot === null ? undefined : codesOf(link)?.question(row.slot);
  // Not awaited: without an answer the push times out.
  if (question)
    deps.devices
      .publish(question)
      .catch(() => deps.log.warn({ linkId: link.id }, 'a lock could not be asked for a code'));
}

/**
 * Every code in the lock was deleted at its keypad or by another program. No slot holds a code any more, so the push
 * queue writes the wanted ones again.
 */
async function handleCleared({ clock }: CodeReportDeps, tx: Tx, link: LinkRow, at: Date): Promise<void> {
  await acquireCodeQueueLock(tx, link.id);
  const key = { storeId: link.store_id, linkId: link.id };
  const held = (await selectPlacesAtLockForUpdate(tx, key)).filter((row) => row.slot !== null);
  const changed = held.map((row): PlaceRow => {
    // An open push to delete has what it asked for. Another push may be written later: its own answer decides.
    const push = row.pushed === 'ABSENT' ? NO_PUSH : {};
    return { ...row, acknowledged: 'ABSENT', acknowledged_at: at, ...push };
  });
  for (const row of changed) changePlace(tx, row);
  await publishPlaces(tx, changed, clock.now());
  await publishLockdownOfLock(tx, clock.now(), key);
}

/** Handles a slot report. Locks repeat it, so it counts only after the write and if it shows the pushed state. */
async function handleSlotState(
  deps: CodeReportDeps,
  tx: Tx,
  { link, report: { slot, state }, at }: LockReport<'code'>,
): Promise<void> {
  const row = await lockOpenPush(
    tx,
    link,
    (place) => place.is_written && place.slot === slot && place.pushed === state,
  );
  if (row) await acknowledge(deps, tx, row, at);
}

/** Whether the stamp is new. Locks repeat their stamps in every state report, so the server reads before it writes. */
async function isNewStamp(tx: Tx, link: LinkRow, outcome: Written['outcome'], stamp: string): Promise<boolean> {
  const name = outcome === 'SET' ? 'set_stamp' : 'cleared_stamp';
  const place = await tx
    .selectFrom('access_code_stamps')
    .select(name)
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.id)
    .executeTakeFirst();
  if (place?.[name] === stamp) return false;
  const column = sql.ref(name);
  await sql`
    insert into access_code_stamps (product_id, store_id, id, ${column})
      values (${link.product_id}, ${link.store_id}, ${link.id}, ${stamp})
    on conflict (store_id, id) do update set ${column} = excluded.${column}`.execute(tx);
  return true;
}

/** Locks all places of the device and returns the matching open push. `null`: no push matches. */
async function lockOpenPush(tx: Tx, link: LinkRow, isMeant: (row: PlaceRow) => boolean): Promise<PlaceRow | null> {
  const at = { storeId: link.store_id, linkId: link.id };
  const push = await findOpenPush(tx, at);
  if (!push || !isMeant(push)) return null;
  await acquireCodeQueueLock(tx, link.id);
  const row = (await selectPlacesAtLockForUpdate(tx, at)).find((one) => one.id === push.id && one.pushed !== null);
  return row && isMeant(row) ? row : null;
}

async function acknowledge({ clock }: CodeReportDeps, tx: Tx, row: PlaceRow, at: Date): Promise<void> {
  if (row.pushed === null) return;
  const next: PlaceRow = {
    ...row,
    acknowledged: row.pushed,
    acknowledged_at: at,
    ...NO_PUSH,
  };
  // Another state may be wanted meanwhile, in a lockdown too. The push queue decides.
  await updatePlace(tx, { ...next, due_at: DUE_AT_ONCE }).execute();
  await publishPlaces(tx, [next], clock.now());
  await publishLockdownOfLock(tx, clock.now(), { storeId: row.store_id, linkId: row.link_id });
}

/** The lock is online again: clears the retry delays, so that waiting codes are due at once. */
async function wake({ clock }: CodeReportDeps, tx: Tx, link: LinkRow): Promise<void> {
  await acquireCodeQueueLock(tx, link.id);
  const waiting = (await selectPlacesAtLockForUpdate(tx, { storeId: link.store_id, linkId: link.id })).filter(
    (row) => row.pushed === null && row.retry_at !== null,
  );
  for (const row of waiting) {
    await updatePlace(tx, { ...row, retry_at: null, due_at: DUE_AT_ONCE }).execute();
  }
  // The event wakes the worker of every process.
  await publishPlaces(tx, waiting, clock.now());
}
