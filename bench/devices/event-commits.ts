import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase, statement, storeActor, pipelineStatement, type Tx } from '../../apps/server/src/db/index.ts';
import { publish, startEventReader } from '../../apps/server/src/events/index.ts';
import type { Rig } from './door-rig.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Measures commits per second of 32 clients with and without an event. The transaction is that of an edited room,
 * through `withActor`: `begin` with the actor, the room selected for update and updated, an audit-like row of 400 bytes
 * inserted, optionally `publish('room.changed')`, and `commit`. One process runs the clients, the reader and the
 * sequencer, as the server does. Each client has its own room, so that no client waits for another. The baseline is the
 * former design: a table as before decision 044, with its keys and a trigger that sends NOTIFY in every commit.
 */

const CLIENTS = 32;
const ROUND_MS = Number(process.env['COMMITS_ROUND_MS'] ?? 4000);
const ROUNDS = Number(process.env['COMMITS_ROUNDS'] ?? 9);
type Variant = 'off' | 'on' | 'trigger';
const VARIANTS: readonly Variant[] = ['off', 'on', 'trigger'];

const FORMER = `
  create table former_events (tx xid8 not null default pg_current_xact_id(), id bigint generated always as identity, product_id uuid not null, store_id uuid,
    name text not null, data jsonb not null, created_at timestamptz(3) not null default now(), primary key (tx, id));
  create index on former_events (created_at);
  create function former_notify() returns trigger language plpgsql as $$ begin perform pg_notify('former_events', ''); return null; end $$;
  create trigger former_notify after insert on former_events for each statement execute function former_notify();
  grant insert on former_events to munjigi_app, munjigi_system;
  create table edits (id uuid primary key, room_id uuid not null, detail jsonb not null);
  grant insert on edits to munjigi_app, munjigi_system`;

export async function measureCommits(rig: Rig): Promise<{ ratio: number; detail: string }> {
  const owner = new pg.Client({ connectionString: rig.superuserUrl });
  await owner.connect();
  await owner.query(FORMER);
  const {
    rows: [store],
  } = await owner.query<{ product_id: string }>('select product_id from stores where id = $1', [rig.storeId]);
  const productId = store?.product_id ?? '';
  const rooms = Array.from({ length: CLIENTS }, () => uuidv7());
  await owner.query(
    "insert into rooms (product_id, store_id, id, name, capacity, sort_order, created_at) select $1, $2, room, 'Measured', 4, 100, now() from unnest($3::uuid[]) room",
    [productId, rig.storeId, rooms],
  );
  const db = openDatabase(rig.superuserUrl, { poolSize: CLIENTS, onError: (error) => console.error(error) });
  const reader = await startEventReader(db, console);
  const actor = storeActor(productId, rig.storeId);

  async function edit(variant: Variant, roomId: string): Promise<void> {
    await db.withActor(actor, async (tx) => {
      const description = uuidv7();
      const room = await tx
        .selectFrom('rooms')
        .selectAll()
        .where('store_id', '=', rig.storeId)
        .where('id', '=', roomId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('rooms')
        .set({ description, version: room.version + 1 })
        .where('store_id', '=', rig.storeId)
        .where('id', '=', roomId)
        .execute();
      pipelineStatement(
        tx,
        statement`insert into edits (id, room_id, detail) values (${uuidv7()}, ${roomId}, ${JSON.stringify({ description, padding: 'x'.repeat(400) })})`,
      );
      const data = {
        id: room.id,
        storeId: room.store_id,
        name: room.name,
        capacity: room.capacity,
        description,
        amenities: room.amenities,
        sortOrder: room.sort_order,
        photos: [],
        parts: [],
        version: room.version + 1,
      };
      if (variant === 'on')
        await publish(tx, { productId, storeId: rig.storeId, name: 'room.changed', data: data as never });
      if (variant === 'trigger') insertFormer(tx, { productId, storeId: rig.storeId, data });
    });
  }
  async function round(variant: Variant): Promise<number> {
    let commits = 0;
    const from = performance.now();
    await Promise.all(
      rooms.map(async (roomId) => {
        while (performance.now() - from < ROUND_MS) {
          await edit(variant, roomId);
          commits += 1;
        }
      }),
    );
    return (commits / (performance.now() - from)) * 1000;
  }

  const rates: Record<Variant, number[]> = { off: [], on: [], trigger: [] };
  try {
    for (const variant of VARIANTS) await round(variant);
    // The variants alternate, each as often first as last, so that a busy moment of the machine affects all of them.
    for (let number = 0; number < ROUNDS; number += 1) {
      for (const variant of number % 2 === 0 ? VARIANTS : [...VARIANTS].reverse())
        rates[variant].push(await round(variant));
    }
  } finally {
    await reader.close();
    await db.close();
    await owner.end();
  }
  const ratiosOf = (variant: Variant) =>
    percentileOf(
      rates[variant].map((rate, index) => rate / (rates.off[index] ?? Number.NaN)),
      0.5,
    );
  const median = (variant: Variant) => percentileOf(rates[variant], 0.5).toFixed(0);
  return {
    ratio: ratiosOf('on'),
    detail:
      `commits a second, median of ${ROUNDS} rounds of ${ROUND_MS / 1000} s, ${CLIENTS} clients: without events ${median('off')}, with an event each ${median('on')}, ` +
      `with a NOTIFY in every commit as before ${median('trigger')} (ratio ${ratiosOf('trigger').toFixed(3)})`,
  };
}

function insertFormer(
  tx: Tx,
  { productId, storeId, data }: { productId: string; storeId: string; data: object },
): void {
  pipelineStatement(
    tx,
    statement`insert into former_events (product_id, store_id, name, data) values (${productId}, ${storeId}, 'room.changed', ${JSON.stringify(data)})`,
  );
}
