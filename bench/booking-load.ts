import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type pg from 'pg';
import { bookingMarks } from '../apps/server/src/modules/booking/index.ts';
import { bookingVisitor, postBooking, type BookingVisitor } from './booking-visitors.ts';
import { makeLargeChain, withClient } from './large-chain.ts';
import { percentileOf } from './percentile.ts';
import { startProduct } from './product.ts';

/**
 * Measures online booking under load: 2,000 guests browse the availability of 200 rooms, each with a pause between two
 * requests, while 64 guests at once book the same slots, wave after wave. Promised: no double booking, and a p95 of
 * availability of at most five times that of a single guest in the same run. States the p95 of the board of staff beside
 * it. Only the address of each guest is simulated; codes of phones are inserted as if they were entered.
 * `BENCH_GUESTS=200 BENCH_MS=8000` makes a short run.
 */

const GUESTS = Number(process.env['BENCH_GUESTS'] ?? 2000);
const MS = Number(process.env['BENCH_MS'] ?? 60_000);
const PAUSE_MS = Number(process.env['BENCH_PAUSE_MS'] ?? 10_000);
const IDLE_MS = Math.max(5000, MS / 3);
const AT_ONCE = 64;
const PROMISED = 5;
const BOARD_PAUSE_MS = 250;
let phoneCount = 0;

interface Times {
  readonly availability: number[];
  readonly board: number[];
}

const chain = await makeLargeChain(1);
const store = chain.measured[1] ?? { id: '', roomIds: [] };
const marks = bookingMarks(chain.tokenSecret);
const { productId } = await withClient(chain.superuserUrl, openStore);
await chain.fillTo(10_000);
const product = await startProduct({ ...chain, env: { TRUST_PROXY: '1' } });
const visitors = { url: product.url, slug: chain.slug, storeId: store.id, today: chain.today };
try {
  await browse(1, 1500, { availability: [], board: [] });
  const idle: Times = { availability: [], board: [] };
  await Promise.all([browse(1, IDLE_MS, idle), readBoard(IDLE_MS, idle)]);
  const busy: Times = { availability: [], board: [] };
  const [, , waves] = await Promise.all([browse(GUESTS, MS, busy), readBoard(MS, busy), bookWaves(MS)]);
  const doubles = await withClient(chain.superuserUrl, countDoubleBookings);
  report(idle, busy, { ...waves, doubles });
} finally {
  await product.stop();
  await chain.stop();
}

/** Stays cost nothing, so that no provider of payments is needed. */
async function openStore(client: pg.Client): Promise<{ productId: string }> {
  await client.query('update price_policies set amount = 0, extra_person_amount = 0 where store_id = $1', [store.id]);
  const { rows } = await client.query<{ productId: string }>(
    'update stores set booking_is_open = true where id = $1 returning product_id as "productId"',
    [store.id],
  );
  return { productId: rows[0]?.productId ?? '' };
}

/** So many guests with a pause of about `PAUSE_MS`; a single one pauses until the shared replies have expired. */
async function browse(count: number, ms: number, { availability }: Times): Promise<void> {
  const until = performance.now() + ms;
  const pauseMs = count === 1 ? 100 : PAUSE_MS;
  await Promise.all(
    Array.from({ length: count }, async () => {
      const visitor = bookingVisitor(visitors);
      await sleep(Math.random() * Math.min(pauseMs, ms));
      while (performance.now() < until) {
        availability.push(await visitor.readAvailability());
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    }),
  );
}

async function readBoard(ms: number, { board }: Times): Promise<void> {
  const until = performance.now() + ms;
  const path = `${product.url}/api/v2/${chain.slug}/reservations/daily?storeId=${store.id}&date=${chain.today}`;
  while (performance.now() < until) {
    const from = performance.now();
    const reply = await fetch(path, { headers: { authorization: `Bearer ${chain.tokens[0] ?? ''}` } });
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`The board answered ${reply.status}`);
    board.push(performance.now() - from);
    await sleep(BOARD_PAUSE_MS);
  }
}

interface Waves {
  readonly waves: number;
  readonly booked: number;
  readonly taken: number;
  /** Waited too long for a slot of the requests that write (BK-5). */
  readonly limited: number;
}

