import type { OnCallRules } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { storesActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { findConditions, type Finding } from './conditions.sql.ts';
import { computeNextStepAt } from './escalation-times.ts';
import { publishIncidents, readIncidents, type IncidentRow } from './incidents.sql.ts';
import { notifyStep, recordNoticeOutcomes, skipNotices } from './notices.ts';
import { isConditionEnabled, toOnCallRules } from './on-call-rules.ts';

/** Opens, escalates and resolves incidents (OC-2 to OC-6, decision 070). */

export interface ReviewDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The address that people open; `null`: not configured. */
  readonly publicUrl: string | null;
}

/** Stores of one product that one transaction reviews. */
const MOST_STORES = 50;
/** What began earlier, when the rules were off or no server was running, opens no incident. */
const FRESH_MS = 24 * 3600_000;
/** A test that no person acknowledges ends after this time (OC-6). */
const TEST_MS = 30 * 60_000;

interface Group {
  readonly product_id: string;
  readonly store_ids: string[];
}

/**
 * Reviews all stores with on-call rules. Any running process can do it: a second one waits at the rows of the rules. A
 * failure does not block the other stores; it is thrown at the end, and the next run retries.
 */
export async function reviewIncidents({ db, clock, publicUrl }: ReviewDeps): Promise<void> {
  const failed: unknown[] = [];
  for (const { product_id: productId, store_ids: storeIds } of await db.withActor(SYSTEM, findStores)) {
    for (let start = 0; start < storeIds.length; start += MOST_STORES) {
      const page = storeIds.slice(start, start + MOST_STORES);
      const review = db.withActor(storesActor(productId, page), (tx) =>
        reviewStores(tx, { productId, storeIds: page, publicUrl, now: clock.now() }),
      );
      await review.catch((error: unknown) => failed.push(error));
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} reviews of incidents failed`);
}

async function findStores(tx: Tx): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select product_id, array_agg(store_id::text order by store_id) as store_ids from on_call_rules group by product_id
      order by product_id`.execute(tx);
  return rows;
}

interface ReviewedStore {
  readonly rules: OnCallRules;
  readonly timeZone: string;
}

interface Page {
  readonly productId: string;
  readonly storeIds: readonly string[];
  readonly publicUrl: string | null;
  readonly now: Date;
}

async function reviewStores(tx: Tx, { productId, storeIds, publicUrl, now }: Page): Promise<void> {
  const stores = await selectRulesForUpdate(tx, storeIds);
  const findings = (await findConditions(tx, storeIds, now)).filter(({ storeId, kind }) => {
    const store = stores.get(storeId);
    return store !== undefined && isConditionEnabled(store.rules, kind);
  });
  const changed = new Set<string>();
  const add = (ids: readonly string[]) => ids.forEach((id) => changed.add(id));
  const pending = await selectPendingForUpdate(tx, storeIds);
  const resolved = await resolveEnded(tx, pending, { findings, stores, now });
  add(resolved);
  const open = pending.filter(({ id }) => !resolved.includes(id));
  add(await updateDetails(tx, open, findings));
  add(await openIncidents(tx, open, { productId, findings, now }));
  add(await recordNoticeOutcomes(tx, storeIds, now));
  add(await escalate(tx, stores, { productId, publicUrl, now }));
  await publishIncidents(tx, productId, [...changed], now);
}

async function selectRulesForUpdate(tx: Tx, storeIds: readonly string[]): Promise<Map<string, ReviewedStore>> {
  const rows = await tx
    .selectFrom('on_call_rules')
    .selectAll()
    .where('store_id', 'in', [...storeIds])
    .orderBy('store_id')
    .forUpdate()
    .execute();
  const zones = await tx
    .selectFrom('stores')
    .select(['id', 'time_zone'])
    .where('id', 'in', [...storeIds])
    .execute();
  const zoneOf = new Map(zones.map(({ id, time_zone: timeZone }) => [id, timeZone]));
  return new Map(
    rows.map((row) => [
      row.store_id,
      { rules: toOnCallRules(row), timeZone: zoneOf.get(row.store_id) ?? 'Asia/Seoul' },
    ]),
  );
}

/** Selects the incidents that are not resolved. An acknowledgement waits until the review has ended. */
function selectPendingForUpdate(tx: Tx, storeIds: readonly string[]): Promise<IncidentRow[]> {
  return tx
    .selectFrom('incidents')
    .selectAll()
    .where('store_id', 'in', [...storeIds])
    .where('resolved_at', 'is', null)
    .orderBy('store_id')
    .orderBy('id')
    .forUpdate()
    .execute();
}

const keyOf = ({ storeId, kind, subjectId }: Pick<Finding, 'storeId' | 'kind' | 'subjectId'>) =>
  `${storeId}.${kind}.${subjectId}`;
const keyOfRow = (row: IncidentRow) => `${row.store_id}.${row.kind}.${row.subject_id}`;

interface Review {
  readonly findings: readonly Finding[];
  readonly stores: ReadonlyMap<string, ReviewedStore>;
  readonly now: Date;
}

async function resolveEnded(tx: Tx, pending: readonly IncidentRow[], review: Review): Promise<string[]> {
  const found = new Map(review.findings.map((finding) => [keyOf(finding), finding]));
  const ended = pending.filter((row) => {
    const finding = found.get(keyOfRow(row));
    // An acknowledgement is about the guest who was coming then; the next guest begins another incident.
    const isOfNextGuest = row.acknowledged_at !== null && finding?.reservationId !== row.reservation_id;
    if (row.kind !== 'TEST') return finding === undefined || (row.kind === 'DOOR_OFFLINE' && isOfNextGuest);
    const isOver = review.now.getTime() - row.opened_at.getTime() >= TEST_MS;
    return isOver || review.stores.get(row.store_id)?.rules.isEnabled !== true;
  });
  for (const incident of ended) {
    await tx
      .updateTable('incidents')
      .set({ resolved_at: review.now })
      .where('store_id', '=', incident.store_id)
      .where('id', '=', incident.id)
      .execute();
    await skipNotices(tx, { incident, error: 'RESOLVED', now: review.now });
  }
  return ended.map(({ id }) => id);
}

/** Keeps what an open incident is about up to date, such as the obstacles of a guest. */
async function updateDetails(tx: Tx, pending: readonly IncidentRow[], findings: readonly Finding[]): Promise<string[]> {
  const found = new Map(findings.map((finding) => [keyOf(finding), finding]));
  const changed: string[] = [];
  for (const row of pending) {
    const finding = found.get(keyOfRow(row));
    if (!finding) continue;
    const { reservationId, roomId, details } = finding;
    if (row.reservation_id === reservationId && row.room_id === roomId && row.details.join('\n') === details.join('\n'))
      continue;
    await tx
      .updateTable('incidents')
      .set({ reservation_id: reservationId, room_id: roomId, details: [...details] })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.id)
      .execute();
    changed.push(row.id);
  }
  return changed;
}

