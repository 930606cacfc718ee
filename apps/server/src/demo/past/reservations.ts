import {
  addDays,
  businessDateOf,
  businessDay,
  cancellationOf,
  isLive,
  makeReservationCode,
  openPeriods,
  calculatePrice,
  weekdayOf,
  zonedInstant,
  type Period,
} from '@munjigi/rules';
import type { BlockReason, CancellationTier, ReservationState } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { readPricing, type PricingContext } from '../../modules/price-policies/index.ts';
import { guestColumns } from '../../modules/reservations/index.ts';
import { demandAt } from './demand.ts';
import { seededRandom, type SeededRandom } from '../random.ts';
import { GIVEN_NAMES, SURNAMES } from '../world.ts';

/** Seeds ninety days back and fourteen ahead, with the rhythm of a week; each day is seeded once. */

const DAYS_BACK = 90;
const DAYS_AHEAD = 14;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Durations of stays in hours. */
const STAYS = [1, 1.5, 2, 2, 2, 3, 3, 4] as const;

interface Place {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
  /** Differs for each store, so that two stores have different days. */
  readonly seed: number;
  /** The share of reservations that a booking channel made. */
  readonly channelShare: number;
}

interface Scene extends Place {
  readonly random: SeededRandom;
  readonly pricing: PricingContext;
  readonly bufferMs: number;
  readonly dayCutoff: string;
  readonly tiers: readonly CancellationTier[];
  /** A separate random source, so that cancellations do not change the seeded stays. */
  readonly moneyRandom: SeededRandom;
}

interface Room {
  readonly id: string;
  readonly capacity: number;
}

export async function seedReservations(tx: Tx, place: Place): Promise<void> {
  const store = await tx
    .selectFrom('stores')
    .select(['time_zone', 'hours', 'buffer_minutes', 'day_cutoff', 'cancellation_tiers'])
    .where('id', '=', place.storeId)
    .executeTakeFirstOrThrow();
  const zone = { timeZone: store.time_zone, dayCutoff: store.day_cutoff };
  const today = businessDateOf(zone, place.now);
  const seeded = new Set(await findSeededDays(tx, addDays(today, -DAYS_BACK)));
  const rooms = await tx
    .selectFrom('rooms')
    .select(['id', 'capacity'])
    .where('archived_at', 'is', null)
    // Combined rooms stay free for visitors of the demo.
    .where('id', 'not in', tx.selectFrom('room_parts').select('room_id'))
    .orderBy('sort_order')
    .execute();
  const pricing = await readPricing(tx, place.storeId);
  const seriesId = await ensureSeries(tx, place);
  const rows: Row[] = [];
  for (let day = -DAYS_BACK; day <= DAYS_AHEAD; day += 1) {
    const date = addDays(today, day);
    if (seeded.has(date)) continue;
    const seed = place.seed + Number(date.replaceAll('-', ''));
    const [random, moneyRandom] = [seededRandom(seed), seededRandom(seed + 50_000_000)];
    const tiers = store.cancellation_tiers;
    const scene: Scene = {
      ...place,
      random,
      moneyRandom,
      tiers,
      pricing,
      bufferMs: store.buffer_minutes * MINUTE_MS,
      dayCutoff: store.day_cutoff,
    };
    const { startsAt, endsAt } = businessDay(zone, date);
    const open = openPeriods({ timeZone: store.time_zone, hours: store.hours }, startsAt, endsAt);
    const isBusy = weekdayOf(date) >= 6 || pricing.isHoliday(date);
    const clubRoom = rooms[Math.min(2, rooms.length - 1)];
    if (clubRoom && weekdayOf(date) === CLUB.weekday) rows.push(clubEvening(scene, { room: clubRoom, date, seriesId }));
    rows.push(...rooms.flatMap((room, number) => dayOfRoom(scene, { room, number, open, date, isBusy })));
  }
  const first = rows[0];
  if (first) await insertFree(tx, rows, await readKept(tx, first.starts_at));
}

/** Days that the demo has seeded; days with only a visitor's reservations are not among them. */
async function findSeededDays(tx: Tx, from: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('reservations')
    .select('business_date')
    .where('business_date', '>=', from)
    .where('memo', '=', DAY_MARK)
    .execute();
  return rows.map((row) => row.business_date);
}
const DAY_MARK = '정기 점검';

/** A club with a weekly reservation. */
const CLUB = { weekday: 3, startsAt: '19:00', hours: 2, name: '한지민', phone: '010-7312-4096' } as const;

