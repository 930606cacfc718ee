import type { CaseOutcome } from '@munjigi/contract';
import { addDays, businessDateOf, businessDay } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { seededRandom, type SeededRandom } from '../random.ts';

/** Seeds help-desk cases of the last days (NX-2), each day once. */

const DAYS_BACK = 7;
const MOST_A_DAY = 3;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/**
 * Each entry is as frequent as it is repeated. `fromStart`: minutes from the start of the stay to the call; `seconds`:
 * duration of the help.
 */
const OVER_MS = 10 * MINUTE_MS;
const PEOPLE = ['정상담', '정상담', '정상담', '이부장'] as const;

/**
 * Each entry is as frequent as it is repeated. `fromStart`: minutes from the start of the stay to the call; `seconds`:
 * duration of the help.
 */
const CALLS: readonly {
  readonly outcome: CaseOutcome;
  readonly note: string;
  readonly fromStart: readonly [number, number];
  readonly seconds: readonly [number, number];
}[] = [
  { outcome: 'DOOR_OPENED', note: '', fromStart: [-8, 12], seconds: [22, 95] },
  { outcome: 'DOOR_OPENED', note: '', fromStart: [-8, 12], seconds: [22, 95] },
  { outcome: 'DOOR_OPENED', note: '휴대폰이 꺼져서 코드를 못 봄', fromStart: [0, 15], seconds: [40, 140] },
  { outcome: 'NEW_CODE', note: '', fromStart: [-10, 20], seconds: [45, 170] },
  { outcome: 'EXTENDED', note: '', fromStart: [35, 55], seconds: [50, 200] },
  { outcome: 'EXPLAINED', note: '한 시간 일찍 오셔서 시작 시각을 안내함', fromStart: [-70, -40], seconds: [60, 240] },
  { outcome: 'EXPLAINED', note: '옆 건물 입구로 가셔서 위치를 안내함', fromStart: [-12, 5], seconds: [80, 300] },
  { outcome: 'PASSED_ON', note: '도어록 건전지 교체를 점주에게 부탁함', fromStart: [-5, 10], seconds: [240, 600] },
  { outcome: 'NOT_REACHED', note: '', fromStart: [0, 25], seconds: [180, 420] },
];

interface Place {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
  /** Differs for each store, so that two stores have different days. */
  readonly seed: number;
}

export async function seedHelpDesk(tx: Tx, place: Place): Promise<void> {
  const { productId, storeId, now } = place;
  const people = await findPeople(tx, productId);
  if (people.size === 0) return;
  const store = await tx
    .selectFrom('stores')
    .select(['time_zone', 'day_cutoff'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  const zone = { timeZone: store.time_zone, dayCutoff: store.day_cutoff };
  const today = businessDateOf(zone, now);
  const first = addDays(today, -DAYS_BACK);
  // A call before the day's cut-off belongs to the previous business date.
  const existing = await tx
    .selectFrom('help_desk_cases')
    .select(['business_date', 'reservation_id'])
    .where('business_date', '>=', addDays(first, -1))
    .execute();
  const seeded = new Set(existing.map((row) => row.business_date));
  const isHelped = new Set(existing.map((row) => row.reservation_id));
  const guests = await tx
    .selectFrom('reservations')
    .select(['id', 'starts_at'])
    .where('kind', '=', 'GUEST')
    .where('state', 'in', ['IN_USE', 'COMPLETED'])
    .where('starts_at', '>=', businessDay(zone, first).startsAt)
    .orderBy('starts_at')
    .orderBy('code')
    .execute();
  for (let date = first; date <= today; date = addDays(date, 1)) {
    if (seeded.has(date)) continue;
    const ofDay = guests.filter((guest) => businessDateOf(zone, guest.starts_at) === date);
    await seedDay(tx, place, { date, zone, guests: ofDay, isHelped, people });
  }
}

/** The ids of the help-desk people by their names. */
async function findPeople(tx: Tx, productId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('product_id', '=', productId)
    .where('name', 'in', [...PEOPLE])
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** A business date with the guests who can call on it. */
interface Day {
  readonly date: string;
  readonly zone: { readonly timeZone: string; readonly dayCutoff: string };
  readonly guests: readonly { readonly id: string; readonly starts_at: Date }[];
  /** The reservations that already have a case. */
  readonly isHelped: ReadonlySet<string>;
  readonly people: ReadonlyMap<string, string>;
}

async function seedDay(
  tx: Tx,
  { productId, storeId, now, seed }: Place,
  { date, zone, guests, isHelped, people }: Day,
): Promise<void> {
  const random = seededRandom(seed + Number(date.replaceAll('-', '')));
  for (const { id, starts_at } of chosen(random, guests)) {
    const call = random.pick(CALLS);
    const [openedAt, seconds] = [
      new Date(starts_at.getTime() + random.int(...call.fromStart) * MINUTE_MS + random.int(0, 59) * SECOND_MS),
      random.int(...call.seconds),
    ];
    const personName = random.pick(PEOPLE);
    const personId = people.get(personName);
    if (personId === undefined || isHelped.has(id) || openedAt.getTime() > now.getTime() - OVER_MS) continue;
    await tx
      .insertInto('help_desk_cases')
      .values({
        product_id: productId,
        store_id: storeId,
        id: uuidv7({ msecs: openedAt.getTime() }),
        reservation_id: id,
        person_id: personId,
        person_name: personName,
        opened_at: openedAt,
        business_date: businessDateOf(zone, openedAt),
        resolved_at: new Date(openedAt.getTime() + seconds * SECOND_MS),
        outcome: call.outcome,
        note: call.note,
      })
      .execute();
  }
}

/** Picks some guests of a day, each at most once, in their order. */
function chosen<T>(random: SeededRandom, guests: readonly T[]): T[] {
  const remaining = [...guests];
  const picked = new Set<T>();
  for (let times = random.int(1, MOST_A_DAY); times > 0 && remaining.length > 0; times -= 1)
    picked.add(...(remaining.splice(random.int(0, remaining.length - 1), 1) as [T]));
  return guests.filter((guest) => picked.has(guest));
}
