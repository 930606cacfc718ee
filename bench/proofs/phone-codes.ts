import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVirtualSolapi } from '@munjigi/virtual-providers';
import pg from 'pg';
import { bookingMarks } from '../../apps/server/src/modules/booking/index.ts';
import { makeRig, SLUG, TOKEN_SECRET } from '../devices/door-rig.ts';

/**
 * Simulates strangers who request codes to phones that they never enter, from 7, 50 and 500 addresses (issue 35, point 11):
 * without solving a challenge, solving every challenge for SOLVE_SECONDS, and as if they had solved all that the limits
 * let through. Checks each time that a guest at a clean address gets a code, what the chain pays at most, and that head
 * office is notified.
 */

const ADDRESSES = [7, 50, 500];
const REQUESTS = Number(process.env['REQUESTS'] ?? 2000);
const SOLVE_SECONDS = Number(process.env['SOLVE_SECONDS'] ?? 20);
/** The price of an SMS in the documentation of Solapi (solapi.com/developers/api/pricing-getMessagePriceDefault). */
const WON_A_CODE = Number(process.env['WON_A_CODE'] ?? 20);
const BUDGET = 1000;
const CODES_OF_STORE = 200;
const FREE_CODES = CODES_OF_STORE / 4;
/** How long a guest tries before they give up. */
const GUEST_MS = 60_000;

const solapi = await startVirtualSolapi({ apiKey: 'proof', apiSecret: 'proof' });
const rig = await makeRig();
const watching = new pg.Pool({ connectionString: rig.superuserUrl, max: 2, application_name: 'proof' });
const server = await rig.startServer({ requestLimit: 600 });
let phones = 10_000_000;
let guests = 0;
let round = 0;
let isKept = true;

try {
  const { rows } = await watching.query<{ productId: string }>(
    'update stores set booking_is_open = true where id = $1 returning product_id as "productId"',
    [rig.storeId],
  );
  const productId = rows[0]?.productId ?? '';
  await rig.call(server, 'POST', '/message-provider', {
    provider: 'SOLAPI',
    account: 'proof',
    secret: 'proof',
    address: solapi.url,
    senderPhone: '02-1234-5678',
    codeBudget: BUDGET,
  });
  for (const count of ADDRESSES) {
    await startAfresh();
    await measureFlood(`${count} addresses that solve nothing`, FREE_CODES, () => floodUnsolved(count));
    await startAfresh();
    await measureFlood(`${count} addresses that solve for ${SOLVE_SECONDS} s`, BUDGET, () => floodSolved(count));
    await startAfresh();
    await measureFlood(`${count} addresses that solved everything`, BUDGET, () => useUp(productId, count));
  }
  console.log(isKept ? 'kept' : 'NOT kept');
  process.exitCode = isKept ? 0 : 1;
} finally {
  await watching.end();
  await solapi.close();
  await rig.stop();
}

interface Flood {
  readonly requests: number;
  /** The hashes that the strangers computed. */
  readonly hashes: number;
}

/** A guest asks for a code half a second after the flood began, and another one after it. */
async function measureFlood(name: string, mostCodes: number, flood: () => Promise<Flood>): Promise<void> {
  const startedAt = performance.now();
  const [{ requests, hashes }, during] = await Promise.all([flood(), sleep(500).then(bookAsGuest)]);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await bookAsGuest();
  const { rows } = await watching.query<{ codes: number }>('select count(*)::integer as codes from phone_codes');
  const codes = (rows[0]?.codes ?? 0) - Number(during.isServed) - Number(after.isServed);
  const { items } = await rig.call<{ items: unknown[] }>(server, 'GET', '/payment/notification?kind=CODE_FLOOD');
  const isRight = during.isServed && after.isServed && codes <= mostCodes && items.length > 0;
  isKept &&= isRight;
  console.log(
    `${name}: ${requests} requests in ${seconds.toFixed(1)} s, ${codes} codes sent (at most ${mostCodes}), ${Math.max(0, requests - codes)} refused, ${(codes * WON_A_CODE).toLocaleString('en')} won (a day at most ${(BUDGET * WON_A_CODE).toLocaleString('en')}), ${(hashes / 1e6).toFixed(1)} million hashes; guest meanwhile ${words(during)}, afterwards ${words(after)}; head office ${items.length > 0 ? `notified ${items.length}×` : 'NOT notified'}${isRight ? '' : ' NOT kept'}`,
  );
}

interface Served {
  readonly isServed: boolean;
  readonly ms: number;
  readonly bits: number;
}

function words({ isServed, ms, bits }: Served): string {
  return `${isServed ? 'got a code' : 'got NO code'} in ${ms.toFixed(0)} ms with ${bits} bits`;
}

