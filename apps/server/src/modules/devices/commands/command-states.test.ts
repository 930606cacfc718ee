import type { DeviceState } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import { decideByReport, verdictAtDeadline, type DeviceAnswer, type PendingCommand } from './command-states.ts';
import type { LockWord } from '../drivers/index.ts';

const open: PendingCommand = {
  id: 'a',
  action: 'OPEN',
  target: null,
  status: 'SENT',
  stateWhenSent: 'LOCKED',
  hasAnswered: false,
};
const lock: PendingCommand = { ...open, id: 'b', action: 'LOCK', stateWhenSent: 'UNLOCKED' };
const word = (it: LockWord): DeviceAnswer => ({ kind: 'lock', word: it });
const next = (status: string, error: string | null = null) => ({ kind: 'next', status, error });

describe('a command to open', () => {
  it('follows the reports of the lock to ACCEPTED, EXECUTED or FAILED', () => {
    expect(decideByReport(open, word('UNLOCKING'), [])).toEqual(next('ACCEPTED'));
    expect(decideByReport({ ...open, status: 'ACCEPTED' }, word('UNLOCKING'), [])).toBeNull();
    expect(decideByReport({ ...open, status: 'ACCEPTED' }, word('UNLOCKED'), [])).toEqual(next('EXECUTED'));
    expect(decideByReport(open, word('UNLATCHED'), [])).toEqual(next('EXECUTED'));
    expect(decideByReport(open, word('JAMMED'), [])).toEqual(next('FAILED', 'JAMMED'));
  });

  it('fails as REFUSED when the lock returns to LOCKED or stays there', () => {
    expect(decideByReport({ ...open, status: 'ACCEPTED' }, word('LOCKED'), [])).toEqual(next('FAILED', 'REFUSED'));
    expect(decideByReport(open, word('LOCKED'), [])).toEqual({ kind: 'answered' });
    expect(
      verdictAtDeadline(
        { ...open, hasAnswered: true },
        { lockState: 'LOCKED', isMoving: false, state: {}, isFresh: true },
      ),
    ).toEqual({ status: 'FAILED', error: 'REFUSED' });
  });

  it('is not refused by the end of an earlier movement', () => {
    expect(decideByReport({ ...open, stateWhenSent: 'MOVING' }, word('LOCKED'), [])).toBeNull();
    expect(decideByReport({ ...open, stateWhenSent: 'UNLOCKED' }, word('LOCKED'), [])).toBeNull();
    expect(decideByReport(open, word('LOCKING'), [])).toBeNull();
  });

  it('fails as SUPERSEDED by a newer command to lock that was sent', () => {
    expect(decideByReport(open, word('LOCKED'), [lock])).toEqual(next('FAILED', 'SUPERSEDED'));
    expect(decideByReport(open, word('LOCKED'), [{ ...lock, status: 'QUEUED' }])).toEqual({ kind: 'answered' });
  });

  it('ignores reports before it is sent', () => {
    expect(decideByReport({ ...open, status: 'QUEUED' }, word('UNLOCKED'), [])).toBeNull();
  });

  it('ends at its deadline as EXPIRED or TIMED_OUT', () => {
    expect(
      verdictAtDeadline(
        { ...open, status: 'QUEUED' },
        { lockState: 'LOCKED', isMoving: false, state: {}, isFresh: true },
      ),
    ).toEqual({ status: 'EXPIRED', error: 'EXPIRED_UNSENT' });
    expect(verdictAtDeadline(open, { lockState: 'UNLOCKED', isMoving: false, state: {}, isFresh: true })).toEqual({
      status: 'TIMED_OUT',
      error: 'NO_ANSWER',
    });
    expect(
      verdictAtDeadline(
        { ...open, status: 'ACCEPTED' },
        { lockState: 'LOCKED', isMoving: true, state: {}, isFresh: true },
      ),
    ).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
  });

  it('is executed at its deadline when the lock was open before, still is, and its state is fresh', () => {
    const second = { ...open, stateWhenSent: 'UNLOCKED' };
    expect(verdictAtDeadline(second, { lockState: 'UNLOCKED', isMoving: false, state: {}, isFresh: true })).toEqual({
      status: 'EXECUTED',
      error: null,
    });
    expect(verdictAtDeadline(second, { lockState: 'LOCKED', isMoving: false, state: {}, isFresh: true })).toEqual({
      status: 'TIMED_OUT',
      error: 'NO_ANSWER',
    });
    expect(verdictAtDeadline(second, { lockState: 'UNLOCKED', isMoving: false, state: {}, isFresh: false })).toEqual({
      status: 'TIMED_OUT',
      error: 'NO_ANSWER',
    });
    expect(verdictAtDeadline(second, { lockState: 'UNLOCKED', isMoving: true, state: {}, isFresh: true })).toEqual({
      status: 'TIMED_OUT',
      error: 'NO_ANSWER',
    });
  });
});

