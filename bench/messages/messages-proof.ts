import { setTimeout as sleep } from 'node:timers/promises';
import { startVirtualSolapi } from '@munjigi/virtual-providers';
import pg from 'pg';
import { makeRig, type Server } from '../devices/door-rig.ts';
import { findMessageFaults, isAllSent } from './messages-check.ts';
import { proveNight } from './messages-night.ts';
import { proveReminders } from './messages-reminders.ts';

/**
 * Proves the outbox of messages (MS-1, issue 16): RESERVATIONS reservations are confirmed, a part of them held first,
 * moved, extended or cancelled, and those of the next day reminded, at two server processes that are killed repeatedly, while the provider of messages drops
 * connections, loses requests, fails, and dies after it has sent a message. At the end every due message was sent exactly
 * once or is marked as expired, none about a reservation that was cancelled before the attempt, each guest's in order.
 * Before that, in quiet hours and without faults, what guests wait for leaves within ten seconds, and nothing else.
 */

const RESERVATIONS = Number(process.env['RESERVATIONS'] ?? 10_000);
const WORKERS = 12;
const KILLS = Number(process.env['KILLS'] ?? 24);
const HOUR_MS = 3600_000;
const MINUTE_MS = 60_000;
/** Two reservations of one guest stay below the limit of messages within an hour (MS-7). */
const RESERVATIONS_OF_A_GUEST = 2;
/** Covers leases, lookups of interrupted attempts, and the longest pause after failures. */
const LONGEST_QUIET_MS = 20 * MINUTE_MS;
const SOLAPI = { apiKey: 'PROVEN', apiSecret: 'of-the-proof' };

const rig = await makeRig();
const solapi = await startVirtualSolapi(SOLAPI);
const watching = new pg.Pool({ connectionString: rig.superuserUrl, max: 2, application_name: 'proof' });
const servers: [Server, Server] = [await rig.startServer(), await rig.startServer()];
let kills = 0;
/** The ids of cancelled reservations, with the time after which no attempt about them may begin. */
const cancelledAt = new Map<string, Date>();
/** The ids of reservations that were moved. */
const moved = new Set<string>();
let confirmed = 0;

