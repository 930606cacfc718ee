import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  growingListOf,
  id,
  instant,
  isInReach,
  listOf,
  money,
  namedInstant,
  OUT_OF_REACH,
  paging,
  revealing,
  singleLine,
  sortBy,
  text,
  version,
} from '../fields.ts';
import { RESERVATION_STATES } from '../reservations/reservation-values.ts';

/**
 * States of a deposit (PY-3). `UNMATCHED`: no candidate. `SUGGESTED`: a person chooses among candidates.
 * `MATCHED_AUTO`, `MATCHED_MANUAL`: recorded as a payment of a reservation. `UNREADABLE`: the meaning of the text is
 * unclear.
 */
export const DEPOSIT_STATES = [
  'UNMATCHED',
  'SUGGESTED',
  'MATCHED_AUTO',
  'MATCHED_MANUAL',
  'IGNORED',
  'UNREADABLE',
] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];
/** The states in which a deposit needs a decision of a person. */
export const OPEN_DEPOSIT_STATES = ['UNMATCHED', 'SUGGESTED', 'UNREADABLE'] as const satisfies readonly DepositState[];

/** The source of the deposit's message. `CSV`: a file of the bank. */
export const DEPOSIT_SOURCES = ['SMS', 'PUSH', 'CSV'] as const;
export type DepositSource = (typeof DEPOSIT_SOURCES)[number];
/** The sources that a phone sends automatically. */
const RELAYED_SOURCES = ['SMS', 'PUSH'] as const satisfies readonly DepositSource[];
export type RelayedSource = (typeof RELAYED_SOURCES)[number];

/** `TAKEN_BACK`: the bank reversed a deposit. */
const DEPOSIT_KINDS = ['DEPOSIT', 'TAKEN_BACK'] as const;
const DEPOSIT_FAULTS = ['ENCODING_LOST', 'KIND_UNCLEAR', 'AMOUNT_UNCLEAR'] as const;

/**
 * Why a deposit was not matched automatically. `NAME_UNREAD`: the text has no name, or several parts could be it.
 * `SEVERAL_DEPOSITS`: a similar deposit is open. `TIME_UNKNOWN`: a text without a time that a recent deposit may be.
 * `ABOVE_LIMIT`: more than the relay may confirm. `TOO_OLD`: reported a day later or more. `UNDONE`: a person reverted an earlier decision.
 * `TOO_MANY_RESERVATIONS`: not all reservations could be checked.
 */
export const DEPOSIT_WITHHELD = [
  'NO_CANDIDATE',
  'AMOUNT_DIFFERS',
  'AMOUNT_UNCLEAR',
  'NAME_DIFFERS',
  'NAME_UNREAD',
  'SEVERAL_CANDIDATES',
  'MADE_AFTER',
  'OVER',
  'SEVERAL_DEPOSITS',
  'ABOVE_LIMIT',
  'TOO_OLD',
  'TIME_UNKNOWN',
  'TAKEN_BACK',
  'UNDONE',
  'TOO_MANY_RESERVATIONS',
] as const;
export type DepositWithheld = (typeof DEPOSIT_WITHHELD)[number];

/** Who settles a deposit that is a payout of a provider (MC-17). */
export const PAYOUT_SETTLER = 'PAYOUT';

export const MATCH_REASONS = [
  'AMOUNT_EQUAL',
  'AMOUNT_LESS',
  'AMOUNT_MORE',
  'NAME_EQUAL',
  'NAME_PARTIAL',
  'NAME_MASKED',
  'NAME_INITIALS',
  'CODE',
  'PHONE_END',
  'PHONE_END_DIFFERS',
  'HELD',
  'MADE_SHORTLY_BEFORE',
  'MADE_AFTER',
  'OVER',
] as const;

