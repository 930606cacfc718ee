// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SentWebhook } from '@munjigi/virtual-providers';
import { fakeClock, makeVirtualDoor, startTestServer, until, type TestServer } from '../../testing/index.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

/** The number of payments: more than are looked up at once and than one query reads. */
const MANY = 40;

/** A provider that accepts every request and never answers delays only its own payments. */
describe('a provider that hangs', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: PayingDesk;
  let other: PayingDesk;
  beforeAll(async () => {
    // The time-out is longer than the tests run.
    server = await startTestServer({ clock, config: { providerTimeoutMs: 600_000 } });
    desk = await openPayingDesk(server);
    other = await openPayingDesk(server, { rooms: 4 });
    const begun = [];
    for (let number = 0; number < MANY; number += 1) begun.push(await desk.begun(await desk.held()));
    desk.toss.faults.isSilent = true;
    for (const { id, amount } of begun) {
      desk.toss.book.take(desk.toss.book.agree({ orderId: id, amount }));
      await desk.send('TOSS', desk.toss.messages.at(-1) as SentWebhook);
    }
    await until('it was asked about some and answers none', () => Promise.resolve(desk.toss.requests >= 8));
  });
  afterAll(async () => {
    const from = performance.now();
    await server.close();
    // The silent provider does not delay the shutdown either.
    expect(performance.now() - from).toBeLessThan(60_000);
    for (const it of [desk, other]) await Promise.all([it.toss.close(), it.portone.close()]);
  });

  const paidAtPortone = async (at: PayingDesk) => {
    const begun = await at.begun(await at.held(), 'PORTONE');
    at.portone.book.take(at.portone.book.agree({ orderId: begun.id, amount: begun.amount }));
    return { begun, message: at.portone.messages.at(-1) as SentWebhook };
  };

  it('does not delay a payment of another provider or its notification', async () => {
    const { begun, message } = await paidAtPortone(desk);
    expect((await desk.send('PORTONE', message)).status).toBe(200);
    await until('it is paid', async () => (await desk.read1(begun)).state === 'DONE');
    const { body } = await desk.admin.call('GET', desk.url('/notification?limit=50'));
    expect(body['items']?.filter((it) => it['kind'] === 'PAID').map((it) => it['reservationId'])).toEqual([
      begun.reservationId,
    ]);
    expect(desk.toss.requests).toBe(8);
  });

  it('does not delay a payment of another product at the same kind of provider', async () => {
    const begun = await other.begun(await other.held());
    other.toss.book.take(other.toss.book.agree({ orderId: begun.id, amount: begun.amount }));
    await other.send('TOSS', other.toss.messages.at(-1) as SentWebhook);
    await until('it is paid', async () => (await other.read1(begun)).state === 'DONE');
  });

  it('does not delay a door or the processing of messages about its payments', async () => {
    const door = await makeVirtualDoor(server, desk.shop, desk.admin, { name: 'front' });
    expect((await door.operate('open', { body: { reason: 'a guest waits' } }))['status']).toBe('EXECUTED');
    await door.lock.stop();
    const { body } = await until('all are worked', async () => {
      const answer = await desk.admin.call('GET', `/${desk.shop.slug}/webhook?provider=TOSS&state=WORKED`);
      return Number(answer.body['total']) === MANY && answer;
    });
    expect(Number(body['total'])).toBe(MANY);
  });
});
