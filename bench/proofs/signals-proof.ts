import { setTimeout as sleep } from 'node:timers/promises';
import { startDemoServer } from '../support/demo-server.ts';

/**
 * Starts the demo, waits for MINUTES (60 by default), and prints what it then shows as trouble: the guests of
 * the next 24 hours with an obstacle, each with its reason and the act that solves it, the notifications that ring, and
 * the alarms of doors. It fails when a signal means nothing: a door without codes although the link has arrived, a
 * notification that needs no person, or an alarm of an unknown opening.
 */
const MINUTES = Number(process.env['MINUTES'] ?? 60);
const MINUTE_MS = 60_000;
const PRODUCT = 'playroom';
const PERSON = { email: 'admin@demo.test', password: 'demo-password-1234' };
const ROUTINE = new Set(['PAID', 'DEPOSIT', 'CANCELED']);

const ACT_OF: Readonly<Record<string, string>> = {
  UNPAID: 'send the link to pay, or record the payment',
  CODE_NOT_ACKNOWLEDGED: 'open the door from the list, or send the code again',
  DOOR_KEEPS_NO_CODES: 'send the message with the link again, or open the door from the list',
  DOOR_OFFLINE: 'restore the power or the network of the lock, or move the guest',
  DOOR_LOCKED_DOWN: 'end the lockdown',
  DOOR_FIRE_RELEASED: 'end the fire release',
  BATTERY_LOW: 'replace the battery',
  ROOM_OCCUPIED: 'ask the guest before to leave, or move the guest',
  ROOM_DRAWS_POWER: 'look whether the guest before has left',
};

interface Guest {
  readonly reservationId: string;
  readonly code: string;
  readonly startsAt: string;
  readonly obstacles: { kind: string; severity: string; door: { name: string } | null }[];
}
interface Message {
  readonly kind: string;
  readonly state: string;
}
interface Notification {
  readonly kind: string;
  readonly text: string;
}
interface Alarm {
  readonly kind: string;
  readonly doorName: string;
  readonly closedAt: string | null;
}

const server = await startDemoServer();
try {
  console.log(`The demo runs for ${MINUTES} minutes …`);
  await sleep(MINUTES * MINUTE_MS);
  const ask = await signIn(server.url);
  const faults = [await printGuests(ask), await printNotifications(ask), await printAlarms(ask)].flat();
  for (const fault of faults) console.log(`FAULT: ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await server.stop();
}

type Ask = <T>(path: string) => Promise<T>;

async function signIn(url: string): Promise<Ask> {
  const api = `${url}/api/v2/${PRODUCT}`;
  const reply = await fetch(`${url}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(PERSON),
  });
  if (!reply.ok) throw new Error(`The sign-in answered ${reply.status}: ${await reply.text()}`);
  const { accessToken } = (await reply.json()) as { accessToken: string };
  return async <T>(path: string) => {
    const answer = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

/** Prints the guests with an obstacle. A reason is false when the guest has a message with the link. */
async function printGuests(ask: Ask): Promise<string[]> {
  const { total, items } = await ask<{ total: number; items: Guest[] }>('/reservation/readiness?hours=24&limit=200');
  const shown = items.filter(({ obstacles }) => obstacles.length > 0);
  console.log(`\nGuests of the next 24 hours: ${total}; with an obstacle: ${shown.length}`);
  const faults: string[] = [];
  for (const { code, startsAt, obstacles, reservationId } of shown) {
    for (const { kind, severity, door } of obstacles)
      console.log(
        `  ${startsAt} ${code} ${severity === 'BLOCKING' ? 'red' : 'amber'} ${kind} ${door?.name ?? ''} → ${ACT_OF[kind] ?? 'none'}`,
      );
    if (!obstacles.some(({ kind }) => kind === 'DOOR_KEEPS_NO_CODES')) continue;
    const messages = await ask<{ items: Message[] }>(`/message?reservationId=${reservationId}&limit=100`);
    console.log(`    messages: ${messages.items.map(({ kind, state }) => `${kind} ${state}`).join(', ') || 'none'}`);
    if (messages.items.some(({ kind, state }) => kind === 'CONFIRMED' && state === 'DELIVERED'))
      faults.push(`${code} is amber although the message with the link has arrived`);
  }
  return faults;
}

async function printNotifications(ask: Ask): Promise<string[]> {
  const path = '/payment/notification?page=0&limit=200';
  const ringing = await ask<{ total: number; unconfirmedCount: number; items: Notification[] }>(
    `${path}&state=unconfirmed`,
  );
  const { total } = await ask<{ total: number }>(path);
  console.log(`\nNotifications: ${total}; ringing: ${ringing.items.length}`);
  for (const { kind, text } of ringing.items) console.log(`  ${kind} ${text}`);
  return ringing.items.filter(({ kind }) => ROUTINE.has(kind)).map(({ kind, text }) => `${kind} rings: ${text}`);
}

async function printAlarms(ask: Ask): Promise<string[]> {
  const { items } = await ask<{ items: Alarm[] }>('/alarm?show=PENDING&limit=100');
  const live = items.filter(({ closedAt }) => closedAt === null);
  console.log(`\nAlarms that hold: ${live.length}; ended and unacknowledged: ${items.length - live.length}`);
  for (const { kind, doorName, closedAt } of items)
    console.log(`  ${closedAt === null ? 'holds' : 'ended'} ${kind} ${doorName}`);
  return items
    .filter(({ kind }) => kind === 'UNKNOWN_OPENING')
    .map(({ doorName }) => `the demo raised UNKNOWN_OPENING at ${doorName}`);
}
