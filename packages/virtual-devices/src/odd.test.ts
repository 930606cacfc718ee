import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOddSender, ODD_KINDS, type DeviceMessage, type OddDeviceOptions, type OddKind } from './odd.ts';

const TOPIC = 'store/zigbee2mqtt/door';
const STATE = { state: 'LOCK', lock_state: 'locked', battery: 80 };

describe('createOddSender', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** The messages that are published of so many states, and the switch. */
  function play(options: OddDeviceOptions | undefined, count = 60) {
    const published: DeviceMessage[] = [];
    const sender = createOddSender(options, (message) => void published.push(message));
    for (let number = 0; number < count; number += 1)
      sender.send({ topic: TOPIC, payload: { ...STATE, number } }, { isFirst: number % 20 === 0 });
    vi.runAllTimers();
    return { published, played: sender.played };
  }
  const only = (kind: OddKind, count?: number) => play({ rate: 1, seed: 7, kinds: [kind] }, count).published;
  const numbers = (published: readonly DeviceMessage[]) =>
    published.map(({ payload }) => (typeof payload === 'string' ? payload : payload['number']));

  it('publishes every message as it is when it is off', () => {
    const inOrder = Array.from({ length: 60 }, (_, number) => number);
    for (const options of [undefined, { rate: 0, seed: 3 }]) {
      const { published, played } = play(options);
      expect(numbers(published)).toEqual(inOrder);
      expect(Object.values(played).every((times) => times === 0)).toBe(true);
    }
  });

  it('plays the same behaviour for the same seed, and another for another one', () => {
    expect(play({ rate: 0.4, seed: 11 })).toEqual(play({ rate: 0.4, seed: 11 }));
    expect(play({ rate: 0.4, seed: 11 }).published).not.toEqual(play({ rate: 0.4, seed: 12 }).published);
  });

  it('plays every kind at a high rate', () => {
    const { played } = play({ rate: 0.9, seed: 5 }, 400);
    expect(ODD_KINDS.filter((kind) => played[kind] === 0)).toEqual([]);
  });

  it('reports a battery out of range or empty', () => {
    const batteries = only('BATTERY').map(({ payload }) => (payload as { battery?: unknown }).battery);
    expect(new Set(batteries)).toEqual(new Set([200, null, '', -1]));
  });

  it('leaves out one member, or empties it', () => {
    expect(only('MISSING').every(({ payload }) => Object.keys(payload).length === 3)).toBe(true);
    expect(
      only('NULL').every(({ payload }) => Object.values(payload).filter((value) => value === null).length === 1),
    ).toBe(true);
  });

  it('repeats and reorders messages, and loses none of them', () => {
    expect(numbers(only('DUPLICATE', 3))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(numbers(only('REORDERED', 4)).sort()).toEqual([0, 1, 2, 3]);
    expect(numbers(only('REORDERED', 4))).not.toEqual([0, 1, 2, 3]);
  });

  it('loses a message once, so that the next one arrives', () => {
    expect(numbers(only('LOST', 5))).toEqual([0, 2, 4]);
  });

  it('publishes a late message after its delay', () => {
    const published: DeviceMessage[] = [];
    const sender = createOddSender(
      { rate: 1, seed: 1, kinds: ['LATE'], lateMs: 3000 },
      (it) => void published.push(it),
    );
    sender.send({ topic: TOPIC, payload: STATE });
    vi.advanceTimersByTime(2999);
    expect(published).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(published).toHaveLength(1);
  });

  it('publishes a former state as a retained message after a reconnect', () => {
    const published = only('OLD_RETAINED', 21);
    expect(published.slice(-2)).toMatchObject([
      { payload: { number: 18 }, isRetained: true },
      { payload: { number: 20 } },
    ]);
  });

  it('publishes a text that means an unknown value before the state of a text topic', () => {
    const published: DeviceMessage[] = [];
    const sender = createOddSender({ rate: 1, seed: 1, kinds: ['UNKNOWN_WORD'] }, (it) => void published.push(it));
    sender.send({ topic: 'store/lock/state', payload: 'LOCKED' });
    expect(published.map(({ payload }) => payload)).toEqual(['None', 'LOCKED']);
  });
});
