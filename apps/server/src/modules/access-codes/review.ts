import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, storeActor, SYSTEM, type Tx } from '../../db/index.ts';
import { codesOf } from '../devices/index.ts';
import {
  changePlace,
  findDoorsOfStore,
  findExpected,
  findPresentCodes,
  selectPlacesOfReservationsForUpdate,
  storesWithReviews,
  claimAccessReviews,
  type CodeRow,
  type DueStore,
  type Expected,
  type StoreDoor,
  type CodeScope,
} from './access-codes.sql.ts';
import type { AccessDeps } from './deps.ts';
import { areNeighbours } from './draw.ts';
import { readNearbyCodes, drawFreeCode } from './drawing.ts';
import { DUE_AT_ONCE, newPlace, type PlaceRow } from './places.ts';
import { publishSpares } from './door-spares.ts';
import { publishLoadedAccess } from './reservation-access.ts';
import { reviewSpares, type SpareWork } from './spares.ts';
import { findGivenSpares, withdrawCode } from './spares.sql.ts';
import { calculateAccessWindow, type AccessWindow } from './windows.ts';

/**
 * Recomputes the access of a reservation from its present state. The database schedules the review whenever the
 * reservation, its doors or the store's access window change, in the same transaction. The last change therefore wins.
 */

type ReviewDeps = Pick<AccessDeps, 'db' | 'clock' | 'seal'>;

const AT_A_TIME = 50;
/** COMPLETED keeps access until the window closes, so that the guest can still leave. */
const HAVE_ACCESS = new Set(['CONFIRMED', 'IN_USE', 'COMPLETED']);

/** Runs the due reviews of every store. */
export async function reviewDue(deps: ReviewDeps): Promise<void> {
  const stores = await deps.db.withActor(SYSTEM, (tx) => storesWithReviews(tx, deps.clock.now()));
  const failed: unknown[] = [];
  for (const store of stores) await reviewStore(deps, store).catch((error: unknown) => failed.push(error));
  if (failed.length > 0)
    throw new AggregateError(failed, `The codes of ${failed.length} stores could not be looked at`);
}

async function reviewStore(deps: ReviewDeps, { product_id: productId, store_id: storeId }: DueStore): Promise<void> {
  for (let count = AT_A_TIME; count === AT_A_TIME;) {
    count = await deps.db.withActor(storeActor(productId, storeId), async (tx) => {
      const ids = await claimAccessReviews(tx, storeId, deps.clock.now(), AT_A_TIME);
      if (ids.length > 0) await reviewCodes(deps, tx, { storeId, reservationIds: ids });
      return ids.length;
    });
  }
}

/** Reservations of one store whose reviews the transaction has locked. */
interface LockedReviews {
  readonly storeId: string;
  readonly reservationIds: readonly string[];
  /** Replaces their spare codes. */
  readonly retiresSpares?: boolean;
}

export async function reviewCodes(
  deps: Pick<ReviewDeps, 'clock' | 'seal'>,
  tx: Tx,
  { storeId, reservationIds, retiresSpares = false }: LockedReviews,
): Promise<void> {
  const now = deps.clock.now();
  const [doors, expected, places, codes, spares] = await Promise.all([
    findDoorsOfStore(tx, storeId),
    findExpected(tx, storeId, reservationIds),
    selectPlacesOfReservationsForUpdate(tx, storeId, reservationIds),
    findPresentCodes(tx, storeId, reservationIds),
    findGivenSpares(tx, storeId, reservationIds),
  ]);
  const keypads = doors.filter((door) => codesOf(door) !== null);
  for (const item of expected) {
    await reviewOne({
      seal: deps.seal,
      tx,
      now,
      expected: item,
      retiresSpares,
      allDoors: doors,
      places: places.filter((place) => place.reservation_id === item.id),
      code: codes.find((code) => code.reservation_id === item.id) ?? null,
      given: spares
        .filter((code) => code.given_to === item.id)
        .map((code) => ({ code, place: places.find((place) => place.code_id === code.id) ?? null })),
      doors: keypads.filter((door) => door.room_id === null || item.room_ids.includes(door.room_id)),
    });
  }
}

interface Work extends Pick<ReviewDeps, 'seal'> {
  readonly tx: Tx;
  readonly now: Date;
  readonly expected: Expected;
  /** All doors of the store. */
  readonly allDoors: readonly StoreDoor[];
  /** The doors that keep codes and lead to the reservation's room. */
  readonly doors: readonly StoreDoor[];
  readonly places: readonly PlaceRow[];
  readonly code: CodeRow | null;
  readonly given: SpareWork['given'];
  readonly retiresSpares: boolean;
}

