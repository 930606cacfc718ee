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
    route(revealAccessCode, ({ tx, actor, params, body }) => reveal(deps, tx, actor, params.reservationId, body)),
    route(replaceAccessCode, ({ tx, actor, params, body }) => replace(deps, tx, actor, params.reservationId, body)),
    route(resendAccessCode, ({ tx, actor, params, body }) => resend(deps, tx, actor, params.reservationId, body)),
    route(listDoorSpares, ({ tx, query }) => readDoorSpares(tx, deps.clock, query)),
  ];
}
