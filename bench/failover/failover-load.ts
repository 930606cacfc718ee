import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, Payment } from '@munjigi/contract';
import type { VirtualProvider } from '@munjigi/virtual-providers';
import { v7 as uuidv7 } from 'uuid';
import { SLUG, type Rig, type Server } from '../devices/door-rig.ts';
import type { ProofDoor } from '../doors/proof-twins.ts';

/**
 * People who work at two servers while the primary is killed. Each repeats a request with its key until it is answered,
 * and everything that was acknowledged is remembered.
 */

export type RequestKind = 'create' | 'read' | 'open' | 'pay';

export interface Answered {
  readonly kind: RequestKind;
  readonly at: number;
  /** How often it was sent before it was answered. */
  readonly repeated: number;
}

export interface PaidStay {
  readonly reservationId: string;
  readonly paymentId: string;
  readonly amount: number;
}

export interface FailoverLoad {
  /** Requests that succeeded, oldest first. */
  readonly answered: readonly Answered[];
  /** Acknowledged reservations, with the time of the reply. */
  readonly reservations: ReadonlyMap<string, number>;
  readonly payments: readonly PaidStay[];
  /** Answers that no failover explains. */
  readonly faults: readonly string[];
  /** The answers other than 200, by status and code. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Lets every person finish what they began. */
  end(): Promise<void>;
}

interface LoadOptions {
  readonly rig: Rig;
  readonly servers: readonly Server[];
  readonly provider: VirtualProvider;
  readonly doors: readonly ProofDoor[];
}

const CREATORS = 3;
const READERS = 3;
const PAYERS = 2;
const SLOT_MS = 30 * 60_000;
const PAUSE_MS = 250;
const REPEAT_MS = 300;
/** A client gives an attempt up and repeats it with the same key. */
const ATTEMPT_MS = 15_000;
/** Rooms of new reservations; the doors with keypads lead to the others, in which guests are. */
const FIRST_ROOM = 3;

interface Request {
  readonly kind: RequestKind;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** The access token of a guest; that of the ADMIN by default. */
  readonly token?: string;
}

interface Reply<T> {
  readonly status: number;
  readonly body: T & { readonly code?: string };
}

