import { waitForGuestChange, type Door } from '@munjigi/contract';
import type { Database } from '../../db/index.ts';
import type { EventReader, StoredEvent } from '../../events/index.ts';
import { routeInSteps, type GuestCaller, type Route } from '../../http/index.ts';
import { findDoorStates } from '../doors/index.ts';
import { readDoorsOf } from './guest-page.ts';

/** Shorter than a phone waits for a reply. */
const LONGEST_WAIT_MS = 8000;

export interface GuestChanges {
  readonly route: Route;
  /** Answers all requests that wait, so that a shutdown does not wait for them. */
  close(): void;
}

interface Deps {
  readonly db: Database;
  readonly events: EventReader;
}

/** Requests of guests that wait for staff: each is answered when something changes for its guest (decision 101). */
export function guestChanges({ db, events }: Deps): GuestChanges {
  const waiting = new Set<() => void>();
  let isClosed = false;

  function waitForEvent(
    isRelevant: (event: StoredEvent) => boolean | Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (isClosed || signal.aborted) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      const release = () => {
        clearTimeout(timer);
        unsubscribe();
        waiting.delete(stop);
        signal.removeEventListener('abort', stop);
      };
      const end = (hasChanged: boolean) => {
        release();
        resolve(hasChanged);
      };
      const stop = () => end(false);
      const timer = setTimeout(stop, LONGEST_WAIT_MS);
      const fail = (error: unknown) => {
        release();
        reject(error);
      };
      const examine = async (event: StoredEvent) => {
        if (await isRelevant(event)) end(true);
      };
      const unsubscribe = events.subscribe((event) => void examine(event).catch(fail));
      waiting.add(stop);
      signal.addEventListener('abort', stop);
    });
  }

  return {
    route: routeInSteps(waitForGuestChange, async ({ actor, signal }) => {
      const states = await readLockStates(db, actor);
      return { hasChanged: await waitForEvent((event) => concernsGuest(db, actor, event, states), signal) };
    }),
    close() {
      isClosed = true;
      for (const stop of waiting) stop();
    },
  };
}

type LockStates = ReadonlyMap<string, { readonly lockState: Door['lockState'] }>;

function readLockStates(db: Database, actor: GuestCaller): Promise<LockStates> {
  return db.withActor(actor, async (tx) => {
    const { windows } = await readDoorsOf(tx, actor);
    return findDoorStates(
      tx,
      actor.storeId,
      windows.map(({ door }) => door.id),
    );
  });
}

/**
 * The help of this guest changed, or the lock of a door of their way. A lock that repeats its state changes nothing, and
 * an event can arrive after the state that followed it was read, so the present state decides.
 */
async function concernsGuest(
  db: Database,
  guest: GuestCaller,
  { name, storeId, data }: StoredEvent,
  before: LockStates,
): Promise<boolean> {
  if (storeId !== guest.storeId) return false;
  if (name === 'help-desk.changed') return data.reservationId === guest.reservationId;
  if (name !== 'door.changed') return false;
  const { id, lockState } = data;
  const existing = before.get(id);
  if (existing === undefined || existing.lockState === lockState) return false;
  return (await readLockStates(db, guest)).get(id)?.lockState !== existing.lockState;
}
