/** Guests whose room or time was closed after the booking, and what staff do for them (ST-50). It owns no table. */
export { strandedGuestRoutes } from './stranded-guests.routes.ts';
