import { describe, expect, it } from 'vitest';
import { judge, verdictAtDeadline, type UnderWay } from './command-states.ts';

const open: UnderWay = { id: 'a', action: 'OPEN', status: 'SENT', stateWhenSent: 'LOCKED', hasAnswered: false };
const lock: UnderWay = { ...open, id: 'b', action: 'LOCK', stateWhenSent: 'UNLOCKED' };
const next = (status: string, error: string | null = null) => ({ kind: 'next', status, error });

describe('an order to open', () => {
  it('goes on with the lock', () => {
    expect(judge(open, 'UNLOCKING', [])).toEqual(next('ACCEPTED'));
    expect(judge({ ...open, status: 'ACCEPTED' }, 'UNLOCKING', [])).toBeNull();
    expect(judge({ ...open, status: 'ACCEPTED' }, 'UNLOCKED', [])).toEqual(next('EXECUTED'));
    expect(judge(open, 'UNLATCHED', [])).toEqual(next('EXECUTED'));
    expect(judge(open, 'JAMMED', [])).toEqual(next('FAILED', 'JAMMED'));
  });

  it('is refused when the lock goes back, or stays', () => {
    expect(judge({ ...open, status: 'ACCEPTED' }, 'LOCKED', [])).toEqual(next('FAILED', 'REFUSED'));
    expect(judge(open, 'LOCKED', [])).toEqual({ kind: 'answered' });
    expect(verdictAtDeadline({ ...open, hasAnswered: true }, { lockState: 'LOCKED', isMoving: false, isFresh: true })).toEqual({ status: 'FAILED', error: 'REFUSED' });
  });

  it('is not refused by the end of an earlier movement', () => {
    expect(judge({ ...open, stateWhenSent: 'MOVING' }, 'LOCKED', [])).toBeNull();
    expect(judge({ ...open, stateWhenSent: 'UNLOCKED' }, 'LOCKED', [])).toBeNull();
    expect(judge(open, 'LOCKING', [])).toBeNull();
  });

  it('gives way to a newer order for the contrary', () => {
    expect(judge(open, 'LOCKED', [lock])).toEqual(next('FAILED', 'SUPERSEDED'));
    expect(judge(open, 'LOCKED', [{ ...lock, status: 'QUEUED' }])).toEqual({ kind: 'answered' });
  });

  it('is not answered before it was sent', () => {
    expect(judge({ ...open, status: 'QUEUED' }, 'UNLOCKED', [])).toBeNull();
  });

  it('ends at its time', () => {
    expect(verdictAtDeadline({ ...open, status: 'QUEUED' }, { lockState: 'LOCKED', isMoving: false, isFresh: true })).toEqual({ status: 'EXPIRED', error: 'EXPIRED_UNSENT' });
    expect(verdictAtDeadline(open, { lockState: 'UNLOCKED', isMoving: false, isFresh: true })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
    expect(verdictAtDeadline({ ...open, status: 'ACCEPTED' }, { lockState: 'LOCKED', isMoving: true, isFresh: true })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
  });

  it('is done when the lock was open already and says nothing more', () => {
    const again = { ...open, stateWhenSent: 'UNLOCKED' };
    expect(verdictAtDeadline(again, { lockState: 'UNLOCKED', isMoving: false, isFresh: true })).toEqual({ status: 'EXECUTED', error: null });
    expect(verdictAtDeadline(again, { lockState: 'LOCKED', isMoving: false, isFresh: true })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
    expect(verdictAtDeadline(again, { lockState: 'UNLOCKED', isMoving: false, isFresh: false })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
    expect(verdictAtDeadline(again, { lockState: 'UNLOCKED', isMoving: true, isFresh: true })).toEqual({ status: 'TIMED_OUT', error: 'NO_ANSWER' });
  });
});
