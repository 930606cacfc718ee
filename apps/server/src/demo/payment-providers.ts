import type { PaymentProviderSettings } from '@munjigi/contract';
import { startVirtualToss, type VirtualProvider } from '@munjigi/virtual-providers';
import type { App } from '../app.ts';
import { SYSTEM, type Database, type Tx } from '../db/index.ts';
import { signInToHeadOffice } from './head-office.ts';
import { WORLD } from './world.ts';

const API_SECRET = 'demo-toss-secret';

/** Connects each product of the demo to a virtual Toss, so that guests can pay (GT-10). */
export async function startDemoPaymentProviders(app: App): Promise<{ stop(): Promise<void> }> {
  const started: VirtualProvider[] = [];
  for (const product of WORLD) {
    const office = await signInToHeadOffice(app, product);
    if (!office) continue;
    const { items } = await office.ask<{ items: PaymentProviderSettings[] }>('GET', '/payment-provider');
    const existing = items.find(({ provider }) => provider === 'TOSS');
    if (existing === undefined || isOnThisMachine(existing.baseUrl)) {
      const toss = await startVirtualToss({ apiSecret: API_SECRET });
      started.push(toss);
      await restoreBook(app.db, product.slug, toss);
      // The port differs with each start, so the address is written with each start.
      await office.ask('POST', '/payment-provider', {
        provider: 'TOSS',
        ...(existing && { version: existing.version }),
        baseUrl: toss.url,
        clientKey: 'demo-toss-client',
        apiSecret: API_SECRET,
      });
    }
    await office.signOut();
  }
  return {
    async stop() {
      await Promise.all(started.map((provider) => provider.close()));
    },
  };
}

/** False: a person connected the real provider to the demo, and it stays. */
function isOnThisMachine(baseUrl: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
}

/** A virtual provider keeps its books in memory. Payments of earlier runs are entered again, so that they can be refunded. */
async function restoreBook(db: Database, slug: string, { book }: VirtualProvider): Promise<void> {
  const { payments, refunds } = await db.withActor(SYSTEM, (tx) => readPaidPayments(tx, slug));
  for (const { id, amount, paid_at: paidAt, payment_key: paymentKey } of payments) {
    if (paymentKey === null) continue;
    const cancels = refunds
      .filter((refund) => refund.payment_id === id)
      .map((refund) => ({
        key: refund.provider_key ?? '',
        amount: refund.amount,
        reason: refund.reason,
        at: refund.at,
        account: null,
      }));
    const isCancelled = cancels.reduce((sum, cancel) => sum + cancel.amount, 0) === amount;
    book.payments.set(id, {
      orderId: id,
      paymentKey,
      amount: amount,
      isAccount: false,
      terms: { isTest: false, currency: 'KRW', shopId: null },
      secret: '',
      state: isCancelled ? 'CANCELED' : 'PAID',
      paidAt,
      cancels: cancels.map((cancel) => ({ ...cancel, isChargeback: false, state: 'DONE', lookups: 0 })),
      disputedAt: null,
      refundStatus: 'NONE',
      ownReceipt: null,
    });
  }
}

async function readPaidPayments(tx: Tx, slug: string) {
  const payments = await tx
    .selectFrom('provider_payments as o')
    .innerJoin('payments as p', (join) => join.onRef('p.store_id', '=', 'o.store_id').onRef('p.id', '=', 'o.id'))
    .innerJoin('products as s', 's.id', 'o.product_id')
    .select(['p.id', 'p.amount', 'p.paid_at', 'o.payment_key'])
    .where('s.slug', '=', slug)
    .where('o.provider', '=', 'TOSS')
    .where('p.paid_at', 'is not', null)
    .execute();
  const refunds =
    payments.length === 0
      ? []
      : await tx
          .selectFrom('payment_refunds')
          .select(['payment_id', 'provider_key', 'amount', 'reason', 'at'])
          .where('provider_key', 'is not', null)
          .where(
            'payment_id',
            'in',
            payments.map(({ id }) => id),
          )
          .execute();
  return { payments, refunds };
}
