import type { OperationSource } from '@munjigi/contract';
import { Unreadable, type LeafWord, type LockReport, type LockWord, type OddMember, type Report } from './driver.ts';
import { readMember, readObject } from './odd-members.ts';

/** A message of a device: any member may be missing. */
export interface ZigbeeMessage {
  readonly members: Readonly<Record<string, unknown>>;
  /** The members that could not be read. */
  readonly odd: OddMember[];
}

/**
 * The last action of a lock behind Zigbee2MQTT (docs/domain.md 1.3). `action` arrives seconds before the new state, in
 * a message that still carries the old state. So the action counts, and the old state in the same message and shortly
 * after it is ignored.
 */
export interface LockMemory {
  moved: { readonly to: LockWord; readonly atMs: number } | null;
}

/** Measured: the new state comes about five seconds after the action. */
const OLD_STATE_MS = 12_000;

const ACTIONS: Readonly<Record<string, { to: LockWord; source?: OperationSource }>> = {
  unlock: { to: 'UNLOCKED' },
  key_unlock: { to: 'UNLOCKED', source: 'MANUAL' },
  manual_unlock: { to: 'UNLOCKED', source: 'MANUAL' },
  schedule_unlock: { to: 'UNLOCKED', source: 'SCHEDULE' },
  lock: { to: 'LOCKED' },
  key_lock: { to: 'LOCKED', source: 'MANUAL' },
  manual_lock: { to: 'LOCKED', source: 'MANUAL' },
  one_touch_lock: { to: 'LOCKED', source: 'BUTTON' },
  auto_lock: { to: 'LOCKED', source: 'AUTO' },
  schedule_lock: { to: 'LOCKED', source: 'SCHEDULE' },
};
const SOURCES: Readonly<Record<string, OperationSource>> = {
  keypad: 'KEYPAD',
  rf: 'REMOTE',
  manual: 'MANUAL',
  rfid: 'RFID',
  fingerprint: 'BIOMETRIC',
};
/** The numbers of `action_source` in messages without its name (ZCL, Door Lock, Operation Event Source). */
const SOURCE_NAMES = ['keypad', 'rf', 'manual', 'rfid'];
const LEAF: Readonly<Record<string, LeafWord>> = {
  open: 'OPEN',
  closed: 'CLOSED',
  error_forced_open: 'FORCED_OPEN',
};
/** The user number that means no user. */
const NO_USER = 65_535;
/** The user number that means every code, in a report that codes were deleted. */
const ALL_USERS = 255;

export function parseLockReports(message: ZigbeeMessage, memory: LockMemory, nowMs = performance.now()): Report[] {
  const reports: Report[] = [];
  const action = readText(message, 'action');
  const done = action === null ? undefined : own(ACTIONS, action);
  if (done) {
    memory.moved = { to: done.to, atMs: nowMs };
    const source = sourceOf(message, done.source);
    const user = userOf(message);
    reports.push({
      kind: 'lock',
      state: done.to,
      ...(source === undefined ? {} : { source }),
      ...(user === null ? {} : { user: String(user) }),
    });
  } else if (action !== null && /^(un)?lock_failure_/.test(action)) {
    const source = sourceOf(message, undefined);
    const user = userOf(message);
    reports.push({
      kind: 'event',
      action: 'DENIED',
      name: action.slice(0, 60),
      ...(source === undefined ? {} : { source }),
      ...(user === null ? {} : { user: String(user) }),
    });
  }
  const state = stateOf(message);
  const isOld = memory.moved !== null && state?.state !== memory.moved.to && nowMs - memory.moved.atMs < OLD_STATE_MS;
  if (state && !done && !isOld) reports.push(state);
  if (state && state.state === memory.moved?.to && !done) memory.moved = null;
  return [...reports, ...readLeaf(message)];
}

/** The lock may also report that it does not know where the leaf is. A leaf that was never reported stays as it is. */
function readLeaf(message: ZigbeeMessage): Report[] {
  const value = message.members['door_state'];
  if (value === undefined) return [];
  const state = readMember(message.odd, 'door_state', value, () => wordOf(LEAF, value));
  if (state === undefined && isEmpty(value)) return [];
  return [{ kind: 'leaf', state: state ?? 'UNKNOWN' }];
}

const FINE_STATES: Readonly<Record<string, LockWord>> = {
  locked: 'LOCKED',
  unlocked: 'UNLOCKED',
  not_fully_locked: 'NOT_FULLY_LOCKED',
};
const STATES: Readonly<Record<string, LockWord>> = { LOCK: 'LOCKED', UNLOCK: 'UNLOCKED' };

/**
 * `lock_state` can report a bolt that is halfway; `state` is UNLOCK for everything that is not locked. A lock that
 * reports an unknown word for both is in an unknown state.
 */