/**
 * One offline door rings once: a guest whom only such doors block has no separate incident, and a door has none while
 * the one of its guest is open.
 */
function isAnnounced(finding: Finding, findings: readonly Finding[], open: ReadonlySet<string>): boolean {
  const others = findings.filter(({ storeId }) => storeId === finding.storeId);
  if (finding.kind === 'READINESS') {
    const doors = new Set(others.filter(({ kind }) => kind === 'DOOR_OFFLINE').map(({ doorId }) => doorId));
    return finding.offlineDoorIds.length > 0 && finding.offlineDoorIds.every((id) => doors.has(id));
  }
  return (
    finding.kind === 'DOOR_OFFLINE' &&
    others.some(
      (other) =>
        other.kind === 'READINESS' &&
        open.has(keyOf(other)) &&
        other.reservationId === finding.reservationId &&
        other.offlineDoorIds.some((id) => id === finding.doorId),
    )
  );
}

async function openIncidents(
  tx: Tx,
  pending: readonly IncidentRow[],
  { productId, findings, now }: Pick<Review, 'findings' | 'now'> & { readonly productId: string },
): Promise<string[]> {
  const open = new Set(pending.map(keyOfRow));
  const rows = findings
    .filter((finding) => !open.has(keyOf(finding)) && now.getTime() - finding.beganAt.getTime() < FRESH_MS)
    .filter((finding) => !isAnnounced(finding, findings, open))
    .map((finding) => ({
      product_id: productId,
      store_id: finding.storeId,
      id: uuidv7(),
      kind: finding.kind,
      subject_id: finding.subjectId,
      reservation_id: finding.reservationId,
      door_id: finding.doorId,
      room_id: finding.roomId,
      details: [...finding.details],
      opened_at: now,
    }));
  if (rows.length === 0) return [];
  const inserted = await tx
    .insertInto('incidents')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'kind', 'subject_id']).where('resolved_at', 'is', null).doNothing(),
    )
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

/** Notifies the next step of each incident that waited long enough for an acknowledgement (OC-3). */
async function escalate(
  tx: Tx,
  stores: ReadonlyMap<string, ReviewedStore>,
  { productId, publicUrl, now }: Pick<Page, 'productId' | 'publicUrl' | 'now'>,
): Promise<string[]> {
  const dueRows = (await selectPendingForUpdate(tx, [...stores.keys()])).filter((row) => {
    const store = stores.get(row.store_id);
    const at = store && computeNextStepAt(row, { ...store, now });
    return at !== undefined && at !== null && at <= now;
  });
  const incidents = new Map(
    (
      await readIncidents(
        tx,
        dueRows.map(({ id }) => id),
        now,
      )
    ).map((one) => [one.id, one]),
  );
  for (const row of dueRows) {
    const incident = incidents.get(row.id);
    const rules = stores.get(row.store_id)?.rules.steps[row.step];
    if (!incident || !rules) continue;
    const step = row.step + 1;
    await tx
      .updateTable('incidents')
      .set({ step, step_at: now })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.id)
      .execute();
    await notifyStep(tx, { productId, incident, step, rules, publicUrl, now });
  }
  return dueRows.map(({ id }) => id);
}
