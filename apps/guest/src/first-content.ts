/** The entry of the build for the server, which renders the first content of the pages (decision 130). */
export { renderReservation } from './reservation/render-reservation.tsx';
export { renderBooking } from './book/render-booking.tsx';
export { renderChain, renderMissingChain, renderPolicy } from './chain/render-chain.tsx';
export { renderMissingReceipt, renderReceipt } from './receipt/render-receipt.tsx';
