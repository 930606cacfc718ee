import {
  addHelpPhoto,
  askForHelp,
  beginPaymentAsGuest,
  cancelAsGuest,
  confirmPaymentAsGuest,
  createCompanionLink,
  extendAsGuest,
  getCompanionPage,
  getGuestAccessCode,
  claimPassGift,
  getGuestCashReceipts,
  getGuestPasses,
  payWithPassAsGuest,
  getGuestCancellation,
  getGuestExtension,
  getGuestPage,
  getGuestPayments,
  getGuestPhoto,
  getGuestReservation,
  listCompanionLinks,
  getStayCalendar,
  getStayReceipt,
  listGuestDoors,
  markMoveRead,
  openDoorAsGuest,
  rateStay,
  resolvePaymentReturn,
  returnExtensionAsGuest,
  revokeCompanionLink,
  sendGuestCode,
  setGuestReceiptNumber,
} from '@munjigi/contract';
import { route, routeFile, routePublic, routeInSteps, type Route } from '../../http/index.ts';
import type { AccessDeps } from '../access-codes/index.ts';
import { readGuestPhoto } from './arrival.ts';
import { createOwnCompanionLink, listOwnCompanionLinks, revokeOwnCompanionLink } from './companions.ts';
import { composeCompanionPage } from './compose-companion-page.ts';
import { composeGuestPage } from './compose-guest-page.ts';
import { extendOwnStay, readGuestExtension, returnOwnExtension } from './guest-extension.ts';
import { openDoorOfReservation, requestHelp, sendHelpPhoto } from './guest-acts.ts';
import { cancelOwnReservation, sendCodeToGuest, type PhoneCodes } from './guest-cancellation.ts';
import {
  beginOwnPayment,
  confirmOwnPayment,
  claimOwnGift,
  enterOwnReceiptNumber,
  payWithOwnPass,
  readPassesOfGuest,
  readPaymentsOfGuest,
  readReceiptOfStay,
  readReceiptsOfGuest,
} from './guest-payments.ts';
import { createReturnResolver, type ReturnDeps } from './payment-returns.ts';
import { markOwnMoveRead } from './guest-history.ts';
import { readCancellationOfGuest, readCodesOfGuest, readDoorsOfGuest, readGuestReservation } from './guest-page.ts';
import { readStayCalendar } from './stay-calendar.ts';
import { rateOwnStay } from './stay-ratings.ts';
import type { GuestTokens } from './tokens/guest-token.ts';

type GuestDeps = Pick<AccessDeps, 'devices' | 'seal'> &
  ReturnDeps & { readonly phoneCodes: PhoneCodes; readonly guestTokens: GuestTokens };

/** What a guest does with the token of their reservation, and a companion with their link. The acts open the transactions of their store themselves. */
export function guestRoutes(deps: GuestDeps): Route[] {
  const resolveReturn = createReturnResolver(deps);
  return [
    route(getGuestPage, ({ work }) => composeGuestPage(deps, work)),
    routeFile(getGuestPhoto, ({ actor, params }) =>
      deps.db.withActor(actor, (tx) => readGuestPhoto(tx, actor, params.photoId)),
    ),
    route(getCompanionPage, ({ work }) => composeCompanionPage(deps, work)),
    routeInSteps(listCompanionLinks, ({ actor }) => listOwnCompanionLinks(deps, actor)),
    routeInSteps(createCompanionLink, ({ actor }) => createOwnCompanionLink(deps, actor)),
    routeInSteps(revokeCompanionLink, ({ actor, params }) => revokeOwnCompanionLink(deps, actor, params.companionId)),
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
    routeInSteps(getGuestPasses, ({ actor }) => readPassesOfGuest(deps, actor)),
    routeInSteps(payWithPassAsGuest, ({ actor, body }) => payWithOwnPass(deps, actor, body)),
    routeInSteps(claimPassGift, ({ actor, body }) => claimOwnGift(deps, actor, body)),
    routeInSteps(getGuestCashReceipts, ({ actor }) => readReceiptsOfGuest(deps, actor)),
    routeInSteps(getStayReceipt, ({ actor }) => readReceiptOfStay(deps, actor)),
    routeInSteps(setGuestReceiptNumber, ({ actor, body }) => enterOwnReceiptNumber(deps, actor, body)),
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