try {
  await rig.call(servers[0], 'POST', '/message-provider', {
    provider: 'SOLAPI',
    account: SOLAPI.apiKey,
    secret: SOLAPI.apiSecret,
    address: solapi.url,
    senderPhone: '02-1234-5678',
  });
  const night = await proveNight(rig, servers[0], watching);
  console.log(`in the quiet hours guests waited for a message for ${Math.round(night.longestMs)} ms at most`);
  const startedAt = Date.now();
  const troubling = new AbortController();
  const troubles = troubleProvider(troubling.signal);
  const killing = killServers(troubling.signal);
  await confirmAll();
  console.log(
    `${confirmed} reservations confirmed, ${moved.size} moved, ${cancelledAt.size} cancelled in ${seconds(startedAt)} s, ${kills} kills`,
  );
  while (kills < KILLS && !(await isAllSent(watching))) await sleep(500);
  const endTroubles = async () => {
    troubling.abort();
    await Promise.all([troubles, killing]);
    solapi.faults.isDown = false;
  };
  const reminders = await proveReminders({ insist, storeId: rig.storeId, db: watching, endTroubles });
  console.log(`the guests of ${reminders.reminded} stays were reminded two hours before`);
  await waitUntilQuiet();
  console.log(
    `all is quiet after ${seconds(startedAt)} s, ${kills} servers killed, ${solapi.received.length} messages at the provider`,
  );
  const faults = [
    ...night.faults,
    ...reminders.faults,
    ...(await findMessageFaults(watching, { received: solapi.received, cancelledAt, moved, confirmed })),
  ];
  for (const fault of faults.slice(0, 20)) console.log(fault);
  console.log(
    faults.length === 0
      ? `kept: ${confirmed} reservations, every due message once or expired, none after a cancellation, in the order of each guest`
      : `NOT kept: ${faults.length} faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await watching.end();
  await solapi.close();
  await rig.stop();
}

async function confirmAll(): Promise<void> {
  const numbers = Array.from({ length: RESERVATIONS }, (_, number) => number).values();
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (const number of numbers) await confirmOne(number);
    }),
  );
}

/** Books half an hour of an hour; one in four is held first, one in seven extended, one in three moved, one in five cancelled. */
async function confirmOne(number: number): Promise<void> {
  const from = Math.ceil(Date.now() / HOUR_MS + 3) * HOUR_MS + Math.floor(number / rig.roomIds.length) * HOUR_MS;
  const isHeld = number % 4 === 0;
  const reservation = await insist<{ id: string; version: number }>('POST', '/reservation', {
    roomId: rig.roomIds[number % rig.roomIds.length],
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(from + 30 * MINUTE_MS).toISOString(),
    headCount: 2,
    guestName: 'Guest',
    guestPhone: `0109${String(Math.floor(number / RESERVATIONS_OF_A_GUEST)).padStart(7, '0')}`,
    ...(isHeld ? { state: 'PENDING' } : {}),
  });
  if (!reservation) return;
  const { id } = reservation;
  if (isHeld) await change(id, (version) => insist('POST', `/reservation/${id}/confirm`, { version }));
  confirmed += 1;
  if (number % 7 !== 0 && number % 3 === 1) {
    const later = { startsAt: new Date(from + 30 * MINUTE_MS), endsAt: new Date(from + 60 * MINUTE_MS) };
    await change(id, (version) => insist('PATCH', `/reservation/${id}`, { version, ...later }));
    moved.add(id);
  }
  if (number % 7 === 0) {
    const endsAt = new Date(from + 60 * MINUTE_MS).toISOString();
    await change(id, (version) => insist('PATCH', `/reservation/${id}`, { version, endsAt }));
  }
  if (number % 5 !== 0) return;
  await sleep(Math.random() * 3000);
  await change(id, (version) => insist('POST', `/reservation/${id}/cancel`, { version }));
  cancelledAt.set(id, new Date());
}

/** Repeats a change with the present version: the first request may have changed it before its server died. */
async function change(id: string, make: (version: number) => Promise<unknown>): Promise<void> {
  const present = await insist<{ version: number }>('GET', `/reservation/${id}`);
  if (present) await make(present.version);
}

/**
 * Sends a request until a server answers. `null`: it was refused because the first attempt, whose answer was lost with
 * its server, had been executed.
 */
async function insist<T>(method: string, path: string, body?: object): Promise<T | null> {
  for (let attempt = 0; ; attempt += 1) {
    const server = servers[Math.floor(Math.random() * 2)] as Server;
    try {
      return await rig.call<T>(server, method, path, body);
    } catch (error) {
      const status = error instanceof Error ? error.cause : undefined;
      if (status === 429 || status === 503 || typeof status !== 'number') await sleep(100);
      else if (attempt > 0 && status === 409) return null;
      else throw error;
    }
  }
}

async function killServers(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(4000 + Math.random() * 12_000, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const index = kills % 2;
    kills += 1;
    await servers[index]?.kill();
    servers[index] = await rig.startServer();
  }
}

/**
 * Lets single requests to send fail in every way, and the provider drop all connections for seconds. Each fault makes the
 * servers pause, so they come seconds apart. One that met no request within its second is dropped: otherwise the last message,
 * which is tried every 45 s, would meet a fault each time.
 */
async function troubleProvider(signal: AbortSignal): Promise<void> {
  const kinds = ['lost', 'unanswered', 'error'] as const;
  while (!signal.aborted) {
    solapi.faults.next.length = 0;
    if (Math.random() < 0.15) solapi.faults.next.push(kinds[Math.floor(Math.random() * kinds.length)] ?? null);
    const isDown = Math.random() < 0.05;
    solapi.faults.isDown = isDown;
    await sleep(isDown ? 1000 + Math.random() * 3000 : 1000, undefined, { signal }).catch(() => undefined);
  }
}

async function waitUntilQuiet(): Promise<void> {
  for (const endsAt = Date.now() + LONGEST_QUIET_MS; Date.now() < endsAt; await sleep(1000))
    if (await isAllSent(watching)) return;
  throw new Error('Messages are still due after the longest time that they can wait');
}

function seconds(from: number): number {
  return Math.round((Date.now() - from) / 1000);
}
