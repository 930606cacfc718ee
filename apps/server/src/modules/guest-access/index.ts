/** Guest access: the token with which a guest reaches their own reservation, and what they may do with it. */
export { insertAcceptedTerms, type ShownTerms } from './accepted-terms.ts';
export { createGuestAuthenticator } from './authenticate-guest.ts';
export type { PhoneCodes, ProvableContact, SentCode } from './guest-cancellation.ts';
export { actForStore, lockToken, type GuestActDeps } from './guest-acts.ts';
export { guestChanges } from './guest-changes.ts';
export { guestAccessRoutes } from './guest-access.routes.ts';
export { findGuestPath, guestLinksOf, issueTokenToGuest, type GuestLinks } from './guest-links.ts';
export { guestTokensOf, type GuestTokens } from './guest-token.ts';
export { type GuestWork } from './guest-page.ts';
export { guestRoutes } from './guest.routes.ts';
export { sealedRatings } from './sealed-tables.ts';
