import { describe, expect, it } from 'vitest';
import { boardReservation } from '../../../testing/board-samples.ts';
import { actionsFor, checkInOpensAt } from './reservation-actions.ts';

const start = Date.parse('2026-11-21T05:00:00Z');

describe('the actions of a reservation', () => {
  it.each([
    ['PENDING', ['confirm', 'extend', 'move', 'edit', 'cancel']],
    ['CONFIRMED', ['checkIn', 'extend', 'move', 'edit', 'cancel']],
    ['IN_USE', ['extend', 'complete', 'move', 'edit']],
    ['COMPLETED', []],
    ['CANCELLED', []],
    ['EXPIRED', []],
    ['NO_SHOW', []],
  ] as const)('follow from its state %s (RV-1)', (state, actions) => {
    expect(actionsFor(boardReservation({ state }), start - 1)).toEqual(actions);
  });

  it('include no-show from the start on, and never for a block', () => {
    expect(actionsFor(boardReservation(), start)).toContain('noShow');
    expect(actionsFor(boardReservation({ kind: 'BLOCK' }), start)).toEqual(['move', 'edit', 'cancel']);
  });

  it('include the check-in from the beginning of the access window (RV-10)', () => {
    expect(checkInOpensAt(boardReservation(), 10, start - 600_001)).toBe('2026-11-21T04:50:00.000Z');
    expect(checkInOpensAt(boardReservation(), 10, start - 600_000)).toBeNull();
  });
});
