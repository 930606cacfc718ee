/**
 * Identity checks by PortOne: the connection of a product, the checks that guests begin, and what staff and guests read and
 * confirm. What a check means for stays is in `age-checks` (decision 141).
 */
export { finishCheck, startCheck, type CheckOf, type IdentityDeps } from './checks.ts';
export { identityCheckRoutes } from './identity-checks.routes.ts';
export { openIdentityProviders, identitySeal, refusedIdentityAddresses, sealedIdentityKeys } from './providers.ts';
export { readCheckOfGuest } from './stay-checks.ts';
