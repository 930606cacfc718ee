/** Ratings of stays by their guests. */
export { ReservationRating } from './reservation-rating.tsx';
