import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type pg from 'pg';
import { bookingMarks } from '../../apps/server/src/modules/booking/index.ts';
import type { BoardReading } from './board-reader.ts';
import { bookingVisitor, postBooking, type BookingPlace, type BookingVisitor } from './booking-visitors.ts';
import { makeLargeChain, withClient } from '../large-data/large-chain.ts';
import { percentileOf } from '../support/percentile.ts';
import { startProduct, stopChild } from '../support/product.ts';

/**
 * Measures online booking under load: 2,000 guests browse the availability of 200 rooms, each with a pause between two
 * requests, while 64 guests at once book the same slots, wave after wave. Promised: no double booking, and a p95 of
 * availability of at most five times that of a single guest in the same run. The board of staff is read beside it, from a
 * separate process; its baseline is the board while the same guests read the same bytes from a bare `node:http` server, because
 * they and the product share the machine. Only the address of each guest is simulated; codes of phones are inserted as if they were entered.
 * `BENCH_GUESTS=200 BENCH_MS=8000` makes a short run.
 */

const GUESTS = Number(process.env['BENCH_GUESTS'] ?? 2000);
const MS = Number(process.env['BENCH_MS'] ?? 60_000);
const PAUSE_MS = Number(process.env['BENCH_PAUSE_MS'] ?? 10_000);
const IDLE_MS = Math.max(5000, MS / 3);
const AT_ONCE = 64;
const PROMISED = 5;
const BOARD_PAUSE_MS = 250;
/** The p95 of the board beside the guests over that beside the same load without the product's work. */
const PROMISED_BOARD = 2;
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
const visitors: BookingPlace = { url: product.url, slug: chain.slug, storeId: store.id, today: chain.today };
const boardReader = fork(path.join(import.meta.dirname, 'board-reader.ts'), { execArgv: process.execArgv });
try {
  await browse(1, 1500, { availability: [], board: [] });
  const idle: Times = { availability: [], board: [] };
  await Promise.all([browse(1, IDLE_MS, idle), readBoard(IDLE_MS, idle)]);
  const busy: Times = { availability: [], board: [] };
  const [, , waves] = await Promise.all([browse(GUESTS, MS, busy), readBoard(MS, busy), bookWaves(MS)]);
  const doubles = await withClient(chain.superuserUrl, countDoubleBookings);
  const control = await measureControl(MS / waves.waves);
  report({ idle, busy, control }, { ...waves, doubles });
} finally {
  await stopChild(boardReader);
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
async function browse(count: number, ms: number, { availability }: Times, place = visitors): Promise<void> {
  const until = performance.now() + ms;
  const pauseMs = count === 1 ? 100 : PAUSE_MS;
  await Promise.all(
    Array.from({ length: count }, async () => {
      const visitor = bookingVisitor(place);
      await sleep(Math.random() * Math.min(pauseMs, ms));
      while (performance.now() < until) {
        availability.push(await visitor.readAvailability());
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    }),
  );
}

async function readBoard(ms: number, { board }: Times): Promise<void> {
  const url = `${product.url}/api/v2/${chain.slug}/reservations/daily?storeId=${store.id}&date=${chain.today}`;
  const reading: BoardReading = { url, token: chain.tokens[0] ?? '', ms, pauseMs: BOARD_PAUSE_MS };
  const times = new Promise<number[]>((resolve) => boardReader.once('message', resolve));
  boardReader.send(reading);
  board.push(...(await times));
}

/** Reads the board while as many guests, and as many waves, ask a bare server that sends the times of a day. */
async function measureControl(waveMs: number): Promise<Times> {
  const base = `${product.url}/api/v2/${chain.slug}/booking/store/${store.id}`;
  const reply = await fetch(`${base}/times?date=${chain.today}&minutes=60&headCount=1`);
  const body = await reply.text();
  const bare = fork(path.join(import.meta.dirname, '../support/same-bytes-server.ts'), { execArgv: process.execArgv });
  try {
    const address = new Promise<AddressInfo>((resolve) => bare.once('message', resolve));
    bare.send({ headers: { 'content-type': 'application/json' }, body });
    const place = { ...visitors, url: `http://127.0.0.1:${(await address).port}` };
    const control: Times = { availability: [], board: [] };
    await Promise.all([browse(GUESTS, MS, control, place), readBoard(MS, control), postWaves(place, waveMs)]);
    return control;
  } finally {
    await stopChild(bare);
  }
}

/** Waves of bookings at the pace of the measured ones. */
async function postWaves(place: BookingPlace, waveMs: number): Promise<void> {
  const until = performance.now() + MS;
  const visitor = bookingVisitor(place);
  while (performance.now() < until) {
    const stay = { ...slotOf(0), roomId: null, guestPhone: '010-2000-0000', phoneCode: '123456', termsVersion: '' };
    await Promise.all(Array.from({ length: AT_ONCE }, () => postBooking(place, visitor.nextAddress(), stay)));
    await sleep(waveMs);
  }
}

interface Waves {
  readonly waves: number;
  readonly booked: number;
  readonly conflicts: number;
  /** Waited too long for a slot of the requests that write (BK-5). */
  readonly limited: number;
}

/** Waves of guests who book one slot at once: every second wave one room, the others any room. */
async function bookWaves(ms: number): Promise<Waves> {
  const until = performance.now() + ms;
  const visitor = bookingVisitor(visitors);
  const termsVersion = await visitor.readTermsVersion();
  const counts = { waves: 0, booked: 0, conflicts: 0, limited: 0 };
  while (performance.now() < until) {
    const isOneRoom = counts.waves % 2 === 0;
    const phones = await withClient(chain.superuserUrl, proveCodes);
    const stay = { ...slotOf(counts.waves), roomId: isOneRoom ? (store.roomIds[counts.waves % 200] ?? null) : null };
    const codes = await Promise.all(phones.map((phone) => postStay(visitor, { ...stay, ...phone, termsVersion })));
    const countOf = (code: string) => codes.filter((other) => other === code).length;
    const [booked, conflicts, limited] = [countOf('OK'), countOf('SLOT_TAKEN'), countOf('RATE_LIMITED')];
    if (booked + conflicts + limited < codes.length) throw new Error(`A booking was answered with ${codes.join(', ')}`);
    if (isOneRoom && booked > 1) throw new Error(`${booked} guests booked one room at once`);
    counts.waves += 1;
    counts.booked += booked;
    counts.conflicts += conflicts;
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
  { idle, busy, control }: { readonly idle: Times; readonly busy: Times; readonly control: Times },
  { waves, booked, conflicts, limited, doubles }: Waves & { readonly doubles: number },
) {
  const p95 = (times: readonly number[]) => percentileOf(times, 0.95);
  const availability = p95(busy.availability) / p95(idle.availability);
  const board = p95(busy.board) / p95(control.board);
  const said = (times: readonly number[]) => `p95 ${p95(times).toFixed(1)} ms of ${times.length} requests`;
  console.log(
    `${GUESTS} guests, ${AT_ONCE} at once for one slot: ${waves} waves, ${booked} booked, ${conflicts} refused as taken, ${limited} asked to wait`,
  );
  console.log(`double bookings: ${doubles} (promised: 0)`);
  console.log(
    `availability: ${said(busy.availability)}; idle ${said(idle.availability)}; ratio ${availability.toFixed(2)} (promised: ≤ ${PROMISED})`,
  );
  console.log(
    `board of staff: ${said(busy.board)}; beside the same guests at a bare server ${said(control.board)}; ratio ${board.toFixed(2)} (promised: ≤ ${PROMISED_BOARD}); idle ${said(idle.board)}`,
  );
  if (doubles !== 0 || booked === 0 || !(availability <= PROMISED) || !(board <= PROMISED_BOARD)) process.exitCode = 1;
}
