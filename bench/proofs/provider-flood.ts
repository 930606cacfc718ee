import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedMessage, startVirtualPortone } from '@munjigi/virtual-providers';
import pg from 'pg';
import { makeRig, type Server } from '../devices/door-rig.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Simulates a stranger who posts MESSAGES provider messages of the largest allowed size, none of them signed (issue 13,
 * item 13). Checks that the database grows by less than the bound, that a person who works meanwhile is answered, and
 * that a message signed by the provider is processed meanwhile.
 */

const MESSAGES = Number(process.env['MESSAGES'] ?? 10_000);
const LARGEST = 64 * 1024;
const SENDERS = 16;
/** The daily quota (1,000 rows, 4 MB), its indexes, and the pages that older versions of rows take. */
const MOST_GROWTH_BYTES = 16 * 1024 * 1024;
const MOST_P99_MS = 500;

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const rig = await makeRig();
const portone = await startVirtualPortone({ apiSecret: 'proof-portone', webhookSecret: secret });
const watching = new pg.Pool({ connectionString: rig.superuserUrl, max: 2, application_name: 'proof' });
const server = await rig.startServer();
const statuses = new Map<number, number>();

try {
  await rig.call(server, 'POST', '/payment-provider', {
    provider: 'PORTONE',
    baseUrl: portone.url,
    apiSecret: 'proof-portone',
    webhookSecret: secret,
  });
  await rig.call(server, 'POST', '/payment-provider', { provider: 'TOSS', apiSecret: 'proof-toss' });
  const paymentId = await beginPayment();
  await ask(server);
  const before = await databaseBytes();
  const startedAt = Date.now();
  const watched = watch();
  const [isWorked] = await Promise.all([sleep(3000).then(() => sendSigned(paymentId)), flood()]);
  const seconds = (Date.now() - startedAt) / 1000;
  const answers = await watched.end();
  await watching.query('checkpoint');
  const grown = (await databaseBytes()) - before;
  const { rows } = await watching.query<{ rows: number; jobs: number; counted: number }>(
    "select (select count(*)::int from provider_webhooks) as rows, (select count(*)::int from jobs where kind = 'payments.webhook') as jobs, (select coalesce(sum(counted), 0)::int from provider_webhook_quotas) as counted",
  );
  const p99 = percentileOf(answers, 0.99);
  console.log(
    `${MESSAGES} messages of ${LARGEST} bytes in ${seconds.toFixed(1)} s: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
  );
  console.log(
    `the database grew by ${(grown / 1024 / 1024).toFixed(2)} MiB (sent: ${((MESSAGES * LARGEST) / 1024 / 1024).toFixed(0)} MiB), at most ${MOST_GROWTH_BYTES / 1024 / 1024}; ${rows[0]?.rows} rows, ${rows[0]?.counted} only counted, ${rows[0]?.jobs} jobs`,
  );
  console.log(
    `a person beside it: ${answers.length} answers, p50 ${percentileOf(answers, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (at most ${MOST_P99_MS}), longest ${Math.max(...answers).toFixed(0)} ms`,
  );
  console.log(isWorked ? 'a signed message was worked meanwhile' : 'a signed message was NOT worked');
  const isKept = grown <= MOST_GROWTH_BYTES && p99 <= MOST_P99_MS && isWorked && rows[0]?.jobs === 0;
  console.log(isKept ? 'kept' : 'NOT kept');
  process.exitCode = isKept ? 0 : 1;
} finally {
  await watching.end();
  await portone.close();
  await rig.stop();
}

async function beginPayment(): Promise<string> {
  const from = Math.ceil(Date.now() / 1_800_000 + 4) * 1_800_000;
  const reservation = await rig.call<{ id: string }>(server, 'POST', '/reservation', {
    roomId: rig.roomIds[0],
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(from + 1_800_000).toISOString(),
    headCount: 2,
    guestName: '홍길동',
    guestPhone: '010-1234-5678',
  });
  return (
    await rig.call<{ payment: { id: string } }>(server, 'POST', '/payment/begin', {
      reservationId: reservation.id,
      provider: 'PORTONE',
    })
  ).payment.id;
}

/**
 * Half of the messages are forged PortOne ones, the others Toss ones about no payment; all of them differ. Every sender
 * has its own address.
 */
async function flood(): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: SENDERS }, async (_, sender) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.1.${sender + 1}` });
      while (next < MESSAGES) {
        next += 1;
        const text = JSON.stringify({
          eventType: 'seller.changed',
          type: 'Transaction.Paid',
          number: next,
          padding: '',
        });
        const body = `${text.slice(0, -2)}${randomBytes(LARGEST / 2)
          .toString('hex')
          .slice(0, LARGEST - text.length)}"}`;
        const status = await post(
          agent,
          `${server.url}/api/v2/measured/webhook/${next % 2 ? 'portone' : 'toss'}`,
          body,
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      agent.destroy();
    }),
  );
}

function post(agent: Agent, url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (reply) => {
        reply.resume();
        reply.on('end', () => resolve(reply.statusCode ?? 0));
        reply.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * Repeats the message until it is accepted, as the provider does. The provider, which the server queries, shows the
 * payment as paid.
 */
async function sendSigned(paymentId: string): Promise<boolean> {
  portone.book.take(portone.book.agree({ orderId: paymentId, amount: 5000 }));
  const body = JSON.stringify({ type: 'Transaction.Paid', timestamp: new Date().toISOString(), data: { paymentId } });
  for (let tries = 0; tries < 70; tries += 1) {
    const { headers } = signedMessage(secret, 'msg_of_the_provider', new Date(), body);
    const reply = await fetch(`${server.url}/api/v2/measured/webhook/portone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    await reply.arrayBuffer();
    if (reply.status === 200) break;
    await sleep(1000);
  }
  for (const endsAt = Date.now() + 30_000; Date.now() < endsAt; await sleep(100)) {
    const { rows } = await watching.query<{ state: string }>(
      "select state from provider_webhooks where payment_id = $1 and state = 'WORKED'",
      [paymentId],
    );
    if (rows.length === 1) return true;
  }
  return false;
}

/** Requests the doors of the store repeatedly, as a person does who works meanwhile. */
function watch(): { end(): Promise<number[]> } {
  const answers: number[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const from = performance.now();
      await ask(server);
      answers.push(performance.now() - from);
      await sleep(50);
    }
  })();
  return {
    async end() {
      isOver = true;
      await running;
      return answers;
    },
  };
}

async function ask(of: Server): Promise<void> {
  await rig.call(of, 'GET', '/door');
}

async function databaseBytes(): Promise<number> {
  const { rows } = await watching.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return rows[0]?.bytes ?? 0;
}
