import type { CommandErrorCode, CommandStatus, DeviceState, WantedState } from '@munjigi/contract';
import type { LockWord, OrderAction, ReplyOutcome } from './drivers/index.ts';

/** What a device's word means for an order that is under way (DR-2). No clock, no database: a table of cases. */

export interface UnderWay {
  readonly id: string;
  readonly action: OrderAction;
  /** What `SET` asks for. */
  readonly wanted: WantedState | null;
  readonly status: 'QUEUED' | 'SENT' | 'ACCEPTED';
  /** A lock's state when the order was sent, `MOVING` when it was on its way; of a device of a room its state as JSON. */
  readonly stateWhenSent: string | null;
  /** It has told its old state again since the order was sent. */
  readonly hasAnswered: boolean;
}

export type Verdict =
  | { readonly kind: 'next'; readonly status: CommandStatus; readonly error: CommandErrorCode | null }
  /** It heard us and is as it was: taken for a refusal if nothing else comes soon. */
  | { readonly kind: 'answered' };

/** Something that a device said, as far as it can be an answer. */
export type Said =
  | { readonly kind: 'lock'; readonly word: LockWord }
  /** `said`: in this message; `known`: together with all that was heard before it. */
  | { readonly kind: 'state'; readonly said: DeviceState; readonly known: DeviceState }
  | { readonly kind: 'reply'; readonly orderId: string; readonly outcome: ReplyOutcome; readonly note: string };

type LockAction = 'OPEN' | 'LOCK';
const SETTLED: Record<LockAction, readonly LockWord[]> = { OPEN: ['UNLOCKED', 'UNLATCHED'], LOCK: ['LOCKED'] };
const ON_ITS_WAY: Record<LockAction, readonly LockWord[]> = { OPEN: ['UNLOCKING', 'OPENING'], LOCK: ['LOCKING'] };
const OPPOSITE: Record<LockAction, LockAction> = { OPEN: 'LOCK', LOCK: 'OPEN' };
const DONE: Verdict = { kind: 'next', status: 'EXECUTED', error: null };

export function isWanted(action: OrderAction, state: string): boolean {
  return isLockAction(action) && (SETTLED[action] as readonly string[]).includes(state);
}

/** `newer`: the orders sent after this one, which may be what the device is answering. */
export function judge(command: UnderWay, said: Said, newer: readonly UnderWay[]): Verdict | null {
  if (command.status === 'QUEUED') return null;
  switch (said.kind) {
    case 'lock':
      return isLockAction(command.action) ? judgeWord(command, command.action, said.word, newer) : null;
    case 'state':
      return command.wanted === null ? null : judgeState(command, command.wanted, said, newer);
    case 'reply':
      return command.id === said.orderId ? judgeReply(command, said.outcome) : null;
  }
}

function judgeWord(command: UnderWay, action: LockAction, word: LockWord, newer: readonly UnderWay[]): Verdict | null {
  if (isWanted(action, word)) return DONE;
  if (ON_ITS_WAY[action].includes(word)) {
    return command.status === 'SENT' ? { kind: 'next', status: 'ACCEPTED', error: null } : null;
  }
  if (word === 'JAMMED') return { kind: 'next', status: 'FAILED', error: 'JAMMED' };
  if (!isWanted(OPPOSITE[action], word)) return null;
  // It settled on the contrary. Because somebody ordered that since?
  if (newer.some((other) => other.status !== 'QUEUED' && other.action === OPPOSITE[action])) {
    return { kind: 'next', status: 'FAILED', error: 'SUPERSEDED' };
  }
  if (command.status === 'ACCEPTED') return { kind: 'next', status: 'FAILED', error: 'REFUSED' };
  // Only if it was at rest there when we asked: otherwise it is the end of an earlier movement.
  return command.stateWhenSent !== null && isWanted(OPPOSITE[action], command.stateWhenSent) ? { kind: 'answered' } : null;
}

function judgeState(command: UnderWay, wanted: WantedState, { said, known }: Extract<Said, { kind: 'state' }>, newer: readonly UnderWay[]): Verdict | null {
  const told = keysOf(wanted).filter((key) => said[key] !== undefined);
  if (told.length === 0) return null;
  if (isState(wanted, known)) return DONE;
  const isNewers = (other: UnderWay) => other.wanted !== null && told.some((key) => other.wanted?.[key] !== undefined && isEqual(other.wanted[key], said[key]));
  if (newer.some((other) => other.status !== 'QUEUED' && isNewers(other))) return { kind: 'next', status: 'FAILED', error: 'SUPERSEDED' };
  // On the way there a light tells each step; what it was before is no step.
  const before = stateOf(command.stateWhenSent);
  return told.every((key) => !isEqual(wanted[key], said[key]) && isEqual(before[key], said[key])) ? { kind: 'answered' } : null;
}

function judgeReply(command: UnderWay, outcome: ReplyOutcome): Verdict | null {
  if (outcome === 'REFUSED') return { kind: 'next', status: 'FAILED', error: 'REFUSED' };
  // It takes the order and has nothing to change, so nothing more will come.
  if (wasThere(command)) return DONE;
  return command.status === 'SENT' ? { kind: 'next', status: 'ACCEPTED', error: null } : null;
}

/** What is known of a device when the time is over. `isFresh`: somebody has listened to it ever since. */
export interface Known {
  readonly lockState: string;
  readonly isMoving: boolean;
  readonly state: DeviceState;
  readonly isFresh: boolean;
}

/** How an order ends for which nothing more came in time. */
export function verdictAtDeadline(command: UnderWay, { lockState, isMoving, state, isFresh }: Known): { status: CommandStatus; error: CommandErrorCode | null } {
  if (command.status === 'QUEUED') return { status: 'EXPIRED', error: 'EXPIRED_UNSENT' };
  const isThere = command.wanted === null ? isWanted(command.action, lockState) && !isMoving : isState(command.wanted, state);
  if (wasThere(command) && isFresh && isThere) return { status: 'EXECUTED', error: null };
  return command.hasAnswered ? { status: 'FAILED', error: 'REFUSED' } : { status: 'TIMED_OUT', error: 'NO_ANSWER' };
}

/** A device that is already as asked often says nothing: firmware tells each state once (docs/domain.md 1.4). */
export function wasThere(command: Pick<UnderWay, 'action' | 'wanted' | 'stateWhenSent'>): boolean {
  if (command.stateWhenSent === null) return false;
  return command.wanted === null ? isWanted(command.action, command.stateWhenSent) : isState(command.wanted, stateOf(command.stateWhenSent));
}

export function isState(wanted: WantedState, state: DeviceState): boolean {
  return keysOf(wanted).every((key) => isEqual(wanted[key], state[key]));
}

type Key = Exclude<keyof WantedState, 'press'>;
function keysOf(wanted: WantedState): Key[] {
  return (Object.keys(wanted) as (keyof WantedState)[]).filter((key): key is Key => key !== 'press' && wanted[key] !== undefined);
}

/** A device may keep levels in steps of its own. */
function isEqual(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 1 : a === b;
}

function isLockAction(action: OrderAction): action is LockAction {
  return action === 'OPEN' || action === 'LOCK';
}

function stateOf(json: string | null): DeviceState {
  return json?.startsWith('{') === true ? (JSON.parse(json) as DeviceState) : {};
}
