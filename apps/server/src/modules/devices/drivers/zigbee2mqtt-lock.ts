import type { OperationSource } from '@munjigi/contract';
import { Unreadable, type LockReport, type LockWord, type Report } from './driver.ts';

/** A message of a device: any member may be missing. */
export type ZigbeeMembers = Readonly<Record<string, unknown>>;

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
const LEAF: Readonly<Record<string, 'OPEN' | 'CLOSED'>> = { open: 'OPEN', closed: 'CLOSED' };
/** The user number that means no user. */
const NO_USER = 65_535;

export function parseLockReports(members: ZigbeeMembers, memory: LockMemory, nowMs = performance.now()): Report[] {
  const reports: Report[] = [];
  const action = textOf(members['action']);
  const done = action === null ? undefined : own(ACTIONS, action);
  if (done) {
    memory.moved = { to: done.to, atMs: nowMs };
    const source = own(SOURCES, textOf(members['action_source_name']) ?? '') ?? done.source;
    const user = userOf(members['action_user']);
    reports.push({
      kind: 'lock',
      state: done.to,
      ...(source === undefined ? {} : { source }),
      ...(user === null ? {} : { user }),
    });
  } else if (action !== null && /^(un)?lock_failure_/.test(action)) {
    const source = own(SOURCES, textOf(members['action_source_name']) ?? '');
    reports.push({
      kind: 'event',
      action: 'DENIED',
      name: action.slice(0, 60),
      ...(source === undefined ? {} : { source }),
    });
  }
  const state = stateOf(members);
  const isOld = memory.moved !== null && state?.state !== memory.moved.to && nowMs - memory.moved.atMs < OLD_STATE_MS;
  if (state && !done && !isOld) reports.push(state);
  if (state && state.state === memory.moved?.to && !done) memory.moved = null;

  const doorState = textOf(members['door_state']);
  const leaf = doorState === null ? undefined : own(LEAF, doorState);
  if (leaf) reports.push({ kind: 'leaf', state: leaf });
  return reports;
}

/** `lock_state` can report a bolt that is halfway; `state` is UNLOCK for everything that is not locked. */
function stateOf(members: ZigbeeMembers): LockReport | null {
  const fine = textOf(members['lock_state']);
  if (fine === 'locked') return { kind: 'lock', state: 'LOCKED' };
  if (fine === 'unlocked') return { kind: 'lock', state: 'UNLOCKED' };
  if (fine === 'not_fully_locked') return { kind: 'lock', state: 'NOT_FULLY_LOCKED' };
  if (fine !== null) throw new Unreadable('unknown_state');
  const state = textOf(members['state']);
  if (state === null) return null;
  if (state !== 'LOCK' && state !== 'UNLOCK') throw new Unreadable('unknown_state');
  return { kind: 'lock', state: state === 'LOCK' ? 'LOCKED' : 'UNLOCKED' };
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
export function readCodes(members: ZigbeeMembers): Report[] {
  const reports: Report[] = [];
  const action = textOf(members['action']) ?? '';
  const user = userOf(members['action_user']);
  const slot = user === null ? null : Number(user);
  if (action === 'pin_code_added' || action === 'pin_code_changed')
    reports.push({ kind: 'code-written', outcome: 'SET', slot, stamp: null });
  if (action === 'pin_code_deleted') reports.push({ kind: 'code-written', outcome: 'CLEARED', slot, stamp: null });
  for (const [key, outcome] of [
    ['last_successful_pincode_save', 'SET'],
    ['last_successful_pincode_clear', 'CLEARED'],
  ] as const) {
    if (typeof members[key] === 'number')
      reports.push({ kind: 'code-written', outcome, slot: null, stamp: String(members[key]) });
  }
  const users = members['users'];
  if (users === null || typeof users !== 'object' || Array.isArray(users)) return reports;
  for (const [key, value] of Object.entries(users).slice(0, MOST_USERS)) {
    const status = value !== null && typeof value === 'object' ? (value as { status?: unknown }).status : null;
    const state = typeof status === 'string' ? own(CODE_STATES, status) : undefined;
    if (state && /^\d{1,5}$/.test(key)) reports.push({ kind: 'code', slot: Number(key), state });
  }
  return reports;
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw new Unreadable('bad_shape');
  return value;
}

function userOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value !== NO_USER ? String(value) : null;
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
