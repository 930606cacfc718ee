import {
  getReservationAccess,
  listDoorSpares,
  replaceAccessCode,
  resendAccessCode,
  revealAccessCode,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { read, replace, resend, reveal } from './access-codes.ts';
import type { AccessDeps } from './deps.ts';
import { readDoorSpares } from './shown-spares.ts';

export function accessCodeRoutes(deps: Pick<AccessDeps, 'clock' | 'seal'>): Route[] {
  return [
    route(getReservationAccess, ({ tx, params }) => read(deps, tx, params.reservationId)),
    route(revealAccessCode, ({ work, params, body }) => reveal(deps, work, params.reservationId, body)),
    route(replaceAccessCode, ({ work, params, body }) => replace(deps, work, params.reservationId, body)),
    route(resendAccessCode, ({ work, params, body }) => resend(deps, work, params.reservationId, body)),
    route(listDoorSpares, ({ tx, query }) => readDoorSpares(tx, deps.clock, query)),
  ];
}
