import { businessDateOf, feeOf, paymentLines, splitVat } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import { storeActor } from '../db/index.ts';
import { ledgerRows } from '../modules/payments/index.ts';
import type { BookingDesk } from './desks/booking-desk.ts';
import type { TestServer } from './server.ts';

interface PaidByCard {
  readonly reservationId: string;
  readonly amount: number;
  /** A rate in 1/100,000, VAT included. */
  readonly feeRate: number;
}

/**
 * Adds money held by a provider, minus its fee, with ledger entries at the clock's now, without a request to a
 * provider.
 */
export async function payAtProvider(
  server: TestServer,
  desk: BookingDesk,
  { reservationId, amount, feeRate }: PaidByCard,
): Promise<string> {
  const [id] = await payManyAtProvider(server, desk, reservationId, [{ amount, feeRate }]);
  if (id === undefined) throw new Error('There is no payment');
  return id;
}

/** Adds many such payments in one transaction. */
export async function payManyAtProvider(
  server: TestServer,
  desk: BookingDesk,
  reservationId: string,
  paid: readonly Pick<PaidByCard, 'amount' | 'feeRate'>[],
): Promise<string[]> {
  const now = server.clock.now();
  return server.withActor(storeActor(desk.shop.productId, desk.storeId), async (tx) => {
    const reservation = await tx
      .selectFrom('reservations')
      .select(['room_id', 'channel', 'paid_amount'])
      .where('id', '=', reservationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const store = await tx
      .selectFrom('stores')
      .select(['time_zone', 'day_cutoff'])
      .where('id', '=', desk.storeId)
      .executeTakeFirst();
    const businessDate = businessDateOf(
      { timeZone: store?.time_zone ?? 'Asia/Seoul', dayCutoff: store?.day_cutoff ?? '00:00' },
      now,
    );
    const rows = paid.map(({ amount, feeRate }) => {
      const [split, fee] = [splitVat(amount), feeOf(amount, { rate: feeRate, vat: 'INCLUSIVE' })];
      const payment = {
        product_id: desk.shop.productId,
        store_id: desk.storeId,
        id: uuidv7(),
        reservation_id: reservationId,
        method: 'CARD' as const,
        provider: 'TOSS' as const,
        state: 'DONE' as const,
        amount,
        supply_amount: split.supplyAmount,
        vat_amount: split.vatAmount,
        tax_free_amount: 0,
        fee_amount: fee.supplyAmount + fee.vatAmount,
        fee_vat_amount: fee.vatAmount,
        receipt_url: null,
        cash_receipt_number: null,
        tax_invoice_number: null,
        paid_at: now,
        business_date: businessDate,
        created_at: now,
        created_by: null,
        created_by_name: 'test',
        reversed_by: null,
        reversed_by_name: null,
        reverse_reason: null,
      };
      return {
        payment,
        ...ledgerRows({
          kind: 'PAYMENT',
          payment,
          reservation,
          at: now,
          businessDate,
          lines: paymentLines(split, { collector: 'PROVIDER', fee }),
        }),
      };
    });
    await tx
      .insertInto('payments')
      .values(rows.map((row) => row.payment))
      .execute();
    await tx
      .insertInto('ledger_transactions')
      .values(rows.map((row) => row.transaction))
      .execute();
    await tx
      .insertInto('ledger_entries')
      .values(rows.flatMap((row) => row.entries))
      .execute();
    await tx
      .updateTable('reservations')
      .set({ paid_amount: paid.reduce((sum, { amount }) => sum + amount, reservation.paid_amount) })
      .where('id', '=', reservationId)
      .execute();
    return rows.map((row) => row.payment.id);
  });
}
