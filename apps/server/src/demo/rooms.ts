import { setTimeout as sleep } from 'node:timers/promises';
import { startVirtualRoom, type RoomPart, type VirtualRoom } from '@munjigi/virtual-devices';
import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../app.ts';
import type { Database } from '../db/index.ts';
import type { DeviceUrl } from './devices.ts';
import { ANNOUNCED_WITHIN_MS, signInToHeadOffice } from './head-office.ts';
import { findOccupiedRooms } from './current-guests.ts';
import { WORLD } from './world.ts';

/**
 * Light, air conditioner and sensors in the first rooms of each store, with one controller and one connection per room.
 */

export interface DemoRoom {
  readonly productSlug: string;
  readonly mqttPrefix: string;
  /** The number of the room in its store, from 1. */
  readonly room: number;
  readonly controller: VirtualRoom;
}

const ROOMS_PER_STORE = 3;
const LABELS: Readonly<Partial<Record<RoomPart, string>>> = {
  light: '조명',
  climate: '에어컨',
  occupancy: '재실 감지',
  temperature: '온도',
};
const PARTS = Object.keys(LABELS) as RoomPart[];

export async function startDemoRooms(deviceUrl: DeviceUrl): Promise<DemoRoom[]> {
  const products = WORLD.flatMap((product) =>
    product.stores.flatMap((store) =>
      Array.from({ length: Math.min(ROOMS_PER_STORE, store.rooms) }, (_, index) => ({
        productSlug: product.slug,
        mqttPrefix: store.mqttPrefix,
        room: index + 1,
      })),
    ),
  );
  return Promise.all(
    products.map(async (item) => ({
      ...item,
      controller: await startVirtualRoom({
        url: deviceUrl(item.mqttPrefix),
        prefix: item.mqttPrefix,
        name: `controls-${item.room}`,
        parts: PARTS,
        labels: Object.fromEntries(PARTS.map((part) => [part, labelOf(item.room, part)])),
        answerMs: 150,
      }),
    })),
  );
}

function labelOf(room: number, part: RoomPart): string {
  return `${room}번 룸 ${LABELS[part] ?? part}`;
}

/** Adds the devices to their rooms, by the same requests that a person's browser sends. */
export async function addDemoDevices(app: App, controllers: readonly DemoRoom[]): Promise<void> {
  for (const product of WORLD) {
    const office = await signInToHeadOffice(app, product);
    if (!office) continue;
    const expectedCount =
      controllers.filter((controller) => controller.productSlug === product.slug).length * PARTS.length;
    const { items: stores } = await office.ask<{ items: { id: string }[] }>('GET', '/store?limit=200');
    const rooms = new Map<string, string>();
    for (const store of stores) {
      const { items } = await office.ask<{ items: { id: string; order: number }[] }>(
        'GET',
        `/room?storeId=${store.id}&limit=200`,
      );
      for (const room of items) rooms.set(`${store.id}/${room.order}`, room.id);
    }
    for (const deadline = Date.now() + ANNOUNCED_WITHIN_MS; ; await sleep(100)) {
      const { total } = await office.ask<{ total: number }>('GET', '/room/device?limit=1');
      if (total >= expectedCount) break;
      const discovered = await office.ask<{ items: { id: string; storeId: string; name: string }[] }>(
        'GET',
        '/room/device/discovered?limit=200',
      );
      for (const found of discovered.items) {
        const number = /^(\d+)번 룸 /.exec(found.name)?.[1];
        const roomId = rooms.get(`${found.storeId}/${number}`);
        if (roomId)
          await office.ask('POST', '/room/device', {
            roomId,
            name: found.name.replace(/^\d+번 룸 /, ''),
            source: { discoveredDeviceId: found.id },
          });
      }
      if (Date.now() > deadline)
        throw new Error(`The demo’s devices did not announce themselves within ${ANNOUNCED_WITHIN_MS / 1000} s`);
    }
    await office.signOut();
  }
}

const SENSORS_EVERY_MS = 15_000;

/** Lets the temperature drift, and lets each sensor see the guests of its room: they come with check-in and leave at the end. */
export function letRoomsLive(db: Database, controllers: readonly DemoRoom[], log: FastifyBaseLogger): () => void {
  let turn = 0;
  let timer: NodeJS.Timeout;
  let isEnded = false;
  const scheduleNext = (waitMs: number) => {
    if (!isEnded) timer = setTimeout(() => void runRound(), waitMs);
  };
  async function runRound(): Promise<void> {
    try {
      await updateOccupancy();
      const { controller } = controllers[turn % controllers.length] ?? {};
      turn += 1;
      controller?.measure(Math.round((23 + 2 * Math.sin(Date.now() / 3_600_000 + turn)) * 10) / 10);
    } catch (error) {
      log.warn({ err: error }, 'the demo’s sensors could not see their rooms');
    }
    scheduleNext(SENSORS_EVERY_MS);
  }
  const seen = new Map<VirtualRoom, boolean>();
  async function updateOccupancy(): Promise<void> {
    const occupied = await findOccupiedRooms(db, new Date());
    for (const { controller, mqttPrefix, room } of controllers) {
      const hasGuest = occupied.has(`${mqttPrefix} ${room}`);
      if (seen.get(controller) !== hasGuest) controller.occupy(hasGuest);
      seen.set(controller, hasGuest);
    }
  }
  scheduleNext(0);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
