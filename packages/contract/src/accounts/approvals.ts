import { z } from 'zod';
import type { APPROVAL_RIGHTS } from './approval-rights.ts';
import { BANK_CODES } from '../money/bank-values.ts';
import { EMERGENCY_KINDS } from '../devices/emergencies.ts';
import { endpoint } from '../endpoint.ts';
import {
  growingListOf,
  id,
  instant,
  isInReach,
  money,
  OUT_OF_REACH,
  paging,
  sortBy,
  text,
  version,
} from '../fields.ts';
import { refundAccount } from '../guests/refund-accounts.ts';

/**
 * The acts for which head office can require two people (decision 039). `RULES`: making the approval rules less strict.
 */
export const APPROVAL_KINDS = [
  'REFUND',
  'REVERSAL',
  ...EMERGENCY_KINDS,
  'RULES',
] as const satisfies readonly (keyof typeof APPROVAL_RIGHTS)[];
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/**
 * An approval performs the act: the act and the decision commit together or not at all. `FAILED`: the request was
 * approved, but the act was no longer possible.
 */
export const APPROVAL_STATES = ['REQUESTED', 'DONE', 'FAILED', 'REFUSED', 'EXPIRED', 'WITHDRAWN'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/**
 * `ASKER_MAY_NOT`: the requester has lost the right or the account. `CHANGED`: the subject has changed since the
 * request. `NOT_POSSIBLE`: the act is not possible now.
 */
export const APPROVAL_FAILURES = ['ASKER_MAY_NOT', 'CHANGED', 'NOT_POSSIBLE'] as const;

const MOST_WON = 2_000_000_000;
const reason = text(200);

const guarded = {
  /** In won. Refunds of one payment above this amount within a day need a second person; `null`: none does. */
  refundLimit: money.min(0).max(MOST_WON).nullable(),
  /** A fire release opens all doors of a store at once. */
  needsTwoForFireRelease: z.boolean(),
  needsTwoForLockdown: z.boolean(),
};
const ruleSet = z.object(guarded);

export const approvalRules = ruleSet.extend({
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
  version,
});
export type ApprovalRules = z.infer<typeof approvalRules>;

export const approval = z.object({
  id,
  /** `null`: the request concerns the whole product. */
  storeId: id.nullable(),
  storeName: z.string().nullable(),
  kind: z.enum(APPROVAL_KINDS),
  state: z.enum(APPROVAL_STATES),
  reason: z.string(),
  /**
   * The subject of the request: for money, the payment as the requester saw it; for rules, the present and the
   * requested ones.
   */
  payment: z
    .object({ id, reservationId: id.nullable(), reservationCode: z.string().nullable(), amount: money, of: money })
    .nullable(),
  /** The destination account of the refund; only the end of its number is shown. */
  refundTo: z.object({ bank: z.enum(BANK_CODES), accountEnd: z.string() }).nullable(),
  rules: z.object({ before: ruleSet, after: ruleSet }).nullable(),
  askedById: id,
  askedBy: z.string(),
  askedAt: instant,
  expiresAt: instant,
  endedById: id.nullable(),
  endedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  /** The reason why the request was refused. */
  note: z.string().nullable(),
  failure: z.enum(APPROVAL_FAILURES).nullable(),
});
export type Approval = z.infer<typeof approval>;

export const readApprovalRules = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/approval/rules',
  summary: 'The acts that need the approval of a second person',
  access: 'approvals:use',
  reply: approvalRules,
});

export const setApprovalRules = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/approval/rules',
  summary:
    'Set which acts need the approval of a second person. A stricter rule applies at once; a weaker one waits for a second person itself, and the reply has its `approval`',
  access: 'approvals:configure',
  body: z.strictObject({ version, ...guarded, reason }),
  reply: z.object({ rules: approvalRules, approval: approval.nullable() }),
  problems: ['STALE', 'APPROVAL_WAITING', 'NO_SECOND_PERSON'],
});

export const listApprovals = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/approval',
  summary: 'Requests for approval, newest first. `OPEN`: those that are not decided',
  access: 'approvals:use',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('askedAt'),
      storeId: id.optional(),
      show: z.enum(['OPEN', 'ALL']).default('OPEN'),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(approval),
});

export const getApproval = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/approval/{approvalId}',
  summary: 'One request for approval',
  access: 'approvals:use',
  reply: approval,
});

export const requestApproval = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/approval',
  summary:
    'Request the approval of an act that was answered with `APPROVAL_NEEDED`. The request has the terms of the act, which never change',
  access: 'approvals:use',
  body: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('REFUND'),
      paymentId: id,
      version,
      amount: money.min(1).max(MOST_WON).optional(),
      reason,
      refundAccount: refundAccount.optional(),
      isStillDue: z.boolean().optional(),
    }),
    z.strictObject({ kind: z.literal('REVERSAL'), paymentId: id, version, reason }),
    z.strictObject({ kind: z.enum(EMERGENCY_KINDS), storeId: id, reason }),
  ]),
  reply: approval,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'MORE_THAN_PAID', 'FIRE_RELEASE_IN_FORCE', 'APPROVAL_WAITING'],
});

export const approveApproval = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/approval/{approvalId}/approve',
  summary:
    'Approve a request as the second person, which executes the act in the name of both. The requester cannot approve. An act that is no longer possible ends as `FAILED`',
  access: 'approvals:use',
  body: z.strictObject({}),
  reply: approval,
  problems: ['OWN_REQUEST', 'STATE_NOT_ALLOWED'],
});

export const declineApproval = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/approval/{approvalId}/decline',
  summary: 'Refuse a request with a reason; the requester withdraws it',
  access: 'approvals:use',
  body: z.strictObject({ reason: reason.optional() }),
  reply: approval,
  problems: ['STATE_NOT_ALLOWED', 'REASON_REQUIRED'],
});
