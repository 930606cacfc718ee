import type { DeviceState, RequestedState } from '@munjigi/contract';
import { firstHistoryIdAt, readRecentRows, type Cause, type LinkRow, type RecentRow } from '../commands/devices.sql.ts';
import { isEqualValue, isRequestedLockState } from '../commands/command-states.ts';
import type { DriverAction, LockReport } from '../drivers/index.ts';
import type { Tx } from '../../../db/index.ts';

/**
 * Finds the command that caused a report which answers no command (DH-20): a report of one of several properties, one that
 * arrives after the end of its command, and the relock of a momentary lock. A property belongs to a command once: what
 * a person does after the device has reached the requested value is not the command's.
 */

/** How long after its end a command can still cause a report of what it requested. */
const LATE_MS = 60_000;
/** How long after its end a command can cause a change of a property that it did not name. */
const IMPLIED_MS = 3000;
/** The clocks of processes differ slightly. */
const CLOCKS_DIFFER_MS = 250;
/** Reaches back to the command of the longest momentary opening (DR-1: 600 s). */
const HISTORY_MS = 12 * 60_000;

/** The members of a state whose change a command can cause and that get a history row. */
export const CAUSABLE = ['isOn', 'mode', 'targetTemperature'] as const;
type Causable = (typeof CAUSABLE)[number];

/** A command that was sent, with the properties that the device has reached for it. */
export interface IssuedCommand {
  readonly row: RecentRow;
  readonly reached: Set<string>;
}

/** The commands that were sent to each of these devices within the last minutes, oldest first, by link. */
export async function findIssuedCommands(
  tx: Tx,
  links: readonly LinkRow[],
  now: Date,
): Promise<ReadonlyMap<string, readonly IssuedCommand[]>> {
  const rows = await readRecentRows(tx, links, firstHistoryIdAt(now.getTime() - HISTORY_MS));
  return new Map(
    links.map((link) => {
      const own = rows.filter((row) => row.link_id === link.id);
      const commands = own
        .filter((row) => row.status !== 'REPORTED' && row.sent_at !== null)
        .map((row) => ({ row, reached: new Set<string>() }));
      for (const report of own.filter((row) => row.status === 'REPORTED'))
        markReached(commands, report.command_id, report.action === 'CHANGED' ? report.state : report.action);
      return [link.id, commands];
    }),
  );
}

/** Notes that the report of a command was written. `reported`: a state, or the word of a lock. */
export function markReached(commands: readonly IssuedCommand[], commandId: string | null, reported: unknown): void {
  const command = commands.find(({ row }) => row.id === commandId);
  const keys = typeof reported === 'string' ? [reported] : Object.keys(reported ?? {});
  for (const key of keys) command?.reached.add(key);
}

/**
 * The newest command that can have caused this change of a property of a room's device; `null`: none can have. A command that
 * named the property comes before one that only implies it.
 */
export function commandOfChange(
  commands: readonly IssuedCommand[],
  key: Causable,
  value: DeviceState[Causable],
  at: Date,
): RecentRow | null {
  const requests = commands.map(({ row }) => (row.action === 'SET' ? ((row.state ?? {}) as RequestedState) : {}));
  const found =
    commands.findLast(
      ({ row, reached }, index) =>
        requests[index]?.[key] !== undefined &&
        isEqualValue(requests[index][key], value) &&
        isInTime(row, at, LATE_MS) &&
        !reached.has(key) &&
        !wasReachedBefore(commands, index, key) &&
        !isOvertaken(commands, index, key),
    ) ??
    commands.findLast(
      ({ row, reached }, index) =>
        requests[index]?.[key] === undefined &&
        isImplied(requests[index] ?? {}, key, value) &&
        isInTime(row, at, IMPLIED_MS) &&
        !reached.has(key),
    );
  return found?.row ?? null;
}

