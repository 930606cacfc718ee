import type { DisplayPlan } from '@munjigi/contract';

/** `CLOSED`: outside the opening hours, or a closure. `UNKNOWN`: the plan does not cover this moment. */
export type DoorKind = 'FREE' | 'IN_USE' | 'CLEANING' | 'BLOCKED' | 'CLOSED' | 'UNKNOWN';

/** Times are epoch milliseconds. */
export interface ShownStay {
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface RoomMoment {
  readonly kind: DoorKind;
  /** Until when the state lasts. `null`: longer than the plan says, or unknown. */
  readonly until: number | null;
  /** The next two stays. */
  readonly next: readonly ShownStay[];
  /** The opening period of the day: the present one, or the next one. `null`: none within the plan. */
  readonly opening: ShownStay | null;
}

const KIND_OF = { STAY: 'IN_USE', CLEANING: 'CLEANING', BLOCKED: 'BLOCKED' } as const;
/** Of overlapping periods, those of the parts of a joined room, the first of these decides. */
const ORDER = ['STAY', 'BLOCKED', 'CLEANING'] as const;
const SHOWN_STAYS = 2;

/** The state of the room at a moment of the server's time. What the server saw counts while the plan is fresh (RM-7). */
export function findDoorState(plan: DisplayPlan, now: number, isFresh: boolean): RoomMoment {
  const planned = findPlannedState(plan, now);
  if (!isFresh || !plan.present || planned.kind === 'UNKNOWN' || planned.kind === plan.present) return planned;
  return { ...planned, kind: plan.present, until: null };
}

/** The state from the plan alone, which needs no connection (DP-4). */
function findPlannedState(plan: DisplayPlan, now: number): RoomMoment {
  const end = Date.parse(plan.until);
  if (now < Date.parse(plan.from) || now >= end) return { kind: 'UNKNOWN', until: null, next: [], opening: null };
  const busy = plan.busy.map(({ kind, ...period }) => ({ kind, ...toStay(period) }));
  const open = plan.open.map(toStay);
  const isNow = ({ startsAt, endsAt }: ShownStay) => startsAt <= now && now < endsAt;
  const opening = open.find(isNow) ?? open.find(({ startsAt }) => startsAt > now) ?? null;
  const next = nextStays(
    busy.filter(({ kind }) => kind === 'STAY'),
    now,
  );
  const kind = ORDER.find((one) => busy.some((period) => period.kind === one && isNow(period)));
  if (kind !== undefined) {
    const until = endOfRun(
      busy.filter((period) => period.kind === kind && period.startsAt <= now),
      now,
    );
    return { kind: KIND_OF[kind], until, next, opening };
  }
  if (!open.some(isNow)) return { kind: 'CLOSED', until: opening?.startsAt ?? null, next, opening };
  const until = Math.min(...busy.map(({ startsAt }) => startsAt).filter((at) => at > now), opening?.endsAt ?? end);
  return { kind: 'FREE', until: until < end ? until : null, next, opening };
}

function toStay({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }): ShownStay {
  return { startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) };
}

/** The latest end of the periods that have begun. */
function endOfRun(periods: readonly ShownStay[], now: number): number {
  return periods.reduce((latest, { endsAt }) => Math.max(latest, endsAt), now);
}

/** Stays that begin later, soonest first, each period once: the parts of a joined room can have the same one. */
function nextStays(stays: readonly ShownStay[], now: number): ShownStay[] {
  const later = new Map(
    stays
      .filter(({ startsAt }) => startsAt > now)
      .sort((one, other) => one.startsAt - other.startsAt)
      .map(({ startsAt, endsAt }) => [`${startsAt} ${endsAt}`, { startsAt, endsAt }]),
  );
  return [...later.values()].slice(0, SHOWN_STAYS);
}
