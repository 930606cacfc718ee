/** Rooms and hours for adults, and the checks of guests (AG-1 to AG-13). */
export { AdmitGuestDialog, type AdmittedAdult } from './admit-guest-dialog.tsx';
export { AgeCheckNotice } from './age-check-notice.tsx';
export { readAgePreview, useAgeCheck, useAgePreview, useRefreshAgeChecks } from './age-checks.api.ts';
export { AgeCheckLines } from './age-check-lines.tsx';
export { IdentityProviderCard } from './identity-provider-card.tsx';
