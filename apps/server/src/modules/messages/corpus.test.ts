import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../testing/index.ts';
import { webhookAddresses } from '../webhooks/index.ts';
import type { LookupOutcome, SendOutcome } from './drivers/driver.ts';
import { solapiDriver } from './drivers/solapi.ts';
import { verdictOf } from './drivers/solapi-codes.ts';
import { parseReports } from './outbox/message-reports.ts';

/** One answer or report of Solapi, and what it means. */
interface CorpusCase {
  readonly name: string;
  readonly from: 'send answer' | 'error' | 'message list' | 'report';
  /** Which request an error answers. */
  readonly at?: 'group' | 'add' | 'send' | 'lookup';
  readonly http: number;
  readonly body: unknown;
  readonly right: { readonly state: string; readonly reason?: string };
}

const root = new URL('corpus/solapi/', import.meta.url);
const CASES = readdirSync(root).map((name): CorpusCase => ({
  name: name.replace(/\.json$/, ''),
  ...(JSON.parse(readFileSync(new URL(name, root), 'utf8')) as Omit<CorpusCase, 'name'>),
}));
const caseOf = (name: string) => CASES.find((one) => one.name === name) ?? expect.fail(`There is no ${name}`);
const from = (kind: CorpusCase['from']) =>
  CASES.filter((one) => one.from === kind).map((one) => [one.name, one] as const);

/** The requests of the driver, by their method and the end of their path. */
type Step = 'POST groups' | 'PUT messages' | 'POST send' | 'GET group' | 'GET messages';
type Served = Pick<CorpusCase, 'http' | 'body'>;

const SENT = { http: 200, body: { groupId: 'G4V1', status: 'SENDING' } };
const ORDINARY: Readonly<Record<Step, Served>> = {
  'POST groups': caseOf('group-made'),
  'PUT messages': caseOf('added-2000'),
  'POST send': caseOf('sent-sending'),
  'GET group': SENT,
  'GET messages': caseOf('list-4000'),
};

let served: Readonly<Record<Step, Served>> = ORDINARY;
let baseUrl: string;
const server = createServer((request, response) => {
  const end = (request.url ?? '').split('/').at(-1) ?? '';
  const step = `${request.method ?? ''} ${['groups', 'messages', 'send'].includes(end) ? end : 'group'}` as Step;
  const { http, body } = served[step];
  response.writeHead(http).end(typeof body === 'string' ? body : JSON.stringify(body));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const open = () =>
  solapiDriver({
    baseUrl,
    apiKey: 'key',
    apiSecret: 'secret',
    addresses: webhookAddresses(['127.0.0.1']),
    clock: fakeClock(new Date('2026-11-20T05:11:05Z')),
    timeoutMs: 5000,
  });

async function send(
  answers: Partial<Record<Step, Served>>,
): Promise<{ outcome: SendOutcome; reference: string | null }> {
  served = { ...ORDINARY, ...answers };
  let reference: string | null = null;
  const message = { id: '01937a10-0000-7000-8000-000000000001', to: '010-0000-7351', from: '02-000-0152' };
  const outcome = await open().send(
    { ...message, channel: 'SMS', subject: '', body: '예약이 확정되었습니다.', calendar: null, alimtalk: null },
    async (kept) => {
      reference = kept;
    },
  );
  return { outcome, reference };
}

function findOutcome(answers: Partial<Record<Step, Served>>): Promise<LookupOutcome> {
  served = { ...ORDINARY, ...answers };
  return open().lookUp?.('G4V1') ?? expect.fail('Solapi can be asked');
}

describe('answers and reports of Solapi', () => {
  it.each(from('error'))('reads the error %s', async (_name, { at, right, ...answer }) => {
    const outcome =
      at === 'lookup'
        ? await findOutcome({ 'GET group': answer })
        : (await send({ [{ group: 'POST groups', add: 'PUT messages', send: 'POST send' }[at ?? 'group']]: answer }))
            .outcome;
    expect(outcome.kind).toBe(right.state);
    if (right.reason?.startsWith('HTTP') && 'error' in outcome) expect(right.reason).toContain(outcome.error);
  });

  it.each(from('send answer').filter(([name]) => name.startsWith('added')))(
    'reads %s',
    async (_name, { right, ...answer }) => {
      const { outcome } = await send({ 'PUT messages': answer });
      expect(outcome.kind).toBe(right.state);
      const isOfAccount = outcome.kind === 'REFUSED' && outcome.isOfAccount === true;
      expect(isOfAccount).toBe(right.reason?.startsWith('configuration') ?? false);
    },
  );

  it('keeps the group of group-made as the reference of the attempt, and accepts the group of sent-sending', async () => {
    const { groupId } = caseOf('group-made').body as { readonly groupId: string };
    expect(await send({})).toMatchObject({ outcome: { kind: 'ACCEPTED' }, reference: groupId });
    expect(caseOf('sent-sending').right.state).toBe('ACCEPTED');
  });

  it.each(from('message list'))('reads %s', async (name, { right, ...answer }) => {
    const isOfGroup = name.startsWith('info');
    const outcome = await findOutcome({ [isOfGroup ? 'GET group' : 'GET messages']: answer });
    expect(outcome.kind).toBe(right.state);
    const isDelivered = outcome.kind === 'ACCEPTED' && outcome.isDelivered === true;
    if (!isOfGroup) expect(isDelivered).toBe(right.reason?.includes('DELIVERED') ?? false);
  });

  it.each(from('report'))('reads %s', (_name, { body, right }) => {
    const [report, ...others] = parseReports(body);
    expect(others).toEqual([]);
    expect(report === undefined ? 'ignored' : verdictOf(report.statusCode)).toBe(right.state);
    if (/^\d/.test(right.reason ?? '')) expect(right.reason).toContain(report?.statusCode);
  });

  it('leaves an odd report out, and no other one', () => {
    const [delivered] = caseOf('report-4000').body as object[];
    const odd = [7, null, [], { messageId: '\u0000', statusCode: '4000' }, { messageId: 'M1', statusCode: 'x' }];
    expect(parseReports([...odd, delivered, { ...delivered, cost: '17', statusMessage: {} }])).toHaveLength(2);
  });
});
