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
import { control } from './control.ts';
import { add, edit, remove, shownTo, type DeviceDeps } from './devices.ts';
import { countDevices, findDevices } from './devices.sql.ts';

export function roomDeviceRoutes(deps: DeviceDeps): Route[] {
  return [
    route(listDevices, async ({ tx, actor, query }) => ({
      total: await countDevices(tx, query),
      items: await findDevices(tx, await shownTo(tx, deps.devices, actor), query),
    })),
    routeInSteps(addDevice, ({ actor, body }) => add(deps, actor, body)),
    routeInSteps(editDevice, ({ actor, params, body }) => edit(deps, actor, params.deviceId, body)),
    route(removeDevice, ({ work, params }) => remove(deps, work, params.deviceId)),
    routeInSteps(controlDevice, (asked) => control(deps, asked)),
    route(listDiscoveredDevices, ({ tx, query }) => findDiscoveredDevices(tx, query)),
  ];
}
