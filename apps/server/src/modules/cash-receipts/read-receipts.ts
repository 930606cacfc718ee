import type { CashReceipt, CashReceiptsOfStay } from '@munjigi/contract';
import { splitVat } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';
import { remainingOf } from './receipt-plan.ts';
import {
  findNumber,
  findPaymentFacts,
  findSettings,
  findSteps,
  issuerOf,
  toPlannedStep,
  type NumberRow,
  type PaymentFacts,
  type ReceiptRow,
  type SettingsRow,
  type ReceiptStepRow,
} from './receipts.sql.ts';

/** Where providers show receipts: a guest follows no other address. */
const RECEIPT_HOSTS = ['tosspayments.com', 'portone.io', 'nicepay.co.kr', 'inicis.com', 'kcp.co.kr', 'hometax.go.kr'];
const DAY_MS = 24 * 3600_000;
const SHOWN_DIGITS = 4;

/** Reads the receipts of a stay, and the number that they are issued to. */
export async function readReceiptsOfStay(
  tx: Tx,
  { storeId, reservationId }: { readonly storeId: string; readonly reservationId: string },
): Promise<CashReceiptsOfStay> {
  const [settings, number, rows] = await Promise.all([
    findSettings(tx, storeId),
    findNumber(tx, storeId, reservationId),
    tx
      .selectFrom('cash_receipts')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('reservation_id', '=', reservationId)
      .orderBy('id')
      .execute(),
  ]);
  return {
    storeId,
    reservationId,
    isOffered: issuerOf(settings) !== null,
    number: number ? toShownNumber(number) : null,
    receipts: await composeReceipts(tx, storeId, rows),
  };
}

/** Throws NOT_FOUND for a receipt that the actor does not see. */
export async function readReceipt(tx: Tx, paymentId: string): Promise<CashReceipt> {
  const row = await tx.selectFrom('cash_receipts').selectAll().where('id', '=', paymentId).executeTakeFirst();
  const [receipt] = row ? await composeReceipts(tx, row.store_id, [row]) : [];
  if (!receipt) throw notFound();
  return receipt;
}

async function composeReceipts(tx: Tx, storeId: string, rows: readonly ReceiptRow[]): Promise<CashReceipt[]> {
  return (await readReceiptParts(tx, storeId, rows)).map(toReceipt);
}

/** What the receipts of a store are composed of. */
export async function readReceiptParts(tx: Tx, storeId: string, rows: readonly ReceiptRow[]): Promise<ReceiptParts[]> {
  const ids = rows.map(({ id }) => id);
  const [settings, steps, payments] = await Promise.all([
    findSettings(tx, storeId),
    findSteps(tx, storeId, ids),
    findPaymentFacts(tx, storeId, ids),
  ]);
  const stepsOf = new Map(ids.map((id) => [id, [] as ReceiptStepRow[]]));
  for (const step of steps) stepsOf.get(step.receipt_id)?.push(step);
  return rows.flatMap((row) => {
    const payment = payments.get(row.id);
    return payment ? [{ row, payment, steps: stepsOf.get(row.id) ?? [], settings }] : [];
  });
}

export interface ReceiptParts {
  readonly row: ReceiptRow;
  readonly payment: PaymentFacts;
  readonly steps: readonly ReceiptStepRow[];
  readonly settings: SettingsRow | undefined;
}

export function toReceipt({ row, payment, steps, settings }: ReceiptParts): CashReceipt {
  const shown = shownIssue(row, payment, steps);
  const { supplyAmount, vatAmount, taxFreeAmount } = splitVat(payment.kept_amount, payment.kept_tax_free_amount);
  const cancel = steps.findLast(({ kind, state }) => kind === 'CANCEL' && state === 'DONE');
  const dueAt =
    settings && payment.paid_at ? new Date(payment.paid_at.getTime() + settings.deadline_days * DAY_MS) : null;
  return {
    id: row.id,
    storeId: row.store_id,
    reservationId: row.reservation_id,
    state: row.state,
    keptAmount: payment.kept_amount,
    supplyAmount,
    vatAmount,
    taxFreeAmount,
    paidAt: payment.paid_at?.toISOString() ?? null,
    ...shown,
    cancelledAt: cancel?.answered_at?.toISOString() ?? null,
    failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
    selfIssueAt: row.state === 'WAITING' || row.state === 'REFUSED' ? (row.self_issue_at?.toISOString() ?? null) : null,
    dueAt: row.state === 'WAITING' || row.state === 'REFUSED' ? (dueAt?.toISOString() ?? null) : null,
  };
}

type ShownIssue = Pick<CashReceipt, 'issuedAmount' | 'isSelfIssued' | 'approvalNumber' | 'issuedAt' | 'receiptUrl'>;

/** The receipt that is issued now, or the last one of a cancelled receipt. */
function shownIssue(row: ReceiptRow, payment: PaymentFacts, steps: readonly ReceiptStepRow[]): ShownIssue {
  const issue = findShownIssue(steps);
  if (issue)
    return {
      issuedAmount: issue.is_live ? remainingOf(steps.map(toPlannedStep), toPlannedStep(issue)).amount : 0,
      isSelfIssued: issue.is_self_issued,
      approvalNumber: issue.approval_number,
      issuedAt: issue.answered_at?.toISOString() ?? null,
      receiptUrl: toSafeUrl(issue.receipt_url),
    };
  if (row.own_amount !== null)
    return {
      issuedAmount: row.own_amount,
      isSelfIssued: false,
      approvalNumber: row.own_approval_number,
      issuedAt: row.own_issued_at?.toISOString() ?? null,
      receiptUrl: toSafeUrl(row.own_receipt_url),
    };
  const ofTerminal = payment.cash_receipt_number;
  return {
    issuedAmount: ofTerminal === null ? 0 : payment.amount,
    isSelfIssued: false,
    approvalNumber: ofTerminal,
    issuedAt: ofTerminal === null ? null : (payment.paid_at?.toISOString() ?? null),
    receiptUrl: null,
  };
}

/** The live issue, or the last one of a cancelled receipt. */
export function findShownIssue(steps: readonly ReceiptStepRow[]): ReceiptStepRow | undefined {
  const issues = steps.filter(({ kind, state }) => kind === 'ISSUE' && state === 'DONE');
  return issues.find(({ is_live: isLive }) => isLive) ?? issues.at(-1);
}

/** Returns an address of a known provider, or `null`. */
export function toSafeUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, hostname } = new URL(text);
  const isKnown = RECEIPT_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return protocol === 'https:' && isKnown ? text : null;
}

function toShownNumber(row: NumberRow): NonNullable<CashReceiptsOfStay['number']> {
  return {
    purpose: row.purpose,
    kind: row.kind,
    masked: maskNumber(row.guest_number),
    enteredAt: row.entered_at.toISOString(),
    isOfGuest: row.entered_by_name === null,
  };
}

/** All but the last four digits are hidden. */
export function maskNumber(digits: string): string {
  return `${'*'.repeat(Math.max(0, digits.length - SHOWN_DIGITS))}${digits.slice(-SHOWN_DIGITS)}`;
}
