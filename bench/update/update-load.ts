import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Command } from '@munjigi/contract';
import { SLUG, type Rig, type Server } from '../devices/door-rig.ts';
import type { ProofDoor } from '../doors/proof-twins.ts';

/**
 * People who read, reserve and open doors at the servers of a proxy: a request that finds no server,
 * or one that stops, goes to the next.
 */
export interface UpdateLoad {
  /** The servers of the proxy; a server that stops is still in it. */
  readonly servers: Set<Server>;
  /** The ids of reservations by their idempotency key. */
  readonly acknowledged: Map<string, string>;
  readonly faults: string[];
  /** How often each status was answered since the last call. */
  drainStatuses(): Record<string, number>;
  stop(): Promise<void>;
}

const READERS = 3;
const CREATORS = 3;
const PAUSE_MS = 120;
const SLOT_MS = 30 * 60_000;
/** A proxy gives a request up after this time without a server. */
const NO_SERVER_MS = 60_000;

export function startUpdateLoad(rig: Rig, doors: readonly ProofDoor[]): UpdateLoad {
  const servers = new Set<Server>();
  const acknowledged = new Map<string, string>();
  const faults: string[] = [];
  let statuses: Record<string, number> = {};
  let isOver = false;
  let nextSlot = 0;
  let turn = 0;

  const count = (status: string) => (statuses[status] = (statuses[status] ?? 0) + 1);

  /** Returns `null` when the answer is not known: the connection was refused or cut. */
  async function send(method: string, path: string, init: { key?: string; body?: object } = {}) {
    const list = [...servers];
    const server = list[(turn += 1) % list.length];
    if (server === undefined) return null;
    let reply: Response;
    try {
      reply = await fetch(`${server.url}/api/v2/${SLUG}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${rig.token}`,
          ...(init.body ? { 'content-type': 'application/json' } : {}),
          ...(init.key ? { 'idempotency-key': init.key } : {}),
        },
        ...(init.body ? { body: JSON.stringify(init.body) } : {}),
      });
      const body = (await reply.json()) as { id?: string; code?: string };
      count(`${reply.status}${reply.ok ? '' : ` ${body.code}`}`);
      if (reply.status >= 500 && (reply.status !== 503 || reply.headers.get('retry-after') === null))
        faults.push(`${method} ${path} was answered with ${reply.status} ${body.code}`);
      return { status: reply.status, body };
    } catch {
      count('no answer');
      return null;
    }
  }

  async function read(number: number): Promise<void> {
    const today = new Date().toISOString().slice(0, 10);
    const paths = [
      `/reservations/daily?storeId=${rig.storeId}&date=${today}`,
      '/payment/notification?limit=1',
      '/door',
      `/reservation3?storeId=${rig.storeId}`,
    ];
    for (let at = number; !isOver; at += 1) {
      await send('GET', paths[at % paths.length] ?? '/door');
      await sleep(PAUSE_MS);
    }
  }

  /** Repeats a request without an answer with its key, at the next server. */
  async function create(): Promise<void> {
    while (!isOver) {
      const slot = nextSlot++;
      const startsAt = (Math.ceil(Date.now() / SLOT_MS) + 60 + Math.floor(slot / rig.roomIds.length)) * SLOT_MS;
      const body = {
        roomId: rig.roomIds[slot % rig.roomIds.length],
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(startsAt + SLOT_MS).toISOString(),
        headCount: 2,
        guestName: '홍길동',
        guestPhone: '010-1234-5678',
      };
      const key = uuidv7();
      const endsAt = Date.now() + NO_SERVER_MS;
      for (;;) {
        const answer = await send('POST', '/reservation', { key, body });
        if (answer?.status === 200 && answer.body.id) acknowledged.set(key, answer.body.id);
        if (answer !== null && answer.status !== 503) {
          if (answer.status !== 200) faults.push(`a reservation got ${answer.status} ${answer.body.code}`);
          break;
        }
        if (Date.now() > endsAt) {
          faults.push('a reservation found no server');
          break;
        }
        await sleep(PAUSE_MS);
      }
      await sleep(PAUSE_MS);
    }
  }

  async function openDoor(door: ProofDoor): Promise<void> {
    while (!isOver) {
      const from = new Date();
      const answer = await send('POST', '/door/open', { body: { doorId: door.doorId } });
      door.clicks.push({ from, answer: answer?.status === 200 ? (answer.body as unknown as Command) : null });
      await sleep(700);
    }
  }

  const people = [
    ...Array.from({ length: READERS }, (_, number) => read(number)),
    ...Array.from({ length: CREATORS }, () => create()),
    ...doors.map(openDoor),
  ];
  return {
    servers,
    acknowledged,
    faults,
    drainStatuses() {
      const drained = statuses;
      statuses = {};
      return drained;
    },
    async stop() {
      isOver = true;
      await Promise.all(people);
    },
  };
}
