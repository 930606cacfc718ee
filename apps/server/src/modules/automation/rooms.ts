import { storeActor, pipelineStatement, type Tx } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import type { WrittenCommand } from '../devices/index.ts';
import { applyPurpose, causeOfReservation, restoreFormerStates, type RunDeps } from '../modes/index.ts';
import { processDueRows, type DueRow } from './due-rows.ts';
import { recordOverrun, settleOverruns } from './overruns.ts';
import { isNews, leavesAt, stagesSince, turnsOf, type Stage, type RoomStay } from './stages.ts';
import {
  findDueRestores,
  findDueReviews,
  findStageReview,
  findRoomStays,
  scheduleStageReview,
  claimStageReview,
  selectStageForUpdate,
  type StageReview,
} from './stages.sql.ts';

/**
 * Rooms follow their reservations (DR-6). The database schedules a review whenever a reservation changes, and each
 * review schedules the next one. A review applies the present stage. Stages that were due while no server was running
 * are recorded as not sent.
 */

/** The duration of a warning. */
const WARNING_MS = 5000;
/** A review later than this after the end cannot attribute an occupied room to the guest. */
const SEEN_LATE_MS = 30_000;

export function roomTimers(deps: RunDeps): RecurringJobs {
  return {
    'automation.rooms': {
      lane: 'timers',
      everyMs: 1000,
      hasWork: 'exists (select from stage_reviews where due_at <= $1)',
      run: () => followReservations(deps),
    },
    'automation.warnings': {
      lane: 'timers',
      everyMs: 1000,
      hasWork: 'exists (select from room_stages where restore_at <= $1)',
      run: () => endWarnings(deps),
    },
  };
}

/** Runs the due reviews. A failure does not block the others. It is thrown at the end, and the next run retries. */
export async function followReservations(deps: RunDeps): Promise<void> {
  await processDueRows(deps, {
    what: 'rooms that follow their reservations',
    find: findDueReviews,
    act: (dueIn) => reviewRoom(deps, dueIn),
  });
}

async function endWarnings(deps: RunDeps): Promise<void> {
  await processDueRows(deps, { what: 'warnings', find: findDueRestores, act: (dueIn) => endWarning(deps, dueIn) });
}

async function reviewRoom(deps: RunDeps, row: DueRow): Promise<void> {
  const orders = await deps.db.withActor(storeActor(row.product_id, row.store_id), async (tx) => {
    const now = deps.clock.now();
    const reviewed = (await claimStageReview(tx, row, now)) ? await findStageReview(tx, row) : null;
    if (!reviewed) return [];
    const written: WrittenCommand[] = [];
    for (const roomId of reviewed.roomIds)
      written.push(...(await reviewStage(deps, tx, { row, roomId, reviewed, now })));
    const { stay } = reviewed;
    if (stay.state === 'IN_USE' && (stay.isHeldOpen || now < stay.endsAt))
      await settleOverruns(tx, { productId: row.product_id, storeId: row.store_id }, now);
    pipelineStatement(
      tx,
      scheduleStageReview(tx, row, turnsOf(reviewed.stay, reviewed.lead).find((at) => at > now) ?? null),
    );
    return written;
  });
  for (const order of orders) deps.devices.send(order);
}

interface Looked {
  readonly row: DueRow;
  readonly roomId: string;
  readonly reviewed: StageReview;
  readonly now: Date;
}

async function reviewStage(
  deps: RunDeps,
  tx: Tx,
  { row, roomId, reviewed: { lead, stay }, now }: Looked,
): Promise<WrittenCommand[]> {
  const room = { productId: row.product_id, storeId: row.store_id, roomId };
  const before = await selectStageForUpdate(tx, room, now);
  const stays = await findRoomStays(tx, room, now);
  const stages = stagesSince(stays, lead, { from: before.lookedAt, before, now });
  const orders: WrittenCommand[] = [];
  let last: Stage = before;
  let warningRunId = before.warningRunId;
  for (const [at, stage] of stages.entries()) {
    const isMissed = at < stages.length - 1;
    const run = isNews(stage, last)
      ? await applyPurpose(deps, tx, {
          ...room,
          purpose: stage.purpose,
          cause: causeIn([...stays, stay], stage, last),
          isMissed,
        })
      : null;
    if (run) orders.push(...run.orders);
    // A mode after the warning replaces it. An extended stay runs no mode, so the warning is undone at `restore_at`.
    if (run && !isMissed) warningRunId = stage.purpose === 'ENDING' ? run.runId : null;
    last = stage;
  }
  if (isOver(stay, now) && (last.purpose === 'CLEANING' || last.purpose === 'STANDBY'))
    await recordOverrun(tx, room, stay, now);
  const restoreAt =
    warningRunId === null
      ? null
      : warningRunId === before.warningRunId
        ? undefined
        : new Date(now.getTime() + WARNING_MS);
  pipelineStatement(
    tx,
    tx
      .updateTable('room_stages')
      .set({
        purpose: last.purpose,
        reservation_id: last.reservationId,
        looked_at: now,
        warning_run_id: warningRunId,
        ...(restoreAt === undefined ? {} : { restore_at: restoreAt }),
      })
      .where('store_id', '=', room.storeId)
      .where('id', '=', roomId),
  );
  return orders;
}

/** Whether the stay ended a moment ago. A person detected later may not be the guest. */
function isOver(stay: RoomStay, now: Date): boolean {
  const leftMs = now.getTime() - leavesAt(stay).getTime();
  const wasInRoom = stay.state === 'IN_USE' || stay.state === 'COMPLETED';
  return wasInRoom && !stay.isHeldOpen && leftMs >= 0 && leftMs < SEEN_LATE_MS;
}

/** The reservation that causes the stage; for standby, the last one in the room. */
function causeIn(stays: readonly RoomStay[], stage: Stage, last: Stage) {
  const id = stage.reservationId ?? last.reservationId;
  const stay = stays.find((stay) => stay.id === id);
  return stay ? causeOfReservation(stay) : { kind: 'AUTOMATION' as const, id: null, label: 'standby' };
}

async function endWarning(deps: RunDeps, row: DueRow): Promise<void> {
  const orders = await deps.db.withActor(storeActor(row.product_id, row.store_id), async (tx) => {
    const now = deps.clock.now();
    const room = { productId: row.product_id, storeId: row.store_id, roomId: row.id };
    const { warningRunId } = await selectStageForUpdate(tx, room, now);
    if (warningRunId === null) return [];
    const run = await tx
      .selectFrom('mode_runs')
      .select(['cause_id', 'cause_label'])
      .where('store_id', '=', row.store_id)
      .where('id', '=', warningRunId)
      .executeTakeFirstOrThrow();
    const cause = { kind: 'RESERVATION' as const, id: run.cause_id, label: run.cause_label };
    const written = await restoreFormerStates(deps, tx, {
      storeId: row.store_id,
      roomId: row.id,
      runId: warningRunId,
      cause,
    });
    pipelineStatement(
      tx,
      tx
        .updateTable('room_stages')
        .set({ warning_run_id: null, restore_at: null })
        .where('store_id', '=', row.store_id)
        .where('id', '=', row.id),
    );
    return written;
  });
  for (const order of orders) deps.devices.send(order);
}