export const deposit = z.object({
  id,
  storeId: id,
  state: z.enum(DEPOSIT_STATES),
  /** `null`: unreadable. The amount is `null` too then, and `fault` says why. */
  kind: z.enum(DEPOSIT_KINDS).nullable(),
  amount: money.nullable(),
  /** The depositor's name, masked (PD-1). */
  depositorName: z.string().nullable(),
  bank: z.string().nullable(),
  /** The last digits of the store's account, as the bank shows them. */
  accountEnd: z.string().nullable(),
  /** The time of the bank's clock, to the minute; for a text without a time, its arrival. */
  at: instant,
  receivedAt: instant,
  sources: z.array(z.enum(DEPOSIT_SOURCES)),
  fault: z.enum(DEPOSIT_FAULTS).nullable(),
  withheld: z.array(z.enum(DEPOSIT_WITHHELD)),
  reservationId: id.nullable(),
  paymentId: id.nullable(),
  /**
   * When it was matched or ignored, and by whom: a person, the relay whose message made the match certain, or
   * `PAYOUT_SETTLER` for a payout of a provider.
   */
  settled: z.object({ at: instant, by: z.string(), note: z.string().nullable() }).nullable(),
  version,
});
export type Deposit = z.infer<typeof deposit>;

/** A reservation that the money may be for. */
export const depositCandidate = z.object({
  reservationId: id,
  code: z.string(),
  roomName: z.string(),
  state: z.enum(RESERVATION_STATES),
  startsAt: instant,
  endsAt: instant,
  /** The guest's name, masked (PD-1). */
  guestName: z.string(),
  priceAmount: money,
  dueAmount: money,
  /** A score from 1 to 100: a ranking, not a probability. */
  score: z.number().int().min(1).max(100),
  reasons: z.array(z.enum(MATCH_REASONS)),
  /** A cancelled or expired reservation cannot be paid. */
  isPayable: z.boolean(),
});
export type DepositCandidate = z.infer<typeof depositCandidate>;

export const depositDetail = deposit.extend({
  /** The received text, with the depositor's name masked where it is known. */
  text: z.string(),
  /** The candidates of an open deposit, the likeliest first, at most ten. */
  candidates: z.array(depositCandidate),
});
export type DepositDetail = z.infer<typeof depositDetail>;

export const listDeposits = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/deposit',
  summary: "Deposits, newest first by the bank's clock. `state=OPEN`: those that need a person",
  access: 'payments:write',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('at'),
      storeId: id.optional(),
      state: z.enum([...DEPOSIT_STATES, 'OPEN']).optional(),
      from: namedInstant.optional(),
      to: namedInstant.optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(deposit),
});

export const getDeposit = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/deposit/{depositId}',
  summary: 'One deposit with its text and the reservations that it may be for, with score and reasons (NX-6)',
  access: 'payments:write',
  reply: depositDetail,
});

export const revealDeposit = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/deposit/{depositId}/reveal',
  summary: "The depositor's name and the unmasked text; the access is recorded (PD-1)",
  access: 'payments:write',
  body: revealing,
  reply: z.object({ depositorName: z.string().nullable(), text: z.string() }),
});

export const matchDeposit = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/deposit/{depositId}/match',
  summary:
    'Match a deposit with a reservation: records it as a payment, and confirms a held reservation whose price it covers',
  access: 'payments:write',
  body: z.strictObject({ version, reservationId: id, mayExceedDue: z.boolean().default(false) }),
  reply: deposit,
  problems: ['STALE', 'STATE_NOT_ALLOWED', 'MORE_THAN_DUE'],
});

export const undoDeposit = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/deposit/{depositId}/undo',
  summary:
    'Reopen a matched or ignored deposit. The ledger reverses the payment; a confirmed reservation stays confirmed (RV-1), and `left` is the amount due',
  access: 'payments:refund',
  body: z.strictObject({ version, reason: text(300) }),
  reply: deposit.extend({
    /** The reservation that the deposit was matched with, in its present state; `null`: none. */
    left: z
      .object({ reservationId: id, code: z.string(), state: z.enum(RESERVATION_STATES), dueAmount: money })
      .nullable(),
  }),
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const ignoreDeposit = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/deposit/{depositId}/ignore',
  summary: 'Ignore a deposit that is for no reservation',
  access: 'payments:write',
  body: z.strictObject({ version, reason: text(300).optional() }),
  reply: deposit,
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

