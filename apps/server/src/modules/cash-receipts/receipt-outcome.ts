import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import {
  addNotification,
  paymentNotices,
  readPayment,
  type Outcome,
  type OwnReceipt,
  type ReceiptAnswer,
} from '../payments/index.ts';
import { remainingOf, type ReceiptPlan } from './receipt-plan.ts';
import {
  findSteps,
  selectReceiptForUpdate,
  toPlannedStep,
  type NumberRow,
  type PaymentFacts,
  type ReceiptPlace,
  type ReceiptRow,
  type ReceiptStepRow,
} from './receipts.sql.ts';

interface OutcomeDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** A step as it is sent. */
export interface SentStep {
  readonly row: ReceiptStepRow;
  /** The issue itself, or the one that a cancellation cancels. */
  readonly issue: ReceiptStepRow;
  /** Whether it was never sent. */
  readonly isNew: boolean;
  /** `null`: it is issued without a number of the guest. */
  readonly number: NumberRow | null;
  readonly payment: PaymentFacts;
}

const FIRST_RETRY_MS = 20_000;
const LONGEST_RETRY_MS = 6 * 3600_000;
/** Failed attempts in a row after which a person is notified. */
const NOTIFIED_AFTER = 6;
const MOST_WORDS = 300;

/** Writes the answer into its step. Returns whether the receipt can go on now. */
export async function applyAnswer(
  deps: OutcomeDeps,
  place: ReceiptPlace,
  step: SentStep,
  outcome: Outcome<ReceiptAnswer>,
): Promise<boolean> {
  const { db, clock } = deps;
  if (outcome.kind === 'UNKNOWN' || outcome.kind === 'ABSENT') {
    await retryLater(deps, place, outcome.kind === 'UNKNOWN' ? outcome.why : 'the provider does not know the request');
    return false;
  }
  if (outcome.kind === 'OK' && outcome.value.state === 'PENDING') {
    await retryLater(deps, place, null);
    return false;
  }
  return db.withActor(storeActor(place.productId, place.storeId), async (tx) => {
    const receipt = await selectReceiptForUpdate(tx, place);
    const [row] = (await findSteps(tx, place.storeId, [place.id])).filter(({ id }) => id === step.row.id);
    // Another process has answered it meanwhile.
    if (!receipt || row?.state !== 'OPEN') return true;
    const answer = outcome.kind === 'OK' ? outcome.value : null;
    if (answer?.state === 'DONE') await writeDone(tx, clock, { receipt, row, answer });
    else await writeRefused(tx, clock, { receipt, row, refusal: refusalOf(outcome) });
    return true;
  });
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly isConfiguration: boolean;
}

function refusalOf(outcome: Outcome<ReceiptAnswer>): Refusal {
  if (outcome.kind === 'REFUSED') return outcome;
  const failure = outcome.kind === 'OK' ? outcome.value.failure : null;
  return { code: failure?.code || 'FAILED', message: failure?.message ?? '', isConfiguration: false };
}

async function writeDone(
  tx: Tx,
  clock: Clock,
  { receipt, row, answer }: { receipt: ReceiptRow; row: ReceiptStepRow; answer: ReceiptAnswer },
): Promise<void> {
  await tx
    .updateTable('cash_receipt_steps')
    .set({
      state: 'DONE',
      answered_at: clock.now(),
      provider_key: answer.key,
      approval_number: answer.approvalNumber,
      receipt_url: answer.url,
    })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  await resetAttempts(tx, receipt);
  if (row.kind === 'ISSUE') return;
  const steps = (await findSteps(tx, row.store_id, [row.receipt_id])).map(toPlannedStep);
  const issue = steps.find(({ id }) => id === row.issue_id);
  if (!issue || remainingOf(steps, issue).amount > 0) return;
  await tx
    .updateTable('cash_receipt_steps')
    .set({ is_live: false })
    .where('store_id', '=', row.store_id)
    .where('id', '=', issue.id)
    .execute();
}

