import { v7 as uuidv7 } from 'uuid';
import { storeActor, SYSTEM, pipelineStatement, type Tx } from '../../db/index.ts';
import { codesOf } from '../devices/index.ts';
import {
  changePlace,
  findDoorsOfStore,
  acquireCodeDrawingLock,
  type CodeRow,
  type DueStore,
  type StoreDoor,
} from './access-codes.sql.ts';
import type { AccessDeps } from './deps.ts';
import { drawFreeCode } from './drawing.ts';
import { newPlace, type PlaceRow } from './places.ts';
import type { CodeSeal } from './seal.ts';
import { publishSpares } from './door-spares.ts';
import {
  findPlacesOfCodes,
  findSparesAt,
  savePool,
  storesWithPools,
  selectPlaceOfCodeForUpdate,
  claimPools,
  withdrawCode,
} from './spares.sql.ts';

/**
 * The pool of spare codes in a door's lock (NX-3). Its size is a setting of the door and includes codes given to
 * guests. A spare code is replaced after a guest had it, and after 30 days.
 */

type PoolDeps = Pick<AccessDeps, 'db' | 'clock' | 'seal'>;

const AT_A_TIME = 50;
const DAY_MS = 24 * 3600_000;
const REPLACED_AFTER_MS = 30 * DAY_MS;
/** Validity of a spare code. Longer than its replacement time, because a replacement waits for an offline lock. */
const GOOD_FOR_MS = 400 * DAY_MS;
/** Delay before reviewing an old code again that waited for its lock or for another replacement. */
const PAUSE_MS = 10 * 60_000;
const SOON_MS = 1000;

export async function reviewPoolsDue(deps: PoolDeps): Promise<void> {
  const stores = await deps.db.withActor(SYSTEM, (tx) => storesWithPools(tx, deps.clock.now()));
  const failed: unknown[] = [];
  for (const store of stores) await reviewPoolsOf(deps, store).catch((error: unknown) => failed.push(error));
  if (failed.length > 0)
    throw new AggregateError(failed, `The spare codes of ${failed.length} stores could not be looked at`);
}

async function reviewPoolsOf(deps: PoolDeps, { product_id: productId, store_id: storeId }: DueStore): Promise<void> {
  for (let count = AT_A_TIME; count === AT_A_TIME;) {
    count = await deps.db.withActor(storeActor(productId, storeId), async (tx) => {
      const now = deps.clock.now();
      // Taken before any row, in the same order as when a spare code is given.
      await acquireCodeDrawingLock(tx, storeId);
      const ids = await claimPools(tx, storeId, now, AT_A_TIME);
      const doors =
        ids.length === 0
          ? []
          : (await findDoorsOfStore(tx, storeId, { withRemoved: true })).filter((door) => ids.includes(door.id));
      const changed: string[] = [];
      for (const door of doors) {
        if (await reviewPool({ tx, now, seal: deps.seal, productId, storeId, door })) changed.push(door.id);
      }
      await publishSpares(tx, { productId, storeId }, changed, now);
      return ids.length;
    });
  }
}

interface PoolWork {
  readonly tx: Tx;
  readonly now: Date;
  readonly seal: CodeSeal;
  readonly productId: string;
  readonly storeId: string;
  readonly door: StoreDoor;
}

interface Spare {
  readonly code: CodeRow;
  readonly place: PlaceRow | undefined;
}