/** Does what the page does: solves the challenge and sends the request again; waits when the server is busy. */
async function bookAsGuest(): Promise<Served> {
  const agent = agentAt(`127.9.0.${(guests += 1)}`);
  const phone = nextPhone();
  const startedAt = performance.now();
  let work: object | undefined;
  let bits = 0;
  try {
    while (performance.now() - startedAt < GUEST_MS) {
      const { status, challenge } = await send(agent, phone, work);
      if (status === 200) return { isServed: true, ms: performance.now() - startedAt, bits };
      if (challenge === undefined) await sleep(1000);
      else {
        bits = Number(challenge.split('.')[0]);
        work = (await solve(challenge)).work;
      }
    }
    return { isServed: false, ms: performance.now() - startedAt, bits };
  } finally {
    agent.destroy();
  }
}

async function floodUnsolved(count: number): Promise<Flood> {
  let requests = 0;
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const agent = agentAt(strangerAt(index));
      for (let n = 0; n < Math.ceil(REQUESTS / count); n += 1) {
        await send(agent, nextPhone());
        requests += 1;
      }
      agent.destroy();
    }),
  );
  return { requests, hashes: 0 };
}

/** One address after the other, so that each stays as clean as it can; this process solves one challenge at a time. */
async function floodSolved(count: number): Promise<Flood> {
  const agents = Array.from({ length: count }, (_, index) => agentAt(strangerAt(index)));
  const endsAt = performance.now() + SOLVE_SECONDS * 1000;
  let [requests, hashes] = [0, 0];
  for (let n = 0; performance.now() < endsAt; n += 1) {
    const agent = agents[n % count];
    const phone = nextPhone();
    const { challenge } = agent ? await send(agent, phone) : {};
    requests += 1;
    if (!agent || challenge === undefined) continue;
    const solved = await solve(challenge);
    hashes += solved.hashes;
    await send(agent, phone, solved.work);
    requests += 1;
  }
  for (const agent of agents) agent.destroy();
  return { requests, hashes };
}

/**
 * Stores the codes that the strangers have after they solved every challenge: the limit of the store in the last hour, one
 * more of each address that is still clean, and earlier ones up to the part of the budget that is for clean addresses.
 */
async function useUp(productId: string, count: number): Promise<Flood> {
  const marks = bookingMarks(TOKEN_SECRET);
  const addresses = Array.from({ length: count }, (_, index) => marks.ofAddress(productId, strangerAt(index)));
  const recent = Math.max(CODES_OF_STORE, count);
  const insert = (codes: number, at: Date) =>
    watching.query(
      `insert into phone_codes (product_id, store_id, id, phone_mark, address_mark, code_hash, sent_at, expires_at)
       select $1, $2, gen_random_uuid(), gen_random_uuid()::text::bytea, ($3::bytea[])[1 + n % $4], 'x', $5, $5
       from generate_series(1, $6::int) as codes (n)`,
      [productId, rig.storeId, addresses, count, at, codes],
    );
  await insert(recent, new Date());
  await insert(Math.max(0, (BUDGET * 3) / 4 - recent), new Date(Date.now() - 2 * 3600_000));
  return { requests: Math.max(recent, (BUDGET * 3) / 4), hashes: 0 };
}

async function startAfresh(): Promise<void> {
  await watching.query('delete from phone_codes');
  await watching.query('delete from solved_challenges');
  await watching.query('delete from notifications');
  // Other addresses, with all their requests of a minute; and the process forgets the price of a second ago.
  round += 1;
  await sleep(1100);
}

function strangerAt(index: number): string {
  return `127.${10 + round}.${Math.floor(index / 250)}.${(index % 250) + 1}`;
}

function agentAt(address: string): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1, localAddress: address });
}

/** Each in another range of numbers, so that only the shared limits raise the price. */
function nextPhone(): string {
  phones = 10_000_000 + ((phones - 10_000_000 + 10_007) % 90_000_000);
  return `010${phones}`;
}

async function solve(challenge: string): Promise<{ work: object; hashes: number }> {
  const bits = Number(challenge.split('.')[0]);
  for (let count = 0; ; count += 1) {
    const solution = count.toString(36);
    const hash = createHash('sha256').update(`${challenge}.${solution}`).digest();
    if (Math.clz32(hash.readUInt32BE(0)) >= bits) return { work: { challenge, solution }, hashes: count + 1 };
    // The other requests of this process go on meanwhile.
    if (count % 5000 === 4999) await sleep(0);
  }
}

function send(agent: Agent, phone: string, work?: object): Promise<{ status: number; challenge?: string }> {
  const body = JSON.stringify({ phone, ...(work && { work }) });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const url = `${server.url}/api/v2/${SLUG}/booking/store/${rig.storeId}/phone-code`;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const { challenge } = JSON.parse(Buffer.concat(chunks).toString()) as { challenge?: string };
        resolve({ status: reply.statusCode ?? 0, ...(challenge !== undefined && { challenge }) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
