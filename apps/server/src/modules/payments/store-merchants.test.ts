import { payment as paymentShape, type OnlineProvider, type Payment, type Waterfall } from '@munjigi/contract';
import { signedMessage, type SentWebhook } from '@munjigi/virtual-providers';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import { fakeClock, startTestServer, until, type Answer, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import {
  openMerchantDesks,
  startVirtualMerchant,
  type MerchantDesks,
  type VirtualMerchant,
} from '../../testing/desks/merchant-desk.ts';
import type { PayingDesk } from '../../testing/desks/paying-desk.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('merchants of stores (MC-1 to MC-7)', () => {
  const clock = fakeClock(NOW);
  const logLines: string[] = [];
  let server: TestServer;
  let chain: MerchantDesks;
  let desks: PayingDesk[];
  let [mine, other, next]: VirtualMerchant[] = [];
  beforeAll(async () => {
    server = await startTestServer({ clock, logLines });
    chain = await openMerchantDesks(server, { stores: 4 });
    desks = [...chain.desks];
    [mine, other, next] = await Promise.all(
      ['mid_b', 'mid_c', 'mid_next'].map((id) => startVirtualMerchant(server, id)),
    );
    await set(1, merchantOf('mine'), 'TOSS');
    await set(1, merchantOf('mine'), 'PORTONE');
    await set(2, merchantOf('other'), 'TOSS');
    await set(2, merchantOf('other'), 'PORTONE');
  });
  afterEach(() => {
    for (const one of [mine, other, next])
      for (const { faults } of one ? [one.toss, one.portone] : [])
        Object.assign(faults, { next: [], share: 0, isSilent: false, isRevoked: false });
  });
  afterAll(async () => {
    expect(await server.withActor(chain.admin.actor, ledgerFaults)).toEqual([]);
    await server.close();
    await Promise.all([chain.close(), mine?.close(), other?.close(), next?.close()]);
  });

  const merchantOf = (name: 'mine' | 'other' | 'next'): VirtualMerchant => {
    const found = { mine, other, next }[name];
    if (!found) throw new Error('The merchant is not started');
    return found;
  };
  const desk = (index: number): PayingDesk => {
    const found = desks[index];
    if (!found) throw new Error('There is no such store');
    return found;
  };
  const set = async (store: number, merchant: VirtualMerchant, provider: OnlineProvider, more: object = {}) => {
    const answer = await chain.setMerchant(desk(store).storeId, merchant.settings(provider, { ...more }));
    expect([answer.status, answer.body['code']]).toEqual([200, undefined]);
    return answer.body;
  };
  /** Begins a payment, and has its guest agree to it at the merchant. */
  const agreed = async (store: number, { toss }: Pick<VirtualMerchant, 'toss'>) => {
    const held = await desk(store).held();
    const begun = await desk(store).begun(held);
    const { paymentKey } = toss.book.agree({ orderId: begun.id, amount: begun.amount });
    return { held, begun, paymentKey };
  };
  const paid = async (store: number, merchant: Pick<VirtualMerchant, 'toss'>): Promise<Payment> => {
    const { begun, paymentKey } = await agreed(store, merchant);
    return paymentShape.parse((await desk(store).confirm(begun, paymentKey)).body);
  };
  const accounts = async (store: number, of: Answer['body']) => {
    const { body } = await chain.admin.call('GET', desk(store).url(`/waterfall?reservationId=${String(of['id'])}`));
    return Object.fromEntries((body as unknown as Waterfall).accounts.map(({ account, amount }) => [account, amount]));
  };
  const becomes = (store: number, it: Pick<Payment, 'id'>, what: string, is: (payment: Payment) => boolean) =>
    until(what, async () => {
      clock.advance(1500);
      const payment = await desk(store).read1(it);
      return is(payment) && payment;
    });
  const requestsOf = ({ toss, portone }: Pick<VirtualMerchant, 'toss' | 'portone'>) => toss.requests + portone.requests;
  const running = async (store: number, provider: OnlineProvider) =>
    (await chain.merchants(desk(store).storeId)).find((it) => it['provider'] === provider && it['endedAt'] === null);

  it('collects through the merchant of the store, and through that of the chain at a store without one (MC-1)', async () => {
    const [ofChain, ofStore] = [await desk(0).held(), await desk(1).held()];
    const begin = (store: number, of: Answer['body']) =>
      chain.admin.call(
        'POST',
        desk(store).url('/begin'),
        { reservationId: of['id'], provider: 'TOSS' },
        { 'idempotency-key': uuidv7() },
      );
    expect((await begin(0, ofChain)).body).toMatchObject({ clientKey: 'test_ck', merchantId: 'test' });
    expect((await begin(1, ofStore)).body).toMatchObject({ clientKey: 'ck_of_mid_b', merchantId: 'mid_b' });
    const before = requestsOf(desk(0));
    const { held, begun, paymentKey } = await agreed(1, merchantOf('mine'));
    expect((await desk(1).confirm(begun, paymentKey)).body).toMatchObject({ state: 'DONE', feeAmount: 132 });
    // 0.66 % of 20,000 won, an eleventh of it VAT. The money is the store's, not head office's (MC-7, MC-8).
    expect(await accounts(1, held)).toEqual({
      MONEY_AT_STORE_MERCHANT: 19_868,
      PROVIDER_FEE: 120,
      PROVIDER_FEE_VAT: 12,
      SALES_SUPPLY: -18_182,
      SALES_VAT: -1818,
    });
    const payment = await desk(1).read1(begun);
    expect((await desk(1).refund(payment, { amount: 5000 })).status).toBe(200);
    await becomes(1, begun, 'a part is returned', ({ state }) => state === 'PARTIAL_CANCELED');
    expect(await accounts(1, held)).toEqual({
      MONEY_AT_STORE_MERCHANT: 14_901,
      PROVIDER_FEE: 90,
      PROVIDER_FEE_VAT: 9,
      SALES_SUPPLY: -13_637,
      SALES_VAT: -1363,
    });
    expect(requestsOf(desk(0))).toBe(before);
  });

  it('says who collects, and shows no secret to anyone (MC-2, MC-9)', async () => {
    const { storeId } = desk(1);
    const owner = await server.signIn(chain.shop, ['FRANCHISEE'], [{ id: storeId }]);
    const collectors = await owner.call('GET', `/${chain.shop.slug}/store/${storeId}/collectors`);
    expect(collectors.body).toEqual({
      storeId,
      items: [
        { provider: 'TOSS', collector: 'STORE', merchantId: 'mid_b' },
        { provider: 'PORTONE', collector: 'STORE', merchantId: 'mid_b' },
      ],
    });
    const ofChain = await chain.admin.call('GET', `/${chain.shop.slug}/store/${desk(0).storeId}/collectors`);
    expect(ofChain.body['items']?.map((it) => [it['provider'], it['collector'], it['merchantId']])).toEqual([
      ['TOSS', 'CHAIN', null],
      ['PORTONE', 'CHAIN', null],
    ]);
    expect((await owner.call('GET', `/${chain.shop.slug}/store-merchant`)).status).toBe(403);
    const sub = await server.signIn(chain.shop, ['SUB_ADMIN']);
    expect((await chain.setMerchant(storeId, merchantOf('mine').settings('TOSS'), sub)).status).toBe(403);
    const listed = await chain.merchants(storeId);
    expect(listed).toEqual([
      expect.objectContaining({ storeId, provider: 'TOSS', hasWebhookSecret: false, endedAt: null }),
      expect.objectContaining({
        provider: 'PORTONE',
        hasWebhookSecret: true,
        webhookPath: `/api/v2/${chain.shop.slug}/webhook/portone/${storeId}`,
      }),
    ]);
    const rows = await server.withActor(chain.admin.actor, (tx) =>
      tx
        .selectFrom('store_merchants')
        .select(['api_secret', 'webhook_secret'])
        .where('store_id', '=', storeId)
        .execute(),
    );
    const audited = await server.withActor(chain.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('detail').where('action', '=', 'store-merchant.set').execute(),
    );
    expect(audited.length).toBeGreaterThan(3);
    for (const secret of ['secret_of_mid_b', merchantOf('mine').webhookSecret]) {
      expect(rows.some((row) => row.api_secret.includes(secret) || row.webhook_secret?.includes(secret))).toBe(false);
      expect(JSON.stringify([listed, collectors.body, audited]).includes(secret)).toBe(false);
      expect(logLines.join('').includes(secret)).toBe(false);
    }
  });

  it('refuses an outdated version, a new merchant without a secret, a store of another chain and a merchant without an id', async () => {
    const { storeId } = desk(1);
    const present = await running(1, 'TOSS');
    const version = Number(present?.['version']);
    const settings = (over: object) => merchantOf('mine').settings('TOSS', { ...over });
    expect((await chain.setMerchant(storeId, settings({}))).body).toMatchObject({
      code: 'STALE',
      current: { version },
    });
    expect((await chain.setMerchant(storeId, settings({ version: version + 1 }))).body['code']).toBe('STALE');
    const unknown = { version, merchantId: 'mid_x', apiSecret: undefined };
    expect((await chain.setMerchant(storeId, settings(unknown))).body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: 'apiSecret' }],
    });
    // The refused change ended nothing.
    expect(await running(1, 'TOSS')).toMatchObject({ merchantId: 'mid_b', version });
    expect((await chain.setMerchant(storeId, settings({ version, merchantId: '' }))).body['code']).toBe(
      'INVALID_INPUT',
    );
    const stranger = await server.makeShop();
    const [foreign] = stranger.stores;
    expect((await chain.setMerchant(foreign?.id ?? '', settings({}))).body['code']).toBe('NOT_FOUND');
    expect((await chain.endMerchant(storeId, 'TOSS', version + 1)).body['code']).toBe('STALE');
    expect((await chain.endMerchant(desk(0).storeId, 'TOSS', 1)).body['code']).toBe('NOT_FOUND');
  });

  it('gives a store one merchant when two people set it at once', async () => {
    const settings = merchantOf('next').settings('TOSS');
    const answers = await Promise.all([0, 1, 2].map(() => chain.setMerchant(desk(3).storeId, settings)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const of = await running(3, 'TOSS');
    expect((await chain.endMerchant(desk(3).storeId, 'TOSS', Number(of?.['version']))).body).toMatchObject({
      merchantId: 'mid_next',
      endedAt: expect.any(String),
    });
  });

  it('confirms, looks up and refunds a payment at the merchant that it was begun with (MC-4)', async () => {
    const first = await agreed(2, merchantOf('other'));
    const before = await running(2, 'TOSS');
    const replaced = await chain.setMerchant(
      desk(2).storeId,
      merchantOf('next').settings('TOSS', { version: before?.['version'] }),
    );
    expect(replaced.body).toMatchObject({ merchantId: 'mid_next', endedAt: null, version: 1, openCount: 0 });
    const ended = (await chain.merchants(desk(2).storeId)).find((it) => it['id'] === before?.['id']);
    expect(ended?.['endedAt']).toEqual(expect.any(String));
    expect(Number(ended?.['openCount'])).toBeGreaterThan(0);
    const requests = requestsOf(merchantOf('next'));
    const confirmed = paymentShape.parse((await desk(2).confirm(first.begun, first.paymentKey)).body);
    expect(confirmed.state).toBe('DONE');
    expect((await desk(2).refund(confirmed)).status).toBe(200);
    await becomes(2, first.begun, 'it is returned', ({ state }) => state === 'CANCELED');
    expect(requestsOf(merchantOf('next'))).toBe(requests);
    expect(merchantOf('other').toss.book.find(first.begun.id)?.cancels).toHaveLength(1);
    const second = await paid(2, merchantOf('next'));
    expect(second.state).toBe('DONE');
    // Back to the first account: the same row, for payments from now on.
    const present = await running(2, 'TOSS');
    const back = await set(2, merchantOf('other'), 'TOSS', { version: present?.['version'] });
    expect(back).toMatchObject({ id: before?.['id'], endedAt: null });
    expect((await desk(2).refund(second)).status).toBe(200);
    await becomes(2, second, 'it is returned', ({ state }) => state === 'CANCELED');
    expect(merchantOf('next').toss.book.find(second.id)?.cancels).toHaveLength(1);
  });

  it('begins with the chain after the merchant of a store has ended, and again another window (MC-3)', async () => {
    await set(3, merchantOf('next'), 'TOSS');
    const held = await desk(3).held();
    const begun = await desk(3).begun(held);
    const of = await running(3, 'TOSS');
    await chain.endMerchant(desk(3).storeId, 'TOSS', Number(of?.['version']));
    const again = await desk(3).begun(held);
    expect(again.id).not.toBe(begun.id);
    const { paymentKey } = desk(0).toss.book.agree({ orderId: again.id, amount: again.amount });
    expect((await desk(3).confirm(again, paymentKey)).body['state']).toBe('DONE');
    expect(await accounts(3, held)).toMatchObject({ MONEY_AT_PROVIDER: 19_494 });
  });

  it('does not take money through the chain while the keys of a store are revoked, and continues with the new ones (MC-5)', async () => {
    const settled = await paid(1, merchantOf('mine'));
    const { begun, paymentKey } = await agreed(1, merchantOf('mine'));
    const chainKinds = desk(0).toss.kinds.length;
    merchantOf('mine').toss.faults.isRevoked = true;
    expect((await desk(1).confirm(begun, paymentKey)).body).toMatchObject({ code: 'PROVIDER_REFUSED' });
    expect((await desk(1).refund(settled)).status).toBe(200);
    const trouble = await until('the merchant is in trouble', async () => {
      clock.advance(20_000);
      const found = (await running(1, 'TOSS'))?.['trouble'];
      return Number(found?.['payments']) === 2 && found;
    });
    expect(trouble).toEqual({ error: 'UNAUTHORIZED_KEY', payments: 2, refunds: 1 });
    const { body: ofChain } = await chain.admin.call('GET', `/${chain.shop.slug}/payment-provider`);
    expect(ofChain['items']?.map((it) => it['trouble'])).toEqual([null, null]);
    expect((await running(2, 'TOSS'))?.['trouble']).toBeNull();
    expect([(await desk(1).read1(begun)).state, (await desk(1).read1(settled)).state]).toEqual(['READY', 'DONE']);
    // The chain looks its own payments up, and takes or returns nothing.
    expect(
      desk(0)
        .toss.kinds.slice(chainKinds)
        .filter((kind) => kind !== 'lookUp'),
    ).toEqual([]);
    // The provider issues a new key: the same account, so its payments go on.
    merchantOf('mine').toss.faults.isRevoked = false;
    const present = await running(1, 'TOSS');
    await set(1, merchantOf('mine'), 'TOSS', { version: present?.['version'] });
    await becomes(1, settled, 'the refund is made', ({ state }) => state === 'CANCELED');
    const answers = await Promise.all([1, 2].map(() => desk(1).confirm(begun, paymentKey)));
    expect(answers.map(({ body }) => body['state'])).toEqual(['DONE', 'DONE']);
    expect(merchantOf('mine').toss.book.find(settled.id)?.cancels).toHaveLength(1);
    expect((await running(1, 'TOSS'))?.['trouble']).toBeNull();
  });

  const webhooks = async (paymentId: string) =>
    (await chain.admin.call('GET', `/${chain.shop.slug}/webhook?paymentId=${paymentId}`)).body['items'] ?? [];
  const paidAtPortone = async (store: number, { portone }: VirtualMerchant) => {
    const begun = await desk(store).begun(await desk(store).held(), 'PORTONE');
    portone.book.take(portone.book.agree({ orderId: begun.id, amount: begun.amount }));
    return { begun, message: portone.messages.at(-1) as SentWebhook };
  };

  it('refuses a signed message at the address of another merchant, and takes it at its own (MC-6)', async () => {
    const [ofMine, ofOther] = [await paidAtPortone(1, merchantOf('mine')), await paidAtPortone(2, merchantOf('other'))];
    for (const [store, { message }] of [
      [2, ofMine],
      [1, ofOther],
    ] as const)
      expect((await chain.send(desk(store).storeId, 'PORTONE', message)).body).toMatchObject({
        code: 'SIGNATURE_INVALID',
        detail: 'SIGNATURE_WRONG',
      });
    // The address of the chain has another secret as well.
    expect((await desk(0).send('PORTONE', ofMine.message)).body['code']).toBe('SIGNATURE_INVALID');
    expect((await desk(1).read1(ofMine.begun)).state).toBe('READY');
    for (const [store, { message }] of [
      [1, ofMine],
      [2, ofOther],
    ] as const)
      expect((await chain.send(desk(store).storeId, 'PORTONE', message)).status).toBe(200);
    await until('both are paid', async () => {
      const states = [await desk(1).read1(ofMine.begun), await desk(2).read1(ofOther.begun)].map((it) => it.state);
      return states.every((state) => state === 'DONE');
    });
    const [worked] = (await webhooks(ofMine.begun.id)).filter((it) => it['state'] === 'WORKED');
    expect(worked).toMatchObject({ storeId: desk(1).storeId, reason: null });
  });

  it('asks the merchant of the payment about a swapped message, which changes nothing by itself (MC-6)', async () => {
    const { begun, paymentKey } = await agreed(1, merchantOf('mine'));
    const booked = merchantOf('mine').toss.book.find(paymentKey);
    if (!booked) throw new Error('The guest has not agreed');
    // Toss does not sign, so the message arrives; the other merchant knows nothing of the payment.
    merchantOf('mine').toss.book.take(booked);
    const message = merchantOf('mine').toss.messages.at(-1) as SentWebhook;
    const requests = requestsOf(merchantOf('other'));
    expect((await chain.send(desk(2).storeId, 'TOSS', message)).status).toBe(200);
    await until('it is paid', async () => (await desk(1).read1(begun)).state === 'DONE');
    expect(await webhooks(begun.id)).toEqual([
      expect.objectContaining({ state: 'WORKED', reason: 'OTHER_MERCHANT', storeId: desk(2).storeId }),
    ]);
    expect(requestsOf(merchantOf('other'))).toBe(requests);
    // A dispute that another merchant signs is not one of this payment.
    const { begun: disputed, message: own } = await paidAtPortone(1, merchantOf('mine'));
    expect((await chain.send(desk(1).storeId, 'PORTONE', own)).status).toBe(200);
    await until('it is paid', async () => (await desk(1).read1(disputed)).state === 'DONE');
    const dispute = (secret: string, id: string) =>
      signedMessage(
        secret,
        id,
        clock.now(),
        JSON.stringify({
          type: 'Transaction.DisputeCreated',
          timestamp: clock.now().toISOString(),
          data: { paymentId: disputed.id, transactionId: 'tx', storeId: 'mid_c' },
        }),
      );
    const forged = dispute(merchantOf('other').webhookSecret, 'msg_forged');
    expect((await chain.send(desk(2).storeId, 'PORTONE', forged)).status).toBe(200);
    await until('it is processed', async () =>
      (await webhooks(disputed.id)).some((it) => it['reason'] === 'OTHER_MERCHANT'),
    );
    expect((await desk(1).read1(disputed)).online?.isDisputed).toBe(false);
    const real = dispute(merchantOf('mine').webhookSecret, 'msg_real');
    expect((await chain.send(desk(1).storeId, 'PORTONE', real)).status).toBe(200);
    await until('it is disputed', async () => (await desk(1).read1(disputed)).online?.isDisputed);
  });

  it('has no address for messages at a store that never had a merchant', async () => {
    const message = { headers: {}, body: JSON.stringify({ orderId: uuidv7() }) };
    expect((await chain.send(desk(0).storeId, 'TOSS', message)).status).toBe(404);
    expect((await chain.send(uuidv7(), 'TOSS', message)).status).toBe(404);
    // An ended merchant still sends messages about what was begun with it.
    expect((await chain.send(desk(3).storeId, 'TOSS', message)).status).toBe(200);
  });

  it('does not open a secret in the place of another merchant', async () => {
    const { storeId } = desk(2);
    const rows = await server.withActor(chain.admin.actor, (tx) =>
      tx.selectFrom('store_merchants').select(['store_id', 'api_secret']).where('provider', '=', 'PORTONE').execute(),
    );
    const [own, foreign] = [1, 2].map((index) => rows.find((row) => row.store_id === desk(index).storeId)?.api_secret);
    if (!own || !foreign) throw new Error('The merchants are not set');
    const write = (api_secret: Buffer) =>
      server.withActor(chain.admin.actor, (tx) =>
        tx
          .updateTable('store_merchants')
          .set({ api_secret })
          .where('store_id', '=', storeId)
          .where('provider', '=', 'PORTONE')
          .execute(),
      );
    await write(own);
    const { body } = await chain.admin.call('POST', desk(2).url('/begin'), {
      reservationId: (await desk(2).held())['id'],
      provider: 'PORTONE',
    });
    // The merchant of the chain does not stand in for it.
    expect(body['code']).toBe('PROVIDER_NOT_SET');
    await write(foreign);
  });

  it('keeps the messages of a store with their address until they are deleted', async () => {
    const kept = await server.withActor(SYSTEM, (tx) =>
      tx
        .selectFrom('provider_webhook_stores as a')
        .innerJoin('provider_webhooks as w', (join) =>
          join.onRef('w.product_id', '=', 'a.product_id').onRef('w.id', '=', 'a.id'),
        )
        .select('a.id')
        .where('a.product_id', '=', chain.shop.productId)
        .execute(),
    );
    const [first] = kept;
    if (!first) throw new Error('No message was kept');
    await server.withActor(SYSTEM, (tx) =>
      tx
        .deleteFrom('provider_webhooks')
        .where('product_id', '=', chain.shop.productId)
        .where('id', '=', first.id)
        .execute(),
    );
    const left = await server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('provider_webhook_stores').select('id').where('id', '=', first.id).execute(),
    );
    expect(left).toEqual([]);
  });
});
