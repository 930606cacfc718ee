import type { BlockReason, ReservationState, RoomPresence, RoomState } from '@munjigi/contract';

/** The present state of a room (RM-7), decided here and nowhere else. Pure; moments are epoch milliseconds. */

/** What takes a room, or a part of it, around now: a reservation, a block or a closure. */
export interface RoomHold {
  readonly kind: 'GUEST' | 'BLOCK' | 'CLOSURE';
  /** `null` for a closure. */
  readonly reservationId: string | null;
  /** `null` for a closure. */
  readonly state: ReservationState | null;
  readonly startsAt: number;
  /** The end of the stay, before its buffer. `null`: a closure for good. */
  readonly endsAt: number | null;
  /** The end with the buffer. `null`: a closure for good. */
  readonly keptUntil: number | null;
  readonly blockReason: BlockReason | null;
  /** The guest holds more time and has not paid yet: the stay is open, also after its end (GT-13). */
  readonly isHeldOpen: boolean;
}

/** A guest who is inside after the end of the stay, in the room, in a part of it or in the room that it is part of. */
export interface RoomOverrun {
  readonly reservationId: string;
  /** From then on the overrun counts: before, the guest is packing. */
  readonly countsFrom: number;
}

/** A sensor that detects people. */
export interface PeopleSensor {
  readonly isOnline: boolean;
  /** `null`: it has not reported yet. */
  readonly isActive: boolean | null;
  /** It detects a person who sits still (Home Assistant's classes `occupancy` and `presence`, not `motion`). */
  readonly seesStillPeople: boolean;
}

/** The doors of the room or of its parts; of a room without a door, those of its store. */
export interface RoomDoors {
  readonly isLockedDown: boolean;
  readonly isFireReleased: boolean;
  /** A leaf of a door of the room itself is open. */
  readonly isOpen: boolean;
}

export interface RoomEvidence {
  readonly isArchived: boolean;
  readonly holds: readonly RoomHold[];
  readonly overruns: readonly RoomOverrun[];
  readonly sensors: readonly PeopleSensor[];
  readonly doors: RoomDoors;
}

export interface PresentRoom {
  readonly state: RoomState;
  /** `null`: the state has no planned end. */
  readonly until: number | null;
  readonly blockReason: BlockReason | null;
  /** The reservation that the state comes from. */
  readonly reservationId: string | null;
  readonly presence: RoomPresence | null;
  /** A stay may start now: neither a hold nor a closure nor an emergency takes the room. */
  readonly isBookable: boolean;
}

/**
 * Decides the state of a room. People come before plans: a guest who is checked in, also before the start; then one who
 * is inside after the end; then a person whom a sensor sees where no stay expects one. A person during a cleaning or a
 * repair is expected.
 */
export function decideRoom(facts: RoomEvidence, now: number): PresentRoom {
  const presence = readPresence(facts.sensors);
  const takings = facts.isArchived ? [] : facts.holds.flatMap((hold) => toOccupation(hold, now));
  const { doors } = facts;
  const rest = {
    presence,
    isBookable: !facts.isArchived && takings.length === 0 && !doors.isLockedDown && !doors.isFireReleased,
  };
  const none = { until: null, blockReason: null, reservationId: null };
  if (facts.isArchived) return { state: 'ARCHIVED', ...none, ...rest };
  const latest = (state: Occupation['state']) =>
    takings.filter((occupation) => occupation.state === state).sort((a, b) => endOf(b) - endOf(a))[0];

  const guest = latest('IN_USE');
  if (guest) return { ...guest.shown, state: isSeenEmpty(facts.sensors, presence) ? 'SEEN_EMPTY' : 'IN_USE', ...rest };
  const [overrun] = facts.overruns.toSorted((a, b) => a.countsFrom - b.countsFrom);
  if (overrun) {
    const { reservationId, countsFrom } = overrun;
    return { ...none, state: countsFrom <= now ? 'OVERRUN' : 'LEAVING', reservationId, ...rest };
  }
  const blocked = latest('BLOCKED');
  const due = latest('RESERVED');
  const cleaning = latest('CLEANING');
  if (presence === 'PERSON' && !takings.some(({ isPersonExpected }) => isPersonExpected))
    return { ...none, state: 'OCCUPIED', reservationId: due?.shown.reservationId ?? null, ...rest };
  if (doors.isFireReleased) return { ...none, state: 'FIRE_RELEASED', ...rest };
  if (doors.isLockedDown) return { ...none, state: 'LOCKED_DOWN', ...rest };
  const planned = blocked ?? due ?? cleaning;
  if (planned) return { ...planned.shown, state: planned.state, ...rest };
  const isUnknown = presence === 'UNKNOWN' || (doors.isOpen && presence !== 'CLEAR');
  return { ...none, state: isUnknown ? 'UNKNOWN' : 'FREE', ...rest };
}

interface Occupation {
  readonly state: 'IN_USE' | 'BLOCKED' | 'RESERVED' | 'CLEANING';
  readonly shown: Pick<PresentRoom, 'until' | 'blockReason' | 'reservationId'>;
  /** A cleaner or a repairer works in the room. */
  readonly isPersonExpected: boolean;
}

function toOccupation(hold: RoomHold, now: number): Occupation[] {
  const { kind, state, startsAt, endsAt, keptUntil, blockReason, reservationId } = hold;
  const isInside = kind === 'GUEST' && state === 'IN_USE';
  if ((startsAt > now && !isInside) || isPast(keptUntil, now)) return [];
  if (kind !== 'GUEST')
    return [
      {
        state: 'BLOCKED',
        shown: { until: endsAt, blockReason, reservationId },
        isPersonExpected: kind === 'BLOCK',
      },
    ];
  const isOver = state === 'COMPLETED' || (isPast(endsAt, now) && !hold.isHeldOpen);
  return [
    isOver
      ? {
          state: 'CLEANING',
          shown: { until: keptUntil, blockReason: null, reservationId: null },
          isPersonExpected: true,
        }
      : {
          state: isInside ? 'IN_USE' : 'RESERVED',
          shown: { until: endsAt, blockReason: null, reservationId },
          isPersonExpected: false,
        },
  ];
}

function isPast(moment: number | null, now: number): boolean {
  return moment !== null && moment <= now;
}

function endOf({ shown }: Occupation): number {
  return shown.until ?? Infinity;
}

function readPresence(sensors: readonly PeopleSensor[]): RoomPresence | null {
  if (sensors.length === 0) return null;
  const read = sensors.filter(({ isOnline, isActive }) => isOnline && isActive !== null);
  if (read.some(({ isActive }) => isActive)) return 'PERSON';
  return read.length > 0 ? 'CLEAR' : 'UNKNOWN';
}

/** A sensor that only detects motion does not see a guest who sits still. */
function isSeenEmpty(sensors: readonly PeopleSensor[], presence: RoomPresence | null): boolean {
  return (
    presence === 'CLEAR' &&
    sensors.some(({ isOnline, isActive, seesStillPeople }) => isOnline && isActive === false && seesStillPeople)
  );
}
