/**
 * Guests whose room or time was closed after the booking, computed from the reservations; moving, cancelling and
 * informing them (ST-50 to ST-52, decision 109). It owns no table.
 */
export { strandedGuestRoutes } from './stranded-guests.routes.ts';
