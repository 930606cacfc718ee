import {
  addHelpPhoto,
  askForHelp,
  beginPaymentAsGuest,
  cancelAsGuest,
  confirmPaymentAsGuest,
  extendAsGuest,
  getGuestAccessCode,
  getGuestCancellation,
  getGuestExtension,
  getGuestPage,
  getGuestPayments,
  getGuestPhoto,
  getGuestReservation,
  getStayCalendar,
  listGuestDoors,
  markMoveRead,
  openDoorAsGuest,
  rateStay,
  resolvePaymentReturn,
  returnExtensionAsGuest,
  sendGuestCode,
} from '@munjigi/contract';
import { route, routeFile, routePublic, routeInSteps, type Route } from '../../http/index.ts';
import type { AccessDeps } from '../access-codes/index.ts';
import { readGuestPhoto } from './arrival.ts';
import { composeGuestPage } from './compose-guest-page.ts';
import { extendOwnStay, readGuestExtension, returnOwnExtension } from './guest-extension.ts';
import { openDoorOfReservation, requestHelp, sendHelpPhoto } from './guest-acts.ts';
import { cancelOwnReservation, sendCodeToGuest, type PhoneCodes } from './guest-cancellation.ts';
import { beginOwnPayment, confirmOwnPayment, readPaymentsOfGuest } from './guest-payments.ts';
import { createReturnResolver, type ReturnDeps } from './payment-returns.ts';
import { markOwnMoveRead } from './guest-history.ts';
import { readCancellationOfGuest, readCodesOfGuest, readDoorsOfGuest, readGuestReservation } from './guest-page.ts';
import { readStayCalendar } from './stay-calendar.ts';
import { rateOwnStay } from './stay-ratings.ts';

type GuestDeps = Pick<AccessDeps, 'devices' | 'seal'> & ReturnDeps & { readonly phoneCodes: PhoneCodes };

/** What a guest does with the token of their reservation. The acts open the transactions of their store themselves. */
export function guestRoutes(deps: GuestDeps): Route[] {
  const resolveReturn = createReturnResolver(deps);
  return [
    route(getGuestPage, ({ work }) => composeGuestPage(deps, work)),
    routeFile(getGuestPhoto, ({ actor, params }) =>
      deps.db.withActor(actor, (tx) => readGuestPhoto(tx, actor, params.photoId)),
    ),
    routeFile(getStayCalendar, ({ actor }) =>
      deps.db.withActor(actor, (tx) => readStayCalendar({ tx, clock: deps.clock, actor })),
    ),
    route(getGuestReservation, ({ work }) => readGuestReservation(work)),
    route(getGuestAccessCode, ({ work }) => readCodesOfGuest(deps, work)),
    route(listGuestDoors, ({ work }) => readDoorsOfGuest(deps.devices, work)),
    routeInSteps(openDoorAsGuest, (request) => openDoorOfReservation(deps, request)),
    route(getGuestCancellation, ({ work }) => readCancellationOfGuest(work)),
    routeInSteps(sendGuestCode, ({ actor, body }) => sendCodeToGuest(deps, actor, body)),
    routeInSteps(cancelAsGuest, ({ actor, body }) => cancelOwnReservation(deps, actor, body)),
    routeInSteps(getGuestPayments, ({ actor }) => readPaymentsOfGuest(deps, actor)),
    routeInSteps(beginPaymentAsGuest, ({ actor, body }) => beginOwnPayment(deps, actor, body)),
    routeInSteps(confirmPaymentAsGuest, ({ actor, params, body }) =>
      confirmOwnPayment(deps, actor, params.paymentId, body),
    ),
    routePublic(resolvePaymentReturn, ({ body, address }) => resolveReturn(body, address)),
    routeInSteps(getGuestExtension, ({ actor }) => readGuestExtension(deps, actor)),
    routeInSteps(extendAsGuest, ({ actor, body }) => extendOwnStay(deps, actor, body)),
    routeInSteps(returnExtensionAsGuest, ({ actor }) => returnOwnExtension(deps, actor)),
    routeInSteps(markMoveRead, ({ actor, body }) => markOwnMoveRead(deps, actor, body.moveId)),
    routeInSteps(askForHelp, ({ actor, body }) => requestHelp(deps, actor, body)),
    routeInSteps(addHelpPhoto, ({ actor, upload }) => sendHelpPhoto(deps, actor, upload.bytes)),
    routeInSteps(rateStay, ({ actor, body }) => rateOwnStay(deps, actor, body)),
  ];
}
