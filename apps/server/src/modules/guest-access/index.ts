/**
 * Access tokens of guests: issuing, authentication, and what a guest reads, does and pays with one (GT-1 to GT-14,
 * decisions 066 and 074, decision 068, decision 076, decision 094, decision 097); the page of a guest, and ratings of
 * stays (GP-2, GP-5, GP-9 to GP-11).
 */
export { insertAcceptedTerms, type ShownTerms } from './accepted-terms.ts';
export { createGuestAuthenticator } from './authenticate-guest.ts';
export {
  checkCodeContact,
  verifyCodeOfGuest,
  type PhoneCodes,
  type ProvableContact,
  type SentCode,
} from './guest-cancellation.ts';
export { findOpenProviders, withCheckout, type OpenProviders } from './guest-payments.ts';
export { countMovesLeft, findMoveRefusal, permitMoving, proofOf } from './guest-permissions.ts';
export { actForStore, withoutCurrent, lockToken, type GuestActDeps } from './guest-acts.ts';
export { guestChanges } from './guest-changes.ts';
export { guestAccessRoutes } from './guest-access.routes.ts';
export { findGuestPath, guestLinksOf, issueTokenToGuest, type GuestLinks } from './guest-links.ts';
export { guestTokensOf, type GuestTokens } from './tokens/guest-token.ts';
export { type GuestWork } from './guest-page.ts';
export { guestRoutes } from './guest.routes.ts';
export { composeStayCalendar, STAY_CALENDAR_TYPE } from './stay-calendar.ts';
export { sealedRatings } from './sealed-tables.ts';
