import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from './providers/driver.ts';
import { portoneReceipts } from './providers/portone-receipts.ts';
import type { ReceiptDriver } from './providers/receipt-driver.ts';
import { tossReceipts } from './providers/toss-receipts.ts';

/** One answer of a provider about a cash receipt, and what it means. */
interface CorpusCase {
  readonly name: string;
  readonly provider: 'TOSS' | 'PORTONE';
  readonly call: 'issue' | 'findIssue' | 'cancel' | 'findCancel' | 'findOwn';
  readonly http: number;
  readonly body: unknown;
  readonly right: {
    readonly state?: string;
    readonly approvalNumber?: string;
    readonly failure?: string;
    readonly refused?: string;
    readonly isConfiguration?: boolean;
    readonly isUnknown?: boolean;
    readonly isAbsent?: boolean;
    readonly ownAmount?: number;
  };
}

const root = new URL('corpus/receipts/', import.meta.url);
const cases = readdirSync(root).map((file): CorpusCase => ({
  name: file.replace(/\.json$/, ''),
  ...(JSON.parse(readFileSync(new URL(file, root), 'utf8')) as Omit<CorpusCase, 'name'>),
}));

const DRIVERS = { TOSS: tossReceipts, PORTONE: portoneReceipts } as const;
const ID = '01937a10-0000-7000-8000-000000000001';
const ISSUED = { requestId: ID, key: 'rk20261121a0001', at: [new Date('2026-11-21T06:00:00Z')] };
const CANCEL = { ...ISSUED, cancelId: 'a-cancellation-id', amount: 5000 };
const calls: Readonly<Record<CorpusCase['call'], (driver: ReceiptDriver) => Promise<Outcome<unknown>>>> = {
  issue: (driver) =>
    driver.issue({
      requestId: ID,
      amount: 20_000,
      taxFreeAmount: 0,
      purpose: 'INCOME',
      number: '01012345678',
      orderName: '2번 룸',
      paidAt: new Date('2026-11-21T06:00:00Z'),
    }),
  findIssue: (driver) => driver.findIssue(ISSUED),
  cancel: (driver) => driver.cancel(CANCEL),
  findCancel: (driver) => driver.findCancel(CANCEL),
  findOwn: (driver) => driver.findOwn({ orderId: ID, paymentKey: 'key' }),
};

describe('answers about cash receipts (CR-7, CR-8)', () => {
  let answer: Pick<CorpusCase, 'http' | 'body'>;
  let baseUrl: string;
  const server = createServer((_request, response) => {
    const { http, body } = answer;
    response.writeHead(http).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, { provider, call, http, body, right }) => {
    answer = { http, body };
    const driver = DRIVERS[provider]({
      baseUrl,
      apiSecret: 'live_sk',
      timeoutMs: 5000,
      closing: new AbortController().signal,
      clientKey: 'channel-key',
      merchantId: 'store-id',
    });
    const outcome = await calls[call](driver);
    if (right.isUnknown) return expect(outcome.kind).toBe('UNKNOWN');
    if (right.isAbsent) return expect(outcome).toEqual({ kind: 'ABSENT' });
    if (right.refused !== undefined)
      return expect(outcome).toMatchObject({
        kind: 'REFUSED',
        code: right.refused,
        isConfiguration: right.isConfiguration,
      });
    const value = right.ownAmount === undefined ? { state: right.state } : { amount: right.ownAmount };
    expect(outcome).toMatchObject({
      kind: 'OK',
      value: {
        ...value,
        ...(right.approvalNumber !== undefined && { approvalNumber: right.approvalNumber }),
        ...(right.failure !== undefined && { failure: { code: right.failure } }),
      },
    });
  });
});
