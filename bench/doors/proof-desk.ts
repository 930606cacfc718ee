import { ask } from './proof-twins.ts';
import type { Rig, Server } from '../devices/door-rig.ts';

/**
 * Creates, moves and cancels reservations while processes are killed; each reservation has a code that a lock must
 * store and delete.
 */

export interface Desk {
  /** Performs one action of a person at the desk. */
  act(server: Server): Promise<void>;
  /** Ends all reservations, so that their codes must be deleted. */
  close(server: Server): Promise<void>;
  readonly done: { made: number; moved: number; cancelled: number; refused: number; unknown: number };
}

interface Reservation {
  readonly id: string;
  readonly version: number;
}

const SLOT_MS = 30 * 60_000;
/** Slots within 25 hours, because locks get no codes earlier than that. */
const SLOTS = 40;
const MOST = 8;
/** The states in which a reservation has a room and a code. */
const STATES = ['PENDING', 'CONFIRMED', 'IN_USE'] as const;

export function makeDesk(rig: Rig, roomIds: readonly string[]): Desk {
  const open = new Map<string, Reservation>();
  const done = { made: 0, moved: 0, cancelled: 0, refused: 0, unknown: 0 };
  /**
   * Another person changed the reservation, or a reply never came. The present state must be read; otherwise the number
   * of open reservations would grow until no lock has free slots.
   */
  let isUnsure = false;
  const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;

  /** A conflict with another person's change or another reservation is a correct refusal. */
  async function change(server: Server, method: string, path: string, body: object): Promise<Reservation | null> {
    try {
      const answer = await ask<Reservation>(rig, server, method, path, body);
      if (answer === null) {
        done.unknown += 1;
        isUnsure = true;
      }
      return answer;
    } catch (error) {
      if (!(error instanceof Error) || (error.cause !== 409 && error.cause !== 422)) throw error;
      done.refused += 1;
      isUnsure = true;
      return null;
    }
  }
  function period(slot: number): { startsAt: string; endsAt: string } {
    const startsAt = Math.floor(Date.now() / SLOT_MS) * SLOT_MS + slot * SLOT_MS;
    return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(startsAt + SLOT_MS).toISOString() };
  }
  async function read(server: Server): Promise<void> {
    const found: Reservation[] = [];
    for (const state of STATES) {
      const page = await ask<{ items: Reservation[] }>(rig, server, 'GET', `/reservation?state=${state}&limit=200`);
      if (page === null) return;
      found.push(...page.items);
    }
    open.clear();
    for (const reservation of found) open.set(reservation.id, reservation);
    isUnsure = false;
  }
  async function book(server: Server, roomId: string, slot: number): Promise<void> {
    const body = {
      roomId,
      ...period(slot),
      guestName: 'Guest',
      guestPhone: '010-1234-5678',
      headCount: 2,
      channel: slot === 0 ? 'WALK_IN' : 'STAFF',
    };
    const reservation = await change(server, 'POST', '/reservation', body);
    if (!reservation) return;
    done.made += 1;
    open.set(reservation.id, reservation);
  }

  return {
    done,
    async act(server) {
      if (isUnsure) await read(server);
      if (open.size < MOST / 2 || (open.size < MOST && Math.random() < 0.4))
        return book(server, pick(roomIds), Math.floor(Math.random() * SLOTS));
      const reservation = pick([...open.values()]);
      if (Math.random() < 0.5) {
        const moved = await change(server, 'PATCH', `/reservation/${reservation.id}`, {
          version: reservation.version,
          roomId: pick(roomIds),
          ...period(1 + Math.floor(Math.random() * SLOTS)),
        });
        if (moved) {
          done.moved += 1;
          open.set(moved.id, moved);
        }
        return;
      }
      open.delete(reservation.id);
      if (
        await change(server, 'POST', `/reservation/${reservation.id}/cancel`, {
          version: reservation.version,
          reason: '',
        })
      )
        done.cancelled += 1;
    },
    async close(server) {
      for (const state of STATES) {
        const { items } = await rig.call<{ items: Reservation[] }>(
          server,
          'GET',
          `/reservation?state=${state}&limit=200`,
        );
        for (const { id, version } of items) {
          // A guest in the room leaves; the reservations of the other guests are cancelled.
          await rig.call(
            server,
            'POST',
            `/reservation/${id}/${state === 'IN_USE' ? 'complete' : 'cancel'}`,
            state === 'IN_USE' ? { version } : { version, reason: '' },
          );
        }
      }
    },
  };
}
