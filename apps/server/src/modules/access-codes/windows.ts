import type { Expected, StoreDoor } from './access-codes.sql.ts';
import type { PlaceRow } from './places.ts';

const MINUTE_MS = 60_000;

/** The time in which a guest may enter by a door that keeps codes. */
export interface AccessWindow {
  readonly door: StoreDoor;
  readonly opensAt: Date;
  readonly closesAt: Date;
}

export function calculateAccessWindow(expected: Expected, door: StoreDoor): AccessWindow {
  const before = door.access_before_minutes ?? expected.access_before_minutes;
  const after = door.access_after_minutes ?? expected.access_after_minutes;
  return {
    door,
    opensAt: new Date(expected.starts_at.getTime() - before * MINUTE_MS),
    closesAt: new Date(expected.ends_at.getTime() + after * MINUTE_MS),
  };
}

/** How long before the window opens a guest can get a spare code. */
export const SPARE_AHEAD_MS = 2 * 60 * MINUTE_MS;
/** Long enough for a bridge to restart. */
const GRACE_MS = MINUTE_MS;
const ENOUGH_ATTEMPTS = 2;

/** When a guest needs a spare code at a door (NX-3). `null`: the own code is enabled, or no problem is known. */
export function needsSpareFrom(
  { door, opensAt }: AccessWindow,
  place: Pick<PlaceRow, 'acknowledged' | 'error' | 'attempts'> | undefined,
): Date | null {
  if (place?.acknowledged === 'ENABLED') return null;
  const [opensMs, soonestMs] = [opensAt.getTime(), opensAt.getTime() - SPARE_AHEAD_MS];
  if (door.online === 'OFFLINE')
    return new Date(Math.max(soonestMs, Math.min(door.last_seen_at?.getTime() ?? 0, opensMs) + GRACE_MS));
  if (place?.error == null) return null;
  return new Date(place.error === 'NO_ANSWER' && place.attempts >= ENOUGH_ATTEMPTS ? soonestMs : opensMs + GRACE_MS);
}
