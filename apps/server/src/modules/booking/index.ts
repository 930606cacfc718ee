/**
 * Online booking by guests without a reservation: free times with prices, codes to phones, holds, the waitlist, limits
 * and proof of work (BK-1 to BK-13, WL-5, decisions 077, 082 and 092).
 */
export { guestAgeRoutes } from './age-checks/age-check.routes.ts';
export { guestMoveRoutes } from './moves/guest-moves.routes.ts';
export { bookingMarks } from './guest-proof/booking-marks.ts';
export { bookingUrl } from './booking-setup.ts';
export { listBookingPaths } from './chain-page.ts';
export { readBookingPreview } from './offer/booking-preview.ts';
export { guestMarker } from './guest-proof/guest-proof.ts';
export { guestPhoneCodes } from './guest-proof/guest-phone-codes.ts';
export { bookingRoutes } from './booking.routes.ts';
export { sweepBookings } from './sweep.ts';