/** The shape of a bank's messages that a person taught by correcting one of them. */
export const depositRule = z.object({
  id,
  storeId: id,
  /** The text with `{name}`, `{text}` and `0` in place of what changes. */
  template: z.string(),
  kind: z.enum(['DEPOSIT', 'WITHDRAWAL', 'TAKEN_BACK']),
  createdAt: instant,
  createdBy: z.string(),
  lastUsedAt: instant.nullable(),
});
export type DepositRule = z.infer<typeof depositRule>;

export const correctDeposit = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/deposit/{depositId}/correct',
  summary:
    'Correct the kind, the name or the amount of an open deposit and match it again. A withdrawal is put aside. With `remember`, the shape of the message is kept as a rule of the store',
  access: 'payments:write',
  body: z.strictObject({
    version,
    kind: z.enum(['DEPOSIT', 'WITHDRAWAL', 'TAKEN_BACK']),
    /** `null`: the text has no name. */
    depositorName: singleLine(30).nullable(),
    /** In won; needed for a deposit that could not be read. */
    amount: money.min(1).max(2_000_000_000).optional(),
    remember: z.boolean().default(true),
  }),
  reply: deposit.extend({
    /** `null`: not asked for, or the text says too little to recognise another one by. */
    rule: depositRule.nullable(),
  }),
  problems: ['STALE', 'STATE_NOT_ALLOWED'],
});

export const listDepositRules = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/deposit-rule',
  summary: 'Shapes of messages that people taught, newest first',
  access: 'payments:write',
  query: z.strictObject({ ...paging, sort: sortBy('createdAt'), storeId: id.optional() }),
  reply: listOf(depositRule),
});

export const deleteDepositRule = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/deposit-rule/{ruleId}',
  summary: 'Delete a shape of messages: the server reads them by itself again',
  access: 'payments:write',
  reply: depositRule,
});

const MOST_TEXT_BYTES = 4096;

export const relayDeposit = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/deposit/relay',
  summary:
    'The text of a bank\'s SMS or push message, from a phone with a relay\'s token as Bearer: plain, or as JSON `{ "text": … }`. It is stored unchanged and processed soon; an unknown token, or too many messages in a minute, has no effect',
  access: 'public',
  query: z.strictObject({ source: z.enum(RELAYED_SOURCES).default('SMS') }),
  upload: { types: ['text/plain', 'application/json', 'application/octet-stream'], maxBytes: MOST_TEXT_BYTES },
  reply: z.object({ received: z.literal(true) }),
  problems: ['RELAY_TOKEN_INVALID', 'TOO_MANY_REQUESTS'],
});

/** A phone or a program that forwards the bank's messages to the store. */
export const depositRelay = z.object({
  id,
  storeId: id,
  name: z.string(),
  /**
   * In won. Messages of this relay above this amount are never matched automatically, so that a forged text cannot open
   * a door for more.
   */
  mostAutomaticAmount: money,
  createdAt: instant,
  createdBy: z.string(),
  lastUsedAt: instant.nullable(),
});
export type DepositRelay = z.infer<typeof depositRelay>;

export const listDepositRelays = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/deposit-relay',
  summary: 'Relays of deposits that were not revoked',
  access: 'stores:write',
  query: z.strictObject({ ...paging, sort: sortBy('createdAt', 'name'), storeId: id.optional() }),
  reply: listOf(depositRelay),
});

export const createDepositRelay = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/deposit-relay',
  summary: 'Create a relay of a store. The reply has its token once',
  access: 'stores:write',
  body: z.strictObject({
    storeId: id,
    name: singleLine(60),
    mostAutomaticAmount: money.min(0).max(2_000_000_000).default(200_000),
  }),
  reply: z.object({ relay: depositRelay, token: z.string().nullable() }),
  shownOnce: ['token'],
});

export const revokeDepositRelay = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/deposit-relay/{relayId}',
  summary: 'Revoke a relay: its messages are refused',
  access: 'stores:write',
  reply: depositRelay,
});
