import { startKeypadLock, type KeypadLock } from '@munjigi/virtual-devices';
import type { App } from '../app.ts';
import { oddInDemo, type DeviceUrl } from './devices.ts';
import { signInToHeadOffice } from './head-office.ts';
import { WORLD } from './world.ts';

/** The one lock with a keypad: it keeps the codes of this room's guests, in addition to the room's other lock. */
const KEYPAD = {
  productSlug: 'playroom',
  mqttPrefix: 'playroom/hongdae',
  room: 1,
  name: 'keypad',
  label: '1번 룸 키패드',
};
/** A battery lock answers after about so many milliseconds, because it sleeps in between. */
const ANSWER_MS = 900;

/** Adds the lock with a manual binding, as a person does for a lock behind a Zigbee2MQTT bridge. */
export async function addDemoKeypad(app: App, deviceUrl: DeviceUrl): Promise<KeypadLock> {
  const lock = await startKeypadLock({
    url: deviceUrl(KEYPAD.mqttPrefix),
    baseTopic: `${KEYPAD.mqttPrefix}/zigbee`,
    name: KEYPAD.name,
    answerMs: ANSWER_MS,
    battery: 71,
    odd: oddInDemo(0),
  });
  const product = WORLD.find((demoProduct) => demoProduct.slug === KEYPAD.productSlug);
  const office = product && (await signInToHeadOffice(app, product));
  const storeName = product?.stores.find((store) => store.mqttPrefix === KEYPAD.mqttPrefix)?.name;
  if (!office || storeName === undefined) return lock;
  const { items: stores } = await office.ask<{ items: { id: string; name: string }[] }>('GET', '/store?limit=200');
  const storeId = stores.find((store) => store.name === storeName)?.id ?? '';
  const { items: doors } = await office.ask<{ items: { name: string }[] }>('GET', `/door?storeId=${storeId}&limit=200`);
  if (!doors.some((door) => door.name === KEYPAD.label)) {
    const { items: rooms } = await office.ask<{ items: { id: string; order: number }[] }>(
      'GET',
      `/room?storeId=${storeId}&limit=200`,
    );
    const roomId = rooms.find((room) => room.order === KEYPAD.room)?.id ?? null;
    await office.ask('POST', '/door', {
      manualBinding: { storeId, binding: lock.binding },
      name: KEYPAD.label,
      roomId,
    });
  }
  await office.signOut();
  return lock;
}
