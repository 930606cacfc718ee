/** Payments of a reservation: what is due, what was paid and given back, and what is left of it. */
export { ReservationPayments } from './reservation-payments.tsx';
