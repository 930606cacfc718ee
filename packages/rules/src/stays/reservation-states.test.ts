import { LIVE_STATES, RESERVATION_STATES } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import { canMove, isLive, RESERVATION_MOVES } from '../index.ts';

describe('the states of a reservation (RV-1)', () => {
  it('allows exactly the listed transitions', () => {
    const moves = RESERVATION_STATES.flatMap((from) =>
      RESERVATION_STATES.filter((to) => canMove(from, to)).map((to) => `${from} ${to}`),
    );
    expect(moves).toEqual([
      'PENDING CONFIRMED',
      'PENDING CANCELLED',
      'PENDING EXPIRED',
      'CONFIRMED IN_USE',
      'CONFIRMED CANCELLED',
      'CONFIRMED NO_SHOW',
      'IN_USE COMPLETED',
    ]);
    expect(Object.keys(RESERVATION_MOVES).sort()).toEqual([...RESERVATION_STATES].sort());
  });

  it('are live exactly as the contract lists them', () => {
    expect(RESERVATION_STATES.filter(isLive)).toEqual([...LIVE_STATES]);
  });
});
