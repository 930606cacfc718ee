import type { DeviceState, listModeRuns, ModeRun, ModeState, QueryOf } from '@munjigi/contract';
import { sql, type Insertable, type Selectable } from 'kysely';
import { orderOf, readGrowingPage, type GrowingTotal, type Tables, type Tx } from '../../db/index.ts';
import { toDeviceCommand, type HistoryRow } from '../devices/index.ts';

export type RunRow = Selectable<Tables['mode_runs']>;

/** The runs of a room, latest first. */
export async function findRuns(
  tx: Tx,
  { roomId, page, limit, sort }: QueryOf<typeof listModeRuns>,
): Promise<GrowingTotal & { items: ModeRun[] }> {
  const ofRoom = tx.selectFrom('mode_runs').where('room_id', '=', roomId);
  const { rows, ...count } = await readGrowingPage(tx, ofRoom.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { startedAt: 'started_at' }, 'id', sql`started_at desc, id desc`),
  });
  return { ...count, items: await withCommands(tx, rows) };
}

export async function readRun(tx: Tx, row: RunRow): Promise<ModeRun> {
  const [run] = await withCommands(tx, [row]);
  if (!run) throw new Error(`The run ${row.id} was not shaped`);
  return run;
}

export async function findRun(tx: Tx, runId: string): Promise<RunRow | null> {
  return (await tx.selectFrom('mode_runs').selectAll().where('id', '=', runId).executeTakeFirst()) ?? null;
}

export async function findRunByKey(tx: Tx, storeId: string, requestKey: string): Promise<RunRow | null> {
  return (
    (await tx
      .selectFrom('mode_runs')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('request_key', '=', requestKey)
      .executeTakeFirst()) ?? null
  );
}

/** A run of the same room. `offset` 0: the latest run; 1: the one before it. */
export async function findLatestRun(
  tx: Tx,
  { store_id: storeId, room_id: roomId }: RunRow,
  offset: 0 | 1 = 0,
): Promise<RunRow | null> {
  const latest = await tx
    .selectFrom('mode_runs')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('room_id', '=', roomId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(offset)
    .executeTakeFirst();
  return latest ?? null;
}

export async function insertRun(
  tx: Tx,
  row: Insertable<Tables['mode_runs']>,
  devices: readonly Insertable<Tables['mode_run_devices']>[],
): Promise<RunRow> {
  const run = await tx.insertInto('mode_runs').values(row).returningAll().executeTakeFirstOrThrow();
  if (devices.length > 0)
    await tx
      .insertInto('mode_run_devices')
      .values([...devices])
      .execute();
  return run;
}

export interface FailedDevice {
  readonly deviceId: string;
  readonly state: ModeState;
}

/** The devices whose last command ended without EXECUTED. */
export async function findFailed(tx: Tx, { store_id: storeId, id }: RunRow): Promise<FailedDevice[]> {
  const { rows } = await sql<{ device_id: string; state: ModeState }>`
    select r.device_id, r.state from mode_run_devices r join device_history h on h.store_id = r.store_id
      and h.id = r.command_id
    where r.store_id = ${storeId} and r.run_id = ${id} and h.finished_at is not null and h.status <> 'EXECUTED'
      -- An undo has no state to send again to a device of which it knew none.
      and r.state <> '{}'`.execute(tx);
  return rows.map((row) => ({ deviceId: row.device_id, state: row.state }));
}

/** The states of the devices before the run. */
export async function findBefore(
  tx: Tx,
  { storeId, runId }: { readonly storeId: string; readonly runId: string },
): Promise<{ deviceId: string; state: DeviceState }[]> {
  const rows = await tx
    .selectFrom('mode_run_devices')
    .select(['device_id', 'state_before'])
    .where('store_id', '=', storeId)
    .where('run_id', '=', runId)
    .execute();
  return rows.map((row) => ({ deviceId: row.device_id, state: row.state_before ?? {} }));
}

/** A device of a run, with the last command that the run sent to it. */
export interface RunDevice {
  readonly deviceId: string;
  readonly commandId: string;
  readonly isExecuted: boolean;
  readonly state: ModeState;
  readonly stateBefore: DeviceState;
}

export async function findRunDevices(tx: Tx, { store_id: storeId, id }: RunRow): Promise<RunDevice[]> {
  const rows = await tx
    .selectFrom('mode_run_devices as r')
    .innerJoin('device_history as h', (join) =>
      join.onRef('h.store_id', '=', 'r.store_id').onRef('h.id', '=', 'r.command_id'),
    )
    .select(['r.device_id', 'r.command_id', 'r.state', 'r.state_before', 'h.status'])
    .where('r.store_id', '=', storeId)
    .where('r.run_id', '=', id)
    .execute();
  return rows.map((row) => ({
    deviceId: row.device_id,
    commandId: row.command_id,
    isExecuted: row.status === 'EXECUTED',
    state: row.state,
    stateBefore: row.state_before ?? {},
  }));
}

export async function setCommand(
  tx: Tx,
  { store_id: storeId, id }: RunRow,
  deviceId: string,
  commandId: string,
): Promise<void> {
  await tx
    .updateTable('mode_run_devices')
    .set({ command_id: commandId })
    .where('store_id', '=', storeId)
    .where('run_id', '=', id)
    .where('device_id', '=', deviceId)
    .execute();
}

async function withCommands(tx: Tx, rows: readonly RunRow[]): Promise<ModeRun[]> {
  if (rows.length === 0) return [];
  const { rows: commands } = await sql<HistoryRow & { run_id: string }>`
    select h.*, v.name as target_name, r.run_id
    from unnest(${sql.val(rows.map((row) => row.store_id))}::uuid[], ${sql.val(rows.map((row) => row.id))}::uuid[]) as
      these (store_id, run_id)
      join mode_run_devices r on r.store_id = these.store_id and r.run_id = these.run_id
      join devices v on v.store_id = r.store_id and v.id = r.device_id
      -- By key, one command at a time (offset 0): without statistics PostgreSQL may scan the whole history for each
      -- device.
      cross join lateral (select * from device_history where store_id = r.store_id and id = r.command_id offset 0) h
    order by v.name, v.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    storeId: row.store_id,
    roomId: row.room_id,
    modeId: row.mode_id,
    modeName: row.mode_name,
    undoesRunId: row.undoes_run_id,
    startedAt: row.started_at.toISOString(),
    startedBy: row.cause_label,
    commands: commands.filter((command) => command.run_id === row.id).map(toDeviceCommand),
  }));
}
