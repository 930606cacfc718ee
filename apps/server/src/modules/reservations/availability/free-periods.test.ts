// @sweep 1/8 (decision 086)
import type { FreePeriod } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { settleDue } from '../timers.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('conflicts and free alternatives (RV-2)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  beforeEach(() => clock.set(NOW));
  afterAll(() => server.close());

  const free = (answer: Answer): FreePeriod[] => {
    expect([answer.status, answer.body['code']]).toEqual([409, 'SLOT_TAKEN']);
    return answer.body['free'] as unknown as FreePeriod[];
  };
  const link = async (whole: string | undefined, parts: readonly (string | undefined)[]) => {
    const { body: room } = await desk.admin.call('GET', `/${desk.shop.slug}/room/${whole}`);
    expect(
      (
        await desk.admin.call('PATCH', `/${desk.shop.slug}/room/${whole}`, {
          version: room['version'],
          partRoomIds: parts,
        })
      ).status,
    ).toBe(200);
  };

  it('allows reservations that touch, buffer included, and rejects any closer one', async () => {
    desk = await openBookingDesk(server);
    await desk.set({ buffer_minutes: 30 });
    await desk.createReservation(desk.time(3));
    free(await desk.book(desk.time(1)));
    expect((await desk.book(desk.time(0.5))).status).toBe(200);
    free(await desk.book(desk.time(5)));
    expect((await desk.book(desk.time(5.5))).status).toBe(200);
    // A block has no buffer after it.
    expect((await desk.book({ kind: 'BLOCK', ...desk.time(8, 1) })).status).toBe(200);
    free(await desk.book({ kind: 'BLOCK', ...desk.time(7.5, 0.5) }));
    expect((await desk.book({ kind: 'BLOCK', ...desk.time(9, 1) })).status).toBe(200);
  });

  it('suggests free periods, first in other rooms at that time, and each of them can be booked', async () => {
    desk = await openBookingDesk(server, { rooms: 5 });
    await desk.set({ buffer_minutes: 30 });
    await desk.createReservation(desk.time(3));
    await desk.createReservation({ roomId: desk.roomIds[1], ...desk.time(4) });
    const found = free(await desk.book(desk.time(3)));
    expect(found.map((it) => it.roomId)).toEqual([
      desk.roomIds[2],
      desk.roomIds[3],
      desk.roomIds[4],
      desk.roomIds[0],
      desk.roomIds[0],
      desk.roomIds[0],
    ]);
    expect(found.slice(3).map((it) => it.startsAt)).toEqual([
      desk.time(5.5).startsAt,
      desk.time(0.5).startsAt,
      desk.time(6).startsAt,
    ]);
    for (const [index, { roomId, startsAt, endsAt }] of found.entries()) {
      const { status, body } = await desk.book({ roomId, startsAt, endsAt });
      expect(status, `${index}: ${JSON.stringify(body)}`).toBe(200);
      expect((await desk.verb(body, 'cancel')).status).toBe(200);
    }
  });

  it('suggests no room that is too small, archived, closed or without a price', async () => {
    desk = await openBookingDesk(server, { rooms: 5 });
    const [, small, archived, closed, unpriced] = desk.roomIds;
    await server.withActor(desk.admin.actor, async (tx) => {
      await tx
        .updateTable('rooms')
        .set({ capacity: 2 })
        .where('id', '=', small ?? '')
        .execute();
      await tx
        .updateTable('rooms')
        .set({ archived_at: NOW })
        .where('id', '=', archived ?? '')
        .execute();
      await tx
        .updateTable('price_policies')
        .set({ room_ids: desk.roomIds.filter((id) => id !== unpriced) })
        .where('store_id', '=', desk.storeId)
        .execute();
    });
    await desk.admin.call('POST', `/${desk.shop.slug}/store/${desk.storeId}/closure`, {
      roomIds: [closed],
      ...desk.time(2, 1),
      reason: '공사',
    });
    await desk.createReservation();
    const found = free(await desk.book({ headCount: 4 }));
    expect(new Set(found.map((it) => it.roomId))).toEqual(new Set([desk.roomIds[0]]));
    expect(found).toHaveLength(6);
  });

  it('blocks a composite room and its parts for each other', async () => {
    desk = await openBookingDesk(server, { rooms: 4 });
    const [whole, left, right, apart] = desk.roomIds;
    await link(whole, [left, right]);
    const ofLeft = await desk.createReservation({ roomId: left });
    free(await desk.book({ roomId: whole }));
    expect((await desk.book({ roomId: right })).status).toBe(200);
    const ofWhole = await desk.createReservation({ roomId: whole, ...desk.time(3) });
    expect(free(await desk.book({ roomId: left, ...desk.time(3) })).map((it) => it.roomId)).not.toContain(right);
    free(await desk.book({ roomId: right, ...desk.time(4, 1) }));
    expect((await desk.book({ roomId: apart, ...desk.time(3) })).status).toBe(200);
    free(await desk.edit(ofLeft, desk.time(2)));
    const { body: moved } = await desk.edit(ofWhole, { roomId: whole, ...desk.time(5) });
    expect((await desk.edit(ofLeft, desk.time(3))).status).toBe(200);
    await desk.verb(moved, 'cancel');
    expect((await desk.book({ roomId: right, ...desk.time(5) })).status).toBe(200);

    const { body: board } = await desk.admin.call(
      'GET',
      `/${desk.shop.slug}/reservations/daily?storeId=${desk.storeId}&date=2026-11-21`,
    );
    const closures = board['rooms']?.find((it) => it['room']?.['id'] === whole)?.['closures'] ?? [];
    expect(closures.map((it) => [it['startsAt'], it['reason'], typeof it['reservationId']])).toEqual([
      [desk.time(3).startsAt, 'Room 2', 'string'],
      [desk.time(1).startsAt, 'Room 3', 'string'],
      [desk.time(5).startsAt, 'Room 3', 'string'],
    ]);
  });

  it('frees an unpaid hold when its timer runs', async () => {
    desk = await openBookingDesk(server);
    const held = await desk.createReservation({ state: 'PENDING' });
    free(await desk.book());
    clock.advance(15 * MINUTE_MS);
    await settleDue({ db: server.app.db, clock });
    const it = await desk.read(held);
    expect(it).toMatchObject({ state: 'EXPIRED', holdExpiresAt: null, version: 2 });
    expect(it['history']?.at(-1)).toMatchObject({ kind: 'EXPIRED', actorKind: 'SYSTEM' });
  });

  it('does not let a lapsed hold block a booking when its timer is late', async () => {
    desk = await openBookingDesk(server);
    const held = await desk.createReservation({ state: 'PENDING' });
    // Simulates a timer that is late.
    await server.withActor({ kind: 'system' }, (tx) =>
      tx
        .updateTable('jobs')
        .set({ due_at: new Date('2100-01-01T00:00:00Z') })
        .where('kind', '=', 'reservations.due')
        .execute(),
    );
    clock.advance(15 * MINUTE_MS);
    expect((await desk.book({ startsAt: held['startsAt'], endsAt: held['endsAt'] })).status).toBe(200);
    expect((await desk.read(held))['state']).toBe('EXPIRED');
  });

  it('does not expire a hold that was confirmed in time', async () => {
    desk = await openBookingDesk(server);
    const held = await desk.createReservation({ state: 'PENDING' });
    await desk.verb(held, 'confirm');
    clock.advance(15 * MINUTE_MS);
    await settleDue({ db: server.app.db, clock });
    free(await desk.book({ startsAt: held['startsAt'], endsAt: held['endsAt'] }));
    expect((await desk.read(held))['state']).toBe('CONFIRMED');
  });
});
