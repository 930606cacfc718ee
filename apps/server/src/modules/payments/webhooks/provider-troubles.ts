import { sql } from 'kysely';
import type { Troubles } from '../providers/index.ts';
import { enqueueWaitingMessages } from './waiting-webhooks.ts';

/** A single failure does not count, because the next lookup mostly succeeds. */
const TROUBLE_AFTER = 3;

/** Payments and refunds that are delayed by failed lookups at their provider, in the stores that the person sees. */
export const providerTroubles: Troubles = {
  async read(tx) {
    const { rows } = await sql<{ merchant: string; error: string | null; payments: number; refunds: number }>`
      select coalesce(m.merchant_id::text, o.provider) as merchant,
        (array_agg(o.last_error order by o.look_at desc))[1] as error, count(*)::integer as payments,
        sum((select count(*) from payment_refunds f where f.store_id = o.store_id and f.payment_id = o.id
          and f.state = 'REQUESTED'))::integer as refunds
      from provider_payments o left join payment_merchants m on m.store_id = o.store_id and m.id = o.id
      where o.failures > 0 and o.look_at is not null and o.failures >= ${TROUBLE_AFTER} group by 1`.execute(tx);
    return new Map(
      rows.map(({ merchant, error, payments, refunds }) => [merchant, { error: error ?? '', payments, refunds }]),
    );
  },
  async retry(tx, provider, now) {
    await tx
      .updateTable('provider_payments')
      .set((eb) => ({ wanted: eb('wanted', '+', 1), look_at: now }))
      .where('provider', '=', provider)
      .where('failures', '>', 0)
      .where('look_at', 'is not', null)
      .execute();
    await enqueueWaitingMessages(tx, provider, now);
  },
};
