import type { ModePurpose } from '@munjigi/contract';

/** What a room is for at a moment, as its reservations have it (DR-6). Arithmetic alone. */

/** A guest's reservation of the room, or of one that it is a part of. */
export interface Stay {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly bufferEndsAt: Date;
  /** Its next turn as the last look at it had it; `null`: it was never looked at, or nothing was left to do. */
  readonly plannedAt: Date | null;
}

export interface Lead {
  /** Before a start. */
  readonly prepareMinutes: number;
  /** Before an end; 0: there is no warning. */
  readonly warningMinutes: number;
}

export interface Stage {
  readonly purpose: ModePurpose;
  /** Because of whom; `null`: nobody is or was there. */
  readonly reservationId: string | null;
}

export const STANDBY: Stage = { purpose: 'STANDBY', reservationId: null };

const MINUTE_MS = 60_000;

/**
 * The stage at `at`. Who is there comes first, then cleaning after who was there, then who comes. `now` tells what of a state
 * may be believed: of a time that is over it is only known who had the room, not yet whether he came.
 */
export function stageAt(stays: readonly Stay[], lead: Lead, at: Date, now: Date): Stage {
  const present = stays.find((it) => it.startsAt <= at && at < it.endsAt && isThere(it, at < now));
  if (present) return { purpose: isEnding(present, lead, at) ? 'ENDING' : 'IN_USE', reservationId: present.id };
  // Who left early is gone before the minute is over at which his time now ends.
  const left = stays.find((it) => it.startsAt <= at && (it.endsAt <= at || it.state === 'COMPLETED') && at < it.bufferEndsAt && wasThere(it));
  if (left) return { purpose: 'CLEANING', reservationId: left.id };
  const next = stays.find((it) => at < it.startsAt && it.startsAt.getTime() - lead.prepareMinutes * MINUTE_MS <= at.getTime() && isThere(it, at < now));
  return next ? { purpose: 'IN_USE', reservationId: next.id } : STANDBY;
}

/** The moments at which a stay may give its room another stage, soonest first. */
export function turnsOf(it: Stay, { prepareMinutes, warningMinutes }: Lead): Date[] {
  const warning = warningMinutes > 0 ? [new Date(it.endsAt.getTime() - warningMinutes * MINUTE_MS)] : [];
  return [new Date(it.startsAt.getTime() - prepareMinutes * MINUTE_MS), it.startsAt, ...warning, it.endsAt, it.bufferEndsAt].sort((a, b) => a.getTime() - b.getTime());
}

/**
 * The stages from the last look on, each once: those between were planned and are over, the last one is now's. A turn that lies in
 * the past only because its stay was made shorter, moved, or made late was nobody's to do.
 */
export function stagesSince(stays: readonly Stay[], lead: Lead, { from, before, now }: { readonly from: Date; readonly before: Stage; readonly now: Date }): Stage[] {
  const turns = stays.flatMap((it) => plannedTurns(it, lead)).filter((at) => from < at && at < now).sort((a, b) => a.getTime() - b.getTime());
  const found: Stage[] = [];
  for (const at of [...turns, now]) {
    const stage = stageAt(stays, lead, at, now);
    if (!isSame(stage, found.at(-1) ?? before)) found.push(stage);
  }
  return found;
}

function plannedTurns(it: Stay, lead: Lead): Date[] {
  const { plannedAt } = it;
  return plannedAt === null ? [] : turnsOf(it, lead).filter((at) => plannedAt <= at);
}

/** A room on standby is so for everybody; a stay that was made longer has no new beginning. */
export function isNews(stage: Stage, before: Stage): boolean {
  if (stage.purpose === 'STANDBY') return before.purpose !== 'STANDBY';
  return !isSame(stage, before) && !(stage.purpose === 'IN_USE' && before.purpose === 'ENDING' && stage.reservationId === before.reservationId);
}

function isSame(one: Stage, other: Stage): boolean {
  return one.purpose === other.purpose && one.reservationId === other.reservationId;
}

function isThere({ state }: Stay, isOver: boolean): boolean {
  return state === 'CONFIRMED' || state === 'IN_USE' || (isOver && (state === 'COMPLETED' || state === 'NO_SHOW'));
}

/** Who is in use beyond his end is about to be completed by the clock. */
function wasThere({ state }: Stay): boolean {
  return state === 'COMPLETED' || state === 'IN_USE';
}

/** Nobody is warned who has not come. */
function isEnding({ state, endsAt }: Stay, { warningMinutes }: Lead, at: Date): boolean {
  return warningMinutes > 0 && (state === 'IN_USE' || state === 'COMPLETED') && at.getTime() >= endsAt.getTime() - warningMinutes * MINUTE_MS;
}
