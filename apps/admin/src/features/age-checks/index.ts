/** Rooms and hours for adults, and the checks of guests (AG-1 to AG-11). */
export { AgeCheckLines } from './age-check-lines.tsx';
export { IdentityProviderCard } from './identity-provider-card.tsx';
