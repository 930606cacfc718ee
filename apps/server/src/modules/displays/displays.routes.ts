import { getDoorDisplay, issueDoorDisplay, readDisplayPlan, revokeDoorDisplay } from '@munjigi/contract';
import { route, routeFile, type Route } from '../../http/index.ts';
import { createPlanReader, type DisplayDeps } from './display-plan.ts';
import { issueDisplay, readDoorDisplay, revokeDisplay } from './door-displays.ts';

/** What staff do with the tablet of a room, and what the tablet reads. */
export function displayRoutes(deps: DisplayDeps): Route[] {
  const readPlan = createPlanReader(deps);
  return [
    route(getDoorDisplay, ({ work, params }) => readDoorDisplay(work, params.roomId)),
    route(issueDoorDisplay, ({ work, params, body }) => issueDisplay(work, { roomId: params.roomId, ...body })),
    route(revokeDoorDisplay, ({ work, params }) => revokeDisplay(work, params.roomId)),
    routeFile(readDisplayPlan, ({ header, ifNoneMatch, address }) =>
      readPlan({ authorization: header('authorization'), ifNoneMatch, address }),
    ),
  ];
}
