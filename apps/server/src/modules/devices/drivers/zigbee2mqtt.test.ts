import { describe, expect, it } from 'vitest';
import { Unreadable } from './driver.ts';
import { readCodes, parseLockReports, type LockMemory } from './zigbee2mqtt-lock.ts';
import { zigbee2mqtt } from './zigbee2mqtt.ts';

const BASE = 'play/gangnam/zigbee2mqtt';
const bound = (kind: string, more: object = {}) =>
  zigbee2mqtt.bind({ kind, baseTopic: BASE, friendlyName: 'a/door', hasAvailability: false, ...more });
const say = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

describe('a lock behind Zigbee2MQTT', () => {
  it('reports the result of its action and ignores the old state in the same and in following messages', () => {
    const memory: LockMemory = { moved: null };
    expect(
      parseLockReports({ action: 'unlock', action_source_name: 'rf', action_user: 65_535, state: 'LOCK' }, memory, 0),
    ).toEqual([{ kind: 'lock', state: 'UNLOCKED', source: 'REMOTE' }]);
    expect(parseLockReports({ state: 'LOCK', battery: 80 }, memory, 3000)).toEqual([]);
    expect(parseLockReports({ state: 'UNLOCK', lock_state: 'unlocked' }, memory, 5000)).toEqual([
      { kind: 'lock', state: 'UNLOCKED' },
    ]);
    // From here on a reported state counts at once again.
    expect(parseLockReports({ state: 'LOCK', lock_state: 'locked' }, memory, 6000)).toEqual([
      { kind: 'lock', state: 'LOCKED' },
    ]);
  });

  it('reports its old state again when no new state has arrived within 12 seconds', () => {
    const memory: LockMemory = { moved: null };
    parseLockReports({ action: 'unlock', state: 'LOCK' }, memory, 0);
    expect(parseLockReports({ state: 'LOCK' }, memory, 13_000)).toEqual([{ kind: 'lock', state: 'LOCKED' }]);
  });

  it('reports the user and the source of an operation, a refused code, and a bolt that is not fully locked', () => {
    const memory = (): LockMemory => ({ moved: null });
    expect(parseLockReports({ action: 'unlock', action_source_name: 'keypad', action_user: 7 }, memory())).toEqual([
      { kind: 'lock', state: 'UNLOCKED', source: 'KEYPAD', user: '7' },
    ]);
    expect(parseLockReports({ action: 'one_touch_lock' }, memory())).toEqual([
      { kind: 'lock', state: 'LOCKED', source: 'BUTTON' },
    ]);
    expect(
      parseLockReports({ action: 'unlock_failure_invalid_pin_or_id', action_source_name: 'keypad' }, memory()),
    ).toEqual([{ kind: 'event', action: 'DENIED', name: 'unlock_failure_invalid_pin_or_id', source: 'KEYPAD' }]);
    expect(parseLockReports({ state: 'UNLOCK', lock_state: 'not_fully_locked' }, memory())).toEqual([
      { kind: 'lock', state: 'NOT_FULLY_LOCKED' },
    ]);
    expect(parseLockReports({ action: 'toString', state: 'LOCK' }, memory())).toEqual([
      { kind: 'lock', state: 'LOCKED' },
    ]);
  });

  it('reports codes by slot, repeats the last success with its stamp, and writes codes as text', () => {
    expect(readCodes({ action: 'pin_code_added', action_user: 12 })).toEqual([
      { kind: 'code-written', outcome: 'SET', slot: 12, stamp: null },
    ]);
    expect(
      readCodes({
        last_successful_pincode_clear: 17,
        users: { 11: { status: 'available' }, 12: { status: 'enabled' }, __proto__: { status: 'x' } },
      }),
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
  it('is read when a member is missing, and rejected when a member is invalid', () => {
    const light = bound('LIGHT');
    expect(light.read(`${BASE}/a/door`, say({ brightness: 127 }))).toEqual([
      { kind: 'state', state: { brightness: 50 } },
    ]);
    expect(light.read(`${BASE}/a/door`, say({ linkquality: 3 }))).toEqual([]);
    for (const value of [
      '',
      '[]',
      'null',
      '{"state":1}',
      '{"brightness":1e9}',
      '{"state":"PURPLE"}',
      '{"battery":"full"}',
      '{"brightness":null}',
    ]) {
      expect(() => light.read(`${BASE}/a/door`, say(value)), value).toThrow(Unreadable);
    }
    expect(() =>
      bound('SENSOR', { property: '__proto__' }).read(`${BASE}/a/door`, say('{"__proto__":{"a":1}}')),
    ).toThrow(Unreadable);
  });

  it('is active when its contact reports false', () => {
    expect(bound('BINARY_SENSOR', { property: 'contact' }).read(`${BASE}/a/door`, say({ contact: false }))).toEqual([
      { kind: 'state', state: { isActive: true } },
    ]);
    expect(bound('BINARY_SENSOR', { property: 'occupancy' }).read(`${BASE}/a/door`, say({ occupancy: false }))).toEqual(
      [{ kind: 'state', state: { isActive: false } }],
    );
  });
});