function stateOf(message: ZigbeeMessage): LockReport | null {
  const words = [
    ['lock_state', FINE_STATES],
    ['state', STATES],
  ] as const;
  let isOdd = false;
  for (const [name, table] of words) {
    const value = message.members[name];
    if (value === undefined) continue;
    const state = readMember(message.odd, name, value, () => wordOf(table, value));
    if (state !== undefined) return { kind: 'lock', state };
    isOdd ||= !isEmpty(value);
  }
  return isOdd ? { kind: 'lock', state: 'UNKNOWN' } : null;
}

const CODE_STATES: Readonly<Record<string, 'ENABLED' | 'DISABLED' | 'ABSENT'>> = {
  enabled: 'ENABLED',
  disabled: 'DISABLED',
  available: 'ABSENT',
};
const MOST_USERS = 250;

/**
 * Reads reports about codes. `pin_code_added` names the slot. Older converters only keep the time of the last success
 * and repeat it in every message.
 */
export function readCodes(message: ZigbeeMessage): Report[] {
  return [...readProgramming(message), ...readStamps(message), ...readUsers(message)];
}

function readProgramming(message: ZigbeeMessage): Report[] {
  const { odd, members } = message;
  const action = typeof members['action'] === 'string' ? members['action'] : '';
  switch (action) {
    case 'pin_code_added':
    case 'pin_code_changed':
      return [{ kind: 'code-written', outcome: 'SET', slot: userOf(message), stamp: null }];
    case 'pin_code_deleted': {
      const slot = userOf(message);
      if (slot === ALL_USERS) return [{ kind: 'codes-cleared' }];
      return [{ kind: 'code-written', outcome: 'CLEARED', slot, stamp: null }];
    }
    case 'master_code_changed':
      // The server does not know the master code. The change is counted, so that a person sees it.
      readMember(odd, 'action', action, refuseEvent);
      return [];
    default:
      return [];
  }
}

function refuseEvent(): never {
  throw new Unreadable('unsupported_event');
}

function readStamps({ members, odd }: ZigbeeMessage): Report[] {
  const stamps = [
    ['last_successful_pincode_save', 'SET'],
    ['last_successful_pincode_clear', 'CLEARED'],
  ] as const;
  return stamps.flatMap(([name, outcome]): Report[] => {
    const value = members[name];
    if (value === undefined || value === null) return [];
    const stamp = readMember(odd, name, value, () => {
      if (typeof value !== 'number') throw new Unreadable('bad_shape');
      return String(value);
    });
    return stamp === undefined ? [] : [{ kind: 'code-written', outcome, slot: null, stamp }];
  });
}

function readUsers({ members, odd }: ZigbeeMessage): Report[] {
  const users = members['users'];
  if (users === undefined || users === null) return [];
  const entries = readMember(odd, 'users', users, () => Object.entries(readObject(users)).slice(0, MOST_USERS)) ?? [];
  return entries.flatMap(([key, value]): Report[] => {
    if (!/^\d{1,5}$/.test(key)) return [];
    const status = readMember(odd, `users.${key}`, value, () => readObject(value)['status']);
    if (status === undefined) return [];
    const state = readMember(odd, `users.${key}.status`, status, () => wordOf(CODE_STATES, status));
    return state === undefined ? [] : [{ kind: 'code', slot: Number(key), state }];
  });
}

/** The text of a member that a bridge empties when it has nothing to say. `null`: missing, empty or odd. */
function readText({ members, odd }: ZigbeeMessage, name: string): string | null {
  const value = members[name];
  if (value === undefined || isEmpty(value)) return null;
  const text = readMember(odd, name, value, () => {
    if (typeof value !== 'string') throw new Unreadable('bad_shape');
    return value;
  });
  return text ?? null;
}

/** Old converters name the source by its number only, which says less than some actions (`auto_lock`) do. */
function sourceOf(message: ZigbeeMessage, ofAction: OperationSource | undefined): OperationSource | undefined {
  const named = own(SOURCES, readText(message, 'action_source_name') ?? '') ?? ofAction;
  const number = message.members['action_source'];
  return named ?? (typeof number === 'number' ? own(SOURCES, SOURCE_NAMES[number] ?? '') : undefined);
}

/** The number of the user or code. `null`: missing, no user or odd. */
function userOf({ members, odd }: ZigbeeMessage): number | null {
  const value = members['action_user'];
  if (value === undefined || value === null || value === NO_USER) return null;
  const user = readMember(odd, 'action_user', value, () => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > NO_USER)
      throw new Unreadable('bad_shape');
    return value;
  });
  return user ?? null;
}

/** The meaning of a word. Throws `Unreadable` for every other value. */
function wordOf<T>(table: Readonly<Record<string, T>>, value: unknown): T {
  const found = typeof value === 'string' ? own(table, value) : undefined;
  if (found === undefined) throw new Unreadable('unknown_state');
  return found;
}

/** Whether the bridge has no value of the member: the lock never reported it. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
