/** The steps of the setup guide in their order: what a store needs before its first guest can come. */
export const SETUP_STEPS = [
  'STORE',
  'ROOMS',
  'DOORS',
  'PRICES',
  'PAYMENT',
  'PEOPLE',
  'RESERVATION',
  'ON_CALL',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];
