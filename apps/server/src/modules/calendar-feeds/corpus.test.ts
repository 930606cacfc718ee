// @sweep 1/8 (decision 086)
import { readdirSync, readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, startTestServer, type TestServer } from '../../testing/index.ts';

/** A request as a calendar client sends it, and the right reply. */
interface CorpusCase {
  readonly name: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly right: {
    readonly status: number;
    readonly type?: string;
    readonly allow?: string;
    readonly hasEtag?: boolean;
    readonly body?: string;
  };
}

const root = new URL('corpus/', import.meta.url);
const CASES = readdirSync(root).map((name): CorpusCase => ({
  name: name.replace(/\.json$/, ''),
  ...(JSON.parse(readFileSync(new URL(name, root), 'utf8')) as Omit<CorpusCase, 'name'>),
}));

describe('requests of calendar clients (RV-8)', () => {
  let server: TestServer;
  let url: string;
  beforeAll(async () => {
    server = await startTestServer({ clock: fakeClock(new Date('2026-11-21T14:30:00Z')) });
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const calendarFeed = await admin.call('POST', `/${shop.slug}/calendar-feed`, {
      storeId: shop.stores[0]?.id,
      roomId: null,
    });
    url = `${server.url}${String(calendarFeed.body['path'])}`;
  });
  afterAll(() => server.close());

  interface Reply {
    readonly status: number;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }
  const send = (method: string, address: string, headers: Readonly<Record<string, string>>) =>
    new Promise<Reply>((resolve, reject) => {
      request(address, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      })
        .on('error', reject)
        .end();
    });

  it.each(CASES)('answers $name', async ({ method, headers, query, right }) => {
    const etag = (await send('GET', url, {})).headers.etag ?? expect.fail('The feed has no tag');
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('{etag}', etag).replace('{tag}', etag.replaceAll('"', '')),
      ]),
    );
    const reply = await send(method, query === undefined ? url : `${url}?${query}`, filled);
    expect(reply.status).toBe(right.status);
    if (right.type !== undefined) expect(reply.headers['content-type']).toBe(right.type);
    if (right.allow !== undefined) expect(reply.headers.allow).toBe(right.allow);
    if (right.hasEtag === true) expect(reply.headers.etag).toBe(etag);
    if (right.body !== undefined) expect(reply.body).toBe(right.body);
    else if (right.status === 200 && !headers['Accept-Encoding']?.includes('gzip'))
      expect(reply.body).toContain('BEGIN:VCALENDAR\r\n');
  });
});
