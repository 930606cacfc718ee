import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';
import { putPayment } from './payment-cache.ts';

export const paymentLive: LiveHandlers = {
  queries: ['payments', 'waterfall', 'refund-owed', 'cash-receipts'],
  'payment.changed': (payment, target) => {
    putPayment(target.client, target.product, payment);
    rereadNamed(target, 'refund-owed');
  },
  // A change may affect the price, or the refund of a cancellation.
  'reservation.changed': ({ id }, target) => {
    rereadNamed(target, 'waterfall', id);
    rereadNamed(target, 'refund-owed');
  },
  'cash-receipt.changed': (_receipt, target) => rereadNamed(target, 'cash-receipts'),
  'approval.changed': (_approval, target) => rereadNamed(target, 'refund-owed'),
};
