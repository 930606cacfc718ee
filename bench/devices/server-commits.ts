import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleProgram } from '../../apps/server/src/testing/processes/command-line.ts';
import { SLUG, type Rig } from './door-rig.ts';
import { keptConnection } from '../support/kept-connection.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Measures commits per second of the product with and without events: 32 clients over HTTP, each of which edits its own
 * room, with the session, the rights, the audit log and the rest of an edit. "Without" is the same server, built with a
 * `publish` that does nothing. One server runs at a time, alternating.
 */

const CLIENTS = 32;
const ROUND_MS = Number(process.env['COMMITS_ROUND_MS'] ?? 4000);
const ROUNDS = Number(process.env['COMMITS_ROUNDS'] ?? 9);
const WARM_UP_MS = 2000;
const root = path.resolve(import.meta.dirname, '../..');

interface Room {
  readonly id: string;
  version: number;
}

export async function measureServerCommits(rig: Rig): Promise<{ ratio: number; detail: string }> {
  const bare = path.join(root, '.cache', `server-without-events-${process.pid}`);
  await bundleProgram('main.ts', bare, [publishNothing]);
  const programs = { on: undefined, off: path.join(bare, 'main.js') };
  const rates = { on: [] as number[], off: [] as number[] };
  try {
    const rooms = await makeRooms(rig);
    for (let number = 0; number < ROUNDS; number += 1) {
      for (const variant of number % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
        const server = await rig.startServer({ program: programs[variant] });
        rates[variant].push(await countCommits(server.url, rig.token, rooms));
        await server.kill();
      }
    }
  } finally {
    rmSync(bare, { recursive: true, force: true });
  }
  const median = (variant: keyof typeof rates) => percentileOf(rates[variant], 0.5).toFixed(0);
  return {
    ratio: percentileOf(
      rates.on.map((rate, index) => rate / (rates.off[index] ?? Number.NaN)),
      0.5,
    ),
    detail: `edits of a room a second over HTTP, median of ${ROUNDS} rounds of ${ROUND_MS / 1000} s, ${CLIENTS} clients: without events ${median('off')}, with an event each ${median('on')}`,
  };
}

async function makeRooms(rig: Rig): Promise<Room[]> {
  const server = await rig.startServer();
  const rooms: Room[] = [];
  for (let number = 0; number < CLIENTS; number += 1)
    rooms.push(
      await rig.call<Room>(server, 'POST', '/room', { storeId: rig.storeId, name: `Edited ${number}`, capacity: 4 }),
    );
  await server.kill();
  return rooms;
}

async function countCommits(url: string, token: string, rooms: readonly Room[]): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let commits = 0;
  const from = performance.now() + WARM_UP_MS;
  const until = from + ROUND_MS;
  await Promise.all(
    rooms.map(async (room) => {
      const connection = await keptConnection(url);
      while (performance.now() < until) {
        const body = JSON.stringify({ version: room.version, description: `Edited at ${performance.now()}` });
        ({ version: room.version } = JSON.parse(
          await connection.ask('PATCH', `/api/v2/${SLUG}/room/${room.id}`, headers, body),
        ) as Room);
        if (performance.now() > from) commits += 1;
      }
      connection.close();
    }),
  );
  return (commits / ROUND_MS) * 1000;
}

/** Builds a server whose transactions publish no events. */
const publishNothing: Plugin = {
  name: 'publish-nothing',
  setup: (build) =>
    build.onLoad({ filter: /[\\/]events[\\/]publish\.ts$/ }, () => ({
      loader: 'ts',
      contents: `
      export async function publish() {}
      export async function publishAll() {}
      export const eventRow = (_tx, { productId, storeId, name, data }) => ({ product_id: productId, store_id: storeId, name, data: JSON.stringify(data) });`,
    })),
};
