import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../db/index.ts';
import { fakeClock, startTestServer, type Caller, type Shop, type TestServer } from '../../../testing/index.ts';
import { openPayingDesk } from '../../../testing/desks/paying-desk.ts';

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('payment provider settings', () => {
  const logLines: string[] = [];
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ logLines });
  });
  beforeEach(async () => {
    shop = await server.makeShop();
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(() => server.close());

  const set = (body: Readonly<Record<string, unknown>>) =>
    admin.call('POST', `/${shop.slug}/payment-provider`, { provider: 'PORTONE', ...body });

  it('requires a secret at first, stores it sealed and never returns, audits or logs it', async () => {
    expect((await set({})).body).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'apiSecret' }] });
    const created = await set({
      apiSecret: 'the-api-secret',
      webhookSecret: WEBHOOK_SECRET,
      merchantId: 'store-1',
      feeTerms: [{ method: 'CARD', validFrom: '2026-01-01', rate: 2530, vat: 'INCLUSIVE' }],
    });
    expect(created.body).toMatchObject({
      provider: 'PORTONE',
      baseUrl: 'https://api.portone.io',
      hasWebhookSecret: true,
      webhookPath: `/api/v2/${shop.slug}/webhook/portone`,
      version: 1,
    });
    expect((await set({ clientKey: 'other' })).body['code']).toBe('STALE');
    const kept = await set({ version: 1, merchantId: 'store-2' });
    expect(kept.body).toMatchObject({ version: 2, merchantId: 'store-2', hasWebhookSecret: true });
    const row = await server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('payment_providers').selectAll().where('product_id', '=', shop.productId).executeTakeFirstOrThrow(),
    );
    expect(row.api_secret.includes('the-api-secret')).toBe(false);
    const audited = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('detail').where('action', '=', 'payment-provider.set').execute(),
    );
    const listed = (await admin.call('GET', `/${shop.slug}/payment-provider`)).body;
    for (const reported of [JSON.stringify([created.body, kept.body, listed, audited]), logLines.join('')])
      expect([reported.includes('the-api-secret'), reported.includes(WEBHOOK_SECRET)]).toEqual([false, false]);
  });

  it('rejects test keys at the real Toss, and accepts them at a virtual provider', async () => {
    const keys = { provider: 'TOSS', apiSecret: 'test_sk_of-a-sandbox', clientKey: 'test_ck_of-a-sandbox' };
    expect((await set(keys)).body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [
        { path: 'apiSecret', code: 'test_key' },
        { path: 'clientKey', code: 'test_key' },
      ],
    });
    expect((await set({ ...keys, baseUrl: 'http://127.0.0.1:1' })).status).toBe(200);
  });

  it('keeps fees by method and date, sets them separately, and rejects invalid ones (SL-4)', async () => {
    const card = { method: 'CARD', validFrom: '2026-02-14', rate: 1150, vat: 'EXCLUSIVE' };
    const other = await server.makeShop();
    const head = await server.signIn(other, ['ADMIN']);
    const setFees = (feeTerms: unknown, version: number, by: Caller = head) =>
      by.call('POST', `/${other.slug}/payment-provider/fees`, { provider: 'TOSS', version, feeTerms });
    expect((await setFees([card], 1)).body['code']).toBe('NOT_FOUND');
    await head.call('POST', `/${other.slug}/payment-provider`, {
      provider: 'TOSS',
      apiSecret: 'a-secret',
      clientKey: 'seen',
    });
    const created = await setFees(
      [card, { ...card, validFrom: '2026-08-14', rate: 1450 }, { ...card, method: 'EASY_PAY' }],
      1,
    );
    expect(created.body).toMatchObject({ provider: 'TOSS', clientKey: 'seen', version: 2, changedBy: 'ADMIN' });
    expect(created.body['feeTerms']).toEqual([
      card,
      { ...card, validFrom: '2026-08-14', rate: 1450 },
      { ...card, method: 'EASY_PAY' },
    ]);
    const wrong: readonly (readonly [object, string])[] = [
      [{ rate: -1 }, 'feeTerms.1.rate'],
      [{ rate: 30_001 }, 'feeTerms.1.rate'],
      [{ rate: 1.5 }, 'feeTerms.1.rate'],
      [{ validFrom: '2026-02-30' }, 'feeTerms.1.validFrom'],
      [{ method: 'CASH' }, 'feeTerms.1.method'],
      [{ rate: 1 }, 'feeTerms.1.validFrom'],
      [{ vat: 'NONE' }, 'feeTerms.1.vat'],
    ];
    for (const [over, path] of wrong)
      expect((await setFees([card, { ...card, ...over }], 2)).body).toMatchObject({
        code: 'INVALID_INPUT',
        errors: expect.arrayContaining([expect.objectContaining({ path })]),
      });
    expect((await setFees([], 1)).body).toMatchObject({ code: 'STALE', current: { version: 2 } });
    // Saving the other settings keeps the fees.
    expect(
      (await head.call('POST', `/${other.slug}/payment-provider`, { provider: 'TOSS', version: 2, clientKey: 'new' }))
        .body,
    ).toMatchObject({ version: 3, feeTerms: created.body['feeTerms'] });
    const sub = await server.signIn(other, ['SUB_ADMIN']);
    expect((await setFees([], 3, sub)).status).toBe(403);
    const audited = await server.withActor(head.actor, (tx) =>
      tx.selectFrom('audit_log').select('detail').where('action', '=', 'payment-provider.fees-set').execute(),
    );
    expect(audited.map((it) => it.detail)).toEqual([{ provider: 'TOSS', before: [], after: created.body['feeTerms'] }]);
  });

  it('accepts only an address of the provider or of this machine, and requires the secret again for another address', async () => {
    const wrong = [
      'http://api.portone.io',
      'https://api.portone.io.evil.example',
      'https://evil.example',
      'https://api.tosspayments.com',
      'http://169.254.169.254',
      'http://10.0.0.1',
      'ftp://127.0.0.1',
      'https://api.portone.io@evil.example',
      'http://127.0.0.1:9/path',
      'http://127.0.0.1.evil.example',
      'file:///etc/passwd',
      '23:60',
      'http://[::1',
      '',
    ];
    expect((await set({ apiSecret: 'the-api-secret' })).body).toMatchObject({ version: 1 });
    for (const baseUrl of wrong)
      expect([baseUrl, (await set({ version: 1, baseUrl })).body['code']]).toEqual([baseUrl, 'INVALID_INPUT']);
    expect((await set({ version: 1, baseUrl: 'http://127.0.0.1:9' })).body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: 'apiSecret' }],
    });
    expect((await set({ version: 1, baseUrl: 'http://127.0.0.1:9', apiSecret: 'another' })).body).toMatchObject({
      version: 2,
      baseUrl: 'http://127.0.0.1:9',
    });
  });

  it('rejects and does not call an address of this machine where test addresses are not allowed', async () => {
    const strict = await startTestServer({ config: { providerTestUrls: false } });
    const desk = await openPayingDesk(strict, { rooms: 2 });
    const save = (body: Readonly<Record<string, unknown>>) =>
      desk.admin.call('POST', `/${desk.shop.slug}/payment-provider`, {
        provider: 'TOSS',
        version: 1,
        apiSecret: 'other',
        ...body,
      });
    for (const baseUrl of ['http://127.0.0.1:5432', 'http://localhost:9', 'http://[::1]:9', desk.toss.url]) {
      expect((await save({ baseUrl })).body).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'baseUrl' }] });
    }
    // A stored address is not called either, and the list shows that it is not allowed.
    const held = await desk.held();
    expect(
      (await desk.admin.call('POST', desk.url('/begin'), { reservationId: held['id'], provider: 'TOSS' })).body['code'],
    ).toBe('PROVIDER_NOT_SET');
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/payment-provider`);
    expect(body['items']?.map((it) => [it['provider'], it['isAddressAllowed']])).toEqual([
      ['PORTONE', false],
      ['TOSS', false],
    ]);
    expect([desk.toss.requests, desk.portone.requests]).toEqual([0, 0]);
    expect((await save({})).body).toMatchObject({ baseUrl: 'https://api.tosspayments.com', isAddressAllowed: true });
    await Promise.all([desk.toss.close(), desk.portone.close(), strict.close()]);
  });

  it('does not confirm a payment at a stored address that is no longer allowed', async () => {
    const allowing = await startTestServer({ clock: fakeClock(new Date('2026-11-21T06:00:00Z')) });
    const desk = await openPayingDesk(allowing, { rooms: 2 });
    const begun = await desk.begun(await desk.held());
    const strict = await startTestServer({ beside: allowing, config: { providerTestUrls: false } });
    const requests = desk.toss.requests;
    expect((await desk.confirm(begun, 'key', strict.caller(desk.admin.token))).body['code']).toBe('PROVIDER_NOT_SET');
    expect(desk.toss.requests).toBe(requests);
    await strict.close();
    await Promise.all([desk.toss.close(), desk.portone.close(), allowing.close()]);
  });
});
