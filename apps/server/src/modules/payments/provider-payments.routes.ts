import {
  beginPayment,
  confirmPayment,
  getWebhook,
  listWebhooks,
  receivePortoneWebhook,
  receiveTossWebhook,
  replayWebhook,
} from '@munjigi/contract';
import { Problem, route, routePublic, routeInSteps, type Route } from '../../http/index.ts';
import { byCaller } from '../reservations/index.ts';
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
      const provider = await deps.providers.open(actor.productId, body.provider);
      if (!provider) throw new Problem('PROVIDER_NOT_SET');
      const begun = await deps.db.withActor(actor, (tx) =>
        startPayment({ tx, clock: deps.clock, actor }, { body, provider, requestKey }),
      );
      return preregisterPayment(deps, { productId: actor.productId, provider }, begun);
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
    routePublic(receiveTossWebhook, ({ params, upload, address, header, log }) =>
      receiveWebhook(deps, { product: params.product, provider: 'TOSS', upload, address, header, log }),
    ),
    routePublic(receivePortoneWebhook, ({ params, upload, address, header, log }) =>
      receiveWebhook(deps, { product: params.product, provider: 'PORTONE', upload, address, header, log }),
    ),
    route(listWebhooks, ({ tx, query }) => findWebhooks(tx, query)),
    route(getWebhook, ({ tx, params }) => showWebhook(tx, params.webhookId)),
    route(replayWebhook, ({ work, params }) => reprocessWebhook(work, params.webhookId)),
  ];
}
