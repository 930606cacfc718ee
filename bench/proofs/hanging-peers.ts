import { randomBytes, createECDH } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase, storeActor } from '../../apps/server/src/db/index.ts';
import { addNotification } from '../../apps/server/src/modules/payments/index.ts';
import { pushSeal } from '../../apps/server/src/modules/push/index.ts';
import { webhookSeal } from '../../apps/server/src/modules/webhooks/index.ts';
import { makeRig, TOKEN_SECRET, until, type Rig, type Server } from '../devices/door-rig.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Proves that peers that never answer delay no door. It times a lockdown of 7 doors and a relock with and without 100
 * push endpoints and 100 webhook receivers that accept and never answer, or send one byte a second, alternating in one
 * run; with one process and with two. In each turn with them, every process has as many requests under way as its lane
 * allows. Promised: medians at most 10 % longer.
 */

const TURNS = Number(process.env['BENCH_TURNS'] ?? 11);
const DOORS = 7;
const PEERS = 100;
const MOVE_MS = 1000;
const RELOCK_SECONDS = 2;
const PROMISED_RATIO = 1.1;
/** The slots of the outbound lane in each process. */
const OUTBOUND_SLOTS = 32;
/** Number of messages that are pending for each peer. */
const BACKLOG = 3;

interface Peers {
  readonly url: string;
  readonly open: () => number;
  cut(): void;
  close(): void;
}

async function startPeers(): Promise<Peers> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    count += 1;
    const isDripping = count % 2 === 0;
    socket.once('data', () => {
      if (isDripping) socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    });
    const drip = setInterval(() => {
      if (isDripping) socket.write('x');
    }, 1000);
    socket.once('close', () => {
      clearInterval(drip);
      sockets.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => sockets.size,
    cut,
    close: () => {
      server.close();
      cut();
    },
  };
}

/**
 * Inserts endpoints and subscriptions as the server stores them, because a person has the right to fewer than the
 * benchmark needs.
 */
