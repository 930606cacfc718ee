import {
  getReservationAccess,
  listDoorSpares,
  replaceAccessCode,
  resendAccessCode,
  revealAccessCode,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { readAccessPage, renewCode, resendCode, showCode } from './access-codes.ts';
import type { AccessDeps } from './deps.ts';
import { readDoorSpares } from './door-spares.ts';

export function accessCodeRoutes(deps: Pick<AccessDeps, 'seal'>): Route[] {
  return [
    route(getReservationAccess, ({ work, params }) => readAccessPage(work, params.reservationId)),
    route(revealAccessCode, ({ work, params, body }) => showCode(deps, work, params.reservationId, body)),
    route(replaceAccessCode, ({ work, params, body }) => renewCode(deps, work, params.reservationId, body)),
    route(resendAccessCode, ({ work, params, body }) => resendCode(deps, work, params.reservationId, body)),
    route(listDoorSpares, ({ tx, work, query }) => readDoorSpares(tx, work.clock, query)),
  ];
}
