// @sweep 1/8 (decision 086)
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS, type Endpoint } from '@munjigi/contract';
import { sql } from 'kysely';
import OpenAPIClientAxios from 'openapi-client-axios';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { headOffice } from './testing/server.ts';
import { startTestServer, type Caller, type Shop, type TestServer } from './testing/index.ts';

describe('the whole server', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop();
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(() => server.close());
  const endpoints = Object.entries(ENDPOINTS) as [string, Endpoint][];

  it('serves each endpoint of the contract, once (AP-5)', () => {
    const served = server.app.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(served.sort()).toEqual(endpoints.map(([, { method, path }]) => `${method} ${path}`).sort());
  });

  it('documents each endpoint with all its paths as OpenAPI 3.1, and nothing else', async () => {
    const document = (await (await fetch(`${server.url}/api/v2/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.openapi).toMatch(/^3\.1\./);
    const documented = Object.entries(document.paths).flatMap(([at, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
    );
    expect(documented.sort()).toEqual(
      endpoints.flatMap(([, it]) => [it.path, ...(it.alsoAt ?? [])].map((at) => `${it.method} ${at}`)).sort(),
    );
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(endpoints.map(([name]) => name)));
  });

  it('documents the endpoints so that a client generated from the document calls them', async () => {
    const api = new OpenAPIClientAxios({ definition: `${server.url}/api/v2/openapi.json` });
    const client = await api.init();
    expect(api.getOperations().length).toBeGreaterThan(300);
    client.defaults.baseURL = server.url;
    client.defaults.headers.common['authorization'] = `Bearer ${admin.token}`;
    const stores = await client['listStores']?.({ product: shop.slug, limit: 5 });
    expect(stores?.data.items.map((store: { id: string }) => store.id)).toEqual(shop.stores.map(({ id }) => id));
    const refusal = await client['getDeposit']?.({ product: shop.slug, depositId: shop.productId }).catch(
      (error: { response: { status: number; data: unknown } }) => error.response,
    );
    expect(refusal).toMatchObject({ status: 404, data: { code: 'NOT_FOUND' } });
  });

  it('explains the endpoints on a page without scripts', async () => {
    const page = await fetch(`${server.url}/api/docs`);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).not.toMatch(/<script/i);
    for (const [name] of endpoints) expect(html).toContain(`id="${name}"`);
  });

  it('answers the liveness and readiness checks and serves metrics (AP-8)', async () => {
    for (const [at, text] of [
      ['/healthz', 'alive'],
      ['/readyz', 'ready'],
      ['/metrics', 'munjigi_http_request_seconds'],
    ] as const) {
      const answer = await fetch(`${server.url}${at}`);
      expect([answer.status, (await answer.text()).includes(text)]).toEqual([200, true]);
    }
  });

  it('names in db/tables the tables and columns that the migrated schema has', async () => {
    const folder = path.join(import.meta.dirname, 'db/tables');
    const sources = readdirSync(folder)
      .filter((name) => /^(tables.*|column-types)\.ts$/.test(name))
      .map((name) => readFileSync(path.join(folder, name), 'utf8'));
    const columnsOf = (body: string) => [...body.matchAll(/(?:^|[;{\n])\s*(\w+):\s/g)].map((match) => match[1] ?? '');
    // Columns that several tables share are declared in a separate interface: `table: Shared & { … }`.
    const shared = new Map(
      sources
        .flatMap((source) => [...source.matchAll(/interface (\w+) \{([\s\S]*?)^\}/gm)])
        .map(([, name = '', body = '']) => [name, columnsOf(body)]),
    );
    const body = sources.map((source) => source.slice(source.indexOf('export interface '))).join('\n');
    const named: Record<string, string[]> = {};
    for (const [, table = '', more = '', columns = ''] of body.matchAll(
      /^ {2}(\w+): (\w+(?= & \{))?(?: & )?\{([\s\S]*?)\};?$/gm,
    )) {
      named[table] = [...(shared.get(more) ?? []), ...columnsOf(columns)].sort();
    }
    const { rows } = await server.withActor(headOffice(shop.productId), (tx) =>
      sql<{ name: string; columns: string[] }>`
        select c.relname as name, array_agg(a.attname::text order by a.attname::text collate "C") as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%' group by 1`.execute(
        tx,
      ),
    );
    expect(named).toEqual(Object.fromEntries(rows.map((row) => [row.name, row.columns])));
  });

  it('never answers malformed input with a 5xx on any endpoint (AP-2)', { timeout: 60_000 }, async () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const fieldNames = [
      'doorId',
      'reason',
      'version',
      'name',
      'openSeconds',
      'discoveredLockId',
      'roomId',
      'ids',
      'upToId',
      'storeId',
      'email',
      'password',
    ];
    const value = fc.oneof(
      json,
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.uuid(),
      fc.integer(),
      fc.constantFrom('\u0000', '\ud800', '', ' ', 2 ** 53, 2 ** 31, -1, 1, null),
    );
    const body = fc.oneof(fc.dictionary(fc.constantFrom(...fieldNames), value), json, fc.string({ unit: 'binary' }));
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.uuid(),
      fc.constantFrom(
        '0',
        '200',
        '-1',
        '2026-02-30T00:00:00Z',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59+23:59',
        '\u0000',
        'OPEN',
      ),
    );
    const query = fc.dictionary(
      fc.constantFrom('page', 'limit', 'storeId', 'targetId', 'status', 'action', 'from', 'to', 'x'),
      text,
      { maxKeys: 4 },
    );
    const listed = endpoints.filter(([name, { kind }]) => kind !== 'stream' && name !== 'logout');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...listed), body, query, text, async ([, endpoint], sent, parameters, id) => {
        const wellFormed = (it: string) => encodeURIComponent(it.replace(/\p{Surrogate}/gu, '?'));
        const at = endpoint.path
          .replace('/api/v2', '')
          .replace('{product}', shop.slug)
          .replace(/\{\w+\}/, wellFormed(id) || 'x');
        const search = Object.entries(parameters)
          .map(([name, it]) => `${name}=${wellFormed(it)}`)
          .join('&');
        const answer = await admin.call(
          endpoint.method,
          `${at}?${search}`,
          endpoint.method === 'GET' ? undefined : sent,
        );
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
    expect((await admin.call('GET', '/auth/me')).status).toBe(200);
  });
});
