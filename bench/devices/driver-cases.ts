import {
  startVirtualRoom,
  startVirtualShelly,
  startVirtualTasmota,
  startVirtualZigbee,
  type VirtualDevice,
} from '@munjigi/virtual-devices';
import { PREFIX, until, type Rig, type Server } from './door-rig.ts';

/** A device of each driver that can be turned on and off, through the server and on the wire itself. */
export interface DriverCase {
  readonly name: string;
  readonly twin: Pick<VirtualDevice, 'offline' | 'refuse' | 'silent' | 'stop'> & {
    readonly received: readonly unknown[];
  };
  order(isOn: boolean): { readonly path: string; readonly body: object };
  /** The online state that the server shows. */
  online(): Promise<string>;
  readonly bare: {
    order(isOn: boolean): { readonly topic: string; readonly payload: string };
    /** The topic on which the virtual device acknowledges, and whether a payload is the acknowledgement. */
    readonly topic: string;
    says(payload: string, isOn: boolean): boolean;
  };
}

interface Shown {
  readonly id: string;
  readonly online: string;
}

export async function makeDriverCases(rig: Rig, server: Server): Promise<DriverCase[]> {
  const { url } = rig.broker;
  const at = { url, prefix: PREFIX };
  const { doorId, lock } = await rig.makeDoor(server, { name: 'front', moveMs: 20 });
  const room = await startVirtualRoom({ ...at, name: 'room', parts: ['console'] });
  const shelly = await startVirtualShelly({ ...at, name: 'shelly' });
  const tasmota = await startVirtualTasmota({ ...at, name: 'tasmota' });
  const zigbee = await startVirtualZigbee({ ...at, name: 'zigbee', hardware: 'switch' });

  const doorShown = async () =>
    (await rig.call<{ items: Shown[] }>(server, 'GET', '/door')).items.find((item) => item.id === doorId)?.online ?? '';
  const inRoom = async (source: object): Promise<Pick<DriverCase, 'order' | 'online'>> => {
    const { id } = await rig.call<Shown>(server, 'POST', '/room/device', {
      roomId: rig.roomIds[0],
      name: 'switch',
      source,
    });
    const online = async () =>
      (await rig.call<{ items: Shown[] }>(server, 'GET', '/room/device?limit=200')).items.find((item) => item.id === id)
        ?.online ?? '';
    await until(async () => (await online()) === 'ONLINE');
    return { order: (isOn) => ({ path: '/room/device/control', body: { deviceId: id, state: { isOn } } }), online };
  };
  const bound = (binding: object) => inRoom({ kind: 'SWITCH', binding });
  const announced = await until(
    async () => (await rig.call<{ items: Shown[] }>(server, 'GET', '/room/device/discovered')).items[0],
  );
  const word = (isOn: boolean) => (isOn ? 'ON' : 'OFF');
  const own = `${PREFIX}/zigbee2mqtt/zigbee`;

  return [
    {
      name: 'ha-mqtt lock (moves 20 ms)',
      twin: lock,
      order: (isOn) => ({ path: isOn ? '/door/open' : '/door/lock', body: { doorId } }),
      online: doorShown,
      bare: {
        order: (isOn) => ({ topic: lock.topics.command, payload: isOn ? 'UNLOCK' : 'LOCK' }),
        topic: lock.topics.state,
        says: (payload, isOn) => payload === (isOn ? 'UNLOCKED' : 'LOCKED'),
      },
    },
    {
      name: 'ha-mqtt switch',
      twin: room,
      ...(await inRoom({ discoveredDeviceId: announced.id })),
      bare: {
        order: (isOn) => ({ topic: `${PREFIX}/room/console/set`, payload: word(isOn) }),
        topic: `${PREFIX}/room/console/state`,
        says: (payload, isOn) => payload === word(isOn),
      },
    },
    {
      name: 'shelly',
      twin: shelly,
      ...(await bound({ driver: 'shelly', topicPrefix: shelly.topicPrefix })),
      bare: {
        order: (isOn) => ({
          topic: `${shelly.topicPrefix}/rpc`,
          payload: JSON.stringify({
            id: 1,
            src: `${shelly.topicPrefix}/bare`,
            method: 'Switch.Set',
            params: { id: 0, on: isOn },
          }),
        }),
        topic: `${shelly.topicPrefix}/events/rpc`,
        says: (payload, isOn) => payload.includes(`"output":${isOn}`),
      },
    },
    {
      name: 'tasmota',
      twin: tasmota,
      ...(await bound({ driver: 'tasmota', topic: 'tasmota', fullTopic: tasmota.fullTopic })),
      bare: {
        order: (isOn) => ({ topic: `${PREFIX}/cmnd/tasmota/POWER`, payload: word(isOn) }),
        topic: `${PREFIX}/stat/tasmota/RESULT`,
        says: (payload, isOn) => payload.includes(`"${word(isOn)}"`),
      },
    },
    {
      name: 'zigbee2mqtt',
      twin: zigbee,
      ...(await bound({ driver: 'zigbee2mqtt', baseTopic: zigbee.baseTopic, friendlyName: 'zigbee' })),
      bare: {
        order: (isOn) => ({ topic: `${own}/set`, payload: JSON.stringify({ state: word(isOn) }) }),
        topic: own,
        says: (payload, isOn) => payload.includes(`"state":"${word(isOn)}"`),
      },
    },
  ];
}
