import { describe, expect, it } from 'vitest';
import { samplePlan } from '../testing/sample-plan.ts';
import { hourOf, minutesUntil, createDisplayFormat } from './display-format.ts';
import { isDarkTime, isReloadDue, shiftAt } from './display-care.ts';
import { findDoorState, type RoomMoment } from './door-state.ts';

const at = (text: string) => Date.parse(text);
const stateAt = (text: string, over = {}) => findDoorState(samplePlan(over), at(text), true);
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

describe('findDoorState (DP-3)', () => {
  it.each([
    ['free until the next stay', '2026-11-25T06:00:00Z', 'FREE', '2026-11-25T08:00:00.000Z'],
    ['in use from the first millisecond of a stay', '2026-11-25T08:00:00Z', 'IN_USE', '2026-11-25T10:00:00.000Z'],
    ['cleaning from the end of the stay on', '2026-11-25T10:00:00Z', 'CLEANING', '2026-11-25T10:15:00.000Z'],
    ['in use past midnight', '2026-11-25T15:30:00Z', 'IN_USE', '2026-11-25T16:30:00.000Z'],
    ['free until the store closes', '2026-11-25T16:30:00Z', 'FREE', '2026-11-25T17:00:00.000Z'],
    ['closed until the store opens', '2026-11-25T17:00:00Z', 'CLOSED', '2026-11-26T01:00:00.000Z'],
    ['blocked', '2026-11-26T03:00:00Z', 'BLOCKED', '2026-11-26T04:00:00.000Z'],
  ])('is %s', (_name, now, kind, until) => {
    const state = stateAt(now);
    expect([state.kind, iso(state.until)]).toEqual([kind, until]);
  });

  it('lists the next two stays, without cleaning and blocks', () => {
    expect(stateAt('2026-11-25T06:00:00Z').next.map(({ startsAt }) => iso(startsAt))).toEqual([
      '2026-11-25T08:00:00.000Z',
      '2026-11-25T14:30:00.000Z',
    ]);
    expect(stateAt('2026-11-25T09:00:00Z').next).toHaveLength(1);
  });

  it('names no end when the room is free for longer than the plan', () => {
    const always = { busy: [], open: [{ startsAt: '2026-11-24T00:00:00.000Z', endsAt: '2026-12-05T00:00:00.000Z' }] };
    expect(stateAt('2026-11-25T06:00:00Z', always)).toMatchObject({ kind: 'FREE', until: null, next: [] });
  });

  it('is closed without an end in a store that does not open within the plan', () => {
    expect(stateAt('2026-11-25T06:00:00Z', { open: [] })).toMatchObject({ kind: 'CLOSED', until: null, opening: null });
  });

  it('is in use until the last of the overlapping stays in the parts of a joined room', () => {
    const busy = [
      { startsAt: '2026-11-25T06:00:00.000Z', endsAt: '2026-11-25T07:00:00.000Z', kind: 'STAY' as const },
      { startsAt: '2026-11-25T06:00:00.000Z', endsAt: '2026-11-25T09:00:00.000Z', kind: 'STAY' as const },
      { startsAt: '2026-11-25T06:30:00.000Z', endsAt: '2026-11-25T10:00:00.000Z', kind: 'CLEANING' as const },
    ];
    const state = stateAt('2026-11-25T06:45:00Z', { busy });
    expect([state.kind, iso(state.until)]).toEqual(['IN_USE', '2026-11-25T09:00:00.000Z']);
  });

  it('does not know the state before and after the plan (DP-4)', () => {
    expect(stateAt('2026-11-25T05:59:59Z').kind).toBe('UNKNOWN');
    expect(stateAt('2026-12-03T05:59:59Z').kind).not.toBe('UNKNOWN');
    expect(stateAt('2026-12-03T06:00:00Z').kind).toBe('UNKNOWN');
  });
});

describe('the times of a display', () => {
  it('are those of the store, with the weekday on another day', () => {
    const [ko, en] = [createDisplayFormat('ko', 'Asia/Seoul'), createDisplayFormat('en', 'Asia/Seoul')];
    const now = at('2026-11-25T06:00:00Z');
    expect([ko.time(at('2026-11-25T09:30:00Z'), now), en.time(at('2026-11-25T15:00:00Z'), now)]).toEqual([
      '18:30',
      'Thu 00:00',
    ]);
    expect(ko.period({ startsAt: at('2026-11-25T14:30:00Z'), endsAt: at('2026-11-25T16:30:00Z') }, now)).toBe(
      '23:30–01:30',
    );
  });

  it('count the minute under way, and never go below zero', () => {
    expect([minutesUntil(60_000, 1), minutesUntil(3_600_000, 0), minutesUntil(0, 5)]).toEqual([
      { hours: 0, minutes: 1 },
      { hours: 1, minutes: 0 },
      { hours: 0, minutes: 0 },
    ]);
    expect(hourOf('Asia/Seoul', at('2026-11-25T15:00:00Z'))).toBe(0);
  });
});

describe('the care of a tablet (DP-5)', () => {
  const free: RoomMoment = { kind: 'FREE', until: null, next: [], opening: null };
  const HOUR_MS = 3600_000;

  it('is dark from 21:00 to 07:00 of the store, and while it is closed', () => {
    const isDark = (time: string, kind: RoomMoment['kind'] = 'FREE') =>
      isDarkTime('Asia/Seoul', { ...free, kind }, at(time));
    expect(isDark('2026-11-25T12:00:00Z')).toBe(true);
    expect(isDark('2026-11-25T11:59:00Z')).toBe(false);
    expect(isDark('2026-11-24T22:00:00Z')).toBe(false);
    expect(isDark('2026-11-25T03:00:00Z', 'CLOSED')).toBe(true);
  });

  it('reloads once a day between 04:00 and 06:00, with a connection and without a guest', () => {
    const night = at('2026-11-25T19:30:00Z');
    const calm = { now: night, runningMs: 20 * HOUR_MS, isOffline: false };
    expect(isReloadDue('Asia/Seoul', free, calm)).toBe(true);
    expect(isReloadDue('Asia/Seoul', free, { ...calm, runningMs: HOUR_MS })).toBe(false);
    expect(isReloadDue('Asia/Seoul', free, { ...calm, isOffline: true })).toBe(false);
    expect(isReloadDue('Asia/Seoul', free, { ...calm, now: night + 2 * HOUR_MS })).toBe(false);
    expect(isReloadDue('Asia/Seoul', { ...free, kind: 'IN_USE' }, calm)).toBe(false);
  });

  it('moves by at most four pixels, to another place each minute', () => {
    const places = new Set(Array.from({ length: 81 }, (_, minute) => shiftAt(minute * 60_000)));
    expect(places.size).toBe(81);
    expect(shiftAt(0)).toBe('translate(-4px, -4px)');
  });
});