async function reviewOne(work: Work): Promise<void> {
  const { tx, now, expected, code, places } = work;
  const windows = work.doors
    .map((door) => calculateAccessWindow(expected, door))
    .filter(({ opensAt, closesAt }) => opensAt < closesAt && now < closesAt);
  const isGuestWithAccess = expected.kind === 'GUEST' && HAVE_ACCESS.has(expected.state) && !expected.is_withheld;
  const hasAccess = isGuestWithAccess && windows.length > 0;
  const placeAt = ({ door }: AccessWindow) =>
    places.find((one) => one.code_id === code?.id && one.door_id === door.id && one.link_id === door.link_id);
  const newWindows = windows.filter((window) => !placeAt(window));
  const text = hasAccess && code !== null ? await readFitting(work, code, newWindows) : null;
  let isChanged = code !== null && text === null;
  if (code !== null && text === null) withdrawCode(tx, code, now);

  const placeIds = new Set<string>();
  for (const window of windows) {
    if (code === null || text === null) break;
    const place = placeAt(window);
    if (place) placeIds.add(place.id);
    else addPlace(work, { codeId: code.id, text, window });
    const isOther =
      !place?.is_wanted ||
      place.opens_at.getTime() !== window.opensAt.getTime() ||
      place.closes_at.getTime() !== window.closesAt.getTime();
    if (place && isOther)
      changePlace(tx, { ...place, is_wanted: true, opens_at: window.opensAt, closes_at: window.closesAt });
    isChanged ||= isOther;
  }
  for (const place of places.filter((place) => place.is_wanted && !placeIds.has(place.id))) {
    changePlace(tx, { ...place, is_wanted: false });
    isChanged = true;
  }
  // No new code is made after the stay.
  const isNew = hasAccess && text === null && expected.state !== 'COMPLETED';
  if (isNew) await makeCode(work, windows);
  // A withdrawn code that was ENABLED still shows that its lock was reachable.
  const isReached = ({ door }: AccessWindow) =>
    places.some((one) => one.door_id === door.id && one.link_id === door.link_id && one.acknowledged === 'ENABLED');
  const spares = await reviewSpares({ ...work, windows: hasAccess ? windows : [], placeAt, isReached });
  const lasts =
    text !== null || isNew || spares.hasAny
      ? new Date(Math.max(...windows.map(({ closesAt }) => closesAt.getTime())))
      : null;
  const dueAt = spares.reviewAt !== null && (lasts === null || spares.reviewAt < lasts) ? spares.reviewAt : lasts;
  pipelineStatement(
    tx,
    tx
      .updateTable('access_reviews')
      .set({ due_at: dueAt })
      .where('store_id', '=', expected.store_id)
      .where('id', '=', expected.id),
  );
  // Many reviews change nothing, for example after a change of another door, or where locks keep no codes.
  if (isNew || isChanged || spares.changedAt.length > 0) await publishLoadedAccess(tx, work.allDoors, expected, now);
  await publishSpares(tx, { productId: expected.product_id, storeId: expected.store_id }, spares.changedAt, now);
}

/** Decrypts the code. `null` if the secret changed, or if the code collides with another one at a new door. */
async function readFitting(work: Work, code: CodeRow, windows: readonly AccessWindow[]): Promise<string | null> {
  const text = code.sealed === null ? null : work.seal.open(code.sealed, code.id);
  if (text === null || windows.length === 0) return text;
  const { others, isTaken } = await readNearbyCodes(work.seal, work.tx, surroundings(work, windows));
  return others.some((other) => areNeighbours(text, other)) || (await isTaken(text)) ? null : text;
}

/** Makes a new code with a place at each door. */
async function makeCode(work: Work, windows: readonly AccessWindow[]): Promise<void> {
  const { tx, now, expected, seal } = work;
  const text = await drawFreeCode(seal, tx, surroundings(work, windows));
  const id = uuidv7();
  const row = {
    product_id: expected.product_id,
    store_id: expected.store_id,
    id,
    reservation_id: expected.id,
    sealed: seal.seal(text, id),
    made_at: now,
    told_at: null,
    withdrawn_at: null,
  };
  pipelineStatement(tx, tx.insertInto('access_codes').values(row));
  for (const window of windows) addPlace(work, { codeId: id, text, window });
}

function surroundings({ expected }: Work, windows: readonly AccessWindow[]): CodeScope {
  return {
    storeId: expected.store_id,
    reservationId: expected.id,
    doors: windows.map(({ door }) => door),
    opensAt: new Date(Math.min(...windows.map((window) => window.opensAt.getTime()))),
    closesAt: new Date(Math.max(...windows.map((window) => window.closesAt.getTime()))),
  };
}

function addPlace(
  { tx, now, expected, seal }: Work,
  { codeId, text, window: { door, opensAt, closesAt } }: { codeId: string; text: string; window: AccessWindow },
): void {
  const place = newPlace(
    {
      product_id: expected.product_id,
      store_id: expected.store_id,
      id: uuidv7(),
      code_id: codeId,
      reservation_id: expected.id,
      door_id: door.id,
      link_id: door.link_id,
      fingerprint: seal.fingerprint(text, door.id),
      opens_at: opensAt,
      closes_at: closesAt,
    },
    now,
  );
  pipelineStatement(tx, tx.insertInto('access_code_places').values(place));
}

/** Makes the review of the reservation due at once. */
export function markForReview(tx: Tx, storeId: string, reservationId: string): void {
  pipelineStatement(
    tx,
    tx
      .updateTable('access_reviews')
      .set({ due_at: DUE_AT_ONCE })
      .where('store_id', '=', storeId)
      .where('id', '=', reservationId),
  );
}
