import type { CommandErrorCode, CommandStatus, DeviceState, RequestedState } from '@munjigi/contract';
import type { LockWord, DriverAction, ReplyOutcome } from '../drivers/index.ts';
import { listKeys } from '../../../list-keys.ts';

/** What a device report means for a command in progress (DR-2). Pure functions: no clock, no database. */

export interface PendingCommand {
  readonly id: string;
  readonly action: DriverAction;
  /** The requested state of `SET`. */
  readonly target: RequestedState | null;
  readonly status: 'QUEUED' | 'SENT' | 'ACCEPTED';
  /**
   * The state of a lock when the command was sent, `MOVING` while it moved; for a device of a room, its state as JSON.
   */
  readonly stateWhenSent: string | null;
  /** The device has repeated its old state since the command was sent. */
  readonly hasAnswered: boolean;
}

export type CommandOutcome =
  | { readonly kind: 'next'; readonly status: CommandStatus; readonly error: CommandErrorCode | null }
  /** The device answered and did not change. This is a refusal, if nothing else follows soon. */
  | { readonly kind: 'answered' };

/** A device report, in the forms that can answer a command. */
export type DeviceAnswer =
  | { readonly kind: 'lock'; readonly word: LockWord }
  /** `said`: the members of this message; `known`: the same, merged into everything reported before. */
  | { readonly kind: 'state'; readonly said: DeviceState; readonly stored: DeviceState }
  | { readonly kind: 'reply'; readonly orderId: string; readonly outcome: ReplyOutcome; readonly note: string };

type LockAction = 'OPEN' | 'LOCK';
const SETTLED: Record<LockAction, readonly LockWord[]> = { OPEN: ['UNLOCKED', 'UNLATCHED'], LOCK: ['LOCKED'] };
const ON_ITS_WAY: Record<LockAction, readonly LockWord[]> = { OPEN: ['UNLOCKING', 'OPENING'], LOCK: ['LOCKING'] };
const OPPOSITE: Record<LockAction, LockAction> = { OPEN: 'LOCK', LOCK: 'OPEN' };
const DONE: CommandOutcome = { kind: 'next', status: 'EXECUTED', error: null };

export function isRequestedLockState(action: DriverAction, state: string): boolean {
  return isLockAction(action) && (SETTLED[action] as readonly string[]).includes(state);
}

/** `newer`: the later commands to the device, which the report may answer instead. */
export function decideByReport(
  command: PendingCommand,
  said: DeviceAnswer,
  newer: readonly PendingCommand[],
): CommandOutcome | null {
  if (command.status === 'QUEUED') return null;
  switch (said.kind) {
    case 'lock':
      return isLockAction(command.action) ? decideByWord(command, command.action, said.word, newer) : null;
    case 'state':
      return command.target === null ? null : decideByState(command, command.target, said, newer);
    case 'reply':
      return command.id === said.orderId ? decideByReply(command, said.outcome) : null;
  }
}

function decideByWord(
  command: PendingCommand,
  action: LockAction,
  word: LockWord,
  newer: readonly PendingCommand[],
): CommandOutcome | null {
  if (isRequestedLockState(action, word)) return DONE;
  if (ON_ITS_WAY[action].includes(word)) {
    return command.status === 'SENT' ? { kind: 'next', status: 'ACCEPTED', error: null } : null;
  }
  if (word === 'JAMMED') return { kind: 'next', status: 'FAILED', error: 'JAMMED' };
  if (!isRequestedLockState(OPPOSITE[action], word)) return null;
  // The lock settled in the opposite state. A newer command may have asked for that.
  if (newer.some((other) => other.status !== 'QUEUED' && other.action === OPPOSITE[action])) {
    return { kind: 'next', status: 'FAILED', error: 'SUPERSEDED' };
  }
  if (command.status === 'ACCEPTED') return { kind: 'next', status: 'FAILED', error: 'REFUSED' };
  // Only if the lock was at rest in that state when the command was sent. Otherwise this ends an earlier movement.
  return command.stateWhenSent !== null && isRequestedLockState(OPPOSITE[action], command.stateWhenSent)
    ? { kind: 'answered' }
    : null;
}

