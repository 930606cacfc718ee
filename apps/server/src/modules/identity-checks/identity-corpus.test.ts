import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classifyIdentity } from './classify-identity.ts';
import { portoneIdentity, type IdentityReport } from './portone-identity.ts';

/** An answer of the provider about an identity check, and what it means for a rule of the Youth Protection Act. */
interface CorpusCase {
  readonly name: string;
  readonly http: number;
  readonly body: unknown;
  readonly right: { readonly outcome: string };
}

const root = new URL('corpus/', import.meta.url);
const cases = readdirSync(root).map((file): CorpusCase => ({
  name: file.replace(/\.json$/, ''),
  ...(JSON.parse(readFileSync(new URL(file, root), 'utf8')) as Omit<CorpusCase, 'name'>),
}));
const ID = 'munjigi-age-01937a10-0000-7000-8000-000000000001';

const classify = (report: IdentityReport) =>
  classifyIdentity(report, {
    verificationId: ID,
    basis: 'YOUTH_ACT',
    today: '2026-11-30',
    allowsTest: false,
    isOwnPhone: (phone) => phone.replace(/^\+82/, '0') === '01082345678',
  });

describe('answers about identity checks (AG-5)', () => {
  let answer: Pick<CorpusCase, 'http' | 'body'>;
  let baseUrl: string;
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const { http, body } = answer;
    const isPage = typeof body === 'string';
    response.writeHead(http, { 'content-type': isPage ? 'text/html' : 'application/json' });
    response.end(isPage ? body : JSON.stringify(body));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const lookUp = (merchantId = 'store-1') =>
    portoneIdentity(
      { baseUrl, apiSecret: 'secret', timeoutMs: 5000, closing: new AbortController().signal },
      merchantId,
    ).lookUp(ID);

  it.each(cases)('reads $name', async ({ http, body, right }) => {
    answer = { http, body };
    const outcome = await lookUp();
    const found = {
      OK: () => (outcome.kind === 'OK' ? classify(outcome.value) : ''),
      ABSENT: () => 'ABSENT',
      REFUSED: () => 'PROVIDER_REFUSED',
      UNKNOWN: () => 'UNKNOWN',
    }[outcome.kind]();
    expect(found).toBe(right.outcome);
    // Of the person only the number and the date of birth are read.
    expect(JSON.stringify(outcome)).not.toMatch(/홍길동|SMITH|MALE|Y2k=|ZGk=/);
  });

  it('names the shop, and the check once', async () => {
    answer = { http: 404, body: {} };
    await lookUp('store a&b');
    await lookUp('');
    expect(paths.slice(-2)).toEqual([
      `/identity-verifications/${ID}?storeId=store%20a%26b`,
      `/identity-verifications/${ID}`,
    ]);
  });

  it('lets a test channel pass at a virtual provider only', () => {
    const report: IdentityReport = {
      verificationId: ID,
      status: 'VERIFIED',
      isLive: false,
      phone: '01082345678',
      birthDate: '1990-05-05',
    };
    const expected = {
      verificationId: ID,
      basis: 'YOUTH_ACT',
      today: '2026-11-30',
      isOwnPhone: () => true,
    } as const;
    expect(classifyIdentity(report, { ...expected, allowsTest: true })).toBe('PASSED');
    expect(classifyIdentity(report, { ...expected, allowsTest: false })).toBe('FAILED');
  });
});
