import { describe, expect, it } from 'vitest';
import { Unreadable, type DriverDevice } from './driver.ts';
import { readCodes, parseLockReports, type LockMemory, type ZigbeeMessage } from './zigbee2mqtt-lock.ts';
import { zigbee2mqtt } from './zigbee2mqtt.ts';

const BASE = 'play/gangnam/zigbee2mqtt';
const bound = (kind: string, more: object = {}) =>
  zigbee2mqtt.bind({ kind, baseTopic: BASE, friendlyName: 'a/door', hasAvailability: false, ...more });
const message = (members: ZigbeeMessage['members']): ZigbeeMessage => ({ members, odd: [] });
const parse = (members: ZigbeeMessage['members'], memory: LockMemory, nowMs = 0) =>
  parseLockReports(message(members), memory, nowMs);
const say = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

describe('a lock behind Zigbee2MQTT', () => {
  it('reports the result of its action and ignores the old state in the same and in following messages', () => {
    const memory: LockMemory = { moved: null };
    expect(
      parse({ action: 'unlock', action_source_name: 'rf', action_user: 65_535, state: 'LOCK' }, memory, 0),
    ).toEqual([{ kind: 'lock', state: 'UNLOCKED', source: 'REMOTE' }]);
    expect(parse({ state: 'LOCK', battery: 80 }, memory, 3000)).toEqual([]);
    expect(parse({ state: 'UNLOCK', lock_state: 'unlocked' }, memory, 5000)).toEqual([
      { kind: 'lock', state: 'UNLOCKED' },
    ]);
    // From here on a reported state counts at once again.
    expect(parse({ state: 'LOCK', lock_state: 'locked' }, memory, 6000)).toEqual([{ kind: 'lock', state: 'LOCKED' }]);
  });

  it('reports its old state again when no new state has arrived within 12 seconds', () => {
    const memory: LockMemory = { moved: null };
    parse({ action: 'unlock', state: 'LOCK' }, memory, 0);
    expect(parse({ state: 'LOCK' }, memory, 13_000)).toEqual([{ kind: 'lock', state: 'LOCKED' }]);
  });

  it('reports the user and the source of an operation, a refused code, and a bolt that is not fully locked', () => {
    const memory = (): LockMemory => ({ moved: null });
    expect(parse({ action: 'unlock', action_source_name: 'keypad', action_user: 7 }, memory())).toEqual([
      { kind: 'lock', state: 'UNLOCKED', source: 'KEYPAD', user: '7' },
    ]);
    expect(parse({ action: 'one_touch_lock' }, memory())).toEqual([
      { kind: 'lock', state: 'LOCKED', source: 'BUTTON' },
    ]);
    expect(parse({ action: 'unlock_failure_invalid_pin_or_id', action_source_name: 'keypad' }, memory())).toEqual([
      { kind: 'event', action: 'DENIED', name: 'unlock_failure_invalid_pin_or_id', source: 'KEYPAD' },
    ]);
    expect(
      parse({ action: 'unlock_failure_invalid_schedule', action_source_name: 'keypad', action_user: 7 }, memory()),
    ).toEqual([
      { kind: 'event', action: 'DENIED', name: 'unlock_failure_invalid_schedule', source: 'KEYPAD', user: '7' },
    ]);
    expect(parse({ state: 'UNLOCK', lock_state: 'not_fully_locked' }, memory())).toEqual([
      { kind: 'lock', state: 'NOT_FULLY_LOCKED' },
    ]);
    expect(parse({ action: 'toString', state: 'LOCK' }, memory())).toEqual([{ kind: 'lock', state: 'LOCKED' }]);
  });

  it('reports an unknown state and leaf for words that it does not know, and a leaf that was forced open', () => {
    const memory = (): LockMemory => ({ moved: null });
    expect(parse({ lock_state: 'unknown_255', door_state: 'unknown_9' }, memory())).toEqual([
      { kind: 'lock', state: 'UNKNOWN' },
      { kind: 'leaf', state: 'UNKNOWN' },
    ]);
    expect(parse({ state: 'LOCK', lock_state: null, door_state: 'error_forced_open' }, memory())).toEqual([
      { kind: 'lock', state: 'LOCKED' },
      { kind: 'leaf', state: 'FORCED_OPEN' },
    ]);
    // A bridge has `null` for a member that the lock never reported.
    expect(parse({ state: null, lock_state: '', door_state: null }, memory())).toEqual([]);
  });

  it('names the source of an operation by its number, unless the action names it', () => {
    const source = (members: object) => parse({ ...members }, { moved: null }, 0)[0];
    expect(source({ action: 'unlock', action_source: 3 })).toMatchObject({ source: 'RFID' });
    expect(source({ action: 'auto_lock', action_source: 2 })).toMatchObject({ source: 'AUTO' });
    expect(source({ action: 'lock', action_source: 255 })).not.toHaveProperty('source');
  });

  it('reports that all codes were deleted for the user 255, and counts a changed master code', () => {
    expect(readCodes(message({ action: 'pin_code_deleted', action_user: 255 }))).toEqual([{ kind: 'codes-cleared' }]);
    const changed = message({ action: 'master_code_changed', action_user: 0 });
    expect(readCodes(changed)).toEqual([]);
    expect(changed.odd).toEqual([{ member: 'action', text: 'master_code_changed', reason: 'unsupported_event' }]);
  });

  it('reports codes by slot, repeats the last success with its stamp, and writes codes as text', () => {
    expect(readCodes(message({ action: 'pin_code_added', action_user: 12 }))).toEqual([
      { kind: 'code-written', outcome: 'SET', slot: 12, stamp: null },
    ]);
    expect(
      readCodes(
        message({
          last_successful_pincode_clear: 17,
          users: { 11: { status: 'available' }, 12: { status: 'enabled' }, __proto__: { status: 'x' } },
        }),
      ),
    ).toEqual([
      { kind: 'code-written', outcome: 'CLEARED', slot: null, stamp: '17' },
      { kind: 'code', slot: 11, state: 'ABSENT' },
      { kind: 'code', slot: 12, state: 'ENABLED' },
    ]);
    const codes = bound('LOCK').codes;
    expect(codes?.set(11, '012345', false)).toEqual({
      topic: `${BASE}/a/door/set`,
      payload: '{"pin_code":{"user":11,"user_type":"unrestricted","user_enabled":false,"pin_code":"012345"}}',
    });
    expect(bound('SWITCH').codes).toBeUndefined();
  });
});

