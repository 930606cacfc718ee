import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OnlineProvider } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CancelRequest, Outcome, ProviderDriver, ProviderPayment } from './providers/driver.ts';
import { parseProviderMessage } from './providers/index.ts';
import { portoneDriver } from './providers/portone.ts';
import { tossDriver } from './providers/toss.ts';
import { stepsTo } from './provider/steps.ts';

/** One answer or message of a provider, and what it means. */
interface CorpusCase {
  readonly name: string;
  readonly from: 'get answer' | 'confirm answer' | 'cancel answer' | 'error' | 'webhook';
  readonly http: number;
  readonly body: unknown;
  readonly right: {
    readonly status?: string;
    readonly method?: string;
    readonly paid?: number;
    readonly cancelled?: number;
    readonly error?: string;
    readonly fault?: string;
    readonly type?: string;
    readonly orderId?: string;
    readonly ignored?: boolean;
  };
}

function readCorpus(folder: string): CorpusCase[] {
  const root = new URL(`corpus/${folder}/`, import.meta.url);
  return readdirSync(root).map((name) => ({
    name: name.replace(/\.json$/, ''),
    ...(JSON.parse(readFileSync(new URL(name, root), 'utf8')) as Omit<CorpusCase, 'name'>),
  }));
}

interface ServedAnswer {
  readonly http: number;
  readonly body: unknown;
}

/** The answers of the server on this machine, by the method of the request. */
let answers: { readonly GET: ServedAnswer; readonly POST: ServedAnswer };
let baseUrl: string;
const server = createServer((request, response) => {
  const { http, body } = answers[request.method === 'GET' ? 'GET' : 'POST'];
  response.writeHead(http).end(typeof body === 'string' ? body : JSON.stringify(body));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const DRIVERS = { TOSS: tossDriver, PORTONE: portoneDriver } as const;
const open = (provider: OnlineProvider): ProviderDriver =>
  DRIVERS[provider]({ baseUrl, apiSecret: 'live_sk', timeoutMs: 5000, closing: new AbortController().signal });

const NAMED = { orderId: '01937a10-0000-7000-8000-000000000001', paymentKey: 'key' };
const CANCEL: CancelRequest = {
  ...NAMED,
  amount: 5000,
  taxFreeAmount: 0,
  cancellableAmount: 14_000,
  reason: '고객 요청',
  refundAccount: null,
  idempotencyKey: 'refund',
};
const ask = {
  'get answer': (driver: ProviderDriver) => driver.lookUp(NAMED),
  'confirm answer': (driver: ProviderDriver) => driver.confirm({ ...NAMED, amount: 14_000, idempotencyKey: 'confirm' }),
  'cancel answer': (driver: ProviderDriver) => driver.cancel(CANCEL),
} as const;

/** A fault is a kind and a sentence. */
const kindOf = (fault: string | undefined) => fault?.split(':')[0] ?? null;

function expectError(outcome: Outcome<unknown>, { error, fault }: CorpusCase['right']): void {
  const observed = outcome.kind === 'REFUSED' ? `REFUSED ${outcome.code}` : outcome.kind;
  expect(observed).toBe(/^[A-Z]+(?: [A-Z_]+)?(?=$|[:,])/.exec(error ?? '')?.[0]);
  const isConfiguration = outcome.kind === 'REFUSED' && outcome.isConfiguration;
  expect(isConfiguration).toBe(kindOf(fault) === 'CONFIGURATION');
  if (kindOf(fault) === 'REFUND_FAILED') expect(outcome).toMatchObject({ message: expect.stringMatching(/./) });
}

function faultOf(there: ProviderPayment, stepFault: string | null): string | null {
  if (stepFault !== null) return stepFault;
  if (there.dispute !== null && there.dispute.closedAt === null) return 'DISPUTED';
  return there.cancels.some(({ isChargeback }) => isChargeback) ? 'CHARGEBACK' : null;
}

function expectPayment(there: ProviderPayment, right: CorpusCase['right']): void {
  const stored = { id: there.orderId, state: 'READY', amount: there.amount ?? 0, isPaid: false, refunds: [] } as const;
  const { steps, fault } = stepsTo(stored, there, { merchantId: '', allowsTest: false });
  expect(faultOf(there, fault)).toBe(kindOf(right.fault));
  if (right.status !== undefined) expect([there.state, there.method]).toEqual([right.status, right.method ?? null]);
  const isPosted = steps.some(({ kind }) => kind === 'PAID');
  if (right.paid === undefined) return expect(isPosted).toBe(false);
  const cancelled = there.cancels.reduce((sum, { amount }) => sum + amount, 0);
  expect([there.amount, cancelled]).toEqual([right.paid, right.cancelled]);
  // The fault of another currency or channel leaves the books alone.
  if (fault === null || there.isRefundReturned) expect(isPosted).toBe(true);
}

describe.each([
  ['toss', 'TOSS'],
  ['portone', 'PORTONE'],
] as const)('answers and messages of %s', (folder, provider) => {
  const cases = readCorpus(folder);
  const of = (...from: CorpusCase['from'][]) =>
    cases.filter((one) => from.includes(one.from)).map((one) => [one.name, one] as const);

  it.each(of('error'))('reads the error %s alike for every request', async (_name, { http, body, right }) => {
    answers = { GET: { http, body }, POST: { http, body } };
    const driver = open(provider);
    for (const request of Object.values(ask)) expectError(await request(driver), right);
  });

  it.each(of('get answer', 'confirm answer', 'cancel answer'))(
    'reads %s',
    async (_name, { from, http, body, right }) => {
      answers = { GET: { http, body: paymentAfter(cases, body) }, POST: { http, body } };
      const outcome = await ask[from as keyof typeof ask](open(provider));
      if (right.error !== undefined) return expectError(outcome, right);
      if (outcome.kind !== 'OK') return expect.fail(JSON.stringify(outcome));
      if (from === 'cancel answer' && right.status === undefined)
        return expect(outcome.value.cancels.map(({ amount }) => amount)).toEqual([right.cancelled]);
      expectPayment(outcome.value, right);
    },
  );

  it.each(of('webhook'))('reads the message %s', (_name, { body, right }) => {
    const message = parseProviderMessage(provider, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
    expect(message?.orderId ?? null).toBe(right.orderId ?? null);
    if (right.type !== undefined) expect(message?.type).toBe(right.type);
    expect(message === null).toBe(right.error === 'NOT_JSON');
    expect(message?.dispute?.isOpen === true).toBe(kindOf(right.fault) === 'DISPUTED');
  });
});

/** PortOne answers a cancellation alone, and the driver then reads the payment that lists it. */
function paymentAfter(cases: readonly CorpusCase[], body: unknown): unknown {
  const { cancellation } = body as { readonly cancellation?: unknown };
  if (cancellation === undefined) return body;
  const paid = cases.find(({ name }) => name === 'get-paid-card')?.body;
  return { ...(paid as object), status: 'PARTIAL_CANCELLED', cancellations: [cancellation] };
}
