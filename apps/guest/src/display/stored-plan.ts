import type { DisplayPlan } from '@munjigi/contract';

/**
 * The last plan, in the storage of the browser: a tablet that restarts without a connection still shows it (DP-4). The
 * number grows when an older plan would not have what the page shows.
 */
const PLAN_KEY = 'door-display-plan-1';
/** Written with every reply, so it is separate from the larger plan. */
const SEEN_KEY = 'door-display-seen-1';
/** A clock that is set back by less can be a correction of the network. */
const TOLERATED_MS = 60_000;

export interface StoredPlan {
  readonly plan: DisplayPlan;
  readonly etag: string | null;
  /** The time of the server when it last answered. */
  readonly seenAt: number;
  /** The present time of the server. `null`: the clock of the tablet stands before its last reply, so it was lost. */
  readonly now: number | null;
}

export function storePlan(token: string, plan: DisplayPlan, etag: string | null): void {
  write(PLAN_KEY, { token, plan, etag });
}

/** Keeps the time of the server with that of the tablet, whose difference stays the same. */
export function storeSeen(token: string, seenAt: number): void {
  write(SEEN_KEY, { token, seenAt, wallAt: Date.now() });
}

/** The plan that this link showed last. */
export function recallPlan(token: string): StoredPlan | null {
  const stored = read(PLAN_KEY) as { token: string; plan: DisplayPlan; etag: string | null } | null;
  const seen = read(SEEN_KEY) as { token: string; seenAt: number; wallAt: number } | null;
  if (stored?.token !== token || seen?.token !== token) return null;
  const elapsedMs = Date.now() - seen.wallAt;
  const now = elapsedMs < -TOLERATED_MS ? null : seen.seenAt + Math.max(0, elapsedMs);
  return { plan: stored.plan, etag: stored.etag, seenAt: seen.seenAt, now };
}

export function forgetPlan(): void {
  try {
    localStorage.removeItem(PLAN_KEY);
    localStorage.removeItem(SEEN_KEY);
  } catch (error) {
    console.warn(error);
  }
}

function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    // A full or forbidden storage: the page works without it until it is reloaded.
    console.warn(error);
  }
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch (error) {
    console.warn(error);
    return null;
  }
}
