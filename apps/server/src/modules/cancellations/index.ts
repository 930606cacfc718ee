/**
 * Cancelling a reservation together with its refund: through the provider, manually, or after the approval of a second
 * person (decision 054). It owns no table.
 */
export { cancelWithRefund, refundDifference } from './cancel-with-refund.ts';
export { cancellationRoutes } from './cancellations.routes.ts';
