import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { SYSTEM } from '../db/index.ts';
import type { DemoLock } from './devices.ts';
import { DEMO_PASSWORD, WORLD } from './world.ts';

/** Makes doors of the locks that announced themselves, by the same requests that a person's browser sends. */
export async function approveDemoLocks(app: App, locks: readonly DemoLock[]): Promise<void> {
  for (const product of WORLD) {
    const admin = product.people.find((person) => person.role === 'ADMIN');
    if (!admin) continue;
    const ofProduct = locks.filter((it) => it.productSlug === product.slug);
    const { accessToken } = await ask<{ accessToken: string }>(app, 'POST', '/api/v2/auth/login', null, { email: admin.email, password: DEMO_PASSWORD });
    const base = `/api/v2/${product.slug}`;
    const prefixes = await storePrefixes(app);
    for (const deadline = Date.now() + 20_000; ; await sleep(100)) {
      const doors = await ask<{ total: number }>(app, 'GET', `${base}/door?limit=1`, accessToken);
      if (doors.total >= ofProduct.length) break;
      const discovered = await ask<{ items: { id: string; storeId: string; name: string }[] }>(app, 'GET', `${base}/door/discovered?limit=200`, accessToken);
      for (const found of discovered.items) {
        const lock = ofProduct.find((it) => prefixes.get(found.storeId) === it.mqttPrefix && it.label === found.name);
        if (!lock) continue;
        const rooms = await ask<{ items: { id: string; order: number }[] }>(app, 'GET', `${base}/room?storeId=${found.storeId}&limit=200`, accessToken);
        const roomId = rooms.items.find((room) => room.order === lock.room)?.id ?? null;
        await ask(app, 'POST', `${base}/door`, accessToken, { discoveredLockId: found.id, name: lock.label, roomId });
      }
      if (Date.now() > deadline) throw new Error('The demo\'s locks did not announce themselves within 20 s');
    }
    await ask(app, 'POST', '/api/v2/auth/logout', accessToken, {});
  }
}

async function storePrefixes(app: App): Promise<Map<string, string>> {
  const rows = await app.db.withActor(SYSTEM, (tx) => tx.selectFrom('stores').select(['id', 'mqtt_prefix']).execute());
  return new Map(rows.map((row) => [row.id, row.mqtt_prefix]));
}

async function ask<T>(app: App, method: 'GET' | 'POST', url: string, token: string | null, body?: unknown): Promise<T> {
  const response = await app.http.inject({
    method,
    url,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  if (response.statusCode !== 200) throw new Error(`The demo's ${method} ${url} was refused: ${response.body}`);
  return response.json<T>();
}