/** The members of a reported change that the command can have caused, as it named or implied them. */
export function isChangeOf(command: Cause, key: Causable, value: DeviceState[Causable]): boolean {
  const requested = (command.action === 'SET' ? (command.state ?? {}) : {}) as RequestedState;
  return requested[key] === undefined ? isImplied(requested, key, value) : isEqualValue(requested[key], value);
}

/**
 * Whether a lock's report can be the result of a command: what a person does at the keypad, with a card or at the
 * thumb turn is not, also while a command is in progress.
 */
export function isActOfPerson({ source }: LockReport): boolean {
  return source === 'KEYPAD' || source === 'RFID' || source === 'BIOMETRIC' || source === 'MANUAL';
}

/** The command that can have caused this report of a lock: it asked for that state, or the lock relocked after it. */
export function commandOfLockReport(
  commands: readonly IssuedCommand[],
  report: LockReport,
  { at, relocksAfterMs }: { readonly at: Date; readonly relocksAfterMs: number | null },
): RecentRow | null {
  if (isActOfPerson(report)) return null;
  const found = commands.findLast(({ row, reached }, index) => {
    if (!isRequestedLockState(row.action as DriverAction, report.state)) return false;
    const isNewest = !commands.slice(index + 1).some((newer) => newer.reached.size > 0);
    return isInTime(row, at, LATE_MS) && reached.size === 0 && isNewest && row.state_when_sent !== report.state;
  });
  if (found) return found.row;
  const last = commands.at(-1);
  const isRelock =
    report.state === 'LOCKED' &&
    last?.row.action === 'OPEN' &&
    relocksAfterMs !== null &&
    !last.reached.has('LOCKED') &&
    isInTime(last.row, at, relocksAfterMs + LATE_MS);
  return isRelock ? last.row : null;
}

/** Whether the report arrived after the command was sent and at most `graceMs` after its end. */
function isInTime({ sent_at: sentAt, finished_at: finishedAt }: RecentRow, at: Date, graceMs: number): boolean {
  if (sentAt === null || at.getTime() < sentAt.getTime() - CLOCKS_DIFFER_MS) return false;
  return finishedAt === null || at.getTime() <= finishedAt.getTime() + graceMs;
}

/** Whether a command that does not name the property can have changed it to this value. */
function isImplied(requested: RequestedState, key: Causable, value: DeviceState[Causable]): boolean {
  const isOn =
    requested.isOn ??
    (requested.mode === undefined ? undefined : requested.mode !== 'OFF') ??
    (requested.brightness === undefined ? undefined : requested.brightness > 0) ??
    (requested.targetTemperature === undefined ? undefined : true);
  if (isOn === undefined) return false;
  if (key === 'isOn') return value === isOn;
  if (key === 'mode') return (value !== 'OFF') === isOn;
  // An air conditioner that starts or changes its mode restores the temperature of that mode.
  return isOn && (requested.isOn !== undefined || requested.mode !== undefined);
}

/**
 * Whether the device already had the requested value when the command was sent, and no earlier command was about to
 * change it.
 */
function wasReachedBefore(commands: readonly IssuedCommand[], index: number, key: Causable): boolean {
  const row = commands[index]?.row;
  const before = row?.state_when_sent?.startsWith('{') === true ? (JSON.parse(row.state_when_sent) as DeviceState) : {};
  const requested = (row?.state ?? {}) as RequestedState;
  if (!row?.sent_at || before[key] === undefined || !isEqualValue(before[key], requested[key])) return false;
  const sentAt = row.sent_at;
  return !commands.slice(0, index).some(({ row: earlier }) => {
    const other = ((earlier.state ?? {}) as RequestedState)[key];
    const isDifferent = other !== undefined && !isEqualValue(other, requested[key]);
    return isDifferent && (earlier.finished_at === null || earlier.finished_at >= sentAt);
  });
}

/** Whether a newer command for the property was executed: a device executes its commands in order. */
function isOvertaken(commands: readonly IssuedCommand[], index: number, key: Causable): boolean {
  return commands.slice(index + 1).some(({ reached }) => reached.has(key));
}
