import { startVirtualPortone, startVirtualSolapi, type ReceivedSms } from '@munjigi/virtual-providers';
import { makeRig, until, type Server } from './door-rig.ts';
import { countFilledSpares, makeKeypadRoom, writeBareCode, type KeypadRoom } from './keypad-rooms.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Measures the time from "paid at the provider" until the provider of messages has accepted the message with the code
 * that the lock acknowledged (issue 16). The payment provider sends its webhook message at the moment of the payment.
 * The baseline, in the same run, is the same lock over bare MQTT.
 */

const LOCKS = 40;
const QUICK = { answerMs: 200, payments: Number(process.env['PAYMENTS'] ?? 200), atOnce: 4, mostMs: 10_000 };
const SLOW = { answerMs: 5000, payments: 40, atOnce: 40, mostMs: null };
const BARE_TURNS = 8;
const LONGEST_MS = 120_000;
const HOUR_MS = 3600_000;
const SOLAPI = { apiKey: 'MEASURED', apiSecret: 'of-the-measurement' };
/** The words before the code in the text that comes with the product. */
const ABOUT_CODE = '출입 비밀번호';
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const rig = await makeRig();
const accepted = new Map<string, (at: number) => void>();
const solapi = await startVirtualSolapi({ ...SOLAPI, onSent: () => noteAccepted(solapi.received.at(-1)) });
const portone = await startVirtualPortone({ apiSecret: 'measured', webhookSecret: WEBHOOK_SECRET });
const rooms: KeypadRoom[] = [];
let guests = 0;

try {
  const server = await rig.startServer();
  await connectProviders(server);
  for (let number = 0; number < LOCKS; number += 1) rooms.push(await makeKeypadRoom(rig, server, number));
  await until(async () => (await countFilledSpares(rig, server)) === LOCKS);
  let isKept = true;
  for (const kind of [QUICK, SLOW]) {
    for (const { lock } of rooms) lock.slow(kind.answerMs);
    const bare = await Promise.all(rooms.slice(0, BARE_TURNS).map((room) => writeBareCode(rig, room)));
    const own = percentileOf(bare, 0.5);
    const times = await payAll(server, kind);
    const [half, most] = [percentileOf(times, 0.5), percentileOf(times, 0.99)];
    const promise = kind.mostMs === null ? '' : `, promised p99 ≤ ${kind.mostMs} ms`;
    console.log(
      `a lock that answers after ${kind.answerMs / 1000} s: paid → message with the code accepted p50 ${Math.round(half)} ms, p99 ${Math.round(most)} ms${promise}, ` +
        `n ${times.length}, ${kind.atOnce} at a time; by bare MQTT p50 ${Math.round(own)} ms; ratio p50 ${(half / own).toFixed(2)}, p99 ${(most / own).toFixed(2)}`,
    );
    isKept &&= times.length === kind.payments && (kind.mostMs === null || most <= kind.mostMs);
  }
  console.log(isKept ? 'kept' : 'NOT kept');
  process.exitCode = isKept ? 0 : 1;
} finally {
  for (const { lock } of rooms) await lock.stop();
  await Promise.all([solapi.close(), portone.close()]);
  await rig.stop();
}

async function connectProviders(server: Server): Promise<void> {
  await rig.call(server, 'POST', '/payment-provider', {
    provider: 'PORTONE',
    baseUrl: portone.url,
    apiSecret: 'measured',
    webhookSecret: WEBHOOK_SECRET,
  });
  await rig.call(server, 'POST', '/message-provider', {
    provider: 'SOLAPI',
    account: SOLAPI.apiKey,
    secret: SOLAPI.apiSecret,
    address: solapi.url,
    senderPhone: '02-1234-5678',
  });
}

async function payAll(server: Server, { payments, atOnce }: typeof QUICK | typeof SLOW): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < payments; done += atOnce) {
    const batch = Array.from({ length: atOnce }, (_, index) => rooms[(done + index) % LOCKS] as KeypadRoom);
    const begun = await Promise.all(batch.map((room) => beginPayment(server, room)));
    times.push(...(await Promise.all(begun.map((one) => pay(server, one)))));
  }
  return times;
}

interface BegunPayment {
  readonly orderId: string;
  readonly amount: number;
  readonly phone: string;
}

async function beginPayment(server: Server, room: KeypadRoom): Promise<BegunPayment> {
  const from = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + (room.nextHour += 1) * HOUR_MS;
  const phone = `0108${String((guests += 1)).padStart(7, '0')}`;
  const { id } = await rig.call<{ id: string }>(server, 'POST', '/reservation', {
    roomId: room.roomId,
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(from + HOUR_MS / 2).toISOString(),
    headCount: 2,
    guestName: 'Guest',
    guestPhone: phone,
    state: 'PENDING',
  });
  const { payment } = await rig.call<{ payment: { id: string; amount: number } }>(server, 'POST', '/payment/begin', {
    reservationId: id,
    provider: 'PORTONE',
  });
  return { orderId: payment.id, amount: payment.amount, phone };
}

/** Pays at the provider, which sends its message, and resolves with the milliseconds until the code left. */
async function pay(server: Server, { orderId, amount, phone }: BegunPayment): Promise<number> {
  const arrived = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No code was sent to ${phone}`)), LONGEST_MS);
    accepted.set(phone, (at) => {
      clearTimeout(timer);
      resolve(at);
    });
  });
  const first = portone.messages.length;
  const paidAt = performance.now();
  portone.book.take(portone.book.agree({ orderId, amount }));
  for (const { headers, body } of portone.messages.slice(first)) {
    const reply = await fetch(`${server.url}/api/v2/measured/webhook/portone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    if (!reply.ok) throw new Error(`The message of the payment was answered with ${reply.status}`);
    await reply.arrayBuffer();
  }
  return (await arrived) - paidAt;
}

function noteAccepted(message: ReceivedSms | undefined): void {
  if (message?.text.includes(ABOUT_CODE)) accepted.get(message.to)?.(performance.now());
}
