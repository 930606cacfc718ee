import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, openMessageDesk, startTestServer, type MessageDesk, type TestServer } from '../../testing/index.ts';
import { codeSeal } from '../access-codes/index.ts';
import { guestLinksOf, guestTokensOf } from '../guest-access/index.ts';
import { openMessageProviderAccess } from './message-providers.ts';
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
    const made = await desk.made(desk.time(5));
    await desk.message(made, 'CONFIRMED', 'QUEUED');
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
