import { describe, expect, it } from 'vitest';
import { isNews, stageAt, stagesSince, STANDBY, type Lead, type Stage, type RoomStay } from './stages.ts';

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);
const stay = (id: string, from: string, to: string, more: Partial<RoomStay> = {}): RoomStay => ({
  id,
  code: id,
  state: 'IN_USE',
  startsAt: at(from),
  endsAt: at(to),
  bufferEndsAt: new Date(at(to).getTime() + 10 * 60_000),
  isHeldOpen: false,
  returnedAt: null,
  plannedAt: null,
  ...more,
});
const LEAD: Lead = { prepareMinutes: 15, warningMinutes: 10 };
const said = (stays: readonly RoomStay[], time: string, lead = LEAD) => {
  const { purpose, reservationId } = stageAt(stays, lead, at(time), at(time));
  return reservationId === null ? purpose : `${purpose} ${reservationId}`;
};

describe('room stages (DR-6)', () => {
  it('changes at the minute of preparation, warning, end and end of the buffer', () => {
    const stays = [stay('A', '10:00', '12:00')];
    expect(['09:44', '09:45', '10:00', '11:49', '11:50', '11:59'].map((time) => said(stays, time))).toEqual([
      'STANDBY',
      'IN_USE A',
      'IN_USE A',
      'IN_USE A',
      'ENDING A',
      'ENDING A',
    ]);
    const over = [stay('A', '10:00', '12:00', { state: 'COMPLETED' })];
    expect(['12:00', '12:09', '12:10'].map((time) => said(over, time))).toEqual([
      'CLEANING A',
      'CLEANING A',
      'STANDBY',
    ]);
  });

  it('cleans between two stays and starts the next stay on time', () => {
    const stays = [
      stay('A', '10:00', '12:00', { state: 'COMPLETED' }),
      stay('B', '12:10', '13:00', { state: 'CONFIRMED' }),
    ];
    expect(['12:00', '12:05', '12:10'].map((time) => said(stays, time))).toEqual([
      'CLEANING A',
      'CLEANING A',
      'IN_USE B',
    ]);
    const close = [
      stay('A', '10:00', '12:00', { bufferEndsAt: at('12:00') }),
      stay('B', '12:00', '13:00', { state: 'CONFIRMED' }),
    ];
    expect(['11:55', '12:00'].map((time) => said(close, time))).toEqual(['ENDING A', 'IN_USE B']);
  });

  it('does not warn or clean for a guest who has not checked in, and does not warn when warnings are off', () => {
    const absent = [stay('A', '10:00', '12:00', { state: 'CONFIRMED' })];
    expect(['11:55', '12:00'].map((time) => said(absent, time))).toEqual(['IN_USE A', 'STANDBY']);
    expect(said([stay('A', '10:00', '12:00', { state: 'NO_SHOW' })], '10:30')).toBe('STANDBY');
    expect(said([stay('A', '10:00', '12:00')], '11:55', { prepareMinutes: 0, warningMinutes: 0 })).toBe('IN_USE A');
  });

  it('cleans at once when the guest leaves early', () => {
    const left = [
      stay('A', '10:00', '10:41', { state: 'COMPLETED' }),
      stay('B', '11:00', '12:00', { state: 'CONFIRMED' }),
    ];
    expect(['10:40', '10:41', '10:50', '10:51'].map((time) => said(left, time))).toEqual([
      'CLEANING A',
      'CLEANING A',
      'CLEANING A',
      'IN_USE B',
    ]);
    expect(said([stay('A', '10:00', '10:41', { state: 'COMPLETED' })], '09:59')).toBe('STANDBY');
  });

  it('lists the stages missed since the last review in order', () => {
    const stays = [
      stay('A', '10:00', '11:00', { state: 'COMPLETED', plannedAt: at('09:45') }),
      stay('B', '12:00', '14:00', { state: 'NO_SHOW', plannedAt: at('11:45') }),
      stay('C', '14:10', '16:00', { state: 'CONFIRMED', plannedAt: at('13:55') }),
    ];
    const found = stagesSince(stays, LEAD, { from: at('09:00'), before: STANDBY, now: at('14:30') });
    expect(found.map((it) => `${it.purpose} ${it.reservationId ?? ''}`.trim())).toEqual([
      'IN_USE A',
      'ENDING A',
      'CLEANING A',
      'STANDBY',
      'IN_USE B',
      'IN_USE C',
    ]);
    expect(
      stagesSince(stays, LEAD, {
        from: at('14:30'),
        before: { purpose: 'IN_USE', reservationId: 'C' },
        now: at('14:31'),
      }),
    ).toEqual([]);
  });

  it('lists no missed stage for a turn that was not planned', () => {
    const passed = (stays: readonly RoomStay[], before: Stage, now: string) =>
      stagesSince(stays, LEAD, { from: at('10:40'), before, now: at(now) }).map((it) =>
        `${it.purpose} ${it.reservationId ?? ''}`.trim(),
      );
    const used = { purpose: 'IN_USE', reservationId: 'A' } as const;
    const left = stay('A', '10:00', '11:00', { state: 'COMPLETED', bufferEndsAt: at('11:10'), plannedAt: at('11:50') });
    expect(passed([left], used, '11:00')).toEqual(['CLEANING A']);
    const late = stay('A', '10:45', '12:00', { state: 'CONFIRMED' });
    expect(passed([late], STANDBY, '11:00')).toEqual(['IN_USE A']);
    // No review ran in the last ten minutes of the stay.
    expect(passed([{ ...left, endsAt: at('12:00'), bufferEndsAt: at('12:10') }], used, '12:00')).toEqual([
      'ENDING A',
      'CLEANING A',
    ]);
  });

  it('runs no mode when a warned stay is extended or standby follows standby', () => {
    const used = { purpose: 'IN_USE', reservationId: 'A' } as const;
    expect(isNews(used, { purpose: 'ENDING', reservationId: 'A' })).toBe(false);
    expect(isNews({ purpose: 'IN_USE', reservationId: 'B' }, { purpose: 'ENDING', reservationId: 'A' })).toBe(true);
    expect(isNews({ purpose: 'IN_USE', reservationId: 'B' }, used)).toBe(true);
    expect(isNews({ purpose: 'ENDING', reservationId: 'A' }, used)).toBe(true);
    expect(isNews(STANDBY, STANDBY)).toBe(false);
  });
});
