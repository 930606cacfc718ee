// @sweep 1/8 (decision 086)
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDepositDesk, type DepositDesk } from '../../testing/desks/deposit-desk.ts';
import {
  fakeClock,
  headOffice,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type TestServer,
} from '../../testing/index.ts';
import { MAX_TEXTS_PER_DAY, MAX_TEXTS_PER_MINUTE } from './receive.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('relays of deposits (PY-3)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: DepositDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openDepositDesk(server);
  });
  beforeEach(() => clock.set(NOW));
  afterAll(() => server.close());

  const codeOf = ({ status, body }: Answer) => [status, body['code']];
  const unpaid = async (of: Answer['body']) =>
    expect(await desk.read(of)).toMatchObject({ state: 'PENDING', paidAmount: 0 });

  it('returns the token once, stores no secret, lists the relay without it, and audits creation and revocation', async () => {
    const key = { 'idempotency-key': uuidv7() };
    const make = () => desk.admin.call('POST', desk.url('-relay'), { storeId: desk.storeId, name: '사장님 전화' }, key);
    const [first, second] = [await make(), await make()];
    expect(first.body['token']).toMatch(/^dep_[0-9a-f]{32}_[\w-]{43}$/);
    expect(second.body).toEqual({ relay: first.body['relay'], token: null });
    expect(first.body['relay']).toMatchObject({
      storeId: desk.storeId,
      name: '사장님 전화',
      mostAutomaticAmount: 200_000,
      createdBy: 'ADMIN',
      lastUsedAt: null,
    });
    const listed = async () =>
      (await desk.admin.call('GET', desk.url(`-relay?storeId=${desk.storeId}`))).body['items'] ?? [];
    expect(await listed()).toContainEqual(first.body['relay']);
    const secret = String(first.body['token']).split('_').slice(2).join('_');
    const kept = await server.withActor(headOffice(desk.shop.productId), async (tx) => [
      await tx.selectFrom('deposit_relays').selectAll().execute(),
      await tx.selectFrom('audit_log').selectAll().execute(),
    ]);
    expect(JSON.stringify(kept)).not.toContain(secret);

    const token = String(first.body['token']);
    expect((await desk.send('입금 1원', { token })).body).toEqual({ received: true });
    const id = String(first.body['relay']?.['id']);
    expect((await listed()).find((it) => String(it['id']) === id)?.['lastUsedAt']).toBe(NOW.toISOString());
    expect((await desk.admin.call('DELETE', desk.url(`-relay/${id}`))).body['id']).toBe(id);
    expect(codeOf(await desk.admin.call('DELETE', desk.url(`-relay/${id}`)))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await desk.send('입금 1원', { token }))).toEqual([401, 'RELAY_TOKEN_INVALID']);
    const audited = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('action').where('subject_id', '=', id).orderBy('seq').execute(),
    );
    expect(audited.map((it) => it.action)).toEqual(['deposit-relay.created', 'deposit-relay.revoked']);
    await desk.worked();
  });

  it('rejects a missing token, a wrong one, one of a person and one of another product with 401', async () => {
    const held = await desk.held('위조한');
    const text = desk.text({ name: '위조한' });
    const other = await openDepositDesk(server);
    const wrong = `${desk.token.slice(0, -1)}${desk.token.endsWith('A') ? 'B' : 'A'}`;
    const forged: NonNullable<Parameters<DepositDesk['send']>[1]>[] = [
      { token: null },
      { token: wrong },
      { token: desk.admin.token },
      { token: 'dep_' },
      { token: other.token },
      { slug: other.shop.slug },
    ];
    for (const it of forged) {
      expect([it, codeOf(await desk.send(text, it))]).toEqual([it, [401, 'RELAY_TOKEN_INVALID']]);
    }
    await desk.worked();
    expect(await desk.of('위조한')).toEqual([]);
    await unpaid(held);
  });

  it('does not match a reservation of another store', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const [first, second] = shop.stores;
    if (!first || !second) throw new Error('no stores');
    const there = await openBookingDesk(server, { shop: { ...shop, stores: [second] } });
    const held = await there.createReservation({ state: 'PENDING', guestName: '옆가게' });
    const depositRelay = await there.admin.call('POST', `/${shop.slug}/deposit-relay`, {
      storeId: first.id,
      name: '다른 매장',
    });
    expect(
      (await desk.send(desk.text({ name: '옆가게' }), { token: String(depositRelay.body['token']), slug: shop.slug }))
        .status,
    ).toBe(200);
    const waiting = () =>
      server.withActor(there.admin.actor, (tx) => tx.selectFrom('deposit_messages').select('outcome').execute());
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([{ outcome: 'NEW' }]);
    const [deposit] = (await there.admin.call('GET', `/${shop.slug}/deposit?storeId=${first.id}`)).body['items'] ?? [];
    expect(deposit).toMatchObject({ state: 'UNMATCHED', withheld: ['NO_CANDIDATE'] });
    const chosen = await there.admin.call('POST', `/${shop.slug}/deposit/${deposit?.['id']}/match`, {
      version: Number(deposit?.['version']),
      reservationId: held['id'],
    });
    expect(codeOf(chosen)).toEqual([404, 'NOT_FOUND']);
    expect(await there.read(held)).toMatchObject({ state: 'PENDING', paidAmount: 0 });
  });

  it('does not match a deposit above the limit of the relay automatically', async () => {
    const [small, large] = [
      await desk.makeRelay({ mostAutomaticAmount: 19_999 }),
      await desk.makeRelay({ mostAutomaticAmount: 20_000 }),
    ];
    const [held, paid] = [await desk.held('한도위'), await desk.held('한도안')];
    await desk.relay(desk.text({ name: '한도위' }), { token: small });
    await desk.relay(desk.text({ name: '한도안' }), { token: large });
    expect((await desk.of('한도위')).map((it) => [it.state, it.withheld])).toEqual([['SUGGESTED', ['ABOVE_LIMIT']]]);
    await unpaid(held);
    expect(await desk.read(paid)).toMatchObject({ state: 'CONFIRMED' });
  });

  it('limits the texts in a minute with 429, and rejects a long text with 413 and another type with 415', async () => {
    const token = await desk.makeRelay();
    clock.advance(10 * MINUTE_MS);
    const answers: Answer[] = [];
    for (let count = 0; count <= MAX_TEXTS_PER_MINUTE; count += 1) answers.push(await desk.send('광고', { token }));
    expect(answers.slice(0, MAX_TEXTS_PER_MINUTE).every((it) => it.status === 200)).toBe(true);
    expect([answers.at(-1)?.status, answers.at(-1)?.body['code'], answers.at(-1)?.body['retryAfterSeconds']]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      60,
    ]);
    clock.advance(MINUTE_MS);
    expect((await desk.send('광고', { token })).status).toBe(200);
    expect((await desk.send('가'.repeat(1366), { token })).status).toBe(413);
    expect((await desk.send('입금', { token, type: 'image/png' })).status).toBe(415);
    await desk.worked();
  });

  it('limits the texts in a day with 429', async () => {
    const token = await desk.makeRelay();
    expect((await desk.send('광고', { token })).status).toBe(200);
    const id = token.split('_')[1]?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') ?? '';
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('deposit_relays').set({ day_count: MAX_TEXTS_PER_DAY }).where('id', '=', id).execute(),
    );
    clock.advance(10 * MINUTE_MS);
    const { status, body } = await desk.send('광고', { token });
    expect([status, Number(body['retryAfterSeconds'])]).toEqual([429, (24 - 6) * 3600 - 600]);
    clock.advance(18 * 60 * MINUTE_MS);
    expect((await desk.send('광고', { token })).status).toBe(200);
    await desk.worked();
  });

  it('keeps unreadable texts as they came, notifies about those that may be deposits, and lets a person ignore them', async () => {
    const lost = Buffer.from('[KB]11/21 15:00 \uFFFD\uFFFD \uFFFD\uFFFD 20,000', 'utf8');
    for (const text of [lost, '입금 얼마였지', '오늘의 운세', desk.text({ name: '카드값', word: '체크카드출금' })])
      await desk.relay(text);
    const { items } = (await desk.admin.call('GET', desk.url(`?state=UNREADABLE&limit=200&storeId=${desk.storeId}`)))
      .body;
    const found = (await Promise.all((items ?? []).map((it) => desk.detail({ id: String(it['id']) })))).filter(
      (it) => it.text !== '광고',
    );
    expect(found.map((it) => [it.fault, it.amount, it.text])).toEqual([
      ['KIND_UNCLEAR', null, '오늘의 운세'],
      ['AMOUNT_UNCLEAR', null, '입금 얼마였지'],
      ['ENCODING_LOST', null, lost.toString('utf8')],
    ]);
    const raw = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('deposit_messages').select(['raw', 'outcome']).where('store_id', '=', desk.storeId).execute(),
    );
    expect(raw.filter((it) => server.app.db.personal.openBytes(it.raw).equals(lost))).toMatchObject([
      { outcome: 'NEW' },
    ]);
    const notifications = (
      (await desk.admin.call('GET', `/${desk.shop.slug}/payment/notification?limit=200`)).body['items'] ?? []
    ).filter((it) => String(it['text']).startsWith('입금 알림을 읽지'));
    expect(notifications).toHaveLength(2);
    expect(await desk.of('카드값')).toEqual([]);
    expect((await desk.choose(found[0] ?? { id: '', version: 1 }, 'ignore')).body).toMatchObject({ state: 'IGNORED' });
  });

  it('reads EUC-KR, shows the name masked, and reveals it only with a reason that is audited', async () => {
    // The text "[KB]11/21 15:00 홍보라 입금 20,000" in EUC-KR (KS X 1001).
    const eucKr = Buffer.from('5b4b425d31312f32312031353a303020c8abbab8b6f320c0d4b1dd2032302c303030', 'hex');
    await desk.relay(eucKr);
    const [deposit] = await desk.of('홍보라');
    if (!deposit) throw new Error('no deposit');
    expect(deposit).toMatchObject({ amount: 20_000, depositorName: '홍*라' });
    const { text } = await desk.detail(deposit);
    expect(text).toBe('[KB]11/21 15:00 홍*라 입금 20,000');
    expect((await desk.admin.call('POST', desk.url(`/${deposit.id}/reveal`), {})).status).toBe(400);
    const revealed = await desk.admin.call('POST', desk.url(`/${deposit.id}/reveal`), { reason: '입금자 확인' });
    expect(revealed.body).toEqual({ depositorName: '홍보라', text: '[KB]11/21 15:00 홍보라 입금 20,000' });
    const audited = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select(['action', 'detail']).where('subject_id', '=', deposit.id).execute(),
    );
    expect(audited).toMatchObject([{ action: 'deposit.revealed', detail: { reason: '입금자 확인' } }]);
  });

  it('imports a file of the bank without a relay, keeps a formula as a name, and rejects an invalid file', async () => {
    const held = await desk.held('파일로');
    const csv = (file: string | Buffer, storeId: string = desk.storeId) =>
      desk.admin.call('POST', desk.url(`/csv?storeId=${storeId}`), file, { 'content-type': 'text/csv' });
    const answer = await csv(
      '거래일시,보낸분/받는분,출금액(원),입금액(원),잔액(원)\n2026-11-21 15:00:59,파일로,,"20,000",1\n2026-11-21 15:00:10,=1+1,,"20,000",2\n2026-11-21 14:59:00,나감,500,,3\n어제,누구,,500,4\n',
    );
    expect(answer.body).toEqual({ storeId: desk.storeId, deposits: 2, withdrawals: 1, unreadableLines: [5] });
    await desk.worked();
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
    expect((await desk.of('=1+1')).map((it) => [it.amount, it.sources])).toEqual([[20_000, ['CSV']]]);
    const many = Array.from({ length: 45 }, (_, index) => `2026-11-21 15:00,많음,,${index + 1},${index + 100}\n`).join(
      '',
    );
    expect((await csv(`거래일시,보낸분,출금액,입금액,잔액\n${many}`)).body['deposits']).toBe(45);
    await desk.worked();
    expect(await desk.of('많음')).toHaveLength(45);
    for (const file of [' ', 'a,b\n1,2\n', Buffer.from([0xff, 0xfe, 0x00])]) expect((await csv(file)).status).toBe(400);
    expect(codeOf(await csv('거래일시,입금액\n', uuidv7()))).toEqual([404, 'NOT_FOUND']);
  });
});
