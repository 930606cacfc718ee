import type { ReplyOf, searchHelpDesk } from '@munjigi/contract';

type Nearness = ReplyOf<typeof searchHelpDesk>['items'][number]['nearness'];

export interface Timed {
  readonly state: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly accessBeforeMinutes: number;
  readonly accessAfterMinutes: number;
}

const MINUTE_MS = 60_000;
const SOON_MS = 12 * 60 * MINUTE_MS;
const COMING = new Set(['PENDING', 'CONFIRMED', 'IN_USE']);
const RANK: Readonly<Record<Nearness, number>> = { NOW: 0, SOON: 1, OTHER: 2 };

/** `NOW`: in use, or inside the access window. `SOON`: live and within 12 hours of now. `OTHER`: the rest. */
export function nearnessOf(timed: Timed, now: Date): Nearness {
  const isLive = COMING.has(timed.state);
  const opens = timed.startsAt.getTime() - timed.accessBeforeMinutes * MINUTE_MS;
  const closes = timed.endsAt.getTime() + timed.accessAfterMinutes * MINUTE_MS;
  if (timed.state === 'IN_USE' || (isLive && opens <= now.getTime() && now.getTime() < closes)) return 'NOW';
  return distance(timed, now) <= SOON_MS && isLive ? 'SOON' : 'OTHER';
}

/** Sorts by nearness, then by distance in time, then live reservations before the others. */
export function byNearness(now: Date): (a: Timed, b: Timed) => number {
  return (a, b) =>
    RANK[nearnessOf(a, now)] - RANK[nearnessOf(b, now)] ||
    distance(a, now) - distance(b, now) ||
    Number(COMING.has(b.state)) - Number(COMING.has(a.state));
}

function distance({ startsAt, endsAt }: Timed, now: Date): number {
  return Math.max(startsAt.getTime() - now.getTime(), now.getTime() - endsAt.getTime(), 0);
}
