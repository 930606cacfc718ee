// @sweep 1/8 (decision 086)
import { randomBytes } from 'node:crypto';
import type { OnlineProvider } from '@munjigi/contract';
import { signedMessage, type SentWebhook } from '@munjigi/virtual-providers';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import { fakeClock, startTestServer, until, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, WEBHOOK_SECRET, type PayingDesk } from '../../testing/desks/paying-desk.ts';
import { MAX_MESSAGES_PER_MINUTE } from './webhooks/webhooks.sql.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('messages of providers (PY-2)', () => {
  const clock = fakeClock(NOW);
  let one: TestServer;
  let two: TestServer;
  let desk: PayingDesk;
  beforeAll(async () => {
    one = await startTestServer({ clock });
    two = await startTestServer({ beside: one });
    desk = await openPayingDesk(one, { rooms: 200 });
  });
  afterAll(async () => {
    expect(await one.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await two.close();
    await one.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  const path = (rest = '') => `/${desk.shop.slug}/webhook${rest}`;
  const listed = async (query: string) => (await desk.admin.call('GET', path(`?${query}`))).body['items'] ?? [];
  const paidAtPortone = async () => {
    const begun = await desk.begun(await desk.held(), 'PORTONE');
    desk.portone.book.take(desk.portone.book.agree({ orderId: begun.id, amount: begun.amount }));
    return { begun, message: desk.portone.messages.at(-1) as SentWebhook };
  };
  const ended = (query: string) =>
    until('it is worked', async () => {
      const [it] = await listed(query);
      return it && it['state'] !== 'RECEIVED' && it['workedAt'] && it;
    });
  const signed = (body: object, at = clock.now(), secret = WEBHOOK_SECRET) =>
    signedMessage(secret, `msg_${uuidv7()}`, at, JSON.stringify(body));

  it('stores a repeated message unchanged, answers at once and processes it once', async () => {
    const { begun, message } = await paidAtPortone();
    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, number) => desk.send('PORTONE', message, { url: number % 2 ? one.url : two.url })),
    );
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { received: true }]);
    await until('it is paid', async () => (await desk.read1(begun)).state === 'DONE');
    const found = await ended(`paymentId=${begun.id}`);
    expect(found).toMatchObject({
      provider: 'PORTONE',
      state: 'WORKED',
      reason: null,
      type: 'Transaction.Paid',
      times: 7,
    });
    const row = await one.withActor(SYSTEM, (tx) =>
      tx.selectFrom('provider_webhooks').selectAll().where('id', '=', String(found['id'])).executeTakeFirstOrThrow(),
    );
    expect([
      one.app.db.personal.openBytes(row.body).toString(),
      row.worked_times,
      row.headers['webhook-signature'],
    ]).toEqual([message.body, 1, message.headers['webhook-signature']]);
  });

  it('refuses and stores unsigned, wrongly signed and badly timed messages, and accepts the real one after them', async () => {
    const { begun, message } = await paidAtPortone();
    const old = signedMessage(WEBHOOK_SECRET, 'msg_old', new Date(clock.now().getTime() - 301_000), message.body);
    const early = signedMessage(WEBHOOK_SECRET, 'msg_early', new Date(clock.now().getTime() + 301_000), message.body);
    const foreign = signedMessage(
      `whsec_${randomBytes(32).toString('base64')}`,
      message.headers['webhook-id'] ?? '',
      clock.now(),
      message.body,
    );
    for (const [wrong, detail] of [
      [{ headers: {}, body: message.body }, 'SIGNATURE_ABSENT'],
      [foreign, 'SIGNATURE_WRONG'],
      [{ ...message, body: `${message.body} ` }, 'SIGNATURE_WRONG'],
      [old, 'TIMESTAMP_TOO_OLD'],
      [early, 'TIMESTAMP_TOO_NEW'],
    ] as const) {
      const { status, body } = await desk.send('PORTONE', wrong);
      expect([status, body['code'], body['detail']]).toEqual([400, 'SIGNATURE_INVALID', detail]);
    }
    const kept = await until('all are worked', async () => {
      const items = await listed(`state=REJECTED&paymentId=${begun.id}`);
      return items.length === 5 && items;
    });
    expect(kept.map((it) => it['reason']).sort()).toEqual([
      'SIGNATURE_ABSENT',
      'SIGNATURE_WRONG',
      'SIGNATURE_WRONG',
      'TIMESTAMP_TOO_NEW',
      'TIMESTAMP_TOO_OLD',
    ]);
    expect((await desk.read1(begun)).state).toBe('READY');
    // Five refused messages raise one notification.
    const { body: notifications } = await desk.admin.call('GET', desk.url('/notification?limit=50'));
    expect(notifications['items']?.filter((it) => it['kind'] === 'WEBHOOK_REJECTED')).toHaveLength(1);
    expect((await desk.send('PORTONE', message)).status).toBe(200);
    await until('it is paid', async () => (await desk.read1(begun)).state === 'DONE');
  });

  it('looks the payment up instead of believing the message', async () => {
    const begun = await desk.begun(await desk.held());
    const lie = {
      eventType: 'PAYMENT_STATUS_CHANGED',
      createdAt: '2026-11-21T15:00:00.123456',
      data: { orderId: begun.id, paymentKey: 'x', status: 'DONE', totalAmount: begun.amount },
    };
    expect((await desk.send('TOSS', { headers: {}, body: JSON.stringify(lie) })).status).toBe(200);
    expect(await ended(`paymentId=${begun.id}`)).toMatchObject({ state: 'WORKED', type: 'PAYMENT_STATUS_CHANGED' });
    expect((await desk.read1(begun)).state).toBe('READY');
  });

  it.each<[OnlineProvider, () => SentWebhook, string, string]>([
    ['TOSS', () => ({ headers: {}, body: '{"eventType":"seller.changed","data":{}}' }), 'IGNORED', 'TYPE_UNKNOWN'],
    [
      'TOSS',
      () => ({
        headers: {},
        body: JSON.stringify({ eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId: uuidv7() } }),
      }),
      'UNMATCHED',
      'PAYMENT_UNKNOWN',
    ],
    [
      'TOSS',
      () => ({
        headers: {},
        body: JSON.stringify({ eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId: "' or 1=1 --" } }),
      }),
      'UNMATCHED',
      'PAYMENT_UNKNOWN',
    ],
    ['TOSS', () => ({ headers: {}, body: `{"n": ${Math.random()}` }), 'IGNORED', 'NOT_JSON'],
    ['TOSS', () => ({ headers: {}, body: `[${Math.random()}]` }), 'IGNORED', 'TYPE_UNKNOWN'],
    [
      'PORTONE',
      () => signed({ type: 'BillingKey.Issued', timestamp: '2026-11-21T06:00:00Z', data: { billingKey: 'b' } }),
      'IGNORED',
      'TYPE_UNKNOWN',
    ],
    [
      'PORTONE',
      () => signed({ type: 'Transaction.Invented', data: { paymentId: uuidv7() } }),
      'IGNORED',
      'TYPE_UNKNOWN',
    ],
    [
      'PORTONE',
      () => signed({ type: 'Transaction.Paid', data: { paymentId: uuidv7() }, more: { of: 'what is not known' } }),
      'UNMATCHED',
      'PAYMENT_UNKNOWN',
    ],
  ])('stores and shows a message of %s that has no effect', async (provider, message, state, reason) => {
    clock.advance(1000);
    const from = clock.now().toISOString();
    expect((await desk.send(provider, message())).status).toBe(200);
    expect(await ended(`from=${from}`)).toMatchObject({ provider, state, reason, paymentId: null });
  });

  it('matches a message only to payments of the product in its path', async () => {
    const { begun, message } = await paidAtPortone();
    const other = await openPayingDesk(one, { rooms: 1 });
    // The signature is valid, but the payment belongs to another product.
    expect((await desk.send('PORTONE', message, { slug: other.shop.slug })).status).toBe(200);
    const found = await until('it is worked', async () => {
      const [it] = (await other.admin.call('GET', `/${other.shop.slug}/webhook`)).body['items'] ?? [];
      return it?.['workedAt'] && it;
    });
    expect(found).toMatchObject({ state: 'UNMATCHED', paymentId: null });
    expect((await desk.read1(begun)).state).toBe('READY');
    expect((await desk.admin.call('GET', path(`/${found['id']}`))).status).toBe(404);
    for (const slug of ['nobody', (await one.makeShop()).slug])
      expect((await desk.send('PORTONE', message, { slug })).status).toBe(404);
    await Promise.all([other.toss.close(), other.portone.close()]);
  });

  it('accepts a deposit message only with the secret of the virtual account', async () => {
    const waiting = await desk.paid(undefined, true);
    const booked = desk.toss.book.find(waiting.id);
    const about = (secret: string) => ({
      headers: {},
      body: JSON.stringify({
        createdAt: '2026-11-21T15:00:00',
        secret,
        status: 'DONE',
        transactionKey: 't',
        orderId: waiting.id,
      }),
    });
    await desk.send('TOSS', about('guessed'));
    expect(await ended(`paymentId=${waiting.id}&state=REJECTED`)).toMatchObject({
      reason: 'DEPOSIT_SECRET_WRONG',
      type: 'DEPOSIT_CALLBACK',
    });
    await desk.send('TOSS', about(booked?.secret ?? ''));
    expect(await ended(`paymentId=${waiting.id}&state=WORKED`)).toMatchObject({ type: 'DEPOSIT_CALLBACK' });
  });

  it('shows a message masked, and replays it only with the capability', async () => {
    const waiting = await desk.paid(undefined, true);
    const [status] = desk.toss.messages.slice(-2);
    await desk.send('TOSS', status as SentWebhook);
    const found = await ended(`paymentId=${waiting.id}`);
    const { body } = await desk.admin.call('GET', path(`/${found['id']}`));
    expect(body['body']).toContain('"customerName": "***"');
    expect(body['body']).toContain('"accountNumber": "************"');
    expect(body['body']).not.toContain('박토스');
    expect(body['body']).toContain('"orderName": "예약"');
    expect(body['body']).not.toContain(desk.toss.book.find(waiting.id)?.secret);
    const sub = await one.signIn(desk.shop, ['SUB_ADMIN']);
    expect((await sub.call('POST', path(`/${found['id']}/replay`), {})).body['code']).toBe('CAPABILITY_MISSING');
    expect((await sub.call('GET', path(`/${found['id']}`))).status).toBe(200);
    expect((await desk.admin.call('POST', path(`/${found['id']}/replay`), {})).body).toMatchObject({
      state: 'RECEIVED',
    });
    expect(await ended(`paymentId=${waiting.id}`)).toMatchObject({ id: found['id'], state: 'WORKED' });
  });

  it('opens and closes a dispute by timestamp, in any order of arrival', async () => {
    const { begun, message } = await paidAtPortone();
    await desk.send('PORTONE', message);
    const dispute = (type: string, timestamp: string) =>
      desk.send('PORTONE', signed({ type: `Transaction.Dispute${type}`, timestamp, data: { paymentId: begun.id } }));
    await dispute('Resolved', '2026-11-21T05:20:00Z');
    await dispute('Created', '2026-11-21T05:10:00Z');
    await until('all is worked', async () => (await listed(`paymentId=${begun.id}&state=WORKED`)).length === 3);
    expect((await desk.read1(begun)).online?.isDisputed).toBe(false);
    await dispute('Created', '2026-11-21T05:30:00Z');
    await until('it is open again', async () => (await desk.read1(begun)).online?.isDisputed);
  });

  it('rejects a message that is too large, of another media type, or above the limit of the minute', async () => {
    const large = { headers: {}, body: `{"x":"${'x'.repeat(1024 * 1024)}"}` };
    expect((await desk.send('TOSS', large)).body['code']).toBe('BODY_TOO_LARGE');
    expect(
      (await desk.send('TOSS', { headers: { 'content-type': 'application/xml' }, body: '<a/>' })).body['code'],
    ).toBe('UNSUPPORTED_MEDIA_TYPE');
    await one.withActor(SYSTEM, (tx) =>
      tx
        .updateTable('provider_webhook_uses')
        .set({ count: MAX_MESSAGES_PER_MINUTE.count })
        .where('product_id', '=', desk.shop.productId)
        .execute(),
    );
    const refused = await desk.send('TOSS', { headers: {}, body: '{}' });
    expect([refused.status, refused.body['code'], Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      true,
    ]);
    clock.advance(60_000);
    expect((await desk.send('TOSS', { headers: {}, body: '{}' })).status).toBe(200);
  });

  it(
    'matches the provider after repeated and reordered messages, at two processes, with a provider that fails (must show 3)',
    { timeout: 60_000 },
    async () => {
      const begun = await Promise.all(
        Array.from({ length: 50 }, async (_, number) => ({
          number,
          payment: await desk.begun(await desk.held(), number % 2 ? 'TOSS' : 'PORTONE', { amount: 10_000 }),
        })),
      );
      const [tossFrom, portoneFrom] = [desk.toss.messages.length, desk.portone.messages.length];
      for (const { number, payment } of begun) {
        const { book } = number % 2 ? desk.toss : desk.portone;
        const it = book.agree({ orderId: payment.id, amount: 10_000, isAccount: number % 5 === 0 });
        book.take(it);
        if (it.isAccount) book.deposit(it);
        if (number % 7 === 0 && it.isAccount) {
          book.takeBack(it);
          book.deposit(it);
        }
        if (number % 3 === 0) book.cancel(it, 3000, '일부');
        if (number % 4 === 0) book.cancel(it, number % 3 === 0 ? 7000 : 10_000, '나머지');
      }
      const all = [
        ...desk.toss.messages.slice(tossFrom).map((message) => ({ provider: 'TOSS' as const, message })),
        ...desk.portone.messages.slice(portoneFrom).map((message) => ({ provider: 'PORTONE' as const, message })),
      ];
      const order = all
        .flatMap((it, index) =>
          Array.from({ length: 1 + (index % 4) }, (_, time) => ({
            ...it,
            rank: (index * 7919 + time * 104_729) % 1009,
          })),
        )
        .sort((a, b) => a.rank - b.rank);
      for (const { faults } of [desk.toss, desk.portone]) faults.share = 0.1;
      for (let from = 0; from < order.length; from += 20) {
        const answers = await Promise.all(
          order
            .slice(from, from + 20)
            .map(({ provider, message }, index) =>
              desk.send(provider, message, { url: index % 2 ? one.url : two.url }),
            ),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      await until(
        'all is as it is there',
        async () => {
          clock.advance(1500);
          const states = await Promise.all(begun.map(async ({ payment }) => (await desk.read1(payment)).state));
          return states.every((state) => state === 'DONE' || state === 'PARTIAL_CANCELED' || state === 'CANCELED');
        },
        30_000,
      );
      for (const { faults } of [desk.toss, desk.portone]) faults.share = 0;
      await until(
        'all is worked',
        async () => {
          clock.advance(1500);
          return (
            (await listed('state=RECEIVED')).length === 0 &&
            (
              await one.withActor(SYSTEM, (tx) =>
                tx.selectFrom('provider_payments').select('id').where('failures', '>', 0).execute(),
              )
            ).length === 0
          );
        },
        20_000,
      );
      for (const { number, payment } of begun) {
        const { book } = number % 2 ? desk.toss : desk.portone;
        const there = book.find(payment.id);
        const given = there?.cancels.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
        const here = await desk.read1(payment);
        expect([here.refundedAmount, here.refunds.map(({ amount }) => amount), here.state, here.online?.fault]).toEqual(
          [
            given,
            there?.cancels.map(({ amount }) => amount),
            given === 0 ? 'DONE' : given === 10_000 ? 'CANCELED' : 'PARTIAL_CANCELED',
            null,
          ],
        );
      }
      const worked = await one.withActor(SYSTEM, (tx) =>
        tx
          .selectFrom('provider_webhooks')
          .select('worked_times')
          .where('product_id', '=', desk.shop.productId)
          .where(
            'payment_id',
            'in',
            begun.map(({ payment }) => payment.id),
          )
          .execute(),
      );
      expect([worked.length, new Set(worked.map((it) => it.worked_times))]).toEqual([all.length, new Set([1])]);
    },
  );
});
