import { ON_CALL_CONDITIONS } from '@munjigi/contract';
import { SYSTEM } from '../../db/index.ts';
import { openBookingDesk, type BookingDesk } from './booking-desk.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { Answer, Caller, TestServer } from '../server.ts';
import { until } from '../until.ts';

type Body = Answer['body'];

/** A store with on-call rules, and its incidents. */
export interface OnCallDesk extends BookingDesk {
  /** Changes the rules of the store; the first call starts from rules that are on, with all conditions. */
  setRules(change?: Readonly<Record<string, unknown>>, by?: Caller): Promise<Answer>;
  /** Lets five seconds pass, after which all processes review the incidents. */
  review(afterMs?: number): Promise<void>;
  /** The incidents of the store, oldest first. */
  incidents(show?: 'PENDING' | 'ALL', by?: Caller): Promise<Body[]>;
  acknowledge(of: Body | undefined, by?: Caller): Promise<Answer>;
  /** Notices as `1 PUSH SENT`, in the order of the steps. */
  noticesOf(of: Body | undefined): string[];
}

export async function openOnCallDesk(servers: readonly TestServer[], clock: FakeClock): Promise<OnCallDesk> {
  const [server] = servers;
  if (!server) throw new Error('There is no server');
  const desk = await openBookingDesk(server, { shop: await server.makeShop({ stores: 2, rooms: 2 }) });
  const rulesPath = `/${desk.shop.slug}/store/${desk.storeId}/on-call`;
  const isUrgent = (condition: string) => !['REFUND_FAILED', 'MESSAGE_UNDELIVERABLE', 'CODE_FLOOD'].includes(condition);
  const settle = async () => {
    await Promise.all(servers.map(({ app }) => app.jobs.runDue()));
    await until('the review has ended', () => isReviewed(server, clock));
  };
  const onCall: OnCallDesk = {
    ...desk,
    async setRules(change = {}, by = desk.admin) {
      const { body } = await desk.admin.call('GET', rulesPath);
      return by.call('POST', rulesPath, {
        version: body['version'],
        isEnabled: true,
        conditions: ON_CALL_CONDITIONS.map((condition) => ({
          condition,
          isEnabled: true,
          isUrgent: isUrgent(condition),
        })),
        steps: [{ userIds: [desk.admin.userId], channels: ['PUSH'], afterMinutes: 0 }],
        quietFrom: null,
        quietUntil: null,
        ...change,
      });
    },
    async review(afterMs = 5000) {
      // A review that began earlier, at a tick of a process, may have missed what the test did since.
      await settle();
      clock.advance(afterMs);
      await settle();
    },
    async incidents(show = 'PENDING', by = desk.admin) {
      const { body } = await by.call(
        'GET',
        `/${desk.shop.slug}/incident?storeId=${desk.storeId}&show=${show}&sort=openedAt&limit=200`,
      );
      return body['items'] as Body[];
    },
    acknowledge: (of, by = desk.admin) =>
      by.call('POST', `/${desk.shop.slug}/incident/${String(of?.['id'])}/acknowledge`, {}),
    noticesOf: (of) =>
      ((of?.['notices'] ?? []) as unknown as Body[]).map(
        (notice) => `${notice['step']} ${notice['channel']} ${notice['error'] ?? notice['state']}`,
      ),
  };
  return onCall;
}

async function isReviewed(server: TestServer, clock: FakeClock): Promise<boolean> {
  const found = await server.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', ['on-call.review', 'on-call.sweep'])
      .where((eb) => eb.or([eb('due_at', '<=', clock.now()), eb('locked_until', '>', clock.now())]))
      .executeTakeFirst(),
  );
  return found === undefined;
}
