import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDepositDesk, type DepositDesk } from '../testing/desks/deposit-desk.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { sendLargeBody } from '../testing/large-body.ts';
import { setProvider } from '../testing/peers/payment-provider.ts';

let server: TestServer;
let desk: DepositDesk;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openDepositDesk(server);
  for (const provider of ['TOSS', 'PORTONE'] as const)
    await setProvider(server, desk.shop, {
      provider,
      baseUrl: 'http://127.0.0.1:9',
      apiSecret: 'none',
      webhookSecret: null,
    });
});
afterAll(() => server.close());

const kept = () =>
  server.withActor(desk.admin.actor, async (tx) => [
    (await tx.selectFrom('deposit_messages').select('id').execute()).length,
    (await tx.selectFrom('provider_webhooks').select('id').execute()).length,
  ]);

// These endpoints accept requests without a session, so any stranger can send them.
for (const [what, path, type] of [
  ['the relay of deposits', '/deposit/relay?source=SMS', 'text/plain'],
  ['messages of Toss', '/webhook/toss', 'application/json'],
  ['messages of PortOne', '/webhook/portone', 'application/json'],
  ['reports of Solapi', '/message-report/00000000-0000-4000-8000-000000000000', 'application/json'],
] as const) {
  it(`${what} answers 413 to 10 MB before the body is complete: by its declared length, or by its size without one`, async () => {
    const url = `${server.url}/api/v2/${desk.shop.slug}${path}`;
    const headers = { 'content-type': type, authorization: `Bearer ${desk.token}` };
    expect(
      await sendLargeBody(url, { headers: { ...headers, 'content-length': String(10 * 1024 * 1024) }, pieces: 0 }),
    ).toBe(413);
    // The body never ends, so a server that waits for its end would never answer.
    expect(await sendLargeBody(url, { headers, pieces: 25 })).toBe(413);
    expect(await kept()).toEqual([0, 0]);
  });
}
