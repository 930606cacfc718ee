/** Cancelling a reservation together with its refund. It owns no table. */
export { cancelWithRefund } from './cancel-with-refund.ts';
export { cancellationRoutes } from './cancellations.routes.ts';