describe('a command to a device of a room', () => {
  const dim: PendingCommand = {
    id: 'c',
    action: 'SET',
    target: { isOn: true, brightness: 40 },
    status: 'SENT',
    stateWhenSent: '{"isOn":false,"brightness":80}',
    hasAnswered: false,
  };
  const reported = (said: DeviceState, before: DeviceState = {}): DeviceAnswer => ({
    kind: 'state',
    said,
    stored: { ...before, ...said },
  });
  const reply = (outcome: 'ACCEPTED' | 'REFUSED', orderId = 'c'): DeviceAnswer => ({
    kind: 'reply',
    orderId,
    outcome,
    note: '',
  });

  it('is executed when the reported parts add up to the requested state', () => {
    expect(decideByReport(dim, reported({ isOn: true }, { brightness: 80 }), [])).toBeNull();
    expect(decideByReport(dim, reported({ brightness: 40 }, { isOn: true }), [])).toEqual(next('EXECUTED'));
    expect(decideByReport(dim, reported({ brightness: 40.4 }, { isOn: true }), [])).toEqual(next('EXECUTED'));
    expect(decideByReport(dim, reported({ currentTemperature: 20 }, { isOn: true, brightness: 40 }), [])).toBeNull();
  });

  it('counts a repeated old state as an answer, and an intermediate state as no answer', () => {
    expect(decideByReport(dim, reported({ isOn: false, brightness: 80 }), [])).toEqual({ kind: 'answered' });
    expect(decideByReport(dim, reported({ isOn: true, brightness: 60 }), [])).toBeNull();
  });

  it('is answered only by the reply with its id', () => {
    expect(decideByReport(dim, reply('ACCEPTED'), [])).toEqual(next('ACCEPTED'));
    expect(decideByReport(dim, reply('REFUSED'), [])).toEqual(next('FAILED', 'REFUSED'));
    expect(decideByReport(dim, reply('REFUSED', 'd'), [])).toBeNull();
    expect(decideByReport({ ...dim, stateWhenSent: '{"isOn":true,"brightness":40}' }, reply('ACCEPTED'), [])).toEqual(
      next('EXECUTED'),
    );
  });

  it('fails as SUPERSEDED by a newer contrary command, and not by one for another member of the state', () => {
    const off: PendingCommand = { ...dim, id: 'd', target: { isOn: false } };
    expect(decideByReport({ ...dim, stateWhenSent: '{}' }, reported({ isOn: false }), [off])).toEqual(
      next('FAILED', 'SUPERSEDED'),
    );
    expect(decideByReport({ ...dim, target: { brightness: 40 } }, reported({ isOn: false }), [off])).toBeNull();
  });

  it('ends at its deadline by the known state of the device', () => {
    const there = { ...dim, stateWhenSent: '{"isOn":true,"brightness":40}' };
    const existing = { lockState: 'UNKNOWN', isMoving: false, state: { isOn: true, brightness: 40 }, isFresh: true };
    expect(verdictAtDeadline(there, existing)).toEqual({ status: 'EXECUTED', error: null });
    expect(verdictAtDeadline(there, { ...existing, isFresh: false })).toEqual({
      status: 'TIMED_OUT',
      error: 'NO_ANSWER',
    });
    expect(verdictAtDeadline(dim, existing)).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
  });
});
