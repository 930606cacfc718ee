import {
  beginPayment,
  confirmPayment,
  getWebhook,
  listWebhooks,
  receivePortoneWebhook,
  receivePortoneWebhookOfStore,
  receiveTossWebhook,
  receiveTossWebhookOfStore,
  replayWebhook,
} from '@munjigi/contract';
import { Problem, route, routePublic, routeInSteps, type Route } from '../../http/index.ts';
import { byCaller, readReservation } from '../reservations/index.ts';
import { startPayment } from './provider/begin.ts';
import { checkConfirmationByStaff, completePayment } from './provider/confirm.ts';
import type { ProviderDeps } from './provider/payment-lookup.ts';
import { preregisterPayment } from './provider/preregister.ts';
import { toPayment } from './payment/payment-row.ts';
import { receiveWebhook, reprocessWebhook, showWebhook } from './webhooks/webhooks.ts';
import { findWebhooks } from './webhooks/webhooks.sql.ts';

export function providerPaymentRoutes(deps: ProviderDeps): Route[] {
  return [
    routeInSteps(beginPayment, async ({ actor, body, requestKey }) => {
      const { productId } = actor;
      const storeId = await deps.db.withActor(actor, async (tx) => {
        const { row } = await readReservation(tx, body.reservationId);
        return row.store_id;
      });
      const provider = await deps.providers.open({ productId, storeId, provider: body.provider });
      if (!provider) throw new Problem('PROVIDER_NOT_SET');
      const begun = await deps.db.withActor(actor, (tx) =>
        startPayment({ tx, clock: deps.clock, actor }, { body, provider, requestKey }),
      );
      return preregisterPayment(deps, { productId, provider }, begun);
    }),
    routeInSteps(confirmPayment, async ({ actor, params, body }) =>
      toPayment(
        await completePayment(
          deps,
          {
            run: (work) => deps.db.withActor(actor, work),
            by: byCaller(actor),
            check: (tx, locked) => checkConfirmationByStaff(tx, locked, deps.clock.now()),
          },
          params.paymentId,
          body,
        ),
      ),
    ),
    routePublic(receiveTossWebhook, ({ params, ...message }) =>
      receiveWebhook(deps, { ...message, product: params.product, storeId: null, provider: 'TOSS' }),
    ),
    routePublic(receivePortoneWebhook, ({ params, ...message }) =>
      receiveWebhook(deps, { ...message, product: params.product, storeId: null, provider: 'PORTONE' }),
    ),
    routePublic(receiveTossWebhookOfStore, ({ params, ...message }) =>
      receiveWebhook(deps, { ...message, ...params, provider: 'TOSS' }),
    ),
    routePublic(receivePortoneWebhookOfStore, ({ params, ...message }) =>
      receiveWebhook(deps, { ...message, ...params, provider: 'PORTONE' }),
    ),
    route(listWebhooks, ({ tx, query }) => findWebhooks(tx, query)),
    route(getWebhook, ({ tx, params }) => showWebhook(tx, params.webhookId)),
    route(replayWebhook, ({ work, params }) => reprocessWebhook(work, params.webhookId)),
  ];
}
