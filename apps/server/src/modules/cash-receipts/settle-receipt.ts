import type { CashReceiptPurpose, OnlineProvider } from '@munjigi/contract';
import { RECEIPT_ORDER_NAME } from '@munjigi/texts/payments';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tx } from '../../db/index.ts';
import {
  canCancelReceiptPart,
  type Outcome,
  type OwnReceipt,
  type Providers,
  type ReceiptAnswer,
  type ReceiptDriver,
} from '../payments/index.ts';
import { applyAnswer, retryLater, writeRest, type SentStep } from './receipt-outcome.ts';
import { planReceipt, type ReceiptPlan } from './receipt-plan.ts';
import {
  claimReceipt,
  findNumber,
  findSettings,
  findStepMerchant,
  findSteps,
  issuerOf,
  readPaymentFacts,
  selectReceiptForUpdate,
  toPlannedStep,
  writeStepMerchant,
  type PaymentFacts,
  type ReceiptPlace,
  type ReceiptRow,
  type SettingsRow,
  type ReceiptStepRow,
} from './receipts.sql.ts';

export interface ReceiptDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: Providers;
}

/** The number of the tax office for receipts without a number of the guest (docs/domain.md 5). */
const SELF_ISSUE_NUMBER = '0100001234';
/** Steps of one run: a receipt is cancelled and issued again in two. */
const MOST_STEPS = 6;

/**
 * Compares the cash receipt of a payment with what the store keeps of it, and sends one request after the other until both
 * are equal. A request whose answer was lost is looked up before it is sent again (decision 138).
 */
export async function settleReceipt(deps: ReceiptDeps, place: ReceiptPlace): Promise<void> {
  if (!(await claimReceipt(deps.db, place, deps.clock.now()))) return;
  const own = await readOwnReceipt(deps, place);
  if (own !== null && own.kind !== 'OK' && own.kind !== 'ABSENT')
    return retryLater(deps, place, own.kind === 'UNKNOWN' ? own.why : own.code);
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const step = await beginStep(deps, place, own);
    if (step === null) return;
    const outcome = await sendStep(deps, place, step);
    if (!(await applyAnswer(deps, place, step, outcome))) return;
  }
  await retryLater(deps, place, 'too many steps');
}

/** Reads what the provider issued with its own payment. `null`: the payment is not one of a provider. */
async function readOwnReceipt(
  { db, providers }: ReceiptDeps,
  place: ReceiptPlace,
): Promise<Outcome<OwnReceipt> | null> {
  const payment = await db.withActor(storeActor(place.productId, place.storeId), (tx) => readPaymentFacts(tx, place));
  if (payment.provider !== 'TOSS' && payment.provider !== 'PORTONE') return null;
  const provider = await providers.openForPayment({ ...place, paymentId: place.id, provider: payment.provider });
  return provider
    ? provider.receipts.findOwn({ orderId: place.id, paymentKey: payment.payment_key })
    : { kind: 'UNKNOWN', why: 'The provider is not set up' };
}

/** Plans under the lock of the receipt, and writes the next step before it is sent. `null`: the receipt rests. */
async function beginStep(
  { db, clock }: ReceiptDeps,
  place: ReceiptPlace,
  own: Outcome<OwnReceipt> | null,
): Promise<SentStep | null> {
  return db.withActor(storeActor(place.productId, place.storeId), async (tx) => {
    const receipt = await selectReceiptForUpdate(tx, place);
    if (!receipt) return null;
    const [payment, steps, settings, number] = [
      await readPaymentFacts(tx, place),
      await findSteps(tx, place.storeId, [place.id]),
      await findSettings(tx, place.storeId),
      await findNumber(tx, place.storeId, receipt.reservation_id),
    ];
    const issuer = issuerOf(settings);
    const plan = planReceipt({
      now: clock.now(),
      keptAmount: payment.kept_amount,
      keptTaxFreeAmount: payment.kept_tax_free_amount,
      dealAmount: payment.deal_amount,
      paidAt: payment.paid_at,
      paymentAmount: payment.amount,
      hasReceiptOfTerminal: payment.cash_receipt_number !== null,
      ownAmount: own?.kind === 'OK' ? own.value.amount : receipt.own_amount,
      hasNumber: number !== undefined,
      wanted: receipt.wanted,
      steps: steps.map(toPlannedStep),
      canCancelPart: canCancelReceiptPart(steps.find(({ is_live: isLive }) => isLive)?.issuer ?? issuer),
      issuing: toIssuing(settings, issuer),
    });
    if (plan.kind === 'REST') {
      await writeRest(tx, clock, { receipt, payment, plan, own: own?.kind === 'OK' ? own.value : null });
      return null;
    }
    const step = await writeStep(tx, clock, { receipt, steps, plan, issuer, number });
    return {
      ...toSent(step.row, steps, step.isNew),
      number: step.row.is_self_issued ? null : (number ?? null),
      payment,
    };
  });
}

function toIssuing(
  settings: SettingsRow | undefined,
  issuer: OnlineProvider | null,
): Parameters<typeof planReceipt>[0]['issuing'] {
  return settings === undefined || issuer === null
    ? null
    : {
        isSelfIssueOn: settings.is_self_issue_on,
        thresholdAmount: settings.threshold_amount,
        deadlineDays: settings.deadline_days,
      };
}

