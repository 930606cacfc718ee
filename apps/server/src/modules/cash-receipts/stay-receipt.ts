import type { CashReceipt, StayReceipt } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { notFound, type GuestCaller } from '../../http/index.ts';
import { listReceivedPayments, type PaymentRow } from '../payments/index.ts';
import { addOnLinesOf, readReservation, toReservationDiscount, type ReservationRow } from '../reservations/index.ts';
import { findSellerFacts } from '../stores/index.ts';
import { readReceiptsOfStay } from './read-receipts.ts';

/** The receipt of a stay (CR-13). Its sums are those that were split when the money moved, as the ledger has them. */

/** Characters of a payment's id that people read: the last ones, which are random. */
const NUMBER_LENGTH = 12;

type Received = StayReceipt['payments'][number];
type Split = StayReceipt['total'];

/** Reads the receipt of the stay of a guest. */
export async function readStayReceipt(tx: Tx, guest: GuestCaller, now: Date): Promise<StayReceipt> {
  const { storeId, reservationId } = guest;
  const [{ row }, place, selling, payments, { receipts }] = await Promise.all([
    readReservation(tx, reservationId),
    readPlace(tx, guest),
    findSellerFacts(tx, storeId),
    listReceivedPayments(tx, guest),
    readReceiptsOfStay(tx, guest),
  ]);
  const received = payments.map((payment) => toReceived(payment, receipts));
  return {
    reservationId,
    storeId,
    product: { slug: guest.productSlug, name: guest.productName },
    seller: selling?.shown ?? null,
    store: { name: place.name, address: place.address, phone: place.phone, timeZone: place.time_zone },
    stay: {
      code: row.code,
      roomName: place.room_name,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      headCount: row.head_count,
      isCancelled: row.state === 'CANCELLED',
    },
    lines: composeLines(row),
    payments: received,
    total: sumKept(received),
    readAt: now.toISOString(),
  };
}

interface PlaceRow {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly time_zone: string;
  readonly room_name: string;
}

async function readPlace(tx: Tx, { storeId, reservationId }: GuestCaller): Promise<PlaceRow> {
  const { rows } = await sql<PlaceRow>`
    select s.name, s.address, s.phone, s.time_zone, m.name as room_name
    from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id
      join rooms m on m.store_id = r.store_id and m.id = r.room_id
    where r.store_id = ${storeId} and r.id = ${reservationId}`.execute(tx);
  const [place] = rows;
  if (!place) throw notFound();
  return place;
}

/** The price of the stay by its parts. What is left of the price after all other parts is the room's. */
export function composeLines(
  row: Pick<ReservationRow, 'price_amount' | 'waived_amount' | 'add_on_lines' | 'discount'>,
): StayReceipt['lines'] {
  const addOns = addOnLinesOf(row);
  const discount = toReservationDiscount(row);
  const discountAmount = discount?.amount ?? 0;
  const roomAmount = row.price_amount + discountAmount - addOns.reduce((sum, { amount }) => sum + amount, 0);
  const lines: StayReceipt['lines'] = [
    { kind: roomAmount < 0 ? 'ADJUSTMENT' : 'ROOM', label: '', quantity: 1, amount: roomAmount },
    ...addOns.map(({ label, quantity, amount }) => ({ kind: 'ADD_ON' as const, label, quantity, amount })),
    { kind: 'COUPON', label: discount?.name ?? '', quantity: 1, amount: -discountAmount },
    { kind: 'WAIVED', label: '', quantity: 1, amount: -row.waived_amount },
  ];
  return lines.filter(({ kind, amount }) => amount !== 0 || kind === 'ADD_ON');
}

function toReceived(payment: PaymentRow, receipts: readonly CashReceipt[]): Received {
  const refunds = payment.refunds.filter(({ state }) => state === 'DONE');
  const open = payment.refunds.filter(({ state }) => state === 'REQUESTED' || state === 'OWED');
  return {
    id: payment.id,
    number: payment.id.replaceAll('-', '').slice(-NUMBER_LENGTH).toUpperCase(),
    method: payment.method,
    isOfChannel: payment.provider === 'CHANNEL',
    paidAt: (payment.paid_at ?? payment.created_at).toISOString(),
    amount: payment.amount,
    supplyAmount: payment.supply_amount,
    vatAmount: payment.vat_amount,
    taxFreeAmount: payment.tax_free_amount,
    refunds: refunds.map(({ at, amount, supplyAmount, vatAmount, taxFreeAmount }) => ({
      at,
      amount,
      supplyAmount,
      vatAmount,
      taxFreeAmount,
    })),
    openRefundAmount: open.reduce((sum, { amount }) => sum + amount, 0),
    cashReceipt: findCashReceipt(payment, receipts),
  };
}

/** The receipt that is issued now: through a provider, or at the store's terminal with a number that staff recorded. */
function findCashReceipt(payment: PaymentRow, receipts: readonly CashReceipt[]): Received['cashReceipt'] {
  const receipt = receipts.find(({ id }) => id === payment.id);
  if (receipt === undefined)
    return payment.cash_receipt_number === null
      ? null
      : {
          approvalNumber: payment.cash_receipt_number,
          amount: payment.amount,
          issuedAt: payment.paid_at?.toISOString() ?? null,
        };
  const { approvalNumber, issuedAmount, issuedAt } = receipt;
  return approvalNumber === null || issuedAmount === 0 ? null : { approvalNumber, amount: issuedAmount, issuedAt };
}

/** What was paid and not refunded. A refund that is not sent yet is not in the ledger either. */
function sumKept(payments: readonly Received[]): Split {
  const refunds = payments.flatMap((payment) => payment.refunds);
  const keep = (part: keyof Split) =>
    payments.reduce((sum, payment) => sum + payment[part], 0) - refunds.reduce((sum, refund) => sum + refund[part], 0);
  return {
    amount: keep('amount'),
    supplyAmount: keep('supplyAmount'),
    vatAmount: keep('vatAmount'),
    taxFreeAmount: keep('taxFreeAmount'),
  };
}
