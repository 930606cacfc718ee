import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  listenToEvents,
  openOnCallDesk,
  startTestServer,
  until,
  type Caller,
  type OnCallDesk,
  type TestServer,
} from '../../testing/index.ts';

describe('on-call rules of a store (OC-1)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let desk: OnCallDesk;
  let owner: Caller;
  let neighbour: Caller;

  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    desk = await openOnCallDesk([server], clock);
    owner = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores.slice(0, 1));
    neighbour = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores.slice(1));
  });
  afterAll(() => server.close());

  const path = (more = '') => `/${desk.shop.slug}/store/${desk.storeId}/on-call${more}`;
  const step = (...people: readonly Caller[]) => ({
    userIds: people.map(({ userId }) => userId),
    channels: ['PUSH'],
    afterMinutes: 0,
  });
  const errorsOf = (body: Readonly<Record<string, unknown>>) =>
    ((body['errors'] ?? []) as { path: string; code: string }[]).map((error) => `${error.path} ${error.code}`);

  it('are off with their defaults until they are set', async () => {
    const { body } = await owner.call('GET', path());
    expect(body).toMatchObject({ isEnabled: false, steps: [], quietFrom: null, version: null, changedBy: null });
    const conditions = body['conditions'] as unknown as { condition: string; isEnabled: boolean; isUrgent: boolean }[];
    expect(conditions.every(({ isEnabled }) => isEnabled)).toBe(true);
    expect(conditions.filter(({ isUrgent }) => !isUrgent).map(({ condition }) => condition)).toEqual([
      'REFUND_FAILED',
      'MESSAGE_UNDELIVERABLE',
      'CODE_FLOOD',
    ]);
  });

  it('are set once by two people at once, announced and audited', async () => {
    const stream = await listenToEvents(server.url, desk.shop.slug, owner.token);
    await stream.first('ready');
    const { body: before } = await owner.call('GET', path());
    const rules = {
      version: before['version'],
      isEnabled: true,
      conditions: before['conditions'],
      steps: [step(owner, owner, desk.admin)],
      quietFrom: '22:00',
      quietUntil: '07:00',
    };
    const both = await Promise.all([owner.call('POST', path(), rules), desk.admin.call('POST', path(), rules)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body['code']).toBe('STALE');
    const set = both.find(({ status }) => status === 200)?.body;
    expect(set).toMatchObject({ version: 1, steps: [step(owner, desk.admin)], quietUntil: '07:00' });
    expect((await owner.call('GET', path())).body).toEqual(set);
    await until('the stream has the event', () => stream.events.some(({ event }) => event === 'on-call.changed'));
    stream.close();
    const audited = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('store_id').where('action', '=', 'on-call.set').execute(),
    );
    expect(audited).toEqual([{ store_id: desk.storeId }]);
  });

  it('refuse people of another store or product, disabled people, half quiet hours, and no step while they are on', async () => {
    const stranger = await server.signIn(await server.makeShop(), ['ADMIN']);
    const disabled = await server.signIn(desk.shop, ['SUB_ADMIN']);
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('users').set({ state: 'DISABLED' }).where('id', '=', disabled.userId).execute(),
    );
    for (const person of [neighbour, stranger, disabled]) {
      const { status, body } = await desk.setRules({ steps: [step(owner), step(owner, person)] });
      expect([status, errorsOf(body)]).toEqual([400, ['steps.1.userIds no_access']]);
    }
    expect((await desk.setRules({ quietFrom: '22:00' })).status).toBe(400);
    expect((await desk.setRules({ steps: [] })).status).toBe(400);
    expect((await desk.setRules({ steps: [{ ...step(owner), afterMinutes: -1 }] })).status).toBe(400);
    expect((await desk.setRules({ conditions: [] })).status).toBe(400);
    expect((await desk.setRules({ isEnabled: false, steps: [] })).status).toBe(200);
  });

  it('list the people with access to the store and what reaches them now (OC-3)', async () => {
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('users').set({ phone: '010-1234-5678' }).where('id', '=', owner.userId).execute(),
    );
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('users').set({ phone: '02-123-4567' }).where('id', '=', desk.admin.userId).execute(),
    );
    const { body } = await owner.call('GET', path('/person'));
    const people = body['items'] as unknown as { userId: string; channels: string[]; roles: string[] }[];
    expect(people.map(({ userId }) => userId).sort()).toEqual([desk.admin.userId, owner.userId].sort());
    expect(people.find(({ userId }) => userId === owner.userId)).toMatchObject({
      channels: ['SMS', 'EMAIL'],
      roles: ['FRANCHISEE'],
    });
    expect(people.find(({ userId }) => userId === desk.admin.userId)?.channels).toEqual(['EMAIL']);
    expect((await neighbour.call('GET', path('/person'))).status).toBe(404);
  });

  it('hide their incidents and the test from a franchisee of another store (AC-1)', async () => {
    const streams = await Promise.all(
      [owner, neighbour].map((by) => listenToEvents(server.url, desk.shop.slug, by.token)),
    );
    for (const stream of streams) await stream.first('ready');
    await desk.setRules({ steps: [step(owner)] });
    expect((await owner.call('POST', path('/test'), {})).status).toBe(200);
    const [incident] = await desk.incidents('PENDING', owner);
    expect(incident?.['kind']).toBe('TEST');
    expect(await desk.incidents('PENDING', neighbour)).toEqual([]);
    expect((await desk.acknowledge(incident, neighbour)).status).toBe(404);
    expect((await neighbour.call('POST', path('/test'), {})).status).toBe(404);
    expect((await desk.setRules({}, neighbour)).status).toBe(404);
    expect((await desk.acknowledge(incident, owner)).status).toBe(200);
    const statesAt = (index: number) =>
      (streams[index]?.events ?? [])
        .filter(({ event }) => event === 'incident.changed')
        .map(({ data }) => (data as { state: string }).state);
    await until('the stream has both changes', () => statesAt(0).includes('RESOLVED'));
    expect([statesAt(0)[0], statesAt(1)]).toEqual(['OPEN', []]);
    for (const stream of streams) stream.close();
  });
});
