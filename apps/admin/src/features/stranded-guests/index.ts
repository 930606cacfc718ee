/** Guests whose room or time was closed after the booking. */
export { useStrandedGuests } from './stranded-guests.api.ts';
