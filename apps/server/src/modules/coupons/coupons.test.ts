import { coupon } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  listenToEvents,
  startTestServer,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

describe('coupons of a chain (CP-1)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(() => server.close());

  const storeId = (index = 0) => shop.stores[index]?.id ?? '';
  const path = (rest = '') => `/${shop.slug}/coupon${rest}`;
  const terms = (more: object = {}) => ({
    name: '오픈 기념',
    kind: 'PERCENT',
    percent: 20,
    amount: null,
    maxDiscountAmount: 10_000,
    minPriceAmount: 5000,
    startsOn: '2026-11-01',
    endsOn: '2026-11-30',
    storeIds: [],
    maxUses: 100,
    maxUsesPerGuest: 1,
    bearer: 'HEAD_OFFICE',
    ...more,
  });
  const create = (more: object = {}, by = admin) => by.call('POST', path(), { code: 'OPEN-2026', ...terms(more) });
  const list = async (query = '', by = admin) => itemsOf((await by.call('GET', path(query))).body);
  const refusal = ({ status, body }: Answer) => [
    status,
    body['code'],
    ...(body['errors'] ?? []).map((it) => it['path']),
  ];

  it('are created with a code without case and spaces, audited and published', async () => {
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const { status, body } = await create({ code: ' open-2026 ' });
    expect(status).toBe(200);
    expect(coupon.parse(body)).toMatchObject({
      ...terms(),
      code: 'OPEN-2026',
      state: 'ACTIVE',
      usedCount: 0,
      discountedAmount: 0,
      version: 1,
    });
    expect((await stream.first('coupons.changed')).data).toMatchObject({ couponId: body['id'] });
    stream.close();
    const audit = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('audit_log').select(['action', 'detail']).where('subject_id', '=', String(body['id'])).execute(),
    );
    expect(audit).toMatchObject([{ action: 'coupon.created', detail: { after: { code: 'OPEN-2026', percent: 20 } } }]);
  });

  it('refuse a code that the chain used before, also of two people at once', async () => {
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const coupon = answers.find(({ status }) => status === 200)?.body ?? {};
    await admin.call('POST', path(`/${String(coupon['id'])}/withdraw`), { version: 1 });
    expect(refusal(await create())).toEqual([409, 'COUPON_CODE_TAKEN', 'code']);
    // Another chain has separate codes.
    const other = await server.makeShop();
    const theirs = await server.signIn(other, ['ADMIN']);
    expect((await theirs.call('POST', `/${other.slug}/coupon`, { code: 'OPEN-2026', ...terms() })).status).toBe(200);
  });

  it.each([
    ['a percentage with an amount', { amount: 1000 }, 'COUPON_INVALID', ['amount']],
    ['a percentage of nothing', { percent: null }, 'COUPON_INVALID', ['percent']],
    [
      'an amount with a highest discount',
      { kind: 'AMOUNT', percent: null, amount: 1000 },
      'COUPON_INVALID',
      ['maxDiscountAmount'],
    ],
    ['an end before its start', { endsOn: '2026-10-31' }, 'COUPON_INVALID', ['endsOn']],
    ['an end more than two years after its start', { endsOn: '2199-12-31' }, 'COUPON_INVALID', ['endsOn']],
    ['a percentage above 100', { percent: 101 }, 'INVALID_INPUT', ['percent']],
    ['an unknown store', { storeIds: ['019a0000-0000-7000-8000-000000000000'] }, 'INVALID_INPUT', ['storeIds.0']],
    ['a code of three letters', { code: 'ABC' }, 'INVALID_INPUT', ['code']],
    ['a code with markup', { code: '<B>OPEN</B>' }, 'INVALID_INPUT', ['code']],
  ])('refuse %s', async (_name, change, code, paths) => {
    const answer = await create(change);
    expect(refusal(answer)).toEqual([answer.status, code, ...paths]);
    expect(answer.status).toBe(code === 'INVALID_INPUT' ? 400 : 422);
  });

  it('are changed for stays from now on, until they end', async () => {
    const { body } = await create();
    const id = String(body['id']);
    const edit = (change: object) => admin.call('PATCH', path(`/${id}`), change);
    expect((await edit({ version: 1, percent: 30 })).body).toMatchObject({ percent: 30, version: 2 });
    expect(refusal(await edit({ version: 1, percent: 40 }))).toEqual([409, 'STALE']);
    expect(
      (await edit({ version: 2, kind: 'AMOUNT', percent: null, amount: 3000, maxDiscountAmount: null })).status,
    ).toBe(200);
    const withdrawn = await admin.call('POST', path(`/${id}/withdraw`), { version: 3 });
    expect(withdrawn.body).toMatchObject({ state: 'WITHDRAWN', withdrawnAt: clock.now().toISOString(), version: 4 });
    expect(refusal(await edit({ version: 4, amount: 1 }))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(refusal(await admin.call('POST', path(`/${id}/withdraw`), { version: 4 }))).toEqual([
      409,
      'STATE_NOT_ALLOWED',
    ]);
  });

  it('are found by state and store', async () => {
    await create({ code: 'NOW-1' });
    await create({ code: 'LATER-1', startsOn: '2026-11-22', storeIds: [storeId(1)] });
    await create({ code: 'PAST-1', endsOn: '2026-11-20' });
    const codes = async (query: string) => (await list(query)).map((item) => item['code']).sort();
    expect(await codes('?state=ACTIVE')).toEqual(['NOW-1']);
    expect(await codes('?state=PLANNED')).toEqual(['LATER-1']);
    expect(await codes('?state=ENDED')).toEqual(['PAST-1']);
    expect(await codes(`?storeId=${storeId(0)}`)).toEqual(['NOW-1', 'PAST-1']);
    expect(await codes(`?storeId=${storeId(1)}`)).toEqual(['LATER-1', 'NOW-1', 'PAST-1']);
  });

  it('are shown to a franchisee only if their store accepts them, and are changed by head office alone', async () => {
    await create({ code: 'EVERY' });
    const { body: foreign } = await create({ code: 'OTHER', storeIds: [storeId(1)] });
    const [first] = shop.stores;
    const franchisee = await server.signIn(shop, ['FRANCHISEE'], first ? [first] : []);
    expect((await list('', franchisee)).map((item) => item['code'])).toEqual(['EVERY']);
    const seen = await franchisee.call('GET', path(`/${String(foreign['id'])}`));
    expect(refusal(seen)).toEqual([404, 'NOT_FOUND']);
    const stream = await listenToEvents(server.url, shop.slug, franchisee.token);
    const { body: another } = await create({ code: 'EVERY-2' });
    await stream.first('coupons.changed', { couponId: another['id'] });
    stream.close();
    expect((await create({ code: 'MINE' }, franchisee)).body['code']).toBe('CAPABILITY_MISSING');
  });
});
