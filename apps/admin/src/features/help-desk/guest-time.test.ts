import type { HelpDeskPage } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import { guestTime } from './guest-time.ts';

const at = (clock: string) => `2026-11-21T${clock}:00.000Z`;
const door = { opensAt: at('20:50'), closesAt: at('23:10') } as HelpDeskPage['doors'][number];
const stand = (clock: string, state: HelpDeskPage['reservation']['state'] = 'CONFIRMED', doors = [door]) =>
  guestTime({ reservation: { state, startsAt: at('21:00'), endsAt: at('23:00') }, doors }, Date.parse(at(clock)));

describe('guestTime (NX-2)', () => {
  it.each([
    ['20:32', { kind: 'TOO_EARLY', minutes: 18 }],
    ['20:50', { kind: 'MAY_ENTER', minutes: 10 }],
    ['21:00', { kind: 'RUNNING', minutes: 120 }],
    ['23:00', { kind: 'LEAVING', minutes: 10 }],
    ['23:10', { kind: 'OVER', minutes: 0 }],
    ['23:40', { kind: 'OVER', minutes: 30 }],
  ])('returns the phase at %s', (clock, expected) => {
    expect(stand(clock)).toEqual(expected);
  });

  it('counts from the door that opens first, and from the reservation without doors', () => {
    expect(stand('20:45', 'CONFIRMED', [door, { ...door, opensAt: at('20:40') }])).toEqual({
      kind: 'MAY_ENTER',
      minutes: 15,
    });
    expect(stand('20:55', 'CONFIRMED', [])).toEqual({ kind: 'TOO_EARLY', minutes: 5 });
  });

  it('is CALLED_OFF after a cancellation, and ENDED_EARLY until the planned end of a completed stay', () => {
    for (const state of ['CANCELLED', 'EXPIRED', 'NO_SHOW'] as const)
      expect(stand('21:30', state)).toEqual({ kind: 'CALLED_OFF', state });
    expect(stand('21:30', 'COMPLETED')).toEqual({ kind: 'ENDED_EARLY' });
    expect(stand('23:05', 'COMPLETED')).toEqual({ kind: 'LEAVING', minutes: 5 });
  });
});