/** Waves of guests who book one slot at once: every second wave one room, the others any room. */
async function bookWaves(ms: number): Promise<Waves> {
  const until = performance.now() + ms;
  const visitor = bookingVisitor(visitors);
  const termsVersion = await visitor.readTermsVersion();
  const counts = { waves: 0, booked: 0, taken: 0, limited: 0 };
  while (performance.now() < until) {
    const isOneRoom = counts.waves % 2 === 0;
    const phones = await withClient(chain.superuserUrl, proveCodes);
    const stay = { ...slotOf(counts.waves), roomId: isOneRoom ? (store.roomIds[counts.waves % 200] ?? null) : null };
    const codes = await Promise.all(phones.map((phone) => postStay(visitor, { ...stay, ...phone, termsVersion })));
    const countOf = (code: string) => codes.filter((other) => other === code).length;
    const [booked, taken, limited] = [countOf('OK'), countOf('SLOT_TAKEN'), countOf('RATE_LIMITED')];
    if (booked + taken + limited < codes.length) throw new Error(`A booking was answered with ${codes.join(', ')}`);
    if (isOneRoom && booked > 1) throw new Error(`${booked} guests booked one room at once`);
    counts.waves += 1;
    counts.booked += booked;
    counts.taken += taken;
    counts.limited += limited;
  }
  return counts;
}

function postStay(visitor: BookingVisitor, body: Readonly<Record<string, unknown>>): Promise<string> {
  return postBooking(visitors, visitor.nextAddress(), {
    headCount: 2,
    guestName: '홍길동',
    expectedPriceAmount: 0,
    acceptsTerms: true,
    ...body,
  });
}

/** A slot of one hour in the next weeks, the same for all guests of a wave. */
function slotOf(wave: number): { startsAt: string; endsAt: string } {
  const hourMs = 3600_000;
  const first = Math.ceil(Date.now() / hourMs) * hourMs + 48 * hourMs;
  const startsAt = first + wave * hourMs;
  return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(startsAt + hourMs).toISOString() };
}

/** Codes that the phones of a wave have received and entered. */
async function proveCodes(client: pg.Client): Promise<{ guestPhone: string; phoneCode: string }[]> {
  const guests = Array.from({ length: AT_ONCE }, () => ({
    guestPhone: `010-${String(20_000_000 + (phoneCount += 1)).replace(/(\d{4})$/, '-$1')}`,
    phoneCode: '123456',
  }));
  for (const { guestPhone, phoneCode } of guests) {
    const id = uuidv7();
    await client.query(
      `insert into phone_codes (product_id, store_id, id, phone_mark, address_mark, code_hash, sent_at, expires_at, proven_at)
       values ($1, $2, $3, $4, $5, $6, now(), now() + interval '5 minutes', now())`,
      [productId, store.id, id, marks.ofPhone(productId, guestPhone), Buffer.from(id), marks.ofCode(id, phoneCode)],
    );
  }
  return guests;
}

/** Pairs of reservations of one room that overlap. */
async function countDoubleBookings(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from reservations a join reservations b
       on b.store_id = a.store_id and b.room_id = a.room_id and b.id > a.id and b.starts_at < a.ends_at and b.ends_at > a.starts_at
     where a.store_id = $1 and a.channel = 'ONLINE' and a.state in ('PENDING', 'CONFIRMED') and b.state in ('PENDING', 'CONFIRMED')`,
    [store.id],
  );
  return rows[0]?.count ?? Number.NaN;
}

function report(
  idle: Times,
  busy: Times,
  { waves, booked, taken, limited, doubles }: Waves & { readonly doubles: number },
) {
  const p95 = (times: readonly number[]) => percentileOf(times, 0.95);
  const [availability, board] = [p95(busy.availability) / p95(idle.availability), p95(busy.board) / p95(idle.board)];
  const said = (name: string, busyTimes: readonly number[], idleTimes: readonly number[]) =>
    `${name}: p95 ${p95(busyTimes).toFixed(1)} ms of ${busyTimes.length} requests; idle ${p95(idleTimes).toFixed(1)} ms of ${idleTimes.length}`;
  console.log(
    `${GUESTS} guests, ${AT_ONCE} at once for one slot: ${waves} waves, ${booked} booked, ${taken} refused as taken, ${limited} asked to wait`,
  );
  console.log(`double bookings: ${doubles} (promised: 0)`);
  console.log(
    `${said('availability', busy.availability, idle.availability)}; ratio ${availability.toFixed(2)} (promised: ≤ ${PROMISED})`,
  );
  console.log(`${said('board of staff', busy.board, idle.board)}; ratio ${board.toFixed(2)}`);
  if (doubles !== 0 || booked === 0 || !(availability <= PROMISED)) process.exitCode = 1;
}
