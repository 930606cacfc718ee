import { chainSeller, privacyPolicy, storeSeller } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  headOffice,
  SELLER_BUSINESS_NUMBER,
  SELLER_IDENTITY,
  startTestServer,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../../testing/index.ts';

describe('sellers of stays (SE-1 to SE-3)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let owner: Caller;
  let of: string;
  const chain = () => `/${shop.slug}/seller`;
  const policy = () => `/${shop.slug}/privacy-policy`;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
    owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    of = `/${shop.slug}/store/${shop.stores[0]?.id ?? ''}`;
  });

  const problem = ({ status, body }: Answer) => [
    status,
    body['code'],
    (body['current'] as Partial<typeof body>)?.['missing'],
  ];
  const readSeller = async () => storeSeller.parse((await owner.call('GET', `${of}/seller`)).body);
  const versionOfStore = async () => (await owner.call('GET', of)).body['version'];
  const setNumber = async (businessNumber: string) =>
    owner.call('PATCH', of, { businessNumber, version: await versionOfStore() });
  const setOpen = async (bookingIsOpen: boolean) =>
    owner.call('PATCH', `${of}/guest-information`, { bookingIsOpen, version: await versionOfStore() });
  const setSeller = async (change: object = {}) =>
    owner.call('POST', `${of}/seller`, {
      kind: 'STORE',
      version: (await readSeller()).version,
      ...SELLER_IDENTITY,
      ...change,
    });
  const setChain = async (change: object = {}) => {
    const { version } = chainSeller.parse((await admin.call('GET', chain())).body);
    return admin.call('POST', chain(), {
      version,
      businessNumber: SELLER_BUSINESS_NUMBER,
      isBroker: false,
      ...SELLER_IDENTITY,
      legalName: '주식회사 본사',
      ...change,
    });
  };
  const POLICY = {
    effectiveOn: '2026-12-01',
    officerName: '박보호',
    officerContact: '02-555-0199',
    processors: [{ name: '결제사', task: '결제', country: '' }],
    body: '{{chain}}',
    bodyEn: '',
  };
  const publish = (version: number, change: object = {}) =>
    admin.call('POST', policy(), { version, ...POLICY, ...change });

  it('opens no store for online booking before all of the identity is there, and names what is missing', async () => {
    expect(await readSeller()).toMatchObject({ kind: 'STORE', shown: null, version: 0, legalName: '' });
    expect(problem(await setOpen(true))).toEqual([
      409,
      'BOOKING_NOT_READY',
      ['SELLER', 'BUSINESS_NUMBER', 'PRIVACY_POLICY'],
    ]);
    expect((await setSeller({ mailOrderNumber: '' })).status).toBe(200);
    expect((await setNumber(SELLER_BUSINESS_NUMBER)).status).toBe(200);
    expect((await publish(0)).status).toBe(200);
    expect(problem(await setOpen(true))).toEqual([409, 'BOOKING_NOT_READY', ['MAIL_ORDER']]);
    expect((await setSeller({ mailOrderNumber: '', mailOrderExemption: 'SIMPLIFIED_TAXPAYER' })).status).toBe(200);
    expect((await setOpen(true)).status).toBe(200);
    const { body } = await server.caller(null)('GET', `/${shop.slug}/booking/store/${shop.stores[0]?.id}`);
    expect(body).toMatchObject({
      hasPrivacyPolicy: true,
      seller: {
        kind: 'STORE',
        ...SELLER_IDENTITY,
        businessNumber: SELLER_BUSINESS_NUMBER,
        mailOrderNumber: '',
        mailOrderExemption: 'SIMPLIFIED_TAXPAYER',
        brokerName: null,
      },
    });
  });

  it('keeps what an open store needs, in every setting that could remove it', async () => {
    await setSeller();
    await setNumber(SELLER_BUSINESS_NUMBER);
    await publish(0);
    await setOpen(true);
    expect(problem(await setNumber(''))).toEqual([409, 'BOOKING_NOT_READY', ['BUSINESS_NUMBER']]);
    expect(problem(await setSeller({ mailOrderNumber: '' }))).toEqual([409, 'BOOKING_NOT_READY', ['MAIL_ORDER']]);
    const { version } = await readSeller();
    expect(problem(await owner.call('POST', `${of}/seller`, { kind: 'CHAIN', version }))).toEqual([
      409,
      'BOOKING_NOT_READY',
      ['SELLER'],
    ]);
    expect(await readSeller()).toMatchObject({ version, missing: [], ...SELLER_IDENTITY });
    expect((await setOpen(false)).status).toBe(200);
    expect((await setNumber('')).status).toBe(200);
  });

  it('lets a store that was open before this was required change everything else', async () => {
    await openWithoutSeller();
    const version = await versionOfStore();
    expect((await owner.call('PATCH', of, { phone: '02-777-0001', version })).status).toBe(200);
    expect((await setSeller({ mailOrderNumber: '' })).status).toBe(409);
    expect((await setSeller()).status).toBe(200);
    expect((await readSeller()).missing).toEqual(['BUSINESS_NUMBER', 'PRIVACY_POLICY']);
  });

  it('sells through head office, and refuses to leave its open stores without a registration', async () => {
    await publish(0);
    expect((await owner.call('POST', `${of}/seller`, { kind: 'CHAIN', version: 0 })).status).toBe(200);
    expect((await readSeller()).missing).toEqual(['SELLER']);
    expect((await setChain()).status).toBe(200);
    expect(await readSeller()).toMatchObject({
      missing: [],
      legalName: '',
      shown: { kind: 'CHAIN', legalName: '주식회사 본사', businessNumber: SELLER_BUSINESS_NUMBER, brokerName: null },
    });
    expect((await setOpen(true)).status).toBe(200);
    expect(problem(await setChain({ mailOrderNumber: '' }))).toEqual([409, 'BOOKING_NOT_READY', ['MAIL_ORDER']]);
    expect(chainSeller.parse((await admin.call('GET', chain())).body)).toMatchObject({ version: 1, storeCount: 1 });
  });

  it('names head office as a broker only where the store sells itself and head office says so', async () => {
    await setSeller();
    const brokerName = async () => (await readSeller()).shown?.brokerName;
    expect(await brokerName()).toBeNull();
    await setChain();
    expect(await brokerName()).toBeNull();
    await setChain({ isBroker: true });
    expect(await brokerName()).toBe('주식회사 본사');
    await owner.call('POST', `${of}/seller`, { kind: 'CHAIN', version: (await readSeller()).version });
    expect(await brokerName()).toBeNull();
  });

  it('refuses garbage, another store, an outdated version and people without the right', async () => {
    for (const change of [
      { legalName: '' },
      { representative: ' ' },
      { email: 'no address' },
      { mailOrderNumber: '면제' },
      { mailOrderExemption: 'LAZY' },
      { kind: 'NOBODY' },
      { businessNumber: SELLER_BUSINESS_NUMBER },
    ])
      expect((await setSeller(change)).status, JSON.stringify(change)).toBe(400);
    expect((await setSeller()).status).toBe(200);
    const stale = await owner.call('POST', `${of}/seller`, { kind: 'STORE', version: 0, ...SELLER_IDENTITY });
    expect([stale.status, stale.body['code']]).toEqual([409, 'STALE']);
    const other = `/${shop.slug}/store/${shop.stores[1]?.id ?? ''}/seller`;
    expect((await owner.call('GET', other)).status).toBe(404);
    expect((await owner.call('POST', other, { kind: 'CHAIN', version: 0 })).status).toBe(404);
    expect((await owner.call('POST', chain(), {})).status).toBe(403);
    const both = await Promise.all([publish(0), publish(0)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('publishes the next version of a privacy policy, and begins with a template that has all that the law lists', async () => {
    const template = privacyPolicy.parse((await owner.call('GET', policy())).body);
    expect(template).toMatchObject({ version: 0, officerName: '', changedAt: null });
    for (const part of ['처리 목적', '보유 기간', '제3자 제공', '처리 위탁', '파기', '권리', '쿠키', '보호책임자'])
      expect(template.body).toContain(part);
    for (const variable of ['chain', 'months', 'officerName', 'officerContact', 'processors', 'effectiveOn'])
      for (const text of [template.body, template.bodyEn]) expect(text).toContain(`{{${variable}}}`);
    expect((await publish(0)).body).toMatchObject({ version: 1, path: `/b/${shop.slug}/privacy` });
    expect((await publish(0)).body['code']).toBe('STALE');
    expect((await publish(1, { officerName: '이보호' })).body).toMatchObject({ version: 2, officerName: '이보호' });
    expect((await owner.call('GET', policy())).body).toMatchObject({ version: 2 });
  });

  /** As a store that a release before this one opened. */
  async function openWithoutSeller(): Promise<void> {
    await server.withActor(headOffice(shop.productId), (tx) =>
      tx
        .updateTable('stores')
        .set({ booking_is_open: true })
        .where('id', '=', shop.stores[0]?.id ?? '')
        .execute(),
    );
  }
});
