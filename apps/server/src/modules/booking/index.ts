/** Online booking: guests without a reservation book at a store by themselves (BK-1 to BK-9). */
export { bookingMarks } from './guest-proof/booking-marks.ts';
export { bookingUrl } from './booking-setup.ts';
export { readBookingPreview } from './offer/booking-preview.ts';
export { guestMarker } from './guest-proof/guest-proof.ts';
export { guestPhoneCodes } from './guest-proof/guest-phone-codes.ts';
export { bookingRoutes } from './booking.routes.ts';
export { sweepBookings } from './sweep.ts';
