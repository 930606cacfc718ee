import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment } from '@munjigi/contract';
import {
  signedMessage,
  startVirtualPortone,
  startVirtualToss,
  type SentWebhook,
  type VirtualProvider,
} from '@munjigi/virtual-providers';
import pg from 'pg';
import { makeRig, type Server } from '../devices/door-rig.ts';
import { findLedgerFaults } from '../support/ledger-faults.ts';

/**
 * Proves that payments survive a storm of messages (PY-2, issue 5): each of EVENTS changes at two providers is sent one
 * to seven times, shuffled, to two server processes that are killed repeatedly, while one in twenty of their own
 * requests to the providers fails. At the end every payment matches its provider, each message was processed once, and
 * the ledger sums to zero.
 */

const EVENTS = Number(process.env['EVENTS'] ?? 10_000);
const SENDERS = 16;
/** Covers a job's lease, a lookup's lease, and the backoff after failures. */
const ALL_OVER_MS = 600_000;
const SLOT_MS = 30 * 60_000;

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const rig = await makeRig();
const toss = await startVirtualToss({ apiSecret: 'proof-toss' });
const portone = await startVirtualPortone({ apiSecret: 'proof-portone', webhookSecret: secret });
const watching = new pg.Pool({ connectionString: rig.superuserUrl, max: 2, application_name: 'proof' });
const servers: [Server, Server] = [await rig.startServer(), await rig.startServer()];
let kills = 0;

interface Letter {
  readonly provider: 'toss' | 'portone';
  readonly message: SentWebhook;
}

try {
  await rig.call(servers[0], 'POST', '/payment-provider', {
    provider: 'TOSS',
    baseUrl: toss.url,
    apiSecret: 'proof-toss',
    feeTerms: [{ method: 'CARD', validFrom: '2025-01-01', rate: 2530, vat: 'INCLUSIVE' }],
  });
  await rig.call(servers[0], 'POST', '/payment-provider', {
    provider: 'PORTONE',
    baseUrl: portone.url,
    apiSecret: 'proof-portone',
    webhookSecret: secret,
  });
  const payments = await begin();
  const events = toss.messages.length + portone.messages.length;
  const letters = shuffled([...lettersOf('toss', toss), ...lettersOf('portone', portone)]);
  console.log(`${payments.length} payments, ${events} events, ${letters.length} messages`);
  for (const { faults } of [toss, portone]) faults.share = 0.05;
  const startedAt = Date.now();
  await deliver(letters);
  console.log(`delivered in ${seconds(startedAt)} s, ${kills} servers killed`);
  const faults = await settled(payments, events);
  console.log(`all is quiet after ${seconds(startedAt)} s`);
  for (const fault of faults.slice(0, 20)) console.log(fault);
  console.log(
    faults.length === 0
      ? `kept: ${payments.length} payments as their providers say, ${events} messages worked once each, the ledger sums to zero`
      : `NOT kept: ${faults.length} faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await watching.end();
  await Promise.all([toss.close(), portone.close()]);
  await rig.stop();
}

/** Starts payments at the server, and performs all their changes at the providers. */
async function begin(): Promise<{ payment: Payment; provider: VirtualProvider }[]> {
  const payments: { payment: Payment; provider: VirtualProvider }[] = [];
  const first = Math.ceil(Date.now() / SLOT_MS + 4) * SLOT_MS;
  for (let number = 0; toss.messages.length + portone.messages.length < EVENTS; number += 1) {
    const from = first + Math.floor(number / rig.roomIds.length) * SLOT_MS;
    const reservation = await rig.call<{ id: string }>(servers[number % 2] as Server, 'POST', '/reservation', {
      roomId: rig.roomIds[number % rig.roomIds.length],
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(from + SLOT_MS).toISOString(),
      headCount: 2,
      guestName: '홍길동',
      guestPhone: '010-1234-5678',
    });
    const isToss = number % 2 === 0;
    const { payment } = await rig.call<{ payment: Payment }>(servers[number % 2] as Server, 'POST', '/payment/begin', {
      reservationId: reservation.id,
      provider: isToss ? 'TOSS' : 'PORTONE',
    });
    const provider = isToss ? toss : portone;
    happen(provider, payment);
    payments.push({ payment, provider });
  }
  return payments;
}

function happen({ book }: VirtualProvider, { id, amount }: Payment): void {
  const bookedPayment = book.agree({ orderId: id, amount, isAccount: Math.random() < 0.3 });
  if (Math.random() < 0.1) return book.fail(bookedPayment);
  book.take(bookedPayment);
  if (bookedPayment.isAccount) {
    book.deposit(bookedPayment);
    for (let times = Math.floor(Math.random() * 3); times > 0; times -= 1) {
      book.takeBack(bookedPayment);
      book.deposit(bookedPayment);
    }
  }
  for (let left = amount; left > 0 && Math.random() < 0.5;) {
    const part = Math.random() < 0.3 ? left : 1 + Math.floor(Math.random() * left);
    book.cancel(bookedPayment, part, '고객센터');
    left -= part;
  }
}

function lettersOf(provider: Letter['provider'], { messages }: VirtualProvider): Letter[] {
  return messages.flatMap((message) =>
    Array.from({ length: 1 + Math.floor(Math.random() * 7) }, () => ({ provider, message })),
  );
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/**
 * Repeats each message until it is answered with 200, as a provider does; meanwhile a server is killed at intervals.
 */
async function deliver(letters: readonly Letter[]): Promise<void> {
  const next = letters.entries();
  const every = Math.max(200, Math.floor(letters.length / 12));
  let killing: Promise<void> = Promise.resolve();
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (const [index, letter] of next) {
        if (index > 0 && index % every === 0) killing = killing.then(kill);
        while (!(await send(letter, servers[index % 2] as Server))) await sleep(100);
      }
    }),
  );
  await killing;
}

async function kill(): Promise<void> {
  const index = kills % 2;
  kills += 1;
  await servers[index]?.kill();
  servers[index] = await rig.startServer();
}

async function send({ provider, message }: Letter, server: Server): Promise<boolean> {
  // Each attempt gets a new signature; body and id stay.
  const { headers, body } =
    provider === 'toss'
      ? message
      : signedMessage(secret, message.headers['webhook-id'] ?? '', new Date(), message.body);
  try {
    const reply = await fetch(`${server.url}/api/v2/measured/webhook/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    await reply.arrayBuffer();
    if (reply.status === 429) await sleep(1000 * Number(reply.headers.get('retry-after') ?? 1));
    else if (reply.status >= 400 && reply.status < 500)
      throw new Error(`A message was refused with ${reply.status}`, { cause: 'refused' });
    return reply.status === 200;
  } catch (error) {
    if (error instanceof Error && error.cause === 'refused') throw error;
    return false; // The server died during the request.
  }
}

