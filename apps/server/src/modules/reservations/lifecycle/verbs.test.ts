// @sweep 1/8 (decision 086)
import { RESERVATION_STATES, reservationDetail, type ReservationState } from '@munjigi/contract';
import { RESERVATION_MOVES } from '@munjigi/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  listenToEvents,
  makeReservation,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { settleDue } from '../timers.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

/** The actions on a reservation and the states that they lead to. `edit` and `extend` do not change the state. */
const VERBS = [
  { name: 'confirm', to: 'CONFIRMED' },
  { name: 'check-in', to: 'IN_USE' },
  { name: 'complete', to: 'COMPLETED' },
  { name: 'cancel', to: 'CANCELLED' },
  { name: 'no-show', to: 'NO_SHOW' },
] as const;

describe('the states of a reservation (RV-1)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openBookingDesk(server, { rooms: 120 });
  });
  beforeEach(() => clock.set(NOW));
  afterAll(() => server.close());

  let room = 0;
  /** Creates a reservation in the given state that starts now, in a room without others. */
  async function inState(state: ReservationState): Promise<Answer['body']> {
    const roomId = desk.roomIds[room];
    room += 1;
    const reservation = await desk.createReservation({
      roomId,
      ...desk.time(0),
      state: state === 'PENDING' || state === 'EXPIRED' ? 'PENDING' : 'CONFIRMED',
    });
    const after = async (name: string, of = reservation) => (await desk.verb(of, name)).body;
    switch (state) {
      case 'PENDING':
      case 'CONFIRMED':
        return reservation;
      case 'IN_USE':
        return after('check-in');
      case 'COMPLETED':
        return after('complete', await after('check-in'));
      case 'CANCELLED':
        return after('cancel');
      case 'NO_SHOW':
        return after('no-show');
      case 'EXPIRED':
        clock.advance(16 * MINUTE_MS);
        await settleDue({ db: server.app.db, clock });
        clock.set(NOW);
        return desk.read(reservation);
    }
  }

  for (const state of RESERVATION_STATES) {
    it(
      `moves from ${state} to ${RESERVATION_MOVES[state].join(', ') || 'nothing'} and nowhere else`,
      { timeout: 60_000 },
      async () => {
        for (const { name, to } of VERBS) {
          const it = await inState(state);
          expect(it['state']).toBe(state);
          const { status, body } = await desk.verb(it, name);
          if (RESERVATION_MOVES[state].includes(to)) {
            expect([name, status, body['state'], Number(body['version'])]).toEqual([
              name,
              200,
              to,
              Number(it['version']) + 1,
            ]);
            expect(reservationDetail.parse(body).history.at(-1)).toMatchObject({
              actorKind: 'PERSON',
              actorLabel: 'ADMIN',
            });
            // The reply of a cancellation includes the history of the refund that it started.
            expect(await desk.read(it)).toEqual(reservationDetail.parse(body));
          } else {
            expect([name, status, body['code'], body['current']?.['state']]).toEqual([
              name,
              409,
              'STATE_NOT_ALLOWED',
              state,
            ]);
            expect(await desk.read(it)).toEqual(reservationDetail.parse(it));
          }
        }
      },
    );
  }

  it('edits and extends a live reservation and rejects an expired, cancelled or ended one', async () => {
    for (const state of RESERVATION_STATES) {
      const it = await inState(state);
      const isLive = RESERVATION_MOVES[state].length > 0;
      for (const answer of [
        await desk.edit(it, { memo: 'new' }),
        await desk.verb(await desk.read(it), 'extend', { minutes: 30 }),
      ]) {
        const refusal = answer.status === 200 ? null : answer.body['code'];
        expect([state, answer.status, refusal]).toEqual(
          isLive ? [state, 200, null] : [state, 409, 'STATE_NOT_ALLOWED'],
        );
      }
    }
  });

  it('rejects every change with a stale version with 409 and the current state (AP-4)', async () => {
    const it = await inState('PENDING');
    const { body: now } = await desk.edit(it, { memo: 'first' });
    const stale = { ...it };
    const answers = [
      await desk.verb(stale, 'confirm'),
      await desk.verb(stale, 'cancel'),
      await desk.verb(stale, 'extend', { minutes: 30 }),
      await desk.edit(stale, { memo: 'second' }),
      await desk.edit(stale, { headCount: 3 }),
      await desk.verb(stale, 'check-in'),
      await desk.verb(stale, 'complete'),
      await desk.verb(stale, 'no-show'),
    ];
    for (const { status, body } of answers)
      expect([status, body['code'], body['current']]).toEqual([409, 'STALE', now]);
  });

  it('checks in once the access window is open, and rejects an earlier check-in', async () => {
    const roomId = desk.roomIds[room];
    room += 1;
    const it = await desk.createReservation({ roomId, ...desk.time(1) });
    const tooEarly = await desk.verb(it, 'check-in');
    expect([tooEarly.status, tooEarly.body['code'], tooEarly.body['detail']]).toEqual([
      409,
      'OUTSIDE_ACCESS_WINDOW',
      '2026-11-21T06:50:00.000Z/2026-11-21T09:00:00.000Z',
    ]);
    clock.advance(50 * MINUTE_MS);
    const { body } = await desk.verb(it, 'check-in');
    expect(body['state']).toBe('IN_USE');
  });

  it('rejects a no-show before the start, and a no-show or check-in of a block', async () => {
    const roomId = desk.roomIds[room];
    room += 1;
    const it = await desk.createReservation({ roomId, ...desk.time(1) });
    expect((await desk.verb(it, 'no-show')).body['code']).toBe('STATE_NOT_ALLOWED');
    const block = await desk.createReservation({ roomId, kind: 'BLOCK', ...desk.time(4) });
    for (const name of ['no-show', 'check-in'])
      expect((await desk.verb(block, name)).body['code']).toBe('STATE_NOT_ALLOWED');
    clock.advance(HOUR_MS + 1);
    const { body } = await desk.verb(it, 'no-show', { reason: '연락 없음' });
    expect([body['state'], body['history']?.at(-1)?.['reason']]).toEqual(['NO_SHOW', '연락 없음']);
    expect(
      (
        await desk.book({
          roomId,
          ...desk.time(1, 0.5),
          startsAt: '2026-11-21T07:30:00Z',
          endsAt: '2026-11-21T09:00:00Z',
        })
      ).status,
    ).toBe(200);
  });

  it('frees the rest of the time, after the buffer, when a stay is completed early', async () => {
    const another = await openBookingDesk(server, { rooms: 1 });
    await another.set({ buffer_minutes: 30 });
    const it = await another.createReservation(another.time(0, 4));
    const { body: inUse } = await another.verb(it, 'check-in');
    clock.advance(61.5 * MINUTE_MS);
    const { body } = await another.verb(inUse, 'complete');
    expect([body['state'], body['endsAt'], body['bufferEndsAt'], body['priceAmount']]).toEqual([
      'COMPLETED',
      '2026-11-21T07:02:00.000Z',
      '2026-11-21T07:32:00.000Z',
      40_000,
    ]);
    const period = { startsAt: '2026-11-21T07:30:00Z', endsAt: '2026-11-21T08:30:00Z' };
    expect((await another.book(period)).body['code']).toBe('SLOT_TAKEN');
    expect((await another.book({ startsAt: '2026-11-21T08:00:00Z', endsAt: '2026-11-21T09:00:00Z' })).status).toBe(200);
  });

  it('cancels with the refund of the tier, a given percentage, or none without the capability to refund', async () => {
    const another = await openBookingDesk(server, { rooms: 1 });
    const care = await server.signIn(another.shop, ['CUSTOMER_MANAGER']);
    const paid = async (hours: number) => {
      const id = await makeReservation(server, another.shop, another.storeId, {
        roomId: another.roomIds[0] ?? '',
        startsAt: new Date(another.time(hours).startsAt),
        endsAt: new Date(another.time(hours).endsAt),
      });
      await server.withActor(another.admin.actor, (tx) =>
        tx.updateTable('reservations').set({ paid_amount: 20_001 }).where('id', '=', id).execute(),
      );
      return (await another.admin.call('GET', `/${another.shop.slug}/reservation/${id}`)).body;
    };
    const early = await paid(30);
    expect(early['cancellation']).toEqual({ hoursBefore: 24, refundPercent: 100, owedAmount: 0, refundAmount: 20_001 });
    const cancelled = await another.verb(early, 'cancel', { reason: '손님 요청' });
    expect(cancelled.body).toMatchObject({
      state: 'CANCELLED',
      refundPercent: 100,
      refundAmount: 20_001,
      cancelledAt: NOW.toISOString(),
      cancellation: null,
    });
    expect(cancelled.body['history']?.at(-1)).toMatchObject({ kind: 'CANCELLED', amount: 20_001, reason: '손님 요청' });

    const half = await another.verb(await paid(30), 'cancel', {});
    expect(half.body['refundAmount']).toBe(20_001);
    const later = await paid(3);
    expect((await another.verb(later, 'cancel', { refundPercent: 33 })).body).toMatchObject({
      refundPercent: 33,
      refundAmount: 6600,
    });
    const none = await paid(1);
    expect(none['cancellation']).toEqual({ hoursBefore: null, refundPercent: 0, owedAmount: 0, refundAmount: 0 });

    const byCare = await paid(40);
    const refused = await another.verb(byCare, 'cancel', { refundPercent: 1 }, care);
    expect([refused.status, refused.body['code'], refused.body['capability']]).toEqual([
      403,
      'CAPABILITY_MISSING',
      'payments:refund',
    ]);
    expect((await another.verb(byCare, 'cancel', {}, care)).body).toMatchObject({
      state: 'CANCELLED',
      refundPercent: 0,
      refundAmount: 0,
    });
    expect((await another.verb(none, 'cancel', { refundPercent: 101 })).status).toBe(400);
  });

  it('reveals the guest only with a reason, and records who revealed it (PD-1)', async () => {
    const it = await inState('CONFIRMED');
    const stream = await listenToEvents(server.url, desk.shop.slug, desk.admin.token);
    for (const reason of [undefined, '', '   ', 'x'.repeat(201), 7]) {
      const refused = await desk.admin.call('POST', `/${desk.shop.slug}/reservation/${it['id']}/reveal`, { reason });
      expect([
        refused.status,
        refused.body['errors']?.[0]?.['path'],
        JSON.stringify(refused.body).includes('홍길동'),
      ]).toEqual([400, 'reason', false]);
    }
    const { status, body } = await desk.verb(it, 'reveal', { reason: '두고 간 물건' });
    expect([status, body]).toEqual([200, { guestName: '홍길동', guestPhone: '010-1234-5678', guestEmail: '' }]);
    const after = await desk.read(it);
    expect(after['history']?.at(-1)).toMatchObject({ kind: 'REVEALED', actorLabel: 'ADMIN', reason: '두고 간 물건' });
    expect([after['version'], JSON.stringify(after).includes('홍길동')]).toEqual([1, false]);
    const audited = await server.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'detail'])
        .where('subject_id', '=', String(it['id']))
        .where('action', '=', 'reservation.revealed')
        .execute(),
    );
    expect(audited.map(({ detail }) => (detail as { reason?: string }).reason)).toEqual(['두고 간 물건']);
    expect(JSON.stringify(audited)).not.toContain('홍길동');
    await desk.edit(it, { memo: 'manual' });
    expect(JSON.stringify((await stream.first('reservation.changed')).data)).not.toContain('길동');
    stream.close();
  });
});
