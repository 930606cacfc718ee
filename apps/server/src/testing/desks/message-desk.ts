import { startVirtualSolapi, type ReceivedSms, type VirtualSolapi } from '@munjigi/virtual-providers';
import { SYSTEM } from '../../db/index.ts';
import { openBookingDesk, type BookingDesk } from './booking-desk.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { Answer, TestServer } from '../server.ts';
import { until } from '../until.ts';

const API_KEY = 'NCSTESTKEY';
const API_SECRET = 'solapi-secret-of-the-tests';
const DAY_MS = 86_400_000;

/** A store whose product sends messages through a virtual Solapi. */
export interface MessageDesk extends BookingDesk {
  readonly solapi: VirtualSolapi;
  /** Moves the clock by a second, so that the sender runs, until `ask` returns a value. */
  runUntil<T>(
    what: string,
    ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  ): Promise<T>;
  /** The messages of a reservation in the order in which they were queued. */
  messagesOf(of: Answer['body']): Promise<Answer['body'][]>;
  /** Waits for the message of this kind in this state. */
  message(of: Answer['body'], kind: string, state: string): Promise<Answer['body']>;
  /** What the phone of the guest received. */
  received(phone: string): ReceivedSms[];
  /** Runs `work` while the sender leaves Solapi alone: what is queued meanwhile was not even begun. */
  whileSolapiIsPaused(work: () => Promise<void>): Promise<void>;
  setProvider(change?: Readonly<Record<string, unknown>>): Promise<Answer>;
  setTemplate(kind: string, change: Readonly<Record<string, unknown>>): Promise<Answer>;
  report(body: unknown): Promise<Answer>;
}

function pauseSolapi(server: TestServer, productId: string, retryAt: Date | null): Promise<unknown> {
  return server.withActor(SYSTEM, (tx) =>
    tx
      .updateTable('message_providers')
      .set({ retry_at: retryAt })
      .where('product_id', '=', productId)
      .where('provider', '=', 'SOLAPI')
      .execute(),
  );
}

export async function openMessageDesk(
  server: TestServer,
  clock: FakeClock,
  { rooms = 12, stores = 1 } = {},
): Promise<MessageDesk> {
  const desk = await openBookingDesk(server, { shop: await server.makeShop({ rooms, stores }) });
  const solapi = await startVirtualSolapi({ apiKey: API_KEY, apiSecret: API_SECRET, now: () => clock.now() });
  const base = `/${desk.shop.slug}`;
  const messageDesk: MessageDesk = {
    ...desk,
    solapi,
    runUntil: (what, ask) =>
      until(what, async () => {
        clock.advance(1000);
        return ask();
      }),
    async messagesOf(of) {
      const { body } = await desk.admin.call(
        'GET',
        `${base}/message?reservationId=${of['id']}&sort=queuedAt&limit=100`,
      );
      return body['items'] as Answer['body'][];
    },
    message: (of, kind, state) =>
      messageDesk.runUntil(`the message ${kind} becomes ${state}`, async () =>
        (await messageDesk.messagesOf(of)).find((item) => item['kind'] === kind && item['state'] === state),
      ),
    received: (phone) => solapi.received.filter(({ to }) => to === phone.replace(/\D/g, '')),
    async whileSolapiIsPaused(work) {
      await pauseSolapi(server, desk.shop.productId, new Date(clock.now().getTime() + DAY_MS));
      await work();
      await pauseSolapi(server, desk.shop.productId, null);
    },
    async setProvider(change = {}) {
      const { body } = await desk.admin.call('GET', `${base}/message-provider`);
      const before = (body['items'] as Answer['body'][]).find((item) => item['provider'] === 'SOLAPI');
      return desk.admin.call('POST', `${base}/message-provider`, {
        provider: 'SOLAPI',
        ...(before && { version: before['version'] }),
        account: API_KEY,
        secret: API_SECRET,
        address: solapi.url,
        senderPhone: '02-1234-5678',
        ...change,
      });
    },
    async setTemplate(kind, change) {
      const { body } = await desk.admin.call('GET', `${base}/message-template`);
      const before = (body['items'] as Answer['body'][]).find(
        (item) => item['kind'] === kind && item['language'] === 'ko',
      );
      return desk.admin.call('POST', `${base}/message-template/${kind}/ko`, {
        version: before?.['version'],
        isEnabled: true,
        subject: before?.['subject'],
        body: before?.['body'],
        alimtalkCode: '',
        alimtalkState: 'NONE',
        ...change,
      });
    },
    async report(body) {
      const { body: list } = await desk.admin.call('GET', `${base}/message-provider`);
      const provider = (list['items'] as Answer['body'][]).find((item) => item['provider'] === 'SOLAPI');
      return server.caller(null)('POST', String(provider?.['reportPath']).replace('/api/v2', ''), body);
    },
  };
  const set = await messageDesk.setProvider();
  if (set.status !== 200) throw new Error(`The provider was not set: ${JSON.stringify(set.body)}`);
  return messageDesk;
}
