/** Messages to guests: the messages of a reservation. The log, the templates and the inbox of a demo are screens. */
export { ReservationMessages } from './reservation-messages.tsx';
export { useMessageWords } from './message-words.ts';
