import {
  checkInReservation,
  completeReservation,
  confirmReservation,
  createReservation,
  dailyReservations,
  editReservation,
  exportReservations,
  extendReservation,
  getReservation,
  listReservations,
  markNoShow,
  revealGuest,
  searchReservations,
} from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { route, routeFile, routeInSteps, type Route } from '../../http/index.ts';
import { boardReader } from './availability/board.ts';
import { composeReservationDetail, readReservation } from './stay/change.ts';
import { createStaffReservation, type ReservationExtras } from './lifecycle/create.ts';
import { exportReservationsFile } from './export.ts';
import { guestProfileRoutes } from './guest-profiles/guest-profiles.routes.ts';
import { extendBySlots } from './extensions/extend.ts';
import { findReservations } from './list.ts';
import { updateReservation } from './lifecycle/move.ts';
import { searchByCursor } from './search.ts';
import { editSeries } from './series/series-changes.ts';
import { checkIn, endStay, confirmPendingReservation, noShow, showGuest } from './lifecycle/verbs.ts';

interface ReservationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly extras: ReservationExtras;
}

export function reservationRoutes({ db, clock, extras }: ReservationDeps): Route[] {
  const readBoard = boardReader(db);
  return [
    route(listReservations, ({ tx, work, query }) => findReservations(tx, work.clock, query)),
    route(getReservation, async ({ tx, work, params }) =>
      composeReservationDetail(await readReservation(tx, params.reservationId), work.clock.now()),
    ),
    route(createReservation, ({ work, body }) => createStaffReservation(work, body, extras)),
    route(editReservation, ({ work, params, body }) =>
      body.scope === 'ONE'
        ? updateReservation(work, params.reservationId, body)
        : editSeries(work, params.reservationId, body),
    ),
    route(confirmReservation, ({ work, params, body }) => confirmPendingReservation(work, params.reservationId, body)),
    route(checkInReservation, ({ work, params, body }) => checkIn(work, params.reservationId, body)),
    route(completeReservation, ({ work, params, body }) => endStay(work, params.reservationId, body)),
    route(extendReservation, ({ work, params, body }) => extendBySlots(work, params.reservationId, body)),
    route(markNoShow, ({ work, params, body }) => noShow(work, params.reservationId, body)),
    route(revealGuest, ({ work, params, body }) => showGuest(work, params.reservationId, body)),
    routeInSteps(dailyReservations, ({ actor, query }) => readBoard(actor, query), { beginsWithTransaction: true }),
    route(searchReservations, ({ tx, query }) => searchByCursor(tx, query)),
    ...guestProfileRoutes(),
    routeFile(exportReservations, ({ actor, query }) => exportReservationsFile({ db, clock, actor }, query)),
  ];
}