describe('any device behind Zigbee2MQTT', () => {
  const read = (device: DriverDevice, value: unknown) => device.read(`${BASE}/a/door`, say(value));

  it('is read when a member is missing, and refused when the message is no object', () => {
    expect(read(bound('LIGHT'), { brightness: 127 })).toEqual({
      reports: [{ kind: 'state', state: { brightness: 50 } }],
      odd: [],
    });
    expect(read(bound('LIGHT'), { linkquality: 3 })).toEqual({ reports: [], odd: [] });
    for (const value of ['', '[]', 'null', '{"state":']) expect(() => read(bound('LIGHT'), value)).toThrow(Unreadable);
  });

  it('is read without a member that is odd, which is recorded with its text', () => {
    for (const [value, member, text] of [
      [{ state: 1 }, 'state', '1'],
      [{ state: 'PUR\u0000PLE\u202e' }, 'state', 'PURPLE'],
      [{ brightness: 1e9 }, 'brightness', '1000000000'],
      [{ brightness: null }, 'brightness', 'null'],
      [{ battery: 'x'.repeat(300) }, 'battery', 'x'.repeat(100)],
      [{ battery: { pin_code: '1357' } }, 'battery', '{…}'],
    ] as const)
      expect(read(bound('LIGHT'), value).odd).toEqual([{ member, text, reason: 'unknown_state' }]);
    expect(read(bound('SENSOR', { property: '__proto__' }), '{"__proto__":{"a":1}}').odd).toHaveLength(1);
  });

  it('has an unknown battery and brightness after a value that cannot be read, and its last state', () => {
    expect(read(bound('LIGHT'), { state: 'PURPLE', brightness: -1, battery: 200 }).reports).toEqual([
      { kind: 'state', state: {}, unknown: ['brightness'] },
      { kind: 'battery', percent: null },
    ]);
  });

  it('is active when its contact reports false', () => {
    expect(read(bound('BINARY_SENSOR', { property: 'contact' }), { contact: false }).reports).toEqual([
      { kind: 'state', state: { isActive: true } },
    ]);
    expect(read(bound('BINARY_SENSOR', { property: 'occupancy' }), { occupancy: false }).reports).toEqual([
      { kind: 'state', state: { isActive: false } },
    ]);
  });
});
