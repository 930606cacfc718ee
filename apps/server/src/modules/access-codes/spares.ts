import type { Tx } from '../../db/index.ts';
import { changePlace, acquireCodeDrawingLock, type CodeRow, type Expected } from './access-codes.sql.ts';
import type { PlaceRow } from './places.ts';
import type { CodeSeal } from './seal.ts';
import {
  findReadySpares,
  assignSpareCode,
  scheduleSparesReview,
  selectPlaceOfCodeForUpdate,
  withdrawCode,
} from './spares.sql.ts';
import { needsSpareFrom, type AccessWindow } from './windows.ts';

/**
 * The spare codes of a reservation (NX-3). For each door that the reservation's own code cannot reach in time, the
 * guest gets a spare code that the lock already holds, and keeps it until the window closes. A spare code is given only
 * once.
 */

export interface SpareWork {
  readonly seal: CodeSeal;
  readonly tx: Tx;
  readonly now: Date;
  readonly expected: Expected;
  /** The windows at doors that keep codes; empty if the reservation has no access. */
  readonly windows: readonly AccessWindow[];
  /** The place of the reservation's own code at the door. */
  readonly placeAt: (window: AccessWindow) => PlaceRow | undefined;
  /** Whether the door's lock has, or had until now, the reservation's own code enabled. */
  readonly isReached: (window: AccessWindow) => boolean;
  /** Spare codes given to the reservation, with their locked places. */
  readonly given: readonly { readonly code: CodeRow; readonly place: PlaceRow | null }[];
  /** Replaces the given spare codes, because a third person may know them. */
  readonly retiresSpares: boolean;
}

export interface SparesReviewed {
  /** Doors at which a spare code was given or withdrawn. */
  readonly changedAt: readonly string[];
  /** The reservation has a spare code that must be withdrawn later. */
  readonly hasAny: boolean;
  /** When the reservation may need another spare code. `null`: no known need. */
  readonly reviewAt: Date | null;
}

/** Retry delay while another transaction holds the place. */
const SOON_MS = 1000;

export async function reviewSpares(work: SpareWork): Promise<SparesReviewed> {
  const { tx, now, expected } = work;
  const changedAt: string[] = [];
  const has = new Set<string>();
  const owed = new Set<string>();
  for (const { code, place } of work.given) {
    const doorId = code.spare_door_id ?? '';
    const window = work.windows.find(({ door }) => door.id === doorId && door.link_id === place?.link_id);
    const isReadable = code.sealed !== null && work.seal.open(code.sealed, code.id) !== null;
    if (window && place && isReadable && !work.retiresSpares) {
      has.add(doorId);
      if (place.closes_at.getTime() !== window.closesAt.getTime())
        changePlace(tx, { ...place, closes_at: window.closesAt });
      continue;
    }
    await acquireCodeDrawingLock(tx, expected.store_id);
    withdrawCode(tx, code, now);
    if (place) changePlace(tx, { ...place, is_wanted: false });
    scheduleSparesReview(tx, { store_id: expected.store_id, door_id: doorId });
    changedAt.push(doorId);
    // Gives the replacement at once instead of waiting until the push of the new code fails.
    if (window && work.retiresSpares && !work.isReached(window)) owed.add(doorId);
  }
  let reviewAt: Date | null = null;
  // No new spare code is given after the stay.
  for (const window of expected.state === 'COMPLETED' ? [] : work.windows.filter(({ door }) => !has.has(door.id))) {
    const from = owed.has(window.door.id) ? now : needsSpareFrom(window, work.placeAt(window));
    const outcome = from !== null && from <= now ? await give(work, window) : 'LATER';
    const at = outcome === 'LATER' ? from : outcome === 'BUSY' ? new Date(now.getTime() + SOON_MS) : null;
    if (outcome === 'GIVEN') {
      has.add(window.door.id);
      changedAt.push(window.door.id);
    }
    if (at !== null && (reviewAt === null || at < reviewAt)) reviewAt = at;
  }
  return { changedAt, hasAny: has.size > 0, reviewAt };
}

/** `BUSY`: a free one is locked at the moment. `NONE`: the door's lock has no free spare code. */
async function give(
  { seal, tx, now, expected }: SpareWork,
  { door, closesAt }: AccessWindow,
): Promise<'GIVEN' | 'BUSY' | 'NONE'> {
  await acquireCodeDrawingLock(tx, expected.store_id);
  const ready = await findReadySpares(tx, { storeId: expected.store_id, doorId: door.id, linkId: door.link_id });
  const readable = ready.filter((code) => code.sealed !== null && seal.open(code.sealed, code.id) !== null);
  for (const code of readable) {
    const place = await selectPlaceOfCodeForUpdate(tx, expected.store_id, code.id);
    if (place?.acknowledged !== 'ENABLED' || place.pushed !== null || now >= place.closes_at) continue;
    assignSpareCode(tx, code, expected.id, now);
    changePlace(tx, { ...place, closes_at: closesAt });
    return 'GIVEN';
  }
  return readable.length > 0 ? 'BUSY' : 'NONE';
}