/** Opens the merchant that issues the receipt of a step, or that issued the one which the step cancels (MC-10). */
async function openDriver(
  { db, providers }: ReceiptDeps,
  { productId, storeId }: ReceiptPlace,
  { row, issue }: Pick<SentStep, 'row' | 'issue'>,
): Promise<ReceiptDriver | null> {
  const merchantId = await db.withActor(storeActor(productId, storeId), (tx) =>
    findStepMerchant(tx, { storeId, id: issue.id }),
  );
  return (await providers.openMerchant({ productId, storeId, provider: row.issuer }, merchantId))?.receipts ?? null;
}

interface NewStep {
  readonly receipt: ReceiptRow;
  readonly steps: readonly ReceiptStepRow[];
  readonly plan: Exclude<ReceiptPlan, { kind: 'REST' }>;
  readonly issuer: OnlineProvider | null;
  readonly number: { readonly purpose: CashReceiptPurpose } | undefined;
}

/** Returns the open step that is resumed, or inserts the planned one. */
async function writeStep(
  tx: Tx,
  clock: Clock,
  { receipt, steps, plan, issuer, number }: NewStep,
): Promise<{ row: ReceiptStepRow; isNew: boolean }> {
  const now = clock.now();
  const open = plan.kind === 'RESUME' ? steps.find(({ id }) => id === plan.stepId) : undefined;
  const issue = plan.kind === 'CANCEL' ? steps.find(({ id }) => id === plan.issueId) : undefined;
  await tx
    .updateTable('cash_receipts')
    .set({ state: 'ISSUING' })
    .where('store_id', '=', receipt.store_id)
    .where('id', '=', receipt.id)
    .execute();
  if (open) return { row: open, isNew: open.sent_at === null };
  if (plan.kind === 'RESUME') throw new Error('The open step of a cash receipt is missing');
  const of = issue?.issuer ?? issuer;
  if (of === null) throw new Error('A cash receipt is issued without an issuer');
  const row = await tx
    .insertInto('cash_receipt_steps')
    .values({
      product_id: receipt.product_id,
      store_id: receipt.store_id,
      id: uuidv7(),
      receipt_id: receipt.id,
      number: steps.length + 1,
      kind: plan.kind,
      issue_id: issue?.id ?? null,
      issuer: of,
      amount: plan.amount,
      tax_free_amount: plan.taxFreeAmount,
      is_self_issued: plan.kind === 'ISSUE' ? plan.isSelfIssued : (issue?.is_self_issued ?? false),
      purpose: issue?.purpose ?? (plan.kind === 'ISSUE' && !plan.isSelfIssued ? number?.purpose : null) ?? 'INCOME',
      state: 'OPEN',
      is_live: plan.kind === 'ISSUE',
      refused_at_wanted: null,
      provider_key: null,
      approval_number: null,
      receipt_url: null,
      requested_at: now,
      answered_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.kind === 'ISSUE') await writeStepMerchant(tx, receipt, row);
  return { row, isNew: true };
}

function toSent(
  row: ReceiptStepRow,
  steps: readonly ReceiptStepRow[],
  isNew: boolean,
): Omit<SentStep, 'number' | 'payment'> {
  const issue = row.kind === 'CANCEL' ? steps.find(({ id }) => id === row.issue_id) : row;
  if (!issue) throw new Error('The issue of a cancellation is missing');
  return { row, issue, isNew };
}

/** Looks up a request that was sent before, and sends it when the provider has not got it. */
async function sendStep(deps: ReceiptDeps, place: ReceiptPlace, step: SentStep): Promise<Outcome<ReceiptAnswer>> {
  const driver = await openDriver(deps, place, step);
  if (!driver) return { kind: 'REFUSED', code: 'PROVIDER_NOT_SET', message: '', isConfiguration: true };
  const { row, issue } = step;
  const request = {
    requestId: issue.id,
    key: issue.provider_key,
    at: [issue.requested_at, ...(issue.sent_at ? [issue.sent_at] : [])],
    cancelId: row.id,
    amount: row.amount,
  };
  if (!step.isNew) {
    const found = row.kind === 'ISSUE' ? await driver.findIssue(request) : await driver.findCancel(request);
    if (found.kind !== 'ABSENT') return found;
  }
  await markSent(deps, place, row.id);
  if (row.kind === 'CANCEL') return driver.cancel(request);
  const digits = row.is_self_issued ? SELF_ISSUE_NUMBER : step.number?.guest_number;
  if (digits === undefined) return { kind: 'REFUSED', code: 'NUMBER_ERASED', message: '', isConfiguration: false };
  return driver.issue({
    requestId: row.id,
    amount: row.amount,
    taxFreeAmount: row.tax_free_amount,
    purpose: row.purpose,
    number: digits,
    orderName: orderNameOf(step.payment),
    paidAt: step.payment.paid_at ?? row.requested_at,
  });
}

/** Before the request leaves: after a crash it counts as sent, and is looked up first. */
async function markSent({ db, clock }: ReceiptDeps, place: ReceiptPlace, stepId: string): Promise<void> {
  await db.withActor(storeActor(place.productId, place.storeId), (tx) =>
    tx
      .updateTable('cash_receipt_steps')
      .set({ sent_at: clock.now() })
      .where('store_id', '=', place.storeId)
      .where('id', '=', stepId)
      .execute(),
  );
}

/** Gateways behind PortOne take no more (docs/domain.md 2). */
const ORDER_NAME_LENGTH = 43;

function orderNameOf({ room_name: room }: PaymentFacts): string {
  return (room ?? RECEIPT_ORDER_NAME).slice(0, ORDER_NAME_LENGTH);
}