export async function startFailoverLoad({ rig, servers, provider, doors }: LoadOptions): Promise<FailoverLoad> {
  const answered: Answered[] = [];
  const reservations = new Map<string, number>();
  const payments: PaidStay[] = [];
  const faults: string[] = [];
  const refusals = new Map<string, number>();
  let isOver = false;
  let nextSlot = 0;
  let nextServer = 0;

  async function send<T>({ method, path, body, token = rig.token }: Request, key: string): Promise<Reply<T> | null> {
    const server = servers[(nextServer += 1) % servers.length] as Server;
    try {
      const reply = await fetch(`${server.url}/api/v2/${SLUG}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(method === 'POST' ? { 'content-type': 'application/json', 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      const answer = { status: reply.status, body: (await reply.json()) as Reply<T>['body'] };
      if (reply.status === 503 && reply.headers.get('retry-after') === null)
        faults.push(`503 without Retry-After: ${method} ${path}`);
      return answer;
    } catch {
      return null; // No answer in time.
    }
  }

  /** Repeats a request with one key until it is answered. */
  async function insist<T>(request: Request): Promise<Reply<T>> {
    const key = uuidv7();
    for (let repeated = 0; ; repeated += 1) {
      const reply = await send<T>(request, key);
      if (reply?.status === 200) {
        answered.push({ kind: request.kind, at: performance.now(), repeated });
        return reply;
      }
      const outcome = reply === null ? 'no answer' : `${reply.status} ${reply.body.code ?? ''}`;
      const counted = `${request.kind} ${outcome}`;
      refusals.set(counted, (refusals.get(counted) ?? 0) + 1);
      const isTemporary = reply === null || reply.status === 503 || reply.body.code === 'IDEMPOTENCY_IN_PROGRESS';
      if (!isTemporary) return reply;
      await sleep(REPEAT_MS);
    }
  }

  async function repeat(act: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!isOver) {
      await act();
      await sleep(pauseMs);
    }
  }

  async function create(): Promise<string | null> {
    const slot = nextSlot++;
    const rooms = rig.roomIds.slice(FIRST_ROOM);
    const startsAt = (Math.ceil(Date.now() / SLOT_MS) + 4 + Math.floor(slot / rooms.length)) * SLOT_MS;
    const { status, body } = await insist<{ id: string }>({
      kind: 'create',
      method: 'POST',
      path: '/reservation',
      body: {
        roomId: rooms[slot % rooms.length],
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(startsAt + SLOT_MS).toISOString(),
        headCount: 2,
        guestName: '홍길동',
        guestPhone: '010-1234-5678',
      },
    });
    if (status !== 200) {
      faults.push(`a new reservation got ${status} ${body.code}`);
      return null;
    }
    reservations.set(body.id, performance.now());
    return body.id;
  }

  async function pay(): Promise<void> {
    const reservationId = await create();
    if (reservationId === null) return;
    const begun = await insist<{ payment: Payment }>({
      kind: 'pay',
      method: 'POST',
      path: '/payment/begin',
      body: { reservationId, provider: 'TOSS' },
    });
    if (begun.status !== 200) return void faults.push(`a payment got ${begun.status} ${begun.body.code}`);
    const { id, amount } = begun.body.payment;
    const { paymentKey } = provider.book.agree({ orderId: id, amount });
    const confirmed = await insist<Payment>({
      kind: 'pay',
      method: 'POST',
      path: `/payment/${id}/confirm`,
      body: { paymentKey, amount },
    });
    if (confirmed.status !== 200)
      return void faults.push(`a confirmed payment got ${confirmed.status} ${confirmed.body.code}`);
    payments.push({ reservationId, paymentId: id, amount });
  }

  async function open(door: ProofDoor, guestToken: string | null): Promise<void> {
    const from = new Date();
    const { status, body } = await insist<Command>(
      guestToken === null
        ? { kind: 'open', method: 'POST', path: '/door/open', body: { doorId: door.doorId } }
        : { kind: 'open', method: 'POST', path: `/guest/doors/${door.doorId}/open`, body: {}, token: guestToken },
    );
    // A guest whose last opening is still under way is refused; they press again later.
    if (status !== 200 && body.code !== 'OPENING_UNDER_WAY') faults.push(`an opening got ${status} ${body.code}`);
    door.clicks.push({ from, answer: status === 200 ? body : null });
  }

  const reads = ['/door', `/reservation3?storeId=${rig.storeId}`, '/payment/notification?limit=1'];
  let nextRead = 0;
  async function read(): Promise<void> {
    const path = reads[(nextRead += 1) % reads.length] as string;
    const { status, body } = await insist<object>({ kind: 'read', method: 'GET', path });
    if (status !== 200) faults.push(`${path} got ${status} ${body.code}`);
  }

  const guests = await Promise.all([0, 1].map((room) => admitGuest(rig, servers[0] as Server, room)));
  const people = [
    ...Array.from({ length: CREATORS }, () => repeat(async () => void (await create()), PAUSE_MS)),
    ...Array.from({ length: READERS }, () => repeat(read, PAUSE_MS)),
    ...Array.from({ length: PAYERS }, () => repeat(pay, PAUSE_MS)),
    // One person at each door: staff at most of them, a guest at two.
    ...doors.map((door, index) => repeat(() => open(door, guests[index] ?? null), 1000 + 100 * index)),
  ];
  return {
    answered,
    reservations,
    payments,
    faults,
    refusals,
    async end() {
      isOver = true;
      await Promise.all(people);
    },
  };
}

/** A guest who is in the room for hours. Resolves with their access token. */
async function admitGuest(rig: Rig, server: Server, room: number): Promise<string> {
  const startsAt = Math.floor(Date.now() / SLOT_MS) * SLOT_MS;
  const { id } = await rig.call<{ id: string }>(server, 'POST', '/reservation', {
    roomId: rig.roomIds[room],
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 10 * SLOT_MS).toISOString(),
    headCount: 2,
    guestName: '홍길동',
    guestPhone: '010-1234-5678',
    channel: 'WALK_IN',
  });
  const { token } = await rig.call<{ token: string }>(server, 'POST', `/reservation/${id}/guest-access`, {
    replacesTokenId: null,
  });
  return token;
}
