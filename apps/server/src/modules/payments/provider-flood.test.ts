// @sweep 1/12 (decision 086)
import { randomBytes } from 'node:crypto';
import type { OnlineProvider } from '@munjigi/contract';
import { signedMessage, type SentWebhook } from '@munjigi/virtual-providers';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import { fakeClock, HOUR_MS, MINUTE_MS, startTestServer, until, type TestServer } from '../../testing/index.ts';
import { openPayingDesk, WEBHOOK_SECRET, type PayingDesk } from '../../testing/desks/paying-desk.ts';
import { providerSeal } from './providers/index.ts';
import { MOST_OF_A_PAYMENT } from './webhooks/store-message.ts';
import { sweepWebhooks } from './webhooks/waiting-webhooks.ts';
import { MAX_REFUSED_PER_DAY, MAX_REFUSED_PER_MINUTE } from './webhooks/webhooks.sql.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const LARGEST = 64 * 1024;

/** Anyone who knows the address of the endpoint can post to it, with or without a signature. */
describe('a flood of provider messages', () => {
  const clock = fakeClock(NOW);
  const logLines: string[] = [];
  let server: TestServer;
  let desk: PayingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, logLines });
    desk = await openPayingDesk(server, { rooms: 60 });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });
  beforeEach(async () => {
    clock.advance(MINUTE_MS);
    await server.withActor(SYSTEM, async (tx) => {
      await tx.deleteFrom('provider_webhooks').execute();
      await tx.deleteFrom('provider_webhook_quotas').execute();
    });
  });

  const path = (rest = '') => `/${desk.shop.slug}/webhook${rest}`;
  const filled = (json: object, bytes = LARGEST): string => {
    const text = JSON.stringify({ ...json, padding: '' });
    return `${text.slice(0, -2)}${randomBytes(bytes)
      .toString('hex')
      .slice(0, bytes - Buffer.byteLength(text))}"}`;
  };
  const unsigned = (body: string): SentWebhook => ({ headers: {}, body });
  const rows = () =>
    server.withActor(SYSTEM, (tx) => tx.selectFrom('provider_webhooks').selectAll().orderBy('id').execute());
  const jobs = () =>
    server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('jobs').select('id').where('kind', '=', 'payments.webhook').execute(),
    );
  const storedBytes = () =>
    server.withActor(
      SYSTEM,
      async (tx) =>
        (
          await sql<{
            bytes: number;
          }>`select coalesce(sum(pg_column_size(it.*)), 0)::float8 as bytes from provider_webhooks it`.execute(tx)
        ).rows[0]?.bytes ?? 0,
    );
  async function sendAll(messages: readonly (readonly [OnlineProvider, SentWebhook])[]): Promise<number[]> {
    const statuses: number[] = [];
    for (let from = 0; from < messages.length; from += 20)
      statuses.push(
        ...(
          await Promise.all(messages.slice(from, from + 20).map(([provider, message]) => desk.send(provider, message)))
        ).map(({ status }) => status),
      );
    return statuses;
  }
  const paidAtPortone = async () => {
    const begun = await desk.begun(await desk.held(), 'PORTONE');
    desk.portone.book.take(desk.portone.book.agree({ orderId: begun.id, amount: begun.amount }));
    return { begun, message: desk.portone.messages.at(-1) as SentWebhook };
  };

  it(
    'stores less than 4 kB for each of 300 forged messages of the largest size, and no job',
    { timeout: 60_000 },
    async () => {
      const forged = Array.from({ length: 300 }, (_, number): [OnlineProvider, SentWebhook] => [
        number % 3 === 0 ? 'PORTONE' : 'TOSS',
        unsigned(
          filled(
            number % 3 === 2
              ? { eventType: 'seller.changed' }
              : { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId: uuidv7() } },
          ),
        ),
      ]);
      const statuses = await sendAll(forged);
      expect(statuses.filter((status) => status !== 400)).toEqual(Array.from({ length: 200 }, () => 200));
      expect([(await rows()).length, await jobs()]).toEqual([300, []]);
      expect(await storedBytes()).toBeLessThan(300 * 4096);
      expect(
        (await rows()).every(
          (row) =>
            row.body_bytes === LARGEST && !row.is_whole && row.body_digest?.length === 32 && row.worked_at !== null,
        ),
      ).toBe(true);
    },
  );

  it('rejects a message above 64 kB with 413 and stores nothing', async () => {
    const { status, body } = await desk.send('TOSS', unsigned(filled({}, LARGEST + 1)));
    expect([status, body['code'], await rows()]).toEqual([413, 'BODY_TOO_LARGE', []]);
  });

  it('only counts messages above the daily quota, reports it once in the log and on the screen, and stores them again the next day', async () => {
    const day = clock.now().toISOString().slice(0, 10);
    await server.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('provider_webhook_quotas')
        .values({ product_id: desk.shop.productId, day, kept: MAX_REFUSED_PER_DAY.count - 1 })
        .execute(),
    );
    const statuses = await sendAll(
      Array.from({ length: 5 }, () => ['TOSS', unsigned(filled({ eventType: 'seller.changed' }))] as const),
    );
    expect([statuses, (await rows()).length]).toEqual([[200, 200, 200, 200, 200], 1]);
    expect(logLines.filter((line) => line.includes('the quota of the day is used up'))).toHaveLength(1);
    expect((await desk.admin.call('GET', path())).body['onlyCounted']).toEqual({ count: 4, bytes: 4 * LARGEST });
    clock.advance(24 * HOUR_MS);
    expect((await desk.send('TOSS', unsigned(filled({ eventType: 'seller.changed' })))).status).toBe(200);
    expect(await rows()).toHaveLength(2);
  });

  it('processes a signed message although forged ones use up the limit of the minute', async () => {
    const { begun, message } = await paidAtPortone();
    await desk.send('PORTONE', unsigned('{}'));
    await server.withActor(SYSTEM, (tx) =>
      tx
        .updateTable('provider_webhook_uses')
        .set({ count: MAX_REFUSED_PER_MINUTE.count })
        .where('product_id', '=', desk.shop.productId)
        .where('address', '=', '*')
        .execute(),
    );
    const refused = await desk.send('PORTONE', unsigned('{"n":1}'));
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await desk.send('PORTONE', message)).status).toBe(200);
    await until('it is paid', async () => (await desk.read1(begun)).state === 'DONE');
    // A repeated message is processed once.
    expect((await desk.send('PORTONE', message)).status).toBe(200);
    const worked = (await rows()).filter((row) => row.payment_id === begun.id);
    expect(worked.map((row) => [row.state, row.times, row.worked_times, row.is_whole])).toEqual([
      ['WORKED', 2, 1, true],
    ]);
  });

  it('stores a limited number and size of messages that name a payment', { timeout: 60_000 }, async () => {
    const begun = await desk.begun(await desk.held());
    const about = (bytes: number) =>
      unsigned(filled({ eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId: begun.id }, n: Math.random() }, bytes));
    const large = await sendAll(Array.from({ length: 10 }, () => ['TOSS', about(LARGEST)] as const));
    expect(large.filter((status) => status === 200).length).toBe(MOST_OF_A_PAYMENT.bytes / LARGEST);
    await server.withActor(SYSTEM, (tx) => tx.deleteFrom('provider_webhooks').execute());
    const small = await sendAll(
      Array.from({ length: MOST_OF_A_PAYMENT.count + 30 }, () => ['TOSS', about(300)] as const),
    );
    expect(small.filter((status) => status === 200).length).toBe(MOST_OF_A_PAYMENT.count);
    await until('all are worked', async () => (await rows()).every((row) => row.state === 'WORKED'));
    expect(await rows()).toHaveLength(MOST_OF_A_PAYMENT.count);
  });

  it('raises one notification an hour for the payment that forged messages name', async () => {
    const { begun, message } = await paidAtPortone();
    const count = async () =>
      ((await desk.admin.call('GET', desk.url('/notification?limit=200'))).body['items'] ?? []).filter(
        (it) => it['kind'] === 'WEBHOOK_REJECTED' && it['reservationId'] === begun.reservationId,
      ).length;
    const forge = () =>
      signedMessage(`whsec_${randomBytes(32).toString('base64')}`, `msg_${uuidv7()}`, clock.now(), message.body);
    await sendAll(Array.from({ length: 40 }, () => ['PORTONE', forge()] as const));
    expect(await count()).toBe(1);
    clock.advance(HOUR_MS + MINUTE_MS);
    await sendAll([['PORTONE', forge()]]);
    expect(await count()).toBe(2);
    expect((await rows()).every((row) => row.state === 'REJECTED' && row.payment_id === begun.id)).toBe(true);
  });

  it('shows the masked beginning of a refused message, marks it as not whole, and rejects its replay', async () => {
    const body = filled({
      type: 'Transaction.Paid',
      customer: { name: '홍길동', phoneNumber: '010-1234-5678' },
      data: { paymentId: uuidv7() },
    });
    await desk.send('PORTONE', unsigned(body));
    const [row] = await rows();
    const { body: shown } = await desk.admin.call('GET', path(`/${row?.id}`));
    expect(shown).toMatchObject({
      state: 'REJECTED',
      isWhole: false,
      bytes: LARGEST,
      digest: row?.body_digest?.toString('hex'),
    });
    expect(shown['body']).toContain('"name": "***"');
    expect(shown['body']).toMatch(/\n…$/);
    expect(JSON.stringify(shown)).not.toMatch(/홍길동|010-1234-5678|01012345678/);
    expect((await desk.admin.call('POST', path(`/${row?.id}/replay`), {})).body['code']).toBe('STATE_NOT_ALLOWED');
  });

  it(
    'deletes refused messages after seven days, more than one page of them, and keeps processed ones',
    { timeout: 60_000 },
    async () => {
      const { begun, message } = await paidAtPortone();
      await desk.send('PORTONE', message);
      await until('it is paid', async () => (await desk.read1(begun)).state === 'DONE');
      await desk.send('PORTONE', unsigned('{}'));
      await server.withActor(SYSTEM, (tx) =>
        sql`insert into provider_webhooks (product_id, id, provider, message_key, headers, body, state, reason,
          received_at, last_received_at)
        select product_id, gen_random_uuid(), provider, sha256(n::text::bytea), headers, body, state, reason,
          received_at, received_at from provider_webhooks, generate_series(1, 1200) n where state = 'REJECTED'`.execute(
          tx,
        ),
      );
      clock.advance(7 * 24 * HOUR_MS - HOUR_MS);
      await desk.send('TOSS', unsigned('{"eventType":"seller.changed"}'));
      clock.advance(2 * HOUR_MS);
      await until('the old ones are deleted', async () => {
        // A job that was running while the clock moved is due an hour later.
        clock.advance(MINUTE_MS);
        await server.app.jobs.runDue();
        return (await rows()).length === 2;
      });
      expect((await rows()).map((row) => row.state).sort()).toEqual(['IGNORED', 'WORKED']);
    },
  );

  it('keeps a processed message whose replay is refused because the secret changed', async () => {
    const { begun, message } = await paidAtPortone();
    await desk.send('PORTONE', message);
    await until('it is paid', async () => (await desk.read1(begun)).state === 'DONE');
    const [row] = await rows();
    const secret = await server.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('payment_providers')
        .select('webhook_secret')
        .where('provider', '=', 'PORTONE')
        .executeTakeFirstOrThrow(),
    );
    const set = (webhook_secret: Buffer | null) =>
      server.withActor(desk.admin.actor, (tx) =>
        tx.updateTable('payment_providers').set({ webhook_secret }).where('provider', '=', 'PORTONE').execute(),
      );
    const other = providerSeal(server.config.tokenSecret).seal(
      `whsec_${randomBytes(32).toString('base64')}`,
      `${desk.shop.productId}:PORTONE:webhook`,
    );
    await set(other);
    await desk.admin.call('POST', path(`/${row?.id}/replay`), {});
    await until('it is refused', async () => (await rows())[0]?.state === 'REJECTED');
    await set(secret.webhook_secret);
    clock.advance(8 * 24 * HOUR_MS);
    await desk.send('TOSS', unsigned('{"eventType":"seller.changed"}'));
    await sweepWebhooks({ db: server.app.db, clock });
    expect((await rows()).map((it) => [it.id === row?.id, it.is_whole])).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  it('keeps a message whole until its secret is set, then processes it once and refuses a forged copy', async () => {
    const { begun, message } = await paidAtPortone();
    await server.withActor(desk.admin.actor, (tx) =>
      tx.updateTable('payment_providers').set({ webhook_secret: null }).where('provider', '=', 'PORTONE').execute(),
    );
    const forged = signedMessage(
      `whsec_${randomBytes(32).toString('base64')}`,
      message.headers['webhook-id'] ?? '',
      clock.now(),
      message.body,
    );
    for (const sent of [forged, message])
      expect(await desk.send('PORTONE', sent)).toMatchObject({ status: 200, body: { received: true } });
    // The server refuses a message that names no payment of the product at once.
    expect(
      (await desk.send('PORTONE', unsigned('{"type":"Transaction.Paid","data":{"paymentId":"x"}}'))).body,
    ).toMatchObject({ code: 'SIGNATURE_INVALID', detail: 'NO_WEBHOOK_SECRET' });
    expect((await rows()).map((row) => [row.state, row.is_whole]).sort()).toEqual([
      ['REJECTED', true],
      ['WAITING', true],
      ['WAITING', true],
    ]);
    expect((await desk.read1(begun)).state).toBe('READY');
    const settings = (await desk.admin.call('GET', `/${desk.shop.slug}/payment-provider`)).body['items']?.find(
      (it) => it['provider'] === 'PORTONE',
    );
    const saved = await desk.admin.call('POST', `/${desk.shop.slug}/payment-provider`, {
      provider: 'PORTONE',
      version: Number(settings?.['version']),
      baseUrl: desk.portone.url,
      webhookSecret: WEBHOOK_SECRET,
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await until('it is paid', async () => (await desk.read1(begun)).state === 'DONE');
    await until('none waits', async () => (await rows()).every((row) => row.state !== 'WAITING'));
    // The provider sends the message again.
    expect((await desk.send('PORTONE', message)).status).toBe(200);
    const ended = (await rows()).map((row) => `${row.state} ${row.reason ?? ''} ${row.times} ${row.worked_times}`);
    expect(ended.sort()).toEqual(['REJECTED NO_WEBHOOK_SECRET 1 1', 'REJECTED SIGNATURE_WRONG 1 1', 'WORKED  2 1']);
  });

  it('retries a message that waits for a secret when the server can open the secret again', async () => {
    const { begun, message } = await paidAtPortone();
    const secretOf = () =>
      server.withActor(desk.admin.actor, (tx) =>
        tx
          .selectFrom('payment_providers')
          .select('webhook_secret')
          .where('provider', '=', 'PORTONE')
          .executeTakeFirstOrThrow(),
      );
    const { webhook_secret: secret } = await secretOf();
    const setSecret = (webhook_secret: Buffer | null) =>
      server.withActor(desk.admin.actor, (tx) =>
        tx.updateTable('payment_providers').set({ webhook_secret }).where('provider', '=', 'PORTONE').execute(),
      );
    await setSecret(randomBytes(80));
    expect((await desk.send('PORTONE', message)).status).toBe(200);
    expect((await rows()).map((row) => row.state)).toEqual(['WAITING']);
    await setSecret(secret);
    await until('it is paid', async () => {
      clock.advance(10 * MINUTE_MS);
      return (await rows()).every((row) => row.state === 'WORKED');
    });
    // The message has the server read the payment at the provider.
    await until('the payment is read', async () => (await desk.read1(begun)).state === 'DONE');
  });
});
