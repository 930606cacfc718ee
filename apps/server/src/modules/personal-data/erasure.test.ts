/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SEALED_TABLES } from '../../app.ts';
import { storeActor } from '../../db/index.ts';
import { openDepositDesk, type DepositDesk } from '../../testing/desks/deposit-desk.ts';
import { fakeClock, itemsOf, startTestServer, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { eraseDue, monthsBefore } from './erase.ts';

const DAY_MS = 24 * 3600_000;

describe('erasure of personal data (PD-2)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: DepositDesk;
  const url = () => `/${desk.shop.slug}/personal-data`;
  const erase = () => eraseDue({ db: server.app.db, clock, tables: SEALED_TABLES });
  const keepForOneMonth = async () =>
    expect((await desk.admin.call('POST', url(), { keptMonths: 1 })).status).toBe(200);
  const named = async () => ({
    reservations: await server.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('reservations')
        .select(['guest_name', 'guest_phone', 'phone_mark', 'last_four_mark', 'name_marks', 'memo'])
        .orderBy('id')
        .execute(),
    ),
    deposits: await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('deposits').select(['depositor_name', 'bank_text', 'amount']).orderBy('id').execute(),
    ),
    messages: (
      await server.withActor(desk.admin.actor, (tx) =>
        tx.selectFrom('deposit_messages').select('raw').orderBy('id').execute(),
      )
    ).map(({ raw }) => server.app.db.personal.open(raw)),
  });
  const auditEntries = async () =>
    itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/audit?action=personal-data.erased`)).body);
  /**
   * The rows by table, summed over all audit entries, because the hourly job of the server may erase some of them at
   * the same time.
   */
  const erasedRows = async () => {
    const sums: Record<string, number> = {};
    for (const entry of await auditEntries()) {
      const { rows } = entry['detail'] as unknown as { rows: Record<string, number> };
      for (const [table, count] of Object.entries(rows)) sums[table] = (sums[table] ?? 0) + count;
    }
    return sums;
  };
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(new Date('2026-11-21T06:00:00Z'));
    desk = await openDepositDesk(server);
  });
  afterAll(() => server.close());

  it('applies after 60 months unless head office sets another period, which is recorded', async () => {
    expect((await desk.admin.call('GET', url())).body).toMatchObject({ keptMonths: 60, changed: null });
    for (const keptMonths of [0, 121, 1.5, '12'])
      expect((await desk.admin.call('POST', url(), { keptMonths })).status).toBe(400);
    const [one, other] = await Promise.all([
      desk.admin.call('POST', url(), { keptMonths: 12 }),
      desk.admin.call('POST', url(), { keptMonths: 24 }),
    ]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const { version } = (await desk.admin.call('GET', url())).body['changed'] as unknown as { version: number };
    const { status, body } = await desk.admin.call('POST', url(), { version, keptMonths: 1 });
    expect([status, body]).toMatchObject([200, { keptMonths: 1, changed: { by: desk.admin.actor.name, version: 2 } }]);
    const [latest] = itemsOf(
      (await desk.admin.call('GET', `/${desk.shop.slug}/audit?action=personal-data.kept-for`)).body,
    );
    expect(latest).toMatchObject({ detail: { after: { keptMonths: 1 } } });
  });

  it('removes the hash of the phone at the use of a coupon, and keeps the use (CP-4)', async () => {
    await keepForOneMonth();
    const { id } = await desk.createReservation({
      roomId: desk.roomIds[0],
      guestPhone: '010-8234-9918',
      state: 'PENDING',
    });
    const coupon = await desk.admin.call('POST', `/${desk.shop.slug}/coupon`, {
      code: 'ERASED-1',
      name: '오래가는 쿠폰',
      kind: 'AMOUNT',
      percent: null,
      amount: 1000,
      maxDiscountAmount: null,
      minPriceAmount: 0,
      startsOn: '2026-01-01',
      endsOn: '2027-12-31',
      storeIds: [],
      maxUses: null,
      maxUsesPerGuest: 1,
      bearer: 'STORE',
    });
    expect(coupon.status, JSON.stringify(coupon.body)).toBe(200);
    const ofCoupon = { product_id: desk.shop.productId, coupon_id: String(coupon.body['id']) };
    await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      tx
        .insertInto('coupon_uses')
        .values({ ...ofCoupon, reservation_id: String(id), phone_mark: Buffer.alloc(32, 1), ended_at: null })
        .execute(),
    );
    clock.advance(35 * DAY_MS);
    await erase();
    const uses = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('coupon_uses').select('phone_mark').where('coupon_id', '=', ofCoupon.coupon_id).execute(),
    );
    expect(uses).toEqual([{ phone_mark: null }]);
  });

  it('removes guest data, bank texts and search hashes, and keeps younger data, money and history', async () => {
    await keepForOneMonth();
    const old = await desk.createReservation({
      roomId: desk.roomIds[0],
      guestName: '독고탁',
      guestPhone: '010-8234-9917',
      memo: '독고탁 생일',
      state: 'PENDING',
    });
    await desk.relay(desk.text({ name: '독고탁' }));
    const before = await named();
    expect(before.deposits).toMatchObject([{ depositor_name: '독고탁', amount: 20_000 }]);
    clock.advance(35 * DAY_MS);
    const young = await desk.createReservation({
      roomId: desk.roomIds[1],
      guestName: '독고진',
      guestPhone: '010-8234-9917',
    });
    await erase();
    const after = await named();
    expect(after.reservations[0]).toEqual({
      guest_name: '',
      guest_phone: '',
      phone_mark: null,
      last_four_mark: null,
      name_marks: null,
      memo: '',
    });
    expect(after.reservations[1]).toMatchObject({ guest_name: '독고진', guest_phone: '010-8234-9917' });
    expect(after.deposits).toEqual([{ depositor_name: null, bank_text: '', amount: 20_000 }]);
    expect([before.messages[0]?.includes('독고탁'), after.messages]).toEqual([true, ['']]);
    const search = async (q: string) =>
      itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/reservation3?q=${encodeURIComponent(q)}`)).body).map(
        ({ id }) => id,
      );
    expect([await search('9917'), await search('독고'), await search(String(old['code']))]).toEqual([
      [young['id']],
      [young['id']],
      [old['id']],
    ]);
    const page = await desk.read(old);
    expect(page).toMatchObject({ guestName: '', guestPhone: '', paidAmount: 20_000 });
    expect((page['history'] as unknown as { kind: string }[]).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['CREATED', 'PAID']),
    );
    expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    expect(await erasedRows()).toEqual({ reservations: 1, deposits: 1, deposit_messages: 1 });
    for (const entry of await auditEntries())
      expect(entry).toMatchObject({ actor: { kind: 'SYSTEM' }, storeId: desk.storeId });
    expect((await desk.admin.call('GET', url())).body).toMatchObject({
      erased: [{ storeId: desk.storeId, to: monthsBefore(clock.now(), 1).toISOString() }],
    });
  });

  it('runs once across two processes, page by page', async () => {
    await keepForOneMonth();
    const erased = async () => (await erasedRows())['reservations'] ?? 0;
    const before = await erased();
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        desk.createReservation({ roomId: desk.roomIds[20 + index], guestName: `손님${index}` }),
      ),
    );
    clock.advance(40 * DAY_MS);
    await Promise.all([erase(), erase()]);
    expect((await named()).reservations.every((row) => row.guest_name === '' && row.name_marks === null)).toBe(true);
    expect(await erased()).toBe(before + others.length);
    await erase();
    expect(await erased()).toBe(before + others.length);
  });

  it.each([
    ['2026-03-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2026-11-21T06:00:00.000Z', 60, '2021-11-21T06:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', 12, '2023-02-28T00:00:00.000Z'],
    ['2026-01-15T00:00:00.000Z', 2, '2025-11-15T00:00:00.000Z'],
  ])('for %s and %i months erases data before %s', (now, months, before) => {
    expect(monthsBefore(new Date(now), months).toISOString()).toBe(before);
  });
});
