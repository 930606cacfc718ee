import type { ModePurpose } from '@munjigi/contract';

/** The stage of a room at a moment, computed from its reservations (DR-6). Pure functions. */

/** A guest's reservation of the room, or of a room that contains it. */
export interface RoomStay {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly bufferEndsAt: Date;
  /** Whether the guest holds more time and has not paid yet: the stay is open, also after its end (GT-13). */
  readonly isHeldOpen: boolean;
  /** When held time was returned after the end of the stay, which ended then. `null`: it ends at its end. */
  readonly returnedAt: Date | null;
  /** The next turn that the last review scheduled. `null`: not reviewed yet, or no turn left. */
  readonly plannedAt: Date | null;
}

export interface Lead {
  /** Minutes before the start. */
  readonly prepareMinutes: number;
  /** Minutes before the end; 0 turns the warning off. */
  readonly warningMinutes: number;
}

export interface Stage {
  readonly purpose: ModePurpose;
  /** The reservation that causes the stage. `null`: none. */
  readonly reservationId: string | null;
}

export const STANDBY: Stage = { purpose: 'STANDBY', reservationId: null };

const MINUTE_MS = 60_000;

/**
 * The stage at `at`: the present guest first, then cleaning after the previous one, then preparation for the next one.
 * For a time before `now`, COMPLETED and NO_SHOW stays count as present, because the room was theirs at that time.
 */
export function stageAt(stays: readonly RoomStay[], lead: Lead, at: Date, now: Date): Stage {
  const started = stays.filter((stay) => stay.startsAt <= at && isThere(stay, at < now));
  // A guest whose time has come is in the room before one whose held time is over and not returned yet.
  const present = started.find((stay) => at < leavesAt(stay)) ?? started.find((stay) => stay.isHeldOpen);
  if (present) return { purpose: isEnding(present, lead, at) ? 'ENDING' : 'IN_USE', reservationId: present.id };
  // A guest who leaves early is COMPLETED up to a minute before the new end of the stay.
  const departed = stays.find(
    (stay) =>
      stay.startsAt <= at &&
      (leavesAt(stay) <= at || stay.state === 'COMPLETED') &&
      at < stay.bufferEndsAt &&
      wasThere(stay),
  );
  if (departed) return { purpose: 'CLEANING', reservationId: departed.id };
  const next = stays.find(
    (stay) =>
      at < stay.startsAt &&
      stay.startsAt.getTime() - lead.prepareMinutes * MINUTE_MS <= at.getTime() &&
      isThere(stay, at < now),
  );
  return next ? { purpose: 'IN_USE', reservationId: next.id } : STANDBY;
}

/** The moments at which a stay may change the stage of its room, soonest first. */
export function turnsOf(stay: RoomStay, { prepareMinutes, warningMinutes }: Lead): Date[] {
  const warning = warningMinutes > 0 ? [new Date(stay.endsAt.getTime() - warningMinutes * MINUTE_MS)] : [];
  return [
    new Date(stay.startsAt.getTime() - prepareMinutes * MINUTE_MS),
    stay.startsAt,
    ...warning,
    stay.endsAt,
    stay.bufferEndsAt,
  ].sort((a, b) => a.getTime() - b.getTime());
}

/**
 * The stages since the last review, without repeats; the last one is the present stage. Skips turns that were never
 * planned, because the stay was shortened, moved or created after them.
 */
export function stagesSince(
  stays: readonly RoomStay[],
  lead: Lead,
  { from, before, now }: { readonly from: Date; readonly before: Stage; readonly now: Date },
): Stage[] {
  const turns = stays
    .flatMap((stay) => plannedTurns(stay, lead))
    .filter((at) => from < at && at < now)
    .sort((a, b) => a.getTime() - b.getTime());
  const found: Stage[] = [];
  for (const at of [...turns, now]) {
    const stage = stageAt(stays, lead, at, now);
    if (!isSame(stage, found.at(-1) ?? before)) found.push(stage);
  }
  return found;
}

/** When the stay ended or will end: its end, or the return of time that its guest held after it. */
export function leavesAt({ endsAt, returnedAt }: RoomStay): Date {
  return returnedAt !== null && returnedAt > endsAt ? returnedAt : endsAt;
}

function plannedTurns(stay: RoomStay, lead: Lead): Date[] {
  const { plannedAt } = stay;
  return plannedAt === null ? [] : turnsOf(stay, lead).filter((at) => plannedAt <= at);
}

/** Whether the stage runs a mode. Standby is the same after any guest, and an extended stay does not start again. */
export function isNews(stage: Stage, before: Stage): boolean {
  if (stage.purpose === 'STANDBY') return before.purpose !== 'STANDBY';
  return (
    !isSame(stage, before) &&
    !(stage.purpose === 'IN_USE' && before.purpose === 'ENDING' && stage.reservationId === before.reservationId)
  );
}

function isSame(one: Stage, other: Stage): boolean {
  return one.purpose === other.purpose && one.reservationId === other.reservationId;
}

function isThere({ state }: RoomStay, isOver: boolean): boolean {
  return state === 'CONFIRMED' || state === 'IN_USE' || (isOver && (state === 'COMPLETED' || state === 'NO_SHOW'));
}

/** A stay that is IN_USE after its end is about to be completed by the timer. */
function wasThere({ state }: RoomStay): boolean {
  return state === 'COMPLETED' || state === 'IN_USE';
}

/** Only a guest who has checked in is warned. */
function isEnding({ state, endsAt }: RoomStay, { warningMinutes }: Lead, at: Date): boolean {
  return (
    warningMinutes > 0 &&
    (state === 'IN_USE' || state === 'COMPLETED') &&
    at.getTime() >= endsAt.getTime() - warningMinutes * MINUTE_MS
  );
}
