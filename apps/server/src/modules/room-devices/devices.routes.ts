import {
  addDevice,
  controlDevice,
  editDevice,
  listDevices,
  listDiscoveredDevices,
  removeDevice,
} from '@munjigi/contract';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import { findDiscoveredDevices } from '../devices/index.ts';
import { sendToDevice } from './control.ts';
import { registerDevice, changeDevice, deleteDevice, readDeviceVisibility, type RoomDeviceDeps } from './devices.ts';
import { countDevices, findDevices } from './devices.sql.ts';

export function roomDeviceRoutes(deps: RoomDeviceDeps): Route[] {
  return [
    route(listDevices, async ({ tx, actor, query }) => ({
      total: await countDevices(tx, query),
      items: await findDevices(tx, await readDeviceVisibility(tx, deps.devices, actor), query),
    })),
    routeInSteps(addDevice, ({ actor, body }) => registerDevice(deps, actor, body)),
    routeInSteps(editDevice, ({ actor, params, body }) => changeDevice(deps, actor, params.deviceId, body)),
    route(removeDevice, ({ work, params }) => deleteDevice(deps, work, params.deviceId)),
    routeInSteps(controlDevice, (request) => sendToDevice(deps, request)),
    route(listDiscoveredDevices, ({ tx, query }) => findDiscoveredDevices(tx, query)),
  ];
}
