import { prepareStatement, statement, type Tx } from '../../db/index.ts';
import { LONGEST_STAY_MS } from '../reservations/index.ts';
import type { DueRow } from './due-rows.ts';
import type { Lead, Stage, RoomStay } from './stages.ts';

/** Runs as `SYSTEM`, which sees the scheduled rows of every store. */
export async function findDueReviews(tx: Tx, now: Date, limit: number): Promise<DueRow[]> {
  const { rows } = await tx.executeQuery(
    statement<DueRow>`select product_id, store_id, id from stage_reviews where due_at <= ${now} order by due_at, id
      limit ${limit}`,
  );
  return rows;
}

export async function findDueRestores(tx: Tx, now: Date, limit: number): Promise<DueRow[]> {
  const { rows } = await tx.executeQuery(
    statement<DueRow>`select product_id, store_id, id from room_stages where restore_at <= ${now}
      order by restore_at, id limit ${limit}`,
  );
  return rows;
}

/** Claims a due review. `false`: another process has claimed it or finished it. */
export async function claimStageReview(tx: Tx, { store_id, id }: DueRow, now: Date): Promise<boolean> {
  const { rows } = await tx.executeQuery(statement<object>`
    select from stage_reviews where store_id = ${store_id} and id = ${id} and due_at <= ${now} for update skip locked`);
  return rows.length > 0;
}

export function scheduleStageReview(tx: Tx, { store_id, id }: DueRow, dueAt: Date | null) {
  return tx
    .updateTable('stage_reviews')
    .set({ due_at: dueAt, planned_at: dueAt })
    .where('store_id', '=', store_id)
    .where('id', '=', id);
}

export interface StageReview {
  readonly stay: RoomStay;
  readonly lead: Lead;
  /** The reservation's room, the parts of that room, and rooms whose stage it caused; ordered by id. */
  readonly roomIds: readonly string[];
}

interface StayRow {
  id: string;
  code: string;
  state: string;
  starts_at: Date;
  ends_at: Date;
  buffer_ends_at: Date;
  is_held_open: boolean;
  returned_at: Date | null;
  planned_at: Date | null;
}

/** The columns of a stay `r` with its review `v`. */
const STAY_COLUMNS = `
  r.id, r.code, r.state, r.starts_at, r.ends_at, r.buffer_ends_at, r.extension_ends_at is not null as is_held_open,
  (select max(e.at) from reservation_events e
   where e.store_id = r.store_id and e.reservation_id = r.id and e.kind = 'EXTENSION_RETURNED' and e.at > r.ends_at)
     as returned_at,
  v.planned_at`;

/** Parameters: $1 store, $2 reservation. */
const REVIEW = prepareStatement<StayRow & { prepare_minutes: number; warning_minutes: number; room_ids: string[] }>(`
  select ${STAY_COLUMNS}, s.prepare_minutes, s.warning_minutes,
    array(select r.room_id union select p.part_room_id from room_parts p where p.store_id = r.store_id
      and p.room_id = r.room_id
          union select g.id from room_stages g where g.store_id = r.store_id and g.reservation_id = r.id order by 1)
            as room_ids
  from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id
  left join stage_reviews v on v.store_id = r.store_id and v.id = r.id
  where r.store_id = $1 and r.id = $2`);

export async function findStageReview(tx: Tx, { store_id, id }: DueRow): Promise<StageReview | null> {
  const [row] = await REVIEW.read(tx, store_id, id);
  return row
    ? {
        stay: toDueStay(row),
        lead: { prepareMinutes: row.prepare_minutes, warningMinutes: row.warning_minutes },
        roomIds: row.room_ids,
      }
    : null;
}

const BEFORE_MS = 2 * 3600_000;
/** Stages missed longer ago than this are not recorded. */
const FORGOTTEN_MS = 24 * 3600_000;

/** Parameters: $1 store, $2 room, $3–$4 the earliest and the latest start, $5 the earliest end of the buffer. */
const ROOM_STAYS = prepareStatement<StayRow>(`
  select ${STAY_COLUMNS}
  from reservations r left join stage_reviews v on v.store_id = r.store_id and v.id = r.id
  where r.store_id = $1
    and r.room_id in (select $2::uuid union all select p.room_id from room_parts p where p.store_id = $1
      and p.part_room_id = $2)
    and r.kind = 'GUEST' and r.state not in ('CANCELLED', 'EXPIRED') and r.state <> 'PENDING'
    and r.starts_at > $3 and r.starts_at <= $4 and r.buffer_ends_at > $5
  order by r.starts_at, r.id`);

export async function findRoomStays(
  tx: Tx,
  { storeId, roomId }: { readonly storeId: string; readonly roomId: string },
  now: Date,
): Promise<RoomStay[]> {
  const rows = await ROOM_STAYS.read(
    tx,
    storeId,
    roomId,
    new Date(now.getTime() - LONGEST_STAY_MS).toISOString(),
    new Date(now.getTime() + BEFORE_MS).toISOString(),
    new Date(now.getTime() - FORGOTTEN_MS).toISOString(),
  );
  return rows.map(toDueStay);
}

export interface RoomStage extends Stage {
  readonly lookedAt: Date;
  readonly warningRunId: string | null;
}

/** Locks the stage of the room until the transaction ends; creates it as standby. */
export async function selectStageForUpdate(
  tx: Tx,
  { productId, storeId, roomId }: { readonly productId: string; readonly storeId: string; readonly roomId: string },
  now: Date,
): Promise<RoomStage> {
  const { rows } = await tx.executeQuery(statement<{
    purpose: Stage['purpose'];
    reservation_id: string | null;
    looked_at: Date;
    warning_run_id: string | null;
  }>`
    insert into room_stages (product_id, store_id, id, purpose, looked_at)
      values (${productId}, ${storeId}, ${roomId}, 'STANDBY', ${now})
    on conflict (store_id, id) do update set purpose = room_stages.purpose
    returning purpose, reservation_id, looked_at, warning_run_id`);
  const [row] = rows;
  if (!row) throw new Error(`The stage of the room ${roomId} was not kept`);
  return {
    purpose: row.purpose,
    reservationId: row.reservation_id,
    lookedAt: row.looked_at,
    warningRunId: row.warning_run_id,
  };
}

function toDueStay(row: StayRow): RoomStay {
  return {
    id: row.id,
    code: row.code,
    state: row.state,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    bufferEndsAt: row.buffer_ends_at,
    isHeldOpen: row.is_held_open,
    returnedAt: row.returned_at,
    plannedAt: row.planned_at,
  };
}