/** Returns the remaining faults after the time that expired leases and backoff need. */
async function settled(
  payments: readonly { payment: Payment; provider: VirtualProvider }[],
  events: number,
): Promise<string[]> {
  for (const endsAt = Date.now() + ALL_OVER_MS; ; await sleep(500)) {
    const faults = [
      ...(await comparePayments(payments)),
      ...(await compareMessages(events)),
      ...(await findLedgerFaults(watching)),
    ];
    if (faults.length === 0 || Date.now() > endsAt) return faults;
  }
}

async function comparePayments(
  payments: readonly { payment: Payment; provider: VirtualProvider }[],
): Promise<string[]> {
  const { rows } = await watching.query<{
    id: string;
    state: string;
    fault: string | null;
    refunded: number;
    keys: string[];
  }>(`
    select p.id, p.state, o.fault, p.refunded_amount::int as refunded, coalesce((select array_agg(f.provider_key order by f.provider_key) from payment_refunds f where f.payment_id = p.id and f.state = 'DONE'), '{}') as keys
    from payments p join provider_payments o on o.id = p.id`);
  const here = new Map(rows.map((row) => [row.id, row]));
  return payments.flatMap(({ payment: { id, amount }, provider }) => {
    const there = provider.book.find(id);
    const given = there?.cancels.reduce((sum, cancel) => sum + cancel.amount, 0) ?? 0;
    const state =
      there?.state === 'FAILED'
        ? 'ABORTED'
        : there?.state === 'WAITING'
          ? 'WAITING_FOR_DEPOSIT'
          : given === amount
            ? 'CANCELED'
            : given > 0
              ? 'PARTIAL_CANCELED'
              : 'DONE';
    const expected = JSON.stringify([state, null, given, there?.cancels.map(({ key }) => key).sort()]);
    const row = here.get(id);
    const found = JSON.stringify([row?.state, row?.fault, row?.refunded, [...(row?.keys ?? [])].sort()]);
    return found === expected ? [] : [`${id}: here ${found}, there ${expected}`];
  });
}

async function compareMessages(events: number): Promise<string[]> {
  const { rows } = await watching.query<{ state: string; worked: number; count: number }>(
    'select state, worked_times as worked, count(*)::int as count from provider_webhooks group by 1, 2',
  );
  const isRight = rows.length === 1 && rows[0]?.state === 'WORKED' && rows[0].worked === 1 && rows[0].count === events;
  return isRight ? [] : [`messages: ${JSON.stringify(rows)} of ${events}`];
}

function seconds(from: number): number {
  return Math.round((Date.now() - from) / 1000);
}