async function ensureSeries(tx: Tx, { productId, storeId, now }: Place): Promise<string> {
  const existing = await tx
    .selectFrom('reservation_series')
    .select('id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (existing) return existing.id;
  const id = uuidv7();
  const rule = {
    frequency: 'WEEKLY',
    interval: 1,
    weekdays: [CLUB.weekday],
    until: addDays(now.toISOString().slice(0, 10), 180),
  };
  await tx
    .insertInto('reservation_series')
    .values({
      product_id: productId,
      store_id: storeId,
      id,
      rule: JSON.stringify(rule),
      created_at: new Date(now.getTime() - (DAYS_BACK + 1) * 24 * HOUR_MS),
    })
    .execute();
  return id;
}

function clubEvening(scene: Scene, { room, date, seriesId }: { room: Room; date: string; seriesId: string }): Row {
  const startsAt = zonedInstant(scene.pricing.timeZone, date, CLUB.startsAt);
  const row = rowOf(scene, {
    room,
    date,
    startsAt,
    endsAt: new Date(startsAt.getTime() + CLUB.hours * HOUR_MS),
    block: null,
  });
  return { ...row, series_id: seriesId, guest_name: CLUB.name, guest_phone: CLUB.phone, memo: '정기 모임' };
}

interface Day {
  readonly room: Room;
  readonly number: number;
  readonly open: readonly Period[];
  readonly date: string;
  readonly isBusy: boolean;
}

function dayOfRoom(scene: Scene, { room, number, open, date, isBusy }: Day): Row[] {
  const { random, bufferMs, pricing } = scene;
  const rows: Row[] = [];
  for (const period of open) {
    let at = period.startsAt.getTime();
    const end = period.endsAt.getTime();
    // One block a day, in one room: it marks the day as seeded.
    if (number === weekdayOf(date) % 2 && period === open[0]) {
      rows.push(
        rowOf(scene, { room, date, startsAt: new Date(at), endsAt: new Date(at + HOUR_MS), block: 'CLEANING' }),
      );
      at += HOUR_MS;
    }
    while (at + HOUR_MS <= end) {
      if (random.next() > demandAt(pricing.timeZone, new Date(at), isBusy)) {
        at += HOUR_MS / 2;
        continue;
      }
      const stay = random.pick(STAYS) * HOUR_MS;
      const endsAt = Math.min(at + stay, end);
      rows.push(rowOf(scene, { room, date, startsAt: new Date(at), endsAt: new Date(endsAt), block: null }));
      const isCancelled = rows.at(-1)?.state === 'CANCELLED';
      // Another guest often takes a time that was cancelled.
      if (!isCancelled || random.next() < 0.4) at = endsAt + Math.ceil(bufferMs / (30 * MINUTE_MS)) * 30 * MINUTE_MS;
    }
  }
  return rows;
}

type Row = ReturnType<typeof rowOf>;

/** One number is drawn in every case, so that the rest of the demo does not depend on the share of channels. */
function channelAt(drawn: number, channelShare: number, block: BlockReason | null): 'STAFF' | 'WALK_IN' | 'CHANNEL' {
  if (block) return 'STAFF';
  if (drawn < 0.15) return 'WALK_IN';
  return drawn < 0.15 + channelShare ? 'CHANNEL' : 'STAFF';
}

interface What {
  readonly room: Room;
  readonly date: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly block: BlockReason | null;
}

function rowOf(scene: Scene, { room, date, startsAt, endsAt, block }: What) {
  const { random, pricing, now } = scene;
  const headCount = block ? 0 : random.int(2, room.capacity);
  const price = block ? null : calculatePrice({ ...pricing, roomId: room.id, startsAt, endsAt, headCount });
  const state = stateOf(scene, startsAt, endsAt, block !== null);
  const lines = price?.kind === 'priced' ? price.lines : [];
  const amount = price?.kind === 'priced' ? price.totalAmount : 0;
  const phone = block ? '' : `010-${random.int(2000, 9999)}-${String(random.int(0, 9999)).padStart(4, '0')}`;
  const [drawn, ago] = [random.int(1, 14 * 24), random.int(5, 14 * 24 * 60)];
  // Most guests book on the day, few a week before. Future reservations are booked already, on any of the last days, so
  // that one week sells about as much as another.
  const lead = drawn <= 235 ? 1 + (drawn % 24) : drawn - 211;
  const booked = startsAt.getTime() - lead * HOUR_MS;
  const createdAt = new Date(booked < now.getTime() - 5 * MINUTE_MS ? booked : now.getTime() - ago * MINUTE_MS);
  const isPaid = !block && state !== 'CANCELLED' && random.next() < 0.92;
  return {
    product_id: scene.productId,
    store_id: scene.storeId,
    id: uuidv7({ msecs: createdAt.getTime() }),
    room_id: room.id,
    code: makeReservationCode(Uint8Array.from({ length: 32 }, () => random.int(0, 255))),
    kind: block ? ('BLOCK' as const) : ('GUEST' as const),
    state,
    starts_at: startsAt,
    ends_at: endsAt,
    buffer_ends_at: new Date(endsAt.getTime() + (block ? 0 : scene.bufferMs)),
    business_date: date,
    guest_name: block ? '' : random.pick(SURNAMES) + random.pick(GIVEN_NAMES),
    guest_phone: phone,
    ...contactOf(phone),
    head_count: headCount,
    channel: channelAt(random.next(), scene.channelShare, block),
    block_reason: block,
    memo: block
      ? DAY_MARK
      : random.next() < 0.06
        ? random.pick(['생일 파티', '단체 회식', '유아 동반', '콘솔 대여 요청', '주차 1대'])
        : '',
    price_amount: amount,
    price_lines: JSON.stringify(lines),
    paid_amount: isPaid ? amount : 0,
    hold_expires_at: null,
    series_id: null as string | null,
    created_at: createdAt,
    ...(state === 'CANCELLED' ? cancelled(scene, { createdAt, startsAt, amount }) : NOT_CANCELLED),
  };
}

/** Of a hundred guests five read English, and ten left an e-mail address (MS-13, MS-14). */
function contactOf(phone: string): { readonly guest_email: string; readonly guest_language: 'ko' | 'en' } {
  const number = phone === '' ? 99 : Number(phone.slice(-2));
  return {
    guest_email: number < 10 ? `guest${phone.slice(-4)}@example.com` : '',
    guest_language: number < 5 ? 'en' : 'ko',
  };
}

const NOT_CANCELLED = {
  cancelled_at: null as Date | null,
  refund_percent: null as number | null,
  refund_amount: null as number | null,
};

/** Most cancelled reservations were paid, and were refunded by the store's tiers. */
function cancelled(
  { moneyRandom, tiers, now }: Scene,
  { createdAt, startsAt, amount }: { createdAt: Date; startsAt: Date; amount: number },
) {
  const at = new Date((createdAt.getTime() + Math.min(startsAt.getTime(), now.getTime())) / 2);
  if (moneyRandom.next() < 0.3) return { ...NOT_CANCELLED, cancelled_at: at };
  const { refundPercent, refundAmount } = cancellationOf(tiers, { startsAt, now: at, paidAmount: amount });
  return {
    cancelled_at: at,
    refund_percent: refundPercent,
    refund_amount: refundAmount,
    paid_amount: amount - refundAmount,
  };
}

function stateOf({ random, now }: Scene, startsAt: Date, endsAt: Date, isBlock: boolean): ReservationState {
  const chance = random.next();
  if (!isBlock && chance < 0.06) return 'CANCELLED';
  if (endsAt <= now) return !isBlock && chance < 0.09 ? 'NO_SHOW' : 'COMPLETED';
  return startsAt <= now ? 'IN_USE' : 'CONFIRMED';
}

interface Kept {
  readonly room_id: string;
  readonly from: Date;
  readonly to: Date;
}

/** Periods that occupy a room from `from` on: a guest of the evening before, or a visitor's own reservation. */
async function readKept(tx: Tx, from: Date): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select room_id, starts_at as from, ends_at as to from reservation_holds where ends_at > ${from}`.execute(tx);
  return rows;
}

/** Inserts the rows that overlap no existing one, many rows in one statement. */
async function insertFree(tx: Tx, rows: readonly Row[], occupied: Kept[]): Promise<void> {
  const free = rows.filter((row) => {
    if (!isLive(row.state) && row.state !== 'COMPLETED') return true;
    const isTaken = occupied.some(
      (other) => other.room_id === row.room_id && other.from < row.buffer_ends_at && row.starts_at < other.to,
    );
    if (!isTaken) occupied.push({ room_id: row.room_id, from: row.starts_at, to: row.buffer_ends_at });
    return !isTaken;
  });
  for (let at = 0; at < free.length; at += 500) {
    const some = free.slice(at, at + 500);
    await tx
      .insertInto('reservations')
      .values(some.map((row) => ({ ...row, ...guestColumns(tx, row) })))
      .execute();
    await tx.insertInto('reservation_events').values(some.map(toCreationEvent)).execute();
  }
}

function toCreationEvent(row: Row) {
  return {
    product_id: row.product_id,
    store_id: row.store_id,
    id: uuidv7({ msecs: row.created_at.getTime() }),
    reservation_id: row.id,
    at: row.created_at,
    kind: 'CREATED' as const,
    actor_kind: 'PERSON' as const,
    actor_id: null,
    actor_label: '박점주',
    reason: null,
    amount: null,
    before: null,
  };
}