async function insertPeers(sql: pg.Client, url: string): Promise<string> {
  const {
    rows: [session],
  } = await sql.query<{ product_id: string; user_id: string; id: string }>(
    'select u.product_id, s.user_id, s.id from sessions s join users u on u.id = s.user_id',
  );
  if (!session) throw new Error('The rig has no session');
  const { product_id: productId } = session;
  for (let number = 0; number < PEERS; number += 1) {
    const [endpointId, browserId] = [uuidv7(), uuidv7()];
    const secret = webhookSeal(TOKEN_SECRET).seal(`whsec_${randomBytes(32).toString('base64')}`, endpointId);
    await sql.query(
      `insert into webhook_endpoints (product_id, id, url, types, secret, created_at, changed_at, changed_by_name) values ($1, $2, $3, '{notifications.changed}', $4, now(), now(), 'bench')`,
      [productId, endpointId, `${url}/webhook/${number}`, secret],
    );
    const address = {
      endpoint: `${url}/push/${number}`,
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    await sql.query(
      `insert into push_subscriptions (product_id, user_id, id, session_id, mark, sealed, kinds, user_agent, created_at, renewed_at) values ($1, $2, $3, $4, $5, $6, '{MONEY}', 'bench', now(), now())`,
      [
        productId,
        session.user_id,
        browserId,
        session.id,
        randomBytes(32),
        pushSeal(TOKEN_SECRET).seal(JSON.stringify(address), browserId),
      ],
    );
  }
  return productId;
}

interface Doors {
  readonly ids: readonly string[];
  readonly locks: readonly { state(): string | null }[];
}

async function timeRelock(rig: Rig, server: Server, { ids, locks }: Doors): Promise<number> {
  await rig.call(server, 'POST', '/door/open', { doorId: ids[0] });
  const from = performance.now();
  while (locks[0]?.state() !== 'LOCKED') await sleep(5);
  return performance.now() - from;
}

interface Emergency {
  readonly id: string;
  readonly doors: readonly { readonly state: string }[];
}

async function timeLockdown(rig: Rig, server: Server, { ids, locks }: Doors): Promise<number> {
  await Promise.all(ids.map((doorId) => rig.call(server, 'POST', '/door/open', { doorId })));
  const from = performance.now();
  const { id } = await rig.call<Emergency>(server, 'POST', '/door/emergency', {
    storeId: rig.storeId,
    kind: 'LOCKDOWN',
    reason: 'measured',
  });
  while (!locks.every((lock) => lock.state() === 'LOCKED')) await sleep(5);
  const ms = performance.now() - from;
  await until(async () => {
    const { items } = await rig.call<{ items: Emergency[] }>(server, 'GET', '/door/emergency?show=ALL');
    return items.find((item) => item.id === id)?.doors.every(({ state }) => state === 'DONE');
  });
  await rig.call(server, 'POST', `/door/emergency/${id}/end`, {});
  await until(async () => {
    const { items } = await rig.call<{ items: { doorMode: string; isMoving?: boolean }[] }>(server, 'GET', '/door');
    return items.every((door) => door.doorMode === 'NORMAL');
  });
  return ms;
}

const CLEAR = [
  'delete from jobs where peer is not null',
  'delete from job_peers',
  'delete from push_notices',
  'update push_turns set due_at = null, attempts = 0, sent_at = null',
  "update webhook_deliveries set state = 'DROPPED', ended_at = now(), next_at = null where state = 'PENDING'",
];

/** Clears pending messages and requests under way to the peers. */
async function clear(sql: pg.Client, peers: Peers): Promise<void> {
  await until(async () => {
    for (const statement of CLEAR) await sql.query(statement);
    peers.cut();
    await sleep(300);
    const {
      rows: [left],
    } = await sql.query<{ count: number }>('select count(*)::int as count from jobs where peer is not null');
    return left?.count === 0 && peers.open() === 0;
  });
}

process.env['WEBHOOK_ALLOW'] = '127.0.0.1';
process.env['PUSH_TEST_NETWORKS'] = '127.0.0.1';
const peers = await startPeers();
const rig = await makeRig();
const sql = new pg.Client({ connectionString: rig.superuserUrl });
const db = openDatabase(rig.superuserUrl, { poolSize: 1, onError: (error) => console.error(error) });
try {
  await sql.connect();
  const first = await rig.startServer();
  const opened = [];
  for (let number = 1; number <= DOORS; number += 1)
    opened.push(await rig.makeDoor(first, { name: `door-${number}`, moveMs: MOVE_MS }));
  const doors: Doors = { ids: opened.map(({ doorId }) => doorId), locks: opened.map(({ lock }) => lock) };
  const { items } = await rig.call<{ items: { id: string; version: number }[] }>(first, 'GET', '/door');
  const [quick] = items.filter(({ id }) => id === doors.ids[0]);
  await rig.call(first, 'PATCH', `/door/${quick?.id}`, { version: quick?.version, openSeconds: RELOCK_SECONDS });
  const productId = await insertPeers(sql, peers.url);

  for (const processes of [1, 2]) {
    if (processes === 2) await rig.startServer();
    const times = {
      lockdown: { without: [] as number[], hanging: [] as number[] },
      relock: { without: [] as number[], hanging: [] as number[] },
    };
    for (let turn = 0; turn <= TURNS; turn += 1) {
      for (const which of turn % 2 === 0 ? (['without', 'hanging'] as const) : (['hanging', 'without'] as const)) {
        await clear(sql, peers);
        if (which === 'hanging') {
          for (let message = 0; message < BACKLOG; message += 1) {
            await db.withActor(storeActor(productId, rig.storeId), (tx) =>
              addNotification(tx, {
                productId,
                storeId: rig.storeId,
                kind: 'PAID',
                reservationId: null,
                amount: 1000,
                text: 'measured',
                at: new Date(),
              }),
            );
          }
          await until(async () => peers.open() >= processes * OUTBOUND_SLOTS);
        }
        const lockdown = await timeLockdown(rig, first, doors);
        const relock = await timeRelock(rig, first, doors);
        if (turn === 0) continue; // The first turn is a warm-up.
        times.lockdown[which].push(lockdown);
        times.relock[which].push(relock);
      }
    }
    for (const [what, { without, hanging }] of Object.entries(times)) {
      const ratio = percentileOf(hanging, 0.5) / percentileOf(without, 0.5);
      const figures = (list: readonly number[]) =>
        `p50 ${Math.round(percentileOf(list, 0.5))} ms, longest ${Math.round(Math.max(...list))} ms`;
      console.log(
        `${processes} process${processes === 1 ? '' : 'es'}, ${what.padEnd(8)}  without: ${figures(without)}   with ${2 * PEERS} hanging peers: ${figures(hanging)}   ratio ${ratio.toFixed(2)} (promised: at most ${PROMISED_RATIO.toFixed(2)}), n ${without.length}`,
      );
      if (ratio > PROMISED_RATIO) process.exitCode = 1;
    }
  }
} finally {
  peers.close();
  await sql.end();
  await db.close();
  await rig.stop();
}