async function writeRefused(
  tx: Tx,
  clock: Clock,
  { receipt, row, refusal }: { receipt: ReceiptRow; row: ReceiptStepRow; refusal: Refusal },
): Promise<void> {
  await tx
    .updateTable('cash_receipt_steps')
    .set({
      state: 'REFUSED',
      is_live: false,
      refused_at_wanted: receipt.wanted,
      is_configuration: refusal.isConfiguration,
      answered_at: clock.now(),
    })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  const words = { failure_code: refusal.code, failure_message: hideNumbers(refusal.message) };
  const isNew = receipt.failure_code !== refusal.code || receipt.notified_at === null;
  await tx
    .updateTable('cash_receipts')
    .set({ ...words, attempts: 0, ...(isNew && { notified_at: clock.now() }) })
    .where('store_id', '=', receipt.store_id)
    .where('id', '=', receipt.id)
    .execute();
  if (isNew) await notifyRefusal(tx, clock, receipt);
}

/** Providers repeat the number in their words, which are stored and shown. */
function hideNumbers(words: string): string {
  return words.replaceAll(/\d[\d -]{5,}\d/g, '***').slice(0, MOST_WORDS);
}

interface Rest {
  readonly receipt: ReceiptRow;
  readonly payment: PaymentFacts;
  readonly plan: ReceiptPlan & { readonly kind: 'REST' };
  readonly own: OwnReceipt | null;
}

/** Ends the work on a receipt until `plan.until`, or until something changes. */
export async function writeRest(tx: Tx, clock: Clock, { receipt, plan, own }: Rest): Promise<void> {
  const isRefused = plan.state === 'REFUSED';
  const failure = plan.failure
    ? { failure_code: plan.failure, failure_message: '' }
    : isRefused
      ? {}
      : { failure_code: null, failure_message: null, notified_at: null };
  const isNewFailure = plan.failure !== undefined && receipt.failure_code !== plan.failure;
  await tx
    .updateTable('cash_receipts')
    .set({
      state: plan.state,
      next_at: plan.until,
      leased_until: null,
      attempts: 0,
      self_issue_at: plan.selfIssueAt ?? null,
      ...failure,
      ...(isNewFailure && { notified_at: clock.now() }),
      ...(own && {
        own_amount: own.amount,
        own_approval_number: own.approvalNumber,
        own_receipt_url: own.url,
        own_issued_at: own.issuedAt,
      }),
    })
    .where('store_id', '=', receipt.store_id)
    .where('id', '=', receipt.id)
    .execute();
  await publishPayment(tx, receipt);
  if (isNewFailure) await notifyRefusal(tx, clock, receipt);
}

/** Schedules the next attempt with exponential backoff. Notifies staff once after several failures in a row. */
export async function retryLater({ db, clock }: OutcomeDeps, place: ReceiptPlace, why: string | null): Promise<void> {
  await db.withActor(storeActor(place.productId, place.storeId), async (tx) => {
    const receipt = await selectReceiptForUpdate(tx, place);
    if (!receipt) return;
    const now = clock.now();
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(receipt.attempts, 20));
    const isNotified = why !== null && receipt.attempts + 1 >= NOTIFIED_AFTER && receipt.notified_at === null;
    await tx
      .updateTable('cash_receipts')
      .set({
        next_at: new Date(now.getTime() + wait),
        leased_until: null,
        attempts: receipt.attempts + 1,
        ...(why !== null && { failure_code: 'NO_ANSWER', failure_message: hideNumbers(why) }),
        ...(isNotified && { notified_at: now }),
      })
      .where('store_id', '=', place.storeId)
      .where('id', '=', place.id)
      .execute();
    if (isNotified) await notifyRefusal(tx, clock, receipt);
  });
}

async function resetAttempts(tx: Tx, receipt: ReceiptRow): Promise<void> {
  await tx
    .updateTable('cash_receipts')
    .set({ attempts: 0, failure_code: null, failure_message: null, notified_at: null })
    .where('store_id', '=', receipt.store_id)
    .where('id', '=', receipt.id)
    .execute();
}

/** Open screens read the payment and its receipt again. */
async function publishPayment(tx: Tx, { product_id: productId, store_id: storeId, id }: ReceiptRow): Promise<void> {
  await publish(tx, { productId, storeId, name: 'cash-receipt.changed', data: { storeId, paymentId: id } });
}

async function notifyRefusal(tx: Tx, clock: Clock, receipt: ReceiptRow): Promise<void> {
  const payment = await readPayment(tx, receipt.id);
  await addNotification(tx, {
    productId: receipt.product_id,
    storeId: receipt.store_id,
    kind: 'CASH_RECEIPT_REFUSED',
    reservationId: receipt.reservation_id,
    amount: payment.amount,
    at: clock.now(),
    text: paymentNotices.receiptRefused(null, payment.method, payment.amount),
  });
}
