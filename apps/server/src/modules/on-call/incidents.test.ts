// @sweep 1/8 (decision 086)
import { ON_CALL_CONDITIONS, type AlarmKind, type MessageState } from '@munjigi/contract';
import { startVirtualRoom } from '@munjigi/virtual-devices';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personalOf, storeActor, type Tx } from '../../db/index.ts';
import {
  addKeypad,
  addRoomDevice,
  fakeClock,
  HOUR_MS,
  runGuestReviews,
  MINUTE_MS,
  openOnCallDesk,
  startTestServer,
  until,
  type Answer,
  type OnCallDesk,
  type TestServer,
} from '../../testing/index.ts';
import { addNotification } from '../payments/index.ts';

type Body = Answer['body'];

/** Each condition begins an incident and resolves it (OC-2), with two server processes that share the work. */
describe('incidents (OC-2)', () => {
  const clock = fakeClock(new Date('2026-03-02T01:00:00Z'));
  let server: TestServer;
  let beside: TestServer;
  let desk: OnCallDesk;

  beforeAll(async () => {
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    clock.advance(HOUR_MS - (clock.now().getTime() % HOUR_MS));
    desk = await openOnCallDesk([server, beside], clock);
    expect((await desk.setRules()).status).toBe(200);
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  const inStore = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    server.withActor(storeActor(desk.shop.productId, desk.storeId), work);
  const row = () => ({ product_id: desk.shop.productId, store_id: desk.storeId });
  const described = (all: readonly Body[]) =>
    all.map((it) => `${it['kind']} ${it['state']} ${(it['details'] as unknown as string[]).join()}`);
  const pending = async () => described(await desk.incidents());
  /** Of a chain without a provider of messages: no guest of it gets to know of a cancellation (MS-26). */
  async function informGuestsByPhone(): Promise<void> {
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/store/${desk.storeId}/on-call`);
    const conditions = (body['conditions'] as unknown as { condition: string; isEnabled: boolean }[]).map((rule) =>
      rule.condition === 'MESSAGE_UNDELIVERABLE' ? { ...rule, isEnabled: false } : rule,
    );
    expect((await desk.setRules({ conditions })).status).toBe(200);
  }
  const pay = (of: Body) =>
    inStore((tx) =>
      tx
        .updateTable('reservations')
        .set((it) => ({ paid_amount: it.ref('price_amount') }))
        .where('id', '=', String(of['id']))
        .execute(),
    );
  /** An hour that starts so many hours after the beginning of the present one. */
  function time(fromHours: number): { startsAt: string; endsAt: string } {
    const from = clock.now().getTime() - (clock.now().getTime() % HOUR_MS) + fromHours * HOUR_MS;
    return { startsAt: new Date(from).toISOString(), endsAt: new Date(from + HOUR_MS).toISOString() };
  }
  const guest = async (fromHours: number, more: object = {}) => {
    const reservation = await desk.createReservation({ ...time(fromHours), ...more });
    await pay(reservation);
    return reservation;
  };
  async function addAlarm(kind: AlarmKind, more: object = {}): Promise<string> {
    const id = uuidv7();
    const now = clock.now();
    const [store] = desk.shop.stores;
    if (!store) throw new Error('The shop has no store');
    await inStore(async (tx) => {
      // The lock of this door never reports, so nothing else opens or closes its alarms.
      const doorId = await addKeypad(tx, desk.shop, store);
      await tx
        .insertInto('alarms')
        .values({ ...row(), id, door_id: doorId, kind, since: now, opened_at: now, ...more })
        .execute();
    });
    return id;
  }
  const closeAlarm = (id: string) =>
    inStore((tx) => tx.updateTable('alarms').set({ closed_at: clock.now() }).where('id', '=', id).execute());

  it('READINESS: begins with a check that found a blocking obstacle, and resolves when it is gone', async () => {
    const unpaid = await desk.createReservation(time(0.5));
    clock.advance(15 * MINUTE_MS);
    await runGuestReviews(desk, clock, [server, beside]);
    await desk.review();
    const [incident] = await desk.incidents();
    expect(incident).toMatchObject({
      kind: 'READINESS',
      state: 'OPEN',
      details: ['UNPAID'],
      reservationId: unpaid['id'],
      reservationCode: unpaid['code'],
      roomId: desk.roomIds[0],
      storeName: 'Store 1',
    });
    await desk.review();
    expect(await desk.incidents('ALL')).toHaveLength(1);
    await pay(unpaid);
    await desk.review();
    expect(described(await desk.incidents('ALL'))).toEqual(['READINESS RESOLVED UNPAID']);
  }, 60_000);

  it('DOOR_OFFLINE: begins for a door on the way of a guest who comes within two hours, and resolves when the guest is cancelled', async () => {
    await informGuestsByPhone();
    const id = await addAlarm('OFFLINE');
    await desk.review();
    expect(await pending()).toEqual([]);
    await guest(3);
    await desk.review();
    expect(await pending()).toEqual([]);
    const reservation = await guest(1.5, { roomId: desk.roomIds[1] });
    await desk.review();
    expect(await pending()).toEqual(['DOOR_OFFLINE OPEN OFFLINE']);
    expect((await desk.incidents())[0]).toMatchObject({ reservationId: reservation['id'], roomId: desk.roomIds[1] });
    expect((await desk.verb(await desk.read(reservation), 'cancel')).status).toBe(200);
    await desk.review();
    expect(await pending()).toEqual([]);
    await guest(1);
    await desk.review();
    expect(await pending()).toEqual(['DOOR_OFFLINE OPEN OFFLINE']);
    await closeAlarm(id);
    await desk.review();
    expect(described(await desk.incidents('ALL'))).toEqual([
      'DOOR_OFFLINE RESOLVED OFFLINE',
      'DOOR_OFFLINE RESOLVED OFFLINE',
    ]);
  }, 60_000);

  it('a door that is offline before a guest begins one incident, of the door or of the guest', async () => {
    await addAlarm('OFFLINE');
    await inStore((tx) => tx.updateTable('device_links').set({ online: 'OFFLINE' }).execute());
    await guest(0.5);
    clock.advance(15 * MINUTE_MS);
    await runGuestReviews(desk, clock, [server, beside]);
    await desk.review();
    expect(await pending()).toEqual(['DOOR_OFFLINE OPEN OFFLINE']);

    const conditions = (isDoorEnabled: boolean) =>
      ON_CALL_CONDITIONS.map((condition) => ({
        condition,
        isEnabled: isDoorEnabled || condition !== 'DOOR_OFFLINE',
        isUrgent: true,
      }));
    expect((await desk.setRules({ conditions: conditions(false) })).status).toBe(200);
    await desk.review();
    const [ofGuest, ...others] = await pending();
    expect([ofGuest, others]).toEqual([expect.stringMatching(/^READINESS OPEN .*DOOR_OFFLINE$/), []]);

    expect((await desk.setRules({ conditions: conditions(true) })).status).toBe(200);
    await desk.review();
    expect(await pending()).toEqual([ofGuest]);
  }, 60_000);

  it('an offline door that a person knows of rings for the next guest, and not again for the one who was coming', async () => {
    await informGuestsByPhone();
    const alarmId = await addAlarm('OFFLINE');
    await inStore((tx) => tx.updateTable('device_links').set({ online: 'OFFLINE' }).execute());
    const first = await guest(0.5);
    clock.advance(15 * MINUTE_MS);
    await runGuestReviews(desk, clock, [server, beside]);
    await desk.review();
    expect((await desk.acknowledge((await desk.incidents())[0])).status).toBe(200);
    await desk.review();
    expect(await pending()).toEqual(['DOOR_OFFLINE ACKNOWLEDGED OFFLINE']);

    const next = await guest(2);
    expect((await desk.verb(await desk.read(first), 'cancel')).status).toBe(200);
    await desk.review();
    expect((await desk.incidents()).map((one) => [one['kind'], one['state'], one['reservationId']])).toEqual([
      ['DOOR_OFFLINE', 'OPEN', next['id']],
    ]);

    // The acknowledged alarm of the door speaks for the guest who comes within two hours of it.
    const acknowledged = await desk.admin.call('POST', `/${desk.shop.slug}/alarm/${alarmId}/acknowledge`, {});
    expect(acknowledged.status, JSON.stringify(acknowledged.body)).toBe(200);
    clock.advance(HOUR_MS + 15 * MINUTE_MS);
    await runGuestReviews(desk, clock, [server, beside]);
    await desk.review();
    expect(await pending()).toEqual([]);
  }, 60_000);

  it('OVERRUN: begins half an hour before the next guest of a joined room, and resolves when the guest leaves', async () => {
    const [roomId = '', wholeRoomId = ''] = desk.roomIds;
    const overruns = async () => (await pending()).filter((text) => text.startsWith('OVERRUN'));
    const twin = await startVirtualRoom({
      url: server.mqttUrl,
      prefix: desk.shop.stores[0]?.mqttPrefix ?? '',
      name: 'room',
      parts: ['occupancy'],
      labels: { occupancy: 'occupancy' },
    });
    const sensor = await addRoomDevice(desk.shop, desk.admin, { announced: 'occupancy' });
    await until('the sensor is online', async () => (await sensor.read())['online'] === 'ONLINE');
    const stay = await guest(0.5);
    await inStore(async (tx) => {
      await tx
        .insertInto('room_parts')
        .values({ ...row(), room_id: wholeRoomId, part_room_id: roomId })
        .execute();
      await tx
        .insertInto('overruns')
        .values({
          ...row(),
          id: String(stay['id']),
          room_id: roomId,
          device_id: sensor.id,
          since: clock.now(),
          told_from: new Date(clock.now().getTime() + 5 * MINUTE_MS),
        })
        .execute();
    });
    await guest(2, { roomId: wholeRoomId });
    await desk.review(6 * MINUTE_MS);
    expect(await overruns()).toEqual([]);
    await desk.review(85 * MINUTE_MS);
    expect(await overruns()).toEqual(['OVERRUN OPEN ROOM_OCCUPIED']);
    expect((await desk.incidents()).find((it) => it['kind'] === 'OVERRUN')).toMatchObject({
      reservationId: stay['id'],
      roomId,
    });
    await inStore((tx) => tx.updateTable('overruns').set({ ended_at: clock.now() }).execute());
    await desk.review();
    expect(await overruns()).toEqual([]);
    await twin.stop();
  }, 60_000);

  it('ALARM: begins for alarms of intrusion and jams, not for others or old ones, and resolves with the acknowledgement of the alarm (OC-5)', async () => {
    const forced = await addAlarm('FORCED', { closed_at: clock.now() });
    const jammed = await addAlarm('JAMMED');
    await addAlarm('LEFT_OPEN');
    const old = new Date(clock.now().getTime() - 25 * HOUR_MS);
    await addAlarm('UNKNOWN_OPENING', { since: old, opened_at: old });
    await desk.review();
    expect((await pending()).sort()).toEqual(['ALARM OPEN FORCED', 'ALARM OPEN JAMMED']);
    expect((await desk.admin.call('POST', `/${desk.shop.slug}/alarm/${forced}/acknowledge`, {})).status).toBe(200);
    await closeAlarm(jammed);
    await desk.review();
    expect(await pending()).toEqual([]);
  }, 60_000);

  it('REFUND_FAILED: begins with the notification, and resolves when a person confirms it', async () => {
    const reservation = await guest(3);
    const storeId = desk.storeId;
    await inStore((tx) =>
      addNotification(tx, {
        productId: desk.shop.productId,
        storeId,
        kind: 'REFUND_FAILED',
        reservationId: String(reservation['id']),
        amount: 10_000,
        text: '환불 실패',
        at: clock.now(),
      }),
    );
    await desk.review();
    const [incident] = await desk.incidents();
    expect(incident).toMatchObject({
      kind: 'REFUND_FAILED',
      reservationCode: reservation['code'],
      roomId: desk.roomIds[0],
    });
    await inStore((tx) =>
      tx
        .updateTable('notifications')
        .set({ confirmed_at: clock.now(), confirmed_by: desk.admin.userId })
        .where('kind', '=', 'REFUND_FAILED')
        .execute(),
    );
    await desk.review();
    expect(await pending()).toEqual([]);
  }, 60_000);

  it('MESSAGE_UNDELIVERABLE: begins for a guest of the next 24 hours, and resolves when a later message of the kind arrives', async () => {
    const [soon, later] = [await guest(3), await guest(30)];
    const send = (of: Body, state: MessageState) =>
      inStore(async (tx) => {
        const id = uuidv7();
        const now = clock.now();
        const times = { queued_at: now, planned_at: now, send_at: now, expires_at: now, ended_at: now };
        await tx
          .insertInto('messages')
          .values({
            ...row(),
            ...times,
            id,
            reservation_id: String(of['id']),
            kind: 'CONFIRMED',
            dedupe_key: `RESEND:${id}`,
            subject_id: null,
            guest_phone: personalOf(tx).seal('010-1234-5678'),
            phone_mark: null,
            state,
            error: state === 'FAILED' ? '3014' : null,
            is_new: false,
          })
          .execute();
      });
    await send(soon, 'FAILED');
    await send(soon, 'FAILED');
    await send(later, 'FAILED');
    await desk.review();
    expect(await pending()).toEqual(['MESSAGE_UNDELIVERABLE OPEN 3014']);
    await send(soon, 'ACCEPTED');
    await desk.review();
    expect(await pending()).toEqual([]);
    await desk.review(7 * HOUR_MS);
    expect((await desk.incidents()).map((it) => it['reservationId'])).toEqual([later['id']]);
  }, 60_000);

  describe('MESSAGE_UNDELIVERABLE of a stay that changed (MS-26)', () => {
    const failed = (of: Body, kind: 'MOVED' | 'CANCELLED', state: MessageState = 'FAILED') =>
      inStore(async (tx) => {
        const [id, now] = [uuidv7(), clock.now()];
        const times = { queued_at: now, planned_at: now, send_at: now, expires_at: now, ended_at: now };
        await tx
          .insertInto('messages')
          .values({
            ...row(),
            ...times,
            id,
            reservation_id: String(of['id']),
            kind,
            dedupe_key: `RESEND:${id}`,
            subject_id: null,
            guest_phone: personalOf(tx).seal('010-1234-5678'),
            phone_mark: null,
            state,
            error: state === 'FAILED' ? '3014' : null,
            is_new: false,
          })
          .execute();
      });

    it('begins long before the start when the message of a move failed, and resolves when one arrives', async () => {
      const far = await guest(80);
      await failed(far, 'MOVED');
      await desk.review();
      expect(await pending()).toEqual(['MESSAGE_UNDELIVERABLE OPEN 3014']);
      await failed(far, 'MOVED', 'DELIVERED');
      await desk.review();
      expect(await pending()).toEqual([]);
    }, 60_000);

    it('lasts for a cancelled stay until its start, and an acknowledgement keeps it known', async () => {
      const far = await guest(80);
      expect((await desk.verb(await desk.read(far), 'cancel', {})).status).toBe(200);
      await failed(far, 'CANCELLED');
      await desk.review();
      const [incident] = await desk.incidents();
      expect(incident).toMatchObject({ kind: 'MESSAGE_UNDELIVERABLE', reservationId: far['id'] });
      const path = `/${desk.shop.slug}/incident/${incident?.['id']}/acknowledge`;
      expect((await desk.admin.call('POST', path, {})).status).toBe(200);
      await desk.review();
      expect(await pending()).toEqual(['MESSAGE_UNDELIVERABLE ACKNOWLEDGED 3014']);
      await desk.review(81 * HOUR_MS);
      expect(await pending()).toEqual([]);
    }, 60_000);

    it('begins for a move of a chain without a provider of messages, and not for an unchanged stay', async () => {
      const [moved] = [await guest(80), await guest(90)];
      const startsAt = new Date(Date.parse(String(moved['startsAt'])) + 4 * HOUR_MS).toISOString();
      const endsAt = new Date(Date.parse(String(moved['endsAt'])) + 4 * HOUR_MS).toISOString();
      const answer = await desk.edit(await desk.read(moved), { startsAt, endsAt });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      await desk.review();
      expect((await desk.incidents()).map((it) => [it['reservationId'], it['details']])).toEqual([
        [moved['id'], ['NO_CHANNEL']],
      ]);
    }, 60_000);
  });

  it('begins nothing for a condition that is switched off, and resolves what is open when it is', async () => {
    await addAlarm('JAMMED');
    await desk.review();
    expect(await pending()).toEqual(['ALARM OPEN JAMMED']);
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/store/${desk.storeId}/on-call`);
    const conditions = (body['conditions'] as unknown as { condition: string }[]).map((rule) => ({
      ...rule,
      isEnabled: rule.condition !== 'ALARM',
    }));
    expect((await desk.setRules({ conditions })).status).toBe(200);
    await desk.review();
    expect(described(await desk.incidents('ALL'))).toEqual(['ALARM RESOLVED JAMMED']);
    expect((await desk.setRules({ isEnabled: false, steps: [] })).status).toBe(200);
    await desk.review();
    expect(await pending()).toEqual([]);
  }, 60_000);

  it('deletes incidents a year after they were resolved', async () => {
    const alarm = await addAlarm('JAMMED');
    await desk.review();
    await closeAlarm(alarm);
    await desk.review();
    const [incident] = await desk.incidents('ALL');
    expect(desk.noticesOf(incident)).toEqual(['1 PUSH NO_BROWSER']);
    await inStore((tx) =>
      tx
        .updateTable('incidents')
        .set({ resolved_at: new Date(clock.now().getTime() - 366 * 24 * HOUR_MS) })
        .execute(),
    );
    await desk.review(HOUR_MS);
    await until('the incident is deleted', async () => (await desk.incidents('ALL')).length === 0);
    expect(await inStore((tx) => tx.selectFrom('incident_notices').select('id').execute())).toEqual([]);
  }, 60_000);
});
