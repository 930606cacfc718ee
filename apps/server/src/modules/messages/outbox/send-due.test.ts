// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor, SYSTEM } from '../../../db/index.ts';
import {
  fakeClock,
  openMessageDesk,
  startTestServer,
  type MessageDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { codeSeal } from '../../access-codes/index.ts';
import { guestLinksOf, guestTokensOf } from '../../guest-access/index.ts';
import { openMessageProviderAccess } from '../providers/message-providers.ts';
import { sendDueMessages } from './send-due.ts';

describe('sendDueMessages', () => {
  const clock = fakeClock(new Date('2026-11-21T03:00:00Z'));
  let server: TestServer;
  let desk: MessageDesk;

  beforeAll(async () => {
    server = await startTestServer({ clock, outboundTimeoutMs: 500 });
    desk = await openMessageDesk(server, clock);
  });
  afterAll(async () => {
    await desk.solapi.close();
    await server.close();
  });

  it('ends a run without going round while Solapi is left alone, also beside an enabled mail server (MS-4)', async () => {
    const set = await desk.admin.call('POST', `/${desk.shop.slug}/message-provider`, {
      provider: 'SMTP',
      account: 'mail-user',
      secret: 'mail-password-of-the-tests',
      address: '127.0.0.1:2525',
      senderEmail: 'no-reply@test.example',
    });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    desk.solapi.faults.isDown = true;
    const reservation = await desk.createReservation(desk.time(5));
    await desk.message(reservation, 'CONFIRMED', 'QUEUED');
    await desk.runUntil('Solapi did not answer', () => desk.solapi.requests > 0);
    const { tokenSecret } = server.config;
    let readings = 0;
    const countingClock = {
      now: () => {
        readings += 1;
        return clock.now();
      },
    };
    const access = openMessageProviderAccess({
      db: server.app.db,
      clock: countingClock,
      tokenSecret,
      allowsTestUrls: true,
      allowedNetworks: [],
      timeoutMs: 500,
    });
    const requests = desk.solapi.requests;
    await sendDueMessages({
      ...access,
      sealOfCodes: codeSeal(tokenSecret),
      links: guestLinksOf(guestTokensOf(tokenSecret), null),
    });
    expect(desk.solapi.requests).toBe(requests);
    // One round reads the time fewer than ten times, and twenty seconds of rounds do so thousands of times.
    expect(readings).toBeLessThan(50);
  });
});

describe('the order of the messages of a guest', () => {
  const clock = fakeClock(new Date('2026-11-21T03:00:00Z'));
  let server: TestServer;
  let desk: MessageDesk;

  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openMessageDesk(server, clock);
  });
  afterAll(async () => {
    await desk.solapi.close();
    await server.close();
  });

  const openAccess = () => {
    const { tokenSecret } = server.config;
    const access = openMessageProviderAccess({
      db: server.app.db,
      clock,
      tokenSecret,
      allowsTestUrls: true,
      allowedNetworks: [],
      timeoutMs: 500,
    });
    return { ...access, sealOfCodes: codeSeal(tokenSecret), links: guestLinksOf(guestTokensOf(tokenSecret), null) };
  };

  it('is kept while an earlier one is planned again (MS-1)', async () => {
    const setRetryAt = (retryAt: Date | null) =>
      server.withActor(SYSTEM, (tx) =>
        tx
          .updateTable('message_providers')
          .set({ retry_at: retryAt, failures: retryAt === null ? 0 : 1 })
          .where('product_id', '=', desk.shop.productId)
          .execute(),
      );
    await setRetryAt(new Date(clock.now().getTime() + 3_600_000));
    const guestPhone = '010-7777-0001';
    const ids: string[] = [];
    for (const time of [desk.time(6), desk.time(9)]) {
      const reservation = await desk.createReservation({ ...time, guestPhone });
      ids.push(String((await desk.message(reservation, 'CONFIRMED', 'QUEUED'))['id']));
    }
    const [first = '', second = ''] = ids;
    const inStore = storeActor(desk.shop.productId, desk.storeId);
    const rowOf = (id: string) =>
      server.withActor(inStore, (tx) =>
        tx.selectFrom('messages').select(['state', 'planned_at']).where('id', '=', id).executeTakeFirstOrThrow(),
      );
    await desk.runUntil('both are planned', async () =>
      (await Promise.all(ids.map(rowOf))).every(({ planned_at: plannedAt }) => plannedAt !== null),
    );
    const sentBefore = desk.solapi.received.length;
    /** Sends while the first message waits to be planned, and another transaction keeps its row. */
    const sendWhileUnplanned = async (): Promise<boolean> => {
      await server.withActor(inStore, (tx) =>
        tx.updateTable('messages').set({ planned_at: null }).where('id', '=', first).execute(),
      );
      return server.withActor(inStore, async (tx) => {
        const row = await tx
          .selectFrom('messages')
          .select('planned_at')
          .where('id', '=', first)
          .forUpdate()
          .executeTakeFirstOrThrow();
        // The recurring job has planned it meanwhile.
        if (row.planned_at !== null) return false;
        await setRetryAt(null);
        await sendDueMessages(openAccess());
        expect((await rowOf(second)).state).toBe('QUEUED');
        return true;
      });
    };
    while (!(await sendWhileUnplanned()));
    await desk.runUntil('both are sent', async () =>
      (await Promise.all(ids.map(rowOf))).every(({ state }) => state !== 'QUEUED'),
    );
    const sent = desk.solapi.received.slice(sentBefore).map(({ attempt }) => attempt);
    const attempts = await server.withActor(inStore, (tx) =>
      tx.selectFrom('message_attempts').select(['id', 'message_id']).where('message_id', 'in', ids).execute(),
    );
    const order = sent.flatMap((attempt) => attempts.find(({ id }) => id === attempt)?.message_id ?? []);
    expect(order).toEqual([first, second]);
  });
});
