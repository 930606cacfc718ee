import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planReceipt, remainingOf, type PlannedStep, type ReceiptFacts } from './receipt-plan.ts';

const DAY_MS = 24 * 3600_000;
const PAID_AT = new Date('2028-02-25T06:00:00Z');
const issuing = { isSelfIssueOn: true, thresholdAmount: 100_000, deadlineDays: 5 };
const facts = (change: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  now: PAID_AT,
  keptAmount: 120_000,
  keptTaxFreeAmount: 0,
  dealAmount: 120_000,
  paidAt: PAID_AT,
  hasReceiptOfTerminal: false,
  paymentAmount: 120_000,
  ownAmount: null,
  hasNumber: false,
  wanted: 1,
  steps: [],
  canCancelPart: true,
  issuing,
  ...change,
});
const step = (change: Partial<PlannedStep>): PlannedStep => ({
  id: 'issue',
  kind: 'ISSUE',
  issueId: null,
  amount: 120_000,
  taxFreeAmount: 0,
  isSelfIssued: false,
  state: 'DONE',
  isLive: true,
  refusedAtWanted: null,
  isConfiguration: false,
  answeredAt: PAID_AT,
  ...change,
});

describe('planReceipt', () => {
  it('waits for a number over 29 February and issues without one a day before the deadline (CR-4)', () => {
    const leapDay = new Date('2028-02-29T06:00:00Z');
    expect(planReceipt(facts())).toEqual({ kind: 'REST', state: 'WAITING', until: leapDay, selfIssueAt: leapDay });
    expect(planReceipt(facts({ now: new Date(leapDay.getTime() - 1) }))).toMatchObject({ state: 'WAITING' });
    expect(planReceipt(facts({ now: leapDay }))).toMatchObject({ kind: 'ISSUE', isSelfIssued: true, amount: 120_000 });
  });

  it('counts the whole deal for the threshold, also when a part of it is paid by card (CR-4)', () => {
    const now = new Date(PAID_AT.getTime() + 10 * DAY_MS);
    expect(planReceipt(facts({ now, keptAmount: 30_000 }))).toMatchObject({ kind: 'ISSUE', amount: 30_000 });
    expect(planReceipt(facts({ now, keptAmount: 30_000, dealAmount: 99_999 }))).toMatchObject({ state: 'NONE' });
  });

  it('issues any amount at once with a number (CR-3)', () => {
    expect(planReceipt(facts({ hasNumber: true, keptAmount: 1, dealAmount: 1 }))).toMatchObject({
      kind: 'ISSUE',
      isSelfIssued: false,
    });
  });

  it('resumes the open request before anything else (CR-6)', () => {
    const open = step({ id: 'open', state: 'OPEN' });
    expect(planReceipt(facts({ keptAmount: 0, steps: [open] }))).toEqual({ kind: 'RESUME', stepId: 'open' });
  });

  it('cancels a part where the provider can, and otherwise the whole (CR-5)', () => {
    const reduced = { keptAmount: 50_000, hasNumber: true, steps: [step({})] };
    expect(planReceipt(facts(reduced))).toMatchObject({ kind: 'CANCEL', amount: 70_000 });
    expect(planReceipt(facts({ ...reduced, canCancelPart: false }))).toMatchObject({ kind: 'CANCEL', amount: 120_000 });
  });

  it('cancels also after the store has stopped to issue (CR-5)', () => {
    expect(planReceipt(facts({ keptAmount: 0, issuing: null, steps: [step({})] }))).toMatchObject({ kind: 'CANCEL' });
    expect(planReceipt(facts({ issuing: null, hasNumber: true }))).toMatchObject({ kind: 'REST', state: 'NONE' });
  });

  it('repeats a refusal only after a change, and one of the keys after an hour (CR-9, CR-10)', () => {
    const refused = step({ state: 'REFUSED', isLive: false, refusedAtWanted: 1 });
    const small = { keptAmount: 10_000, dealAmount: 10_000, hasNumber: true };
    expect(planReceipt(facts({ ...small, steps: [refused] }))).toEqual({ kind: 'REST', state: 'REFUSED', until: null });
    expect(planReceipt(facts({ ...small, wanted: 2, steps: [refused] }))).toMatchObject({ kind: 'ISSUE' });
    const ofKeys = [{ ...refused, isConfiguration: true }];
    const later = new Date(PAID_AT.getTime() + 3600_000);
    expect(planReceipt(facts({ ...small, steps: ofKeys }))).toMatchObject({ state: 'REFUSED', until: later });
    expect(planReceipt(facts({ ...small, now: later, steps: ofKeys }))).toMatchObject({ kind: 'ISSUE' });
  });

  it('issues a large deal without a number although the number was refused (CR-4)', () => {
    const refused = step({ state: 'REFUSED', isLive: false, refusedAtWanted: 1 });
    const now = new Date(PAID_AT.getTime() + 4 * DAY_MS);
    expect(planReceipt(facts({ hasNumber: true, steps: [refused] }))).toMatchObject({ state: 'REFUSED' });
    expect(planReceipt(facts({ now, hasNumber: true, steps: [refused] }))).toMatchObject({
      kind: 'ISSUE',
      isSelfIssued: true,
    });
  });

  it('never issues beside the receipt of the provider or of the terminal (CR-8)', () => {
    expect(planReceipt(facts({ hasNumber: true, ownAmount: 120_000 }))).toMatchObject({ state: 'ISSUED' });
    expect(planReceipt(facts({ hasNumber: true, ownAmount: 1000 }))).toMatchObject({ failure: 'OWN_RECEIPT_DIFFERS' });
    expect(planReceipt(facts({ hasNumber: true, hasReceiptOfTerminal: true }))).toMatchObject({ state: 'ISSUED' });
  });

  it('ends with exactly what is kept after any changes of the money, with either kind of provider (CR-5, CR-6)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 120_000 }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (kept, canCancelPart) => {
          const steps: PlannedStep[] = [];
          for (const keptAmount of kept) {
            for (let count = 0; count < 6; count += 1) {
              const plan = planReceipt(facts({ keptAmount, hasNumber: true, canCancelPart, steps }));
              if (plan.kind === 'REST') break;
              const id = `s${steps.length}`;
              if (plan.kind === 'ISSUE') steps.push(step({ id, amount: plan.amount }));
              if (plan.kind !== 'CANCEL') continue;
              steps.push(step({ id, kind: 'CANCEL', issueId: plan.issueId, amount: plan.amount, isLive: false }));
              const at = steps.findIndex((one) => one.id === plan.issueId);
              const issue = steps[at] as PlannedStep;
              if (remainingOf(steps, issue).amount === 0) steps[at] = { ...issue, isLive: false };
            }
            const live = steps.filter(({ isLive }) => isLive);
            expect(live.length).toBeLessThanOrEqual(1);
            const issuedAmount = live.reduce((sum, one) => sum + remainingOf(steps, one).amount, 0);
            expect(issuedAmount).toBe(keptAmount);
          }
        },
      ),
    );
  });
});