function decideByState(
  command: PendingCommand,
  requested: RequestedState,
  { said, stored }: Extract<DeviceAnswer, { kind: 'state' }>,
  newer: readonly PendingCommand[],
): CommandOutcome | null {
  const reportedKeys = keysOf(requested).filter((key) => said[key] !== undefined);
  if (reportedKeys.length === 0) return null;
  if (isState(requested, stored)) return DONE;
  const isNewers = (other: PendingCommand) =>
    other.target !== null &&
    reportedKeys.some((key) => other.target?.[key] !== undefined && isEqualValue(other.target[key], said[key]));
  if (newer.some((other) => other.status !== 'QUEUED' && isNewers(other)))
    return { kind: 'next', status: 'FAILED', error: 'SUPERSEDED' };
  // A light reports intermediate levels on the way. A repeated former state is not one of them.
  const before = stateOf(command.stateWhenSent);
  return reportedKeys.every((key) => !isEqualValue(requested[key], said[key]) && isEqualValue(before[key], said[key]))
    ? { kind: 'answered' }
    : null;
}

function decideByReply(command: PendingCommand, outcome: ReplyOutcome): CommandOutcome | null {
  if (outcome === 'REFUSED') return { kind: 'next', status: 'FAILED', error: 'REFUSED' };
  // The device accepted the command and already had the state, so no further report follows.
  if (wasThere(command)) return DONE;
  return command.status === 'SENT' ? { kind: 'next', status: 'ACCEPTED', error: null } : null;
}

/**
 * What the server knows of a device at the deadline. `isFresh`: the device is online, and a listener has acquired or
 * renewed its lease since the command was sent.
 */
export interface DeviceSnapshot {
  readonly lockState: string;
  readonly isMoving: boolean;
  readonly state: DeviceState;
  readonly isFresh: boolean;
}

/** The final status of a command that nothing has ended before its deadline. */
export function verdictAtDeadline(
  command: PendingCommand,
  { lockState, isMoving, state, isFresh }: DeviceSnapshot,
): { status: CommandStatus; error: CommandErrorCode | null } {
  if (command.status === 'QUEUED') return { status: 'EXPIRED', error: 'EXPIRED_UNSENT' };
  const isThere =
    command.target === null
      ? isRequestedLockState(command.action, lockState) && !isMoving
      : isState(command.target, state);
  if (wasThere(command) && isFresh && isThere) return { status: 'EXECUTED', error: null };
  return command.hasAnswered ? { status: 'FAILED', error: 'REFUSED' } : { status: 'TIMED_OUT', error: 'NO_ANSWER' };
}

/**
 * Whether the device had the requested state when the command was sent. Such a device often stays silent: firmware
 * publishes a state only when it changes (docs/domain.md 1.4).
 */
export function wasThere(command: Pick<PendingCommand, 'action' | 'target' | 'stateWhenSent'>): boolean {
  if (command.stateWhenSent === null) return false;
  return command.target === null
    ? isRequestedLockState(command.action, command.stateWhenSent)
    : isState(command.target, stateOf(command.stateWhenSent));
}

export function isState(requested: RequestedState, state: DeviceState): boolean {
  return keysOf(requested).every((key) => isEqualValue(requested[key], state[key]));
}

type Key = Exclude<keyof RequestedState, 'press'>;
function keysOf(requested: RequestedState): Key[] {
  return listKeys(requested).filter((key): key is Key => key !== 'press' && requested[key] !== undefined);
}

/** Devices may round levels to their own steps. */
export function isEqualValue(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 1 : a === b;
}

function isLockAction(action: DriverAction): action is LockAction {
  return action === 'OPEN' || action === 'LOCK';
}

function stateOf(json: string | null): DeviceState {
  return json?.startsWith('{') === true ? (JSON.parse(json) as DeviceState) : {};
}
