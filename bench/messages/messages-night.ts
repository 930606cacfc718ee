import { setTimeout as sleep } from 'node:timers/promises';
import { zonedTime } from '@munjigi/rules';
import type pg from 'pg';
import type { Rig, Server } from '../devices/door-rig.ts';

/**
 * Proves the quiet hours (MS-6): while they last, what a guest waits for leaves within ten seconds, once and in order, and
 * no quiet kind leaves. One half of the reservations is extended, which is quiet before the stay, the other cancelled.
 */

const NIGHT_RESERVATIONS = 16;
const HOUR_MS = 3600_000;
const MINUTE_MS = 60_000;
const MOST_WAIT_MS = 10_000;
/** A change waits ten seconds, so a quiet one that is sent by mistake leaves within this time. */
const NIGHT_MS = 30_000;
const WAITED_FOR = ['HELD', 'CONFIRMED', 'CANCELLED'];
const QUIET = ['EXTENDED', 'CHANGED', 'PAYMENT_REMINDER', 'DAY_BEFORE', 'STARTS_SOON', 'RATING_INVITED'];

interface NightMessage {
  readonly reservation_id: string;
  readonly kind: string;
  readonly attempts: number;
  readonly waited_ms: number | null;
  readonly accepted_at: Date | null;
}

/** Resolves with the faults, and with the longest time that a guest waited for a message. */
export async function proveNight(
  rig: Rig,
  server: Server,
  db: pg.Pool,
): Promise<{ readonly faults: string[]; readonly longestMs: number }> {
  const now = Date.now();
  const at = (ms: number) => zonedTime('Asia/Seoul', new Date(now + ms));
  const path = `/store/${rig.storeId}/message-sender`;
  const sender = { senderPhone: '', senderEmail: '' };
  const { version } = await rig.call<{ version: number }>(server, 'POST', path, {
    ...sender,
    version: null,
    quietFrom: at(-HOUR_MS),
    quietUntil: at(2 * HOUR_MS),
  });
  const ids = await Promise.all(Array.from({ length: NIGHT_RESERVATIONS }, (_, number) => act(rig, server, number)));
  await sleep(NIGHT_MS);
  const messages = await readNight(db, ids);
  await rig.call(server, 'POST', path, { ...sender, version, quietFrom: null, quietUntil: null });
  return {
    faults: [...messages.flatMap(faultOf), ...ids.flatMap((id, number) => faultOfOrder(messages, id, number))],
    longestMs: Math.max(0, ...messages.map(({ waited_ms: waited }) => waited ?? 0)),
  };
}

async function act(rig: Rig, server: Server, number: number): Promise<string> {
  const from = Math.ceil(Date.now() / HOUR_MS + 1 + Math.floor(number / rig.roomIds.length)) * HOUR_MS;
  const reservation = await rig.call<{ id: string; version: number }>(server, 'POST', '/reservation', {
    roomId: rig.roomIds[number % rig.roomIds.length],
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(from + 30 * MINUTE_MS).toISOString(),
    headCount: 2,
    guestName: 'Guest',
    guestPhone: `0108${String(number).padStart(7, '0')}`,
    state: 'PENDING',
  });
  const path = `/reservation/${reservation.id}`;
  const step = async (method: string, more: string, body: object) => {
    const { version } = await rig.call<{ version: number }>(server, 'GET', path);
    await rig.call(server, method, `${path}${more}`, { ...body, version });
  };
  // Each step waits for the message of the one before, which would otherwise be withdrawn as outdated.
  await sleep(5000);
  await step('POST', '/confirm', {});
  await sleep(7000);
  if (number % 2 === 0) await step('PATCH', '', { endsAt: new Date(from + 60 * MINUTE_MS).toISOString() });
  else await step('POST', '/cancel', {});
  return reservation.id;
}

/** The id of a message begins with the time at which its cause was committed. */
async function readNight(db: pg.Pool, ids: readonly string[]): Promise<NightMessage[]> {
  const { rows } = await db.query<NightMessage>(
    `select m.reservation_id, m.kind, a.attempts, a.accepted_at,
       (extract(epoch from a.accepted_at) * 1000 - ('x' || substr(replace(m.id::text, '-', ''), 1, 12))::bit(48)::bigint)::float8 as waited_ms
     from messages m cross join lateral (
       select count(*)::int as attempts, max(t.accepted_at) as accepted_at from message_attempts t where t.store_id = m.store_id and t.message_id = m.id) a
     where m.reservation_id = any ($1) order by m.seq`,
    [ids],
  );
  return rows;
}

function faultOf({ kind, attempts, waited_ms: waited, reservation_id: id }: NightMessage): string[] {
  if (QUIET.includes(kind)) return attempts === 0 ? [] : [`${kind} of ${id} left in the quiet hours`];
  if (!WAITED_FOR.includes(kind)) return [];
  if (attempts !== 1) return [`${kind} of ${id} left ${attempts} times in the quiet hours`];
  return waited !== null && waited <= MOST_WAIT_MS ? [] : [`${kind} of ${id} waited for ${waited ?? 'ever'} ms`];
}

function faultOfOrder(messages: readonly NightMessage[], id: string, number: number): string[] {
  const sent = messages
    .filter(({ reservation_id: of, accepted_at: at }) => of === id && at !== null)
    .sort((one, other) => Number(one.accepted_at) - Number(other.accepted_at))
    .map(({ kind }) => kind)
    .join(' ');
  const expected = number % 2 === 0 ? 'HELD CONFIRMED' : 'HELD CONFIRMED CANCELLED';
  return sent === expected ? [] : [`${id} got ${sent} instead of ${expected}`];
}
