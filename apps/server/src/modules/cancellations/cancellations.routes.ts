import { cancelReservation } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import type { RefundDeps } from '../payments/index.ts';
import { cancelSeries, cancelSingleReservation } from '../reservations/index.ts';
import { withRefund } from './cancel-with-refund.ts';

export function cancellationRoutes(deps: RefundDeps): Route[] {
  return [
    route(cancelReservation, async ({ work, params: { reservationId }, body }) => {
      const cancelled =
        body.scope === 'ONE'
          ? ([await cancelSingleReservation(work, reservationId, body)] as const)
          : await cancelSeries(work, reservationId, body);
      return withRefund(deps, work, cancelled, body);
    }),
  ];
}
