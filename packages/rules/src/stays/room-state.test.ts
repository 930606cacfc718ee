import { describe, expect, it } from 'vitest';
import { decideRoom, type PeopleSensor, type RoomEvidence, type RoomHold } from './room-state.ts';

const NOW = Date.parse('2026-11-28T14:00:00Z');
const MINUTE = 60_000;
const at = (minutes: number) => NOW + minutes * MINUTE;

/** A stay from `from` to `to`, in minutes from now, with a buffer of ten minutes. */
const stay = (from: number, to: number, hold: Partial<RoomHold> = {}): RoomHold => ({
  kind: 'GUEST',
  reservationId: 'r1',
  state: 'CONFIRMED',
  startsAt: at(from),
  endsAt: at(to),
  keptUntil: at(to + 10),
  blockReason: null,
  isHeldOpen: false,
  ...hold,
});
const block = (from: number, to: number): RoomHold =>
  stay(from, to, { kind: 'BLOCK', blockReason: 'REPAIR', keptUntil: at(to) });
const closure = (from: number, to: number | null): RoomHold => ({
  ...stay(from, to ?? 0, { kind: 'CLOSURE', reservationId: null, state: null }),
  endsAt: to === null ? null : at(to),
  keptUntil: to === null ? null : at(to),
});
const seen: PeopleSensor = { isOnline: true, isActive: true, seesStillPeople: true };
const clear: PeopleSensor = { ...seen, isActive: false };
const offline: PeopleSensor = { ...seen, isOnline: false };
const CALM = { isLockedDown: false, isFireReleased: false, isOpen: false };
const decide = (facts: Partial<RoomEvidence>) =>
  decideRoom({ isArchived: false, holds: [], overruns: [], sensors: [], doors: CALM, ...facts }, NOW);

describe('decideRoom (RM-7)', () => {
  const inUse = stay(-30, 30, { state: 'IN_USE' });
  const overrun = { reservationId: 'r0', countsFrom: at(-1) };
  const CASES: readonly [string, Partial<RoomEvidence>, string][] = [
    ['nothing takes it', {}, 'FREE'],
    ['its sensor sees no person', { sensors: [clear] }, 'FREE'],
    ['a guest is due', { holds: [stay(-5, 55)] }, 'RESERVED'],
    ['a guest is checked in', { holds: [inUse] }, 'IN_USE'],
    ['a guest checked in before the start', { holds: [stay(5, 65, { state: 'IN_USE' })] }, 'IN_USE'],
    ['a guest comes later', { holds: [stay(5, 65)] }, 'FREE'],
    ['a checked-in guest is not seen', { holds: [inUse], sensors: [clear] }, 'SEEN_EMPTY'],
    [
      'a guest sits still under a motion sensor',
      { holds: [inUse], sensors: [{ ...clear, seesStillPeople: false }] },
      'IN_USE',
    ],
    [
      'the end has passed while the guest holds more time',
      { holds: [stay(-60, -1, { state: 'IN_USE', isHeldOpen: true })] },
      'IN_USE',
    ],
    ['the stay is over and its buffer runs', { holds: [stay(-60, -5, { state: 'COMPLETED' })] }, 'CLEANING'],
    [
      'a cleaner is seen in the buffer',
      { holds: [stay(-60, -5, { state: 'COMPLETED' })], sensors: [seen] },
      'CLEANING',
    ],
    ['the guest is packing', { overruns: [{ ...overrun, countsFrom: at(4) }], sensors: [seen] }, 'LEAVING'],
    ['the guest stays', { overruns: [overrun], sensors: [seen] }, 'OVERRUN'],
    ['the guest stays while the next one is due', { overruns: [overrun], holds: [stay(-5, 55)] }, 'OVERRUN'],
    [
      'the guest stays while the buffer runs',
      { overruns: [overrun], holds: [stay(-60, -6, { state: 'COMPLETED' })] },
      'OVERRUN',
    ],
    ['the next guest is inside', { overruns: [overrun], holds: [inUse] }, 'IN_USE'],
    ['a person is seen and no stay is there', { sensors: [clear, seen] }, 'OCCUPIED'],
    ['a person is seen before the check-in', { holds: [stay(-5, 55)], sensors: [seen] }, 'OCCUPIED'],
    ['a person is seen during a repair', { holds: [block(-5, 55)], sensors: [seen] }, 'BLOCKED'],
    ['a person is seen during a closure', { holds: [closure(-5, null)], sensors: [seen] }, 'OCCUPIED'],
    ['the room is closed', { holds: [closure(-5, null)] }, 'BLOCKED'],
    ['a guest is due in a block', { holds: [block(-5, 55), stay(-5, 55)] }, 'BLOCKED'],
    ['the doors are locked down', { doors: { ...CALM, isLockedDown: true }, holds: [stay(-5, 55)] }, 'LOCKED_DOWN'],
    ['a guest is inside in a lockdown', { doors: { ...CALM, isLockedDown: true }, holds: [inUse] }, 'IN_USE'],
    ['a person is seen in a lockdown', { doors: { ...CALM, isLockedDown: true }, sensors: [seen] }, 'OCCUPIED'],
    ['the doors are released for a fire', { doors: { ...CALM, isFireReleased: true } }, 'FIRE_RELEASED'],
    ['its sensor is offline', { sensors: [offline] }, 'UNKNOWN'],
    ['its sensor has not reported', { sensors: [{ ...seen, isActive: null }] }, 'UNKNOWN'],
    ['one of two sensors is offline', { sensors: [offline, clear] }, 'FREE'],
    ['its door is open', { doors: { ...CALM, isOpen: true } }, 'UNKNOWN'],
    ['its door is open and the sensor sees no person', { doors: { ...CALM, isOpen: true }, sensors: [clear] }, 'FREE'],
    ['a guest is due and the sensor is offline', { holds: [stay(-5, 55)], sensors: [offline] }, 'RESERVED'],
    ['it is archived', { isArchived: true, sensors: [seen] }, 'ARCHIVED'],
  ];
  it.each(CASES)('of a room where %s', (_what, facts, expected) => {
    expect(decide(facts).state).toBe(expected);
  });

  it('names the stay and its end, the longest of the parts of a joined room', () => {
    expect(decide({ holds: [inUse, stay(-10, 50, { state: 'IN_USE', reservationId: 'r2' })] })).toMatchObject({
      reservationId: 'r2',
      until: at(50),
    });
    expect(decide({ holds: [block(-5, 20)] })).toMatchObject({ until: at(20), blockReason: 'REPAIR' });
    expect(decide({ holds: [closure(-5, null)] }).until).toBeNull();
    expect(decide({ holds: [stay(-60, -5, { state: 'COMPLETED' })] })).toMatchObject({
      until: at(5),
      reservationId: null,
    });
  });

  it('is bookable unless a hold, a closure or an emergency takes it', () => {
    expect(CASES.filter(([, facts]) => decide(facts).isBookable).map(([, , state]) => state)).toEqual([
      'FREE',
      'FREE',
      'FREE',
      'LEAVING',
      'OVERRUN',
      'OCCUPIED',
      'UNKNOWN',
      'UNKNOWN',
      'FREE',
      'UNKNOWN',
      'FREE',
    ]);
  });

  it('counts moments at their border: a stay begins at its start and ends at its end', () => {
    expect(decide({ holds: [stay(0, 60)] }).state).toBe('RESERVED');
    expect(decide({ holds: [stay(-60, 0)] }).state).toBe('CLEANING');
    expect(decide({ holds: [stay(-60, -10)] }).state).toBe('FREE');
  });
});
