/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { problemBody } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  insertReservation,
  makeReservation,
  startTestServer,
  until,
  type Caller,
  type ReservationInput,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';
import { storeActor } from '../../db/index.ts';

const clock = fakeClock();
const at = (time: string) => new Date(`2026-11-22T${time}:00.000Z`);

describe('a room that consists of parts (RV-2)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let storeId: string;
  let [whole, a, b, c] = ['', '', '', ''];

  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await server.makeShop({ rooms: 4 });
    admin = await server.signIn(shop, ['ADMIN']);
    storeId = shop.stores[0]?.id ?? '';
    [whole = '', a = '', b = '', c = ''] = shop.stores[0]?.rooms.map((it) => it.id) ?? [];
  });

  async function link(roomId: string, partRoomIds: readonly string[]) {
    const path = `/${shop.slug}/room/${roomId}`;
    const { body } = await admin.call('GET', path);
    return admin.call('PATCH', path, { version: body['version'], partRoomIds });
  }
  async function refusal(answer: Promise<{ body: unknown }>): Promise<unknown[]> {
    const problem = problemBody.parse((await answer).body);
    return [problem.code, ...(problem.errors ?? []).flatMap((it) => [it.path, it.code])];
  }
  const reserve = (roomId: string, from: string, to: string, more: Partial<ReservationInput> = {}) =>
    makeReservation(server, shop, storeId, { roomId, startsAt: at(from), endsAt: at(to), ...more });
  const holds = async (id: string) =>
    server.withActor(admin.actor, async (tx) =>
      (
        await tx
          .selectFrom('reservation_holds')
          .select('room_id')
          .where('reservation_id', '=', id)
          .orderBy('room_id')
          .execute()
      ).map((row) => row.room_id),
    );

  it('occupies its parts from then on, also for existing reservations, and itself again without parts', async () => {
    const id = await reserve(whole, '10:00', '11:00');
    expect(await holds(id)).toEqual([whole]);
    expect((await link(whole, [a, b])).status).toBe(200);
    expect(await holds(id)).toEqual([a, b].sort());
    await expect(reserve(a, '10:30', '11:30')).rejects.toThrow('reservation_holds_no_overlap');
    expect((await link(whole, [b])).status).toBe(200);
    expect(await holds(id)).toEqual([b]);
    expect((await link(whole, [])).status).toBe(200);
    expect(await holds(id)).toEqual([whole]);
    await reserve(a, '10:30', '11:30');
  });

  it('rejects parts that would put two reservations into one room, and lists both', async () => {
    const ofWhole = await reserve(whole, '10:00', '11:00', { bufferMinutes: 30 });
    const ofPart = await reserve(a, '11:15', '12:00');
    await reserve(b, '11:30', '12:00');
    const block = await reserve(c, '09:00', '10:01', { kind: 'BLOCK' });
    const answer = await link(whole, [a, b, c]);
    const problem = problemBody.parse(answer.body);
    expect([answer.status, problem.code, problem.strandedCount]).toEqual([409, 'WOULD_STRAND', 3]);
    expect(problem.stranded?.map((it) => it.id)).toEqual([block, ofWhole, ofPart]);
    expect(await holds(ofWhole)).toEqual([whole]);
    expect((await link(whole, [b])).status).toBe(200);
  });

  it('rejects parts that another composite room shares when their reservations overlap', async () => {
    expect((await link(c, [a])).status).toBe(200);
    const ofThird = await reserve(c, '10:00', '11:00');
    const ofWhole = await reserve(whole, '10:00', '11:00');
    expect(
      problemBody
        .parse((await link(whole, [a, b])).body)
        .stranded?.map((it) => it.id)
        .sort(),
    ).toEqual([ofThird, ofWhole].sort());
  });

  it('ignores reservations that have ended', async () => {
    const past = await reserve(whole, '10:00', '11:00', {
      startsAt: new Date('2026-11-20T10:00:00Z'),
      endsAt: new Date('2026-11-20T11:00:00Z'),
    });
    await reserve(a, '10:00', '11:00', {
      startsAt: new Date('2026-11-20T10:00:00Z'),
      endsAt: new Date('2026-11-20T11:00:00Z'),
    });
    expect((await link(whole, [a])).status).toBe(200);
    expect(await holds(past)).toEqual([whole]);
  });

  it('rejects a part that has parts, a part that becomes a composite room, and archived parts', async () => {
    expect((await link(whole, [a, b])).status).toBe(200);
    expect(await refusal(link(c, [whole]))).toEqual(['ROOM_PARTS_INVALID', 'partRoomIds.0', 'has_parts']);
    expect(await refusal(link(a, [c]))).toEqual(['ROOM_PARTS_INVALID', 'partRoomIds', 'is_a_part']);
    await admin.call('POST', `/${shop.slug}/room/${c}/archive`, { version: 1, isArchived: true });
    expect(await refusal(link(whole, [a, c]))).toEqual(['ROOM_PARTS_INVALID', 'partRoomIds.1', 'archived']);
    expect(
      await refusal(
        admin.call('POST', `/${shop.slug}/room`, { storeId, name: 'X', capacity: 1, partRoomIds: [a, whole] }),
      ),
    ).toEqual(['ROOM_PARTS_INVALID', 'partRoomIds.1', 'has_parts']);
  });

  it('lets one of two concurrent requests win that would make each other a part', async () => {
    const answers = await Promise.all([link(a, [b]), link(b, [a])]);
    expect(answers.map((it) => it.status).sort()).toEqual([200, 422]);
  });

  it('waits for a concurrent writer of a reservation and then rebuilds its holds', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let isWritten = false;
    const slow = server.withActor(storeActor(shop.productId, storeId), async (tx) => {
      const id = await insertReservation(
        tx,
        { productId: shop.productId, storeId, at: clock.now() },
        { roomId: whole, startsAt: at('10:00'), endsAt: at('11:00') },
      );
      isWritten = true;
      await held;
      return id;
    });
    await until('the reservation is written', () => isWritten);
    const linking = link(whole, [a]);
    await until('the link waits', async () => {
      const { rows } = await waiting();
      return rows.length > 0;
    });
    letGo();
    expect((await linking).status).toBe(200);
    expect(await holds(await slow)).toEqual([a]);
  });

  async function waiting(): Promise<{ rows: unknown[] }> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      return await client.query(
        "select from pg_locks where not granted and mode = 'ShareRowExclusiveLock' and database = (select oid from pg_database where datname = current_database())",
      );
    } finally {
      await client.end();
    }
  }

  it('never puts two reservations into one room when reservations and parts change at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const hour = String(round).padStart(2, '0');
      await link(whole, []);
      await Promise.allSettled([
        reserve(whole, `${hour}:00`, `${hour}:30`),
        link(whole, [a, b]),
        reserve(a, `${hour}:00`, `${hour}:30`),
        reserve(b, `${hour}:00`, `${hour}:30`),
      ]);
      const parts = await server.withActor(
        admin.actor,
        async (tx) =>
          (await tx.selectFrom('room_parts').select('part_room_id').where('room_id', '=', whole).execute()).length,
      );
      const rows = await server.withActor(admin.actor, (tx) =>
        tx
          .selectFrom('reservations')
          .select(['id', 'room_id'])
          .where('starts_at', '=', at(`${hour}:00`))
          .execute(),
      );
      for (const row of rows) expect(await holds(row.id)).toHaveLength(row.room_id === whole && parts > 0 ? 2 : 1);
      const kept = (await Promise.all(rows.map((row) => holds(row.id)))).flat();
      expect(new Set(kept).size).toBe(kept.length);
    }
  });
});
