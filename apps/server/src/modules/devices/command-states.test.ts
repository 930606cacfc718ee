import type { DeviceState } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import { judge, verdictAtDeadline, type Said, type UnderWay } from './command-states.ts';
import type { LockWord } from './drivers/index.ts';

const open: UnderWay = { id: 'a', action: 'OPEN', wanted: null, status: 'SENT', stateWhenSent: 'LOCKED', hasAnswered: false };
const lock: UnderWay = { ...open, id: 'b', action: 'LOCK', stateWhenSent: 'UNLOCKED' };
const word = (it: LockWord): Said => ({ kind: 'lock', word: it });
const next = (status: string, error: string | null = null) => ({ kind: 'next', status, error });

describe('an order to open', () => {
  it('goes on with the lock', () => {
    expect(judge(open, word('UNLOCKING'), [])).toEqual(next('ACCEPTED'));
    expect(judge({ ...open, status: 'ACCEPTED' }, word('UNLOCKING'), [])).toBeNull();
    expect(judge({ ...open, status: 'ACCEPTED' }, word('UNLOCKED'), [])).toEqual(next('EXECUTED'));
    expect(judge(open, word('UNLATCHED'), [])).toEqual(next('EXECUTED'));
    expect(judge(open, word('JAMMED'), [])).toEqual(next('FAILED', 'JAMMED'));
  });

  it('is refused when the lock goes back, or stays', () => {
    expect(judge({ ...open, status: 'ACCEPTED' }, word('LOCKED'), [])).toEqual(next('FAILED', 'REFUSED'));
    expect(judge(open, word('LOCKED'), [])).toEqual({ kind: 'answered' });
    expect(verdictAtDeadline({ ...open, hasAnswered: true }, { lockState: 'LOCKED', isMoving: false, state: {}, isFresh: true })).toEqual({ status: 'FAILED', error: 'REFUSED' });
  });

  it('is not refused by the end of an earlier movement', () => {
    expect(judge({ ...open, stateWhenSent: 'MOVING' }, word('LOCKED'), [])).toBeNull();
    expect(judge({ ...open, stateWhenSent: 'UNLOCKED' }, word('LOCKED'), [])).toBeNull();
    expect(judge(open, word('LOCKING'), [])).toBeNull();
  });

  it('gives way to a newer order for the contrary', () => {
    expect(judge(open, word('LOCKED'), [lock])).toEqual(next('FAILED', 'SUPERSEDED'));
    expect(judge(open, word('LOCKED'), [{ ...lock, status: 'QUEUED' }])).toEqual({ kind: 'answered' });
  });

  it('is not answered before it was sent', () => {
    expect(judge({ ...open, status: 'QUEUED' }, word('UNLOCKED'), [])).toBeNull();
  });

  it('ends at its time', () => {
    expect(verdictAtDeadline({ ...open, status: 'QUEUED' }, { lockState: 'LOCKED', isMoving: false, state: {}, isFresh: true })).toEqual({ status: 'EXPIRED', error: 'EXPIRED_UNSENT' });
    expect(verdictAtDeadline(open, { lockState: 'UNLOCKED', isMoving: false, state: {}, isFresh: true })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
    expect(verdictAtDeadline({ ...open, status: 'ACCEPTED' }, { lockState: 'LOCKED', isMoving: true, state: {}, isFresh: true })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
  });

  it('is done when the lock was open already and says nothing more', () => {
    const again = { ...open, stateWhenSent: 'UNLOCKED' };
    expect(verdictAtDeadline(again, { lockState: 'UNLOCKED', isMoving: false, state: {}, isFresh: true })).toEqual({ status: 'EXECUTED', error: null });
    expect(verdictAtDeadline(again, { lockState: 'LOCKED', isMoving: false, state: {}, isFresh: true })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
    expect(verdictAtDeadline(again, { lockState: 'UNLOCKED', isMoving: false, state: {}, isFresh: false })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
    expect(verdictAtDeadline(again, { lockState: 'UNLOCKED', isMoving: true, state: {}, isFresh: true })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
  });
});

describe('an order to a device of a room', () => {
  const dim: UnderWay = { id: 'c', action: 'SET', wanted: { isOn: true, brightness: 40 }, status: 'SENT', stateWhenSent: '{"isOn":false,"brightness":80}', hasAnswered: false };
  const told = (said: DeviceState, before: DeviceState = {}): Said => ({ kind: 'state', said, known: { ...before, ...said } });
  const reply = (outcome: 'ACCEPTED' | 'REFUSED', orderId = 'c'): Said => ({ kind: 'reply', orderId, outcome, note: '' });

  it('is done when all that it asked for is so, told in whatever parts', () => {
    expect(judge(dim, told({ isOn: true }, { brightness: 80 }), [])).toBeNull();
    expect(judge(dim, told({ brightness: 40 }, { isOn: true }), [])).toEqual(next('EXECUTED'));
    expect(judge(dim, told({ brightness: 40.4 }, { isOn: true }), [])).toEqual(next('EXECUTED'));
    expect(judge(dim, told({ currentTemperature: 20 }, { isOn: true, brightness: 40 }), [])).toBeNull();
  });

  it('is refused when the device stays, and not by a step on the way', () => {
    expect(judge(dim, told({ isOn: false, brightness: 80 }), [])).toEqual({ kind: 'answered' });
    expect(judge(dim, told({ isOn: true, brightness: 60 }), [])).toBeNull();
  });

  it('is answered by its own reply and no other', () => {
    expect(judge(dim, reply('ACCEPTED'), [])).toEqual(next('ACCEPTED'));
    expect(judge(dim, reply('REFUSED'), [])).toEqual(next('FAILED', 'REFUSED'));
    expect(judge(dim, reply('REFUSED', 'd'), [])).toBeNull();
    expect(judge({ ...dim, stateWhenSent: '{"isOn":true,"brightness":40}' }, reply('ACCEPTED'), [])).toEqual(next('EXECUTED'));
  });

  it('gives way to a newer order for the contrary, and to none for something else', () => {
    const off: UnderWay = { ...dim, id: 'd', wanted: { isOn: false } };
    expect(judge({ ...dim, stateWhenSent: '{}' }, told({ isOn: false }), [off])).toEqual(next('FAILED', 'SUPERSEDED'));
    expect(judge({ ...dim, wanted: { brightness: 40 } }, told({ isOn: false }), [off])).toBeNull();
  });

  it('ends at its time by what is known of the device', () => {
    const there = { ...dim, stateWhenSent: '{"isOn":true,"brightness":40}' };
    const known = { lockState: 'UNKNOWN', isMoving: false, state: { isOn: true, brightness: 40 }, isFresh: true };
    expect(verdictAtDeadline(there, known)).toEqual({ status: 'EXECUTED', error: null });
    expect(verdictAtDeadline(there, { ...known, isFresh: false })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
    expect(verdictAtDeadline(dim, known)).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
  });
});