/** Brings the pool of a door to its size. Returns whether it changed. */
async function reviewPool(work: PoolWork): Promise<boolean> {
  const { tx, now, storeId, door } = work;
  const size = sizeOf(door);
  const codes = await findSparesAt(tx, storeId, door.id);
  const places =
    codes.length === 0
      ? []
      : await findPlacesOfCodes(
          tx,
          storeId,
          codes.map((code) => code.id),
        );
  const spares = codes.map((code) => ({ code, place: places.find((place) => place.code_id === code.id) }));
  const leaving = leavingOf(work, spares, size ?? 0);
  let isBusy = false;
  let remaining = spares.length;
  for (const { code, place } of leaving) {
    const lockedPlace = place && (await selectPlaceOfCodeForUpdate(tx, storeId, code.id));
    if (place && !lockedPlace) {
      isBusy = true;
      continue;
    }
    withdrawCode(tx, code, now);
    if (lockedPlace) changePlace(tx, { ...lockedPlace, is_wanted: false });
    remaining -= 1;
  }
  const missing = Math.max(0, (size ?? 0) - remaining);
  for (let count = 0; count < missing; count += 1) await makeSpare(work);
  savePool(tx, storeId, door.id, {
    size,
    dueAt: isBusy
      ? new Date(now.getTime() + SOON_MS)
      : dueOf(
          work,
          spares.filter((spare) => !leaving.includes(spare)),
          missing,
        ),
  });
  return leaving.length > 0 || missing > 0;
}

/** The pool size, at most a quarter of the lock's slots. `null`: the lock keeps no codes or the door was removed. */
function sizeOf(door: StoreDoor): number | null {
  const codes = door.removed_at === null ? codesOf(door) : null;
  return codes && Math.min(door.spare_codes, Math.floor(codes.slots.count / 4));
}

/** The codes to withdraw: unusable ones, then the surplus or one old code. Codes given to guests stay. */
function leavingOf({ now, seal, door }: PoolWork, spares: readonly Spare[], size: number): readonly Spare[] {
  const isGood = ({ code, place }: Spare) =>
    place?.link_id === door.link_id && code.sealed !== null && seal.open(code.sealed, code.id) !== null;
  const isReady = ({ place }: Spare) => place?.acknowledged === 'ENABLED';
  const free = spares.filter(({ code }) => code.given_to === null);
  const bad = free.filter((spare) => !isGood(spare));
  const good = free.filter(isGood);
  const tooMany = Math.max(0, spares.length - bad.length - size);
  if (tooMany > 0)
    return [...bad, ...[...good].sort((a, b) => Number(isReady(a)) - Number(isReady(b))).slice(0, tooMany)];
  // Replaces one code at a time, and only while the lock is online and the others are ready, so that the pool is never
  // empty.
  const old =
    door.online !== 'OFFLINE' && good.every(isReady) ? good.filter(({ code }) => isOld(code, now)).slice(0, 1) : [];
  return [...bad, ...old];
}

function isOld(code: CodeRow, now: Date): boolean {
  return now.getTime() - code.made_at.getTime() >= REPLACED_AFTER_MS;
}

/** When the next code becomes too old. A code given to a guest is reviewed when it is returned. */
function dueOf({ now }: PoolWork, staying: readonly Spare[], createdCount: number): Date | null {
  const times = staying
    .filter(({ code }) => code.given_to === null)
    .map(({ code }) => (isOld(code, now) ? now.getTime() + PAUSE_MS : code.made_at.getTime() + REPLACED_AFTER_MS));
  if (createdCount > 0) times.push(now.getTime() + REPLACED_AFTER_MS);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

async function makeSpare({ tx, now, seal, productId, storeId, door }: PoolWork): Promise<void> {
  const closesAt = new Date(now.getTime() + GOOD_FOR_MS);
  const text = await drawFreeCode(seal, tx, { storeId, reservationId: null, doors: [door], opensAt: now, closesAt });
  const row = { product_id: productId, store_id: storeId };
  const codeId = uuidv7();
  pipelineStatement(
    tx,
    tx.insertInto('access_codes').values({
      ...row,
      id: codeId,
      reservation_id: null,
      spare_door_id: door.id,
      sealed: seal.seal(text, codeId),
      made_at: now,
    }),
  );
  const fingerprint = seal.fingerprint(text, door.id);
  const place = newPlace(
    {
      ...row,
      id: uuidv7(),
      code_id: codeId,
      reservation_id: null,
      door_id: door.id,
      link_id: door.link_id,
      fingerprint,
      opens_at: now,
      closes_at: closesAt,
    },
    now,
  );
  pipelineStatement(tx, tx.insertInto('access_code_places').values(place));
}
