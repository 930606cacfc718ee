import type { AlarmKind, Door } from '@munjigi/contract';

/** When alarms of a door open and close (DR-7). Pure functions: no database, no clock. */

export interface DoorFacts {
  readonly doorMode: Door['doorMode'];
  readonly lockState: Door['lockState'];
  readonly isMoving: boolean;
  readonly leafState: Door['leafState'];
  /** The last reported availability of the device; `UNKNOWN`: none since listening started. */
  readonly online: 'ONLINE' | 'OFFLINE' | 'UNKNOWN';
  readonly battery: number | null;
  readonly settings: Door['alarms'];
  /** The codes that the lock refused lately and after the last opening, oldest first. */
  readonly refusedAt: readonly Date[];
}

/** The stored state of a door between two reviews. */
export interface Watch {
  readonly isLeafClosed: boolean;
  readonly leafOpenSince: Date | null;
  readonly suspectedAt: Date | null;
  readonly offlineSince: Date | null;
  readonly dueAt: Date | null;
}
export const NEW_WATCH: Watch = {
  isLeafClosed: false,
  leafOpenSince: null,
  suspectedAt: null,
  offlineSince: null,
  dueAt: null,
};

interface Verdict {
  readonly watch: Watch;
  /**
   * Since when the condition of an alarm holds; `null`: it does not hold; missing: unknown, so the alarm stays as it
   * is.
   */
  readonly rings: Partial<Record<AlarmKind, Date | null>>;
  /** A suspected forced opening is old enough to be judged: FORCED, unless the history explains it. */
  readonly isReviewDue: boolean;
}

/** A command or a turned key may be reported a moment after the open leaf. */
const SUSPECTED_MS = 2000;
/** So many refused codes within this time mean a guest who cannot come in, or a stranger who guesses (DR-60). */
const MANY_REFUSED_CODES = 5;
export const REFUSED_WITHIN_MS = 5 * 60_000;
/** Hysteresis in per cent: a battery that warms up is not a new one. */
const BATTERY_MARGIN = 5;

const OPEN_LEAF = new Set<Door['leafState']>(['OPEN', 'AJAR', 'FORCED_OPEN']);

export function evaluateAlarms(facts: DoorFacts, before: Watch, ringing: ReadonlySet<AlarmKind>, now: Date): Verdict {
  const leaf = reviewLeaf(facts, before, now);
  const offlineSince =
    facts.online === 'OFFLINE' ? (before.offlineSince ?? now) : facts.online === 'ONLINE' ? null : before.offlineSince;
  const { settings } = facts;
  const leftOpenAt = leaf.leafOpenSince && later(leaf.leafOpenSince, settings.leftOpenSeconds);
  const offlineAt = facts.online === 'OFFLINE' && offlineSince ? later(offlineSince, settings.offlineSeconds) : null;
  const reviewAt = leaf.suspectedAt && new Date(leaf.suspectedAt.getTime() + SUSPECTED_MS);
  const isReviewDue = reviewAt !== null && reviewAt <= now;
  const refused = reviewRefusedCodes(facts, ringing.has('REFUSED_CODES'), now);
  const dueTimes = [leftOpenAt, offlineAt, reviewAt, refused.endsAt]
    .filter((at) => at !== null && at > now)
    .map(Number);
  return {
    watch: {
      ...leaf,
      offlineSince,
      suspectedAt: isReviewDue ? null : leaf.suspectedAt,
      dueAt: dueTimes.length === 0 ? null : new Date(Math.min(...dueTimes)),
    },
    isReviewDue,
    rings: {
      LEFT_OPEN: leftOpenAt && leftOpenAt <= now ? leaf.leafOpenSince : null,
      // While the availability is unknown, the alarm neither opens nor closes.
      ...(settings.offlineSeconds !== null && facts.online === 'UNKNOWN'
        ? {}
        : { OFFLINE: offlineAt && offlineAt <= now ? offlineSince : null }),
      ...(leaf.leafOpenSince !== null && settings.forced ? {} : { FORCED: null }),
      REFUSED_CODES: refused.since,
      ...batteryRings(facts, ringing.has('BATTERY_LOW'), now),
      ...(facts.lockState === 'UNKNOWN' && settings.jammed
        ? {}
        : { JAMMED: facts.lockState === 'NOT_FULLY_LOCKED' && settings.jammed ? now : null }),
    },
  };
}

type Leaf = Pick<Watch, 'isLeafClosed' | 'leafOpenSince' | 'suspectedAt'>;

function reviewLeaf(facts: DoorFacts, before: Watch, now: Date): Leaf {
  const { isLeafClosed, leafOpenSince, suspectedAt } = before;
  // A door may stand open while it is held open. Its time starts again when the hold ends.
  if (facts.doorMode === 'HELD_OPEN') return { isLeafClosed: false, leafOpenSince: null, suspectedAt: null };
  if (facts.leafState === 'CLOSED') return { isLeafClosed: true, leafOpenSince: null, suspectedAt };
  if (!OPEN_LEAF.has(facts.leafState)) return { isLeafClosed, leafOpenSince, suspectedAt };
  const isSuspicious = isLeafClosed && facts.lockState === 'LOCKED' && !facts.isMoving && facts.settings.forced;
  return { isLeafClosed: false, leafOpenSince: leafOpenSince ?? now, suspectedAt: isSuspicious ? now : suspectedAt };
}

/** The alarm begins with many refused codes, and ends with an opening or when no code was refused for the same time. */
function reviewRefusedCodes(
  { refusedAt }: DoorFacts,
  isRinging: boolean,
  now: Date,
): { readonly since: Date | null; readonly endsAt: Date | null } {
  const lately = refusedAt.filter((at) => now.getTime() - at.getTime() < REFUSED_WITHIN_MS);
  const [first, last] = [lately[0], lately.at(-1)];
  if (!first || !last || (lately.length < MANY_REFUSED_CODES && !isRinging)) return { since: null, endsAt: null };
  return { since: first, endsAt: new Date(last.getTime() + REFUSED_WITHIN_MS) };
}

function batteryRings(
  { battery, settings: { batteryPercent } }: DoorFacts,
  isRinging: boolean,
  now: Date,
): Verdict['rings'] {
  if (batteryPercent === null) return { BATTERY_LOW: null };
  if (battery === null) return {};
  return {
    BATTERY_LOW: battery <= batteryPercent || (isRinging && battery < batteryPercent + BATTERY_MARGIN) ? now : null,
  };
}

function later(at: Date, seconds: number | null): Date | null {
  return seconds === null ? null : new Date(at.getTime() + seconds * 1000);
}
