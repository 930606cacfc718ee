/** Virtual doors and room devices that exchange real messages over MQTT, with faults. Independent of server code. */
export { announcementOf, buildLockTopics, type AnnouncementForm, type LockTopics } from './announcement.ts';
export { embeddedBrokerUrl, localBrokerUrl } from './embedded-broker.ts';
export {
  startKeypadLock,
  type CodeOrder,
  type KeptCode,
  type KeypadLock,
  type KeypadLockOptions,
} from './keypad-lock.ts';
export {
  startVirtualLock,
  type VirtualLockState,
  type ReceivedCommand,
  type VirtualLock,
  type VirtualLockOptions,
} from './lock.ts';
export { ODD_KINDS, type OddDeviceOptions, type OddKind, type OddSwitch } from './odd.ts';
export { startVirtualRoom, type RoomPart, type VirtualRoom, type VirtualRoomOptions } from './room.ts';
export { startVirtualShelly, type VirtualShelly, type VirtualShellyOptions } from './shelly.ts';
export { startVirtualTasmota, type VirtualTasmota, type VirtualTasmotaOptions } from './tasmota.ts';
export type { VirtualDevice } from './wire.ts';
export { startVirtualZigbee, type VirtualZigbee, type VirtualZigbeeOptions } from './zigbee.ts';
