import { startVirtualLock, startVirtualRoom } from '@munjigi/virtual-devices';
import pg from 'pg';
import { PREFIX, until, type Rig } from './door-rig.ts';

/**
 * A fleet of virtual devices: each room has a door with contact and battery, a switch, a climate unit and a
 * thermometer, each a separate device with its own availability, announced as firmware for Home Assistant does. SQL
 * inserts their rows with the settings that a real announcement of each produces; `fleet-voices.ts` publishes for all
 * of them.
 */

export const ROOMS_PER_STORE = 20;

export interface Fleet {
  readonly stores: number;
  readonly doors: number;
  readonly devices: number;
  /** The ids of the switches that receive commands, by the number of their room. */
  readonly switchIds: readonly string[];
}

export const prefixOf = (store: number) => `measured/fleet-${store}`;

/** The announced device that each kind copies, by the name in its topics. */
const NODES = {
  door: 'node-lock',
  switch: 'switch:node-room-console',
  climate: 'climate:node-room-climate',
  thermometer: 'sensor:node-room-temperature',
} as const;

export async function makeFleet(rig: Rig, rooms: number): Promise<Fleet> {
  const stores = Math.ceil(rooms / ROOMS_PER_STORE);
  const at = { url: rig.broker.url, prefix: PREFIX };
  const lock = await startVirtualLock({ ...at, name: 'node', form: 'bundle' });
  const room = await startVirtualRoom({ ...at, name: 'node-room', parts: ['console', 'climate', 'temperature'] });
  const client = new pg.Client({ connectionString: rig.superuserUrl });
  await client.connect();
  try {
    await until(
      async () =>
        (await client.query('select from discovered_devices where device_key = any ($1)', [Object.values(NODES)]))
          .rowCount === 4,
    );
    await client.query("set session_replication_role = 'replica'"); // Disables triggers and foreign keys.
    await client.query(
      `create table fleet as
       select s.n as store, r.n as room, s.product_id, s.store_id, gen_random_uuid() as room_id from
         (select n, gen_random_uuid() as store_id, (select id from products) as product_id from generate_series(0, $1 - 1) as n) as s,
         generate_series(0, $2 - 1) as r (n)`,
      [stores, ROOMS_PER_STORE],
    );
    await client.query(
      `insert into stores (product_id, id, name, mqtt_prefix, created_at, hours, slot_minutes, min_minutes, max_minutes)
       select distinct on (f.store) f.product_id, f.store_id, 'Fleet ' || f.store, 'measured/fleet-' || f.store, now(), one.hours, 30, 30, 720
       from fleet f, (select hours from stores limit 1) as one order by f.store`,
    );
    await client.query(
      `insert into rooms (product_id, store_id, id, name, capacity, sort_order, created_at) select product_id, store_id, room_id, 'Room ' || room, 8, room, now() from fleet`,
    );
    await client.query(
      `create table fleet_devices as
       select f.*, d.kind, d.traits, d.driver, n.node, n.node || '-' || f.room as name, gen_random_uuid() as link_id, gen_random_uuid() as target_id,
         replace(replace(d.settings::text, $1 || '/node-room/', 'measured/fleet-' || f.store || '/' || n.node || '-' || f.room || '/'),
           $1 || '/node/', 'measured/fleet-' || f.store || '/' || n.node || '-' || f.room || '/')::jsonb as settings
       from fleet f, unnest($2::text[], $3::text[]) as n (node, device_key) join discovered_devices d on d.device_key = n.device_key`,
      [PREFIX, Object.keys(NODES), Object.values(NODES)],
    );
    await client.query(
      `insert into device_links (product_id, store_id, id, driver, device_key, settings, target_kind, target_id)
       select product_id, store_id, link_id, driver, name, settings, case when kind = 'LOCK' then 'DOOR' else 'DEVICE' end, target_id from fleet_devices`,
    );
    await client.query(
      // These doors have no traffic, so no alarm for an open leaf can apply.
      `insert into doors (product_id, store_id, id, room_id, name, link_id, left_open_seconds, created_at)
       select product_id, store_id, target_id, room_id, name, link_id, null, now() from fleet_devices where kind = 'LOCK'`,
    );
    await client.query(
      `insert into devices (product_id, store_id, id, room_id, name, kind, traits, link_id, created_at)
       select product_id, store_id, target_id, room_id, name, kind, traits, link_id, now() from fleet_devices where kind <> 'LOCK'`,
    );
    const { rows } = await client.query<{ target_id: string }>(
      "select target_id from fleet_devices where kind = 'SWITCH' order by store, room",
    );
    await client.query('vacuum (analyze) device_links');
    for (const table of ['doors', 'devices', 'stores', 'rooms']) await client.query(`analyze ${table}`);
    const doors = stores * ROOMS_PER_STORE;
    return { stores, doors, devices: doors * 3, switchIds: rows.map((row) => row.target_id) };
  } finally {
    await client.end();
    await lock.stop();
    await room.stop();
  }
}
