import * as contract from '@munjigi/contract';
import { AUDIT_VALUES } from '@munjigi/texts/audit';
import { describe, expect, it } from 'vitest';
import { readTexts } from './locale-texts.ts';

/**
 * The texts of each list of codes of the contract: `rooms:state` is the object `state` of rooms.json, `guest:`, `panels:` and
 * `book:` are the pages of guests, and `*` stands for the code.
 */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  ADD_ON_UNITS: ['add-ons:unitHint', 'add-ons:price', 'reservations:price.addOn'],
  AGE_BASES: ['age-checks:bases', 'age:age.about.*'],
  AGE_DOCUMENTS: ['age-checks:documents'],
  ALARM_KINDS: ['alarms:kind'],
  ALIMTALK_STATES: ['messages:alimtalk'],
  APPROVAL_FAILURES: ['approvals:failure'],
  APPROVAL_KINDS: ['approvals:what', 'approvals:approve.text'],
  APPROVAL_STATES: ['approvals:state'],
  BLOCK_REASONS: ['reservations:block', 'room-states:block', 'rooms:block'],
  BOOKING_GAPS: ['stores:booking-page.gap'],
  CASH_RECEIPT_ISSUERS: ['stores:cashReceipts.issuers'],
  CASH_RECEIPT_NUMBER_KINDS: ['payments:cashReceipts.kind'],
  CASH_RECEIPT_PURPOSES: ['payments:cashReceipts.purpose', 'panels:cashReceipt.purpose.*'],
  CASH_RECEIPT_STATES: ['payments:cashReceipts.state', 'panels:cashReceipt.state.*'],
  CASE_OUTCOMES: ['help-desk:outcome'],
  CAUSE_KINDS: ['devices:cause', 'devices:why'],
  CHANGE_MESSAGE_OBSTACLES: ['messages:changeMessage.obstacle'],
  CLIMATE_MODES: ['devices:climate', 'rooms:device.mode'],
  CODE_ERRORS: ['reservations:access.error'],
  COMMAND_ERRORS: ['devices:error', 'devices:next'],
  COMMAND_STATUSES: ['devices:status'],
  COMMAND_STEPS: ['devices:timeline'],
  COLLECTORS: ['stores:collectors'],
  COUPON_BEARERS: ['coupons:bearer', 'coupons:bearerHint', 'reservations:price.bearer'],
  COUPON_CLAIM_FAULTS: ['coupons:claim.withheld'],
  COUPON_CLAIM_STATES: ['coupons:claim.state'],
  COUPON_KINDS: ['coupons:kind'],
  COUPON_REFUSALS: ['book:coupon.*'],
  COUPON_STATES: ['coupons:state'],

  DEPOSIT_FILE_COLUMNS: ['deposits:file.parts'],
  DEPOSIT_SOURCES: ['deposits:source'],
  DEPOSIT_STATES: ['deposits:state'],
  DEPOSIT_WITHHELD: ['deposits:withheld'],
  DEVICE_KINDS: ['manual:kinds'],
  DISPLAY_PRESENTS: ['display:state.*'],
  DOOR_MODES: ['doors:doorMode'],
  DRIVERS: ['doors:edit.drivers'],
  EMERGENCY_KINDS: ['doors:emergency.name', 'doors:emergency.text', 'doors:emergency.inForce'],
  GUEST_CODE_STATES: ['guest:code.*'],
  GUEST_PAGE_ACTORS: ['guest:ended.by.*', 'guest:move.by.*'],
  GUEST_REFUND_STATES: ['guest:refund.*'],
  HELP_TROUBLES: ['help-desk:trouble', 'guest:help.trouble.*'],
  HISTORY_ACTIONS: ['devices:action'],
  HISTORY_STATUSES: ['devices:status'],
  INCIDENT_KINDS: ['on-call:kind'],
  INCIDENT_NOTICE_STATES: ['on-call:notice.state'],
  INCIDENT_STATES: ['on-call:state'],
  KEYPAD_OBSTACLES: ['doors:keypad.why'],
  LEAF_STATES: ['doors:leafState'],
  LEDGER_ACCOUNTS: ['payments:account'],
  LEDGER_KINDS: ['settlement:kind'],
  LOCALES: ['common:language'],
  LOCK_STATES: ['doors:lockState'],
  BLOCK_STATES: ['guest-profiles:state'],
  MAIL_ORDER_EXEMPTIONS: ['sellers:fields.exemptions', 'guest:seller.exempt.*', 'book:seller.exempt.*'],
  MANUAL_METHODS: ['payments:method'],
  MATCH_REASONS: ['deposits:reason'],
  MESSAGE_CHANNELS: ['messages:channel'],
  MESSAGE_KINDS: ['messages:kind', 'messages:kindText'],
  MESSAGE_LANGUAGES: ['messages:language'],
  MESSAGE_PROVIDERS: ['messages:provider', 'messages:connection.about', 'messages:connection.secret'],
  MESSAGE_STATES: ['messages:state', 'messages:stateText', 'stranded:informed'],
  MESSAGE_VARIABLES: ['messages:variable'],
  MODE_KINDS: ['modes:every'],
  MODE_PURPOSES: ['modes:purposes'],
  NOTIFICATION_KINDS: ['notification-lookup:kind'],
  OBSTACLES: ['help-desk:wayOut', 'on-call:detail', 'readiness:'],
  ONLINE_PROVIDERS: ['provider-webhooks:provider', 'settlement:fees.providers'],
  ONLINE_STATES: ['doors:online', 'rooms:device.online'],
  ON_CALL_CHANNELS: ['on-call:channel'],
  ON_CALL_CONDITIONS: ['on-call:kindText'],
  OPEN_DEPOSIT_STATES: ['deposits:state'],
  OPERATION_SOURCES: ['devices:source'],
  OUTSIDE_METHODS: ['guest:pay.method.*'],
  OWED_REFUND_STATES: ['refunds:part'],
  PASSWORD_FAULTS: ['account:password.fault', 'sign-up:fault'],
  PASS_REFUSALS: ['payments:pass.refusal', 'panels:pass.refusal.*'],
  PASS_STATES: ['passes:state'],
  PASS_UNITS: ['passes:unit'],
  PAYEES: ['settlement:payee'],
  PAYMENT_LINK_OBSTACLES: ['messages:paymentLink.obstacle'],
  PAYOUT_BANK_STATES: ['provider-webhooks:payouts.bank'],
  PAYOUT_LINE_KINDS: ['provider-webhooks:payouts.kind'],
  PAYOUT_LINE_STATES: ['provider-webhooks:payouts.state'],
  PAYMENT_METHODS: ['payments:method', 'guest:pay.method.*', 'receipt:method.*'],
  PAYMENT_PROVIDERS: ['payments:provider'],
  PROVIDER_METHODS: ['payments:method'],
  PAYMENT_RETURN_RESULTS: ['guest:pay.result.*'],
  PAYMENT_STANDS: ['reservations:list.payments'],
  PAYMENT_STATES: ['payments:state'],
  PRICE_UNITS: ['reservations:price.unit'],
  PROVIDER_FAULTS: ['payments:online.fault'],
  PUSH_KINDS: ['push:kinds', 'push:kindText'],
  REFUND_STATES: ['payments:refundState'],
  REFUSABLE_KINDS: ['panels:contact.kind.*'],
  RESERVATION_CHANNELS: ['reservations:channel'],
  RESERVATION_KINDS: ['reservations:create.kinds'],
  RESERVATION_STATES: ['reservations:state', 'rooms:reservationState', 'guest:state.*', 'book:found.*'],
  ROLES: ['navbar:role', 'users:rights.what'],
  ROOM_PRESENCES: ['rooms:today.presence'],
  ROOM_STATES: ['room-states:state'],
  ROYALTY_BASES: ['settlement:base'],
  SALES_GROUPINGS: ['sales:group'],
  SALES_KINDS: ['settlement:kind'],
  SERIES_SCOPES: ['reservations:drawer.scopes'],
  SETTLEMENT_ACTS: ['settlement:bulk'],
  SETTLEMENT_CYCLES: ['settlement:cycle', 'store-list:terms'],
  SETTLEMENT_LINE_KINDS: ['settlement:line'],
  SETTLEMENT_STATES: ['settlement:state'],
  SELLER_GAPS: ['stores:booking-page.gap'],
  SELLER_KINDS: ['sellers:store.kinds'],
  SETUP_STEPS: ['setup:step', 'setup:text', 'setup:here', 'setup:action'],
  STATEMENT_LINE_STATES: ['channels:statement.state'],
  STAFF_COUPON_REFUSALS: ['reservations:create.extras.refused'],
  STAY_RECEIPT_LINES: ['receipt:line.*'],
  STORE_LACKS: ['store-list:lacks'],
  STORE_STATES: ['store-list:state'],
  STORE_ORDERS: ['store-list:sort'],
  STRANDED_CAUSES: ['stranded:cause'],
  STRANDED_MESSAGE_OBSTACLES: ['stranded:obstacle'],
  TAX_PARTY_FIELDS: ['settlement:tax.field'],
  USER_STATES: ['users:state', 'users:record.state'],
  WATERFALL_STEPS: ['payments:waterfall.step'],
  WEBHOOK_REASONS: ['provider-webhooks:reason'],
  WEBHOOK_STATES: ['provider-webhooks:state'],
};

/** Lists of codes that no screen writes as words, with the reason. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  ONLINE_REFUSALS: 'codes of problems, whose texts the type of problem texts requires',
  BOOKING_REFUSALS: 'codes of problems, whose texts the type of problem texts requires',
  AGE_CHECK_OUTCOMES: 'the pages of guests say what came of a check in sentences',
  AGE_CHECK_WAYS: 'the drawer says how a guest was checked in sentences',
  CHOSEN_OUTCOMES: 'a part of CASE_OUTCOMES',
  CODE_STATES: 'the screen says what the lock has of a code in sentences',
  DISPLAY_PERIOD_KINDS: 'a display draws periods',
  DOOR_DISPLAY_STATES: 'the screen says it in sentences',
  DOOR_LINES: 'the lines have forms with and without a person, which door-lines.ts of the help desk types',
  EMERGENCY_DOOR_STATES: 'DONE is written by what the door did',
  GUEST_ACCESS_STATES: 'the screen says it in sentences with their times',
  GUEST_PROOFS: 'the page asks for the proof in sentences',
  LIVE_STATES: 'a part of RESERVATION_STATES',
  LOCK_STATE_SOURCES: 'the screen writes INFERRED as a hint',
  MESSAGE_ACTS: 'dialogs say what they do themselves',
  NO_EXTENSION: 'codes of problems',
  NO_GUEST_EXTENSION: 'codes without their own text get a general one',
  NO_GUEST_MOVE: 'the page of the guest has a text of each that it can show',
  OBSTACLE_SEVERITIES: 'the board draws them as dots',
  PRIVACY_VARIABLES: 'the hint of the form names them as people write them',
  PHOTO_SIZES: 'sizes of files',
  STAY_REFUSALS: 'codes of problems',
  USER_SORTS: 'orders that the list of users does not offer',
  WAITLIST_STATES: 'the list says it in sentences with their times',
  REQUESTED_CODE_STATES: 'a part of CODE_STATES',
};

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_-]*$/.test(value);

/** The exported lists of codes of the contract, by name. */
const LISTS = new Map<string, readonly string[]>(
  Object.entries(contract).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 1 && value.every(isCode)
      ? [[name, value as readonly string[]] as const]
      : [],
  ),
);

function fileOf(place: string, language: 'kr' | 'en'): string {
  const [file = ''] = place.split(':');
  if (file === 'guest') return `apps/guest/src/locales/${language}.json`;
  if (file === 'book' || file === 'display' || file === 'panels' || file === 'age' || file === 'receipt')
    return `apps/guest/src/locales/${file}/${language}.json`;
  return `apps/admin/src/locales/${file}/${language}.json`;
}

/** The codes of a list without a text at a place. */
function missingAt(place: string, codes: readonly string[], language: 'kr' | 'en'): string[] {
  const keys = [...readTexts(fileOf(place, language)).keys()];
  const group = place.slice(place.indexOf(':') + 1);
  return codes.filter((code) => {
    const key = group.includes('*') ? group.replace('*', code) : `${group === '' ? '' : `${group}.`}${code}`;
    return !keys.some((it) => it === key || it.startsWith(`${key}.`) || it.startsWith(`${key}_`));
  });
}

describe('codes of the contract', () => {
  it('are listed with their texts, or with the reason why no screen shows them', () => {
    expect(LISTS.size).toBeGreaterThan(90);
    expect([...LISTS.keys()].filter((name) => !(name in SHOWN) && !(name in NOT_SHOWN))).toEqual([]);
    expect([...Object.keys(SHOWN), ...Object.keys(NOT_SHOWN)].filter((name) => !LISTS.has(name))).toEqual([]);
  });

  it.each(Object.keys(SHOWN))('%s have a text in both languages wherever a screen shows them', (name) => {
    const codes = LISTS.get(name) ?? [];
    const missing = (SHOWN[name] ?? []).flatMap((place) =>
      (['kr', 'en'] as const).flatMap((language) =>
        missingAt(place, codes, language).map((code) => `${language} ${place} ${code}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('have a text in both languages for every capability on the 403 screen (AC-4)', () => {
    const keys = Object.keys(contract.CAPABILITIES).map((capability) => capability.replace(':', '.'));
    for (const language of ['kr', 'en'] as const)
      expect(
        [...readTexts(`apps/admin/src/locales/capabilities/${language}.json`).keys()]
          .filter((key) => key !== 'needed')
          .sort(),
      ).toEqual([...keys].sort());
  });
});

/** Lists whose codes are values in entries of the audit log. */
const AUDITED = [
  'ADD_ON_UNITS',
  'ALARM_KINDS',
  'ALIMTALK_STATES',
  'APPROVAL_KINDS',
  'BLOCK_REASONS',
  'CASE_OUTCOMES',
  'COUPON_BEARERS',
  'COUPON_KINDS',
  'DEVICE_KINDS',
  'EMERGENCY_KINDS',
  'HELP_TROUBLES',
  'INCIDENT_KINDS',
  'MESSAGE_CHANNELS',
  'MESSAGE_KINDS',
  'MESSAGE_PROVIDERS',
  'MODE_PURPOSES',
  'ON_CALL_CHANNELS',
  'PAYEES',
  'PAYMENT_METHODS',
  'PAYMENT_PROVIDERS',
  'PAYMENT_STATES',
  'PRICE_UNITS',
  'REFUND_STATES',
  'RESERVATION_CHANNELS',
  'RESERVATION_KINDS',
  'RESERVATION_STATES',
  'ROLES',
  'ROYALTY_BASES',
  'SERIES_SCOPES',
  'SETTLEMENT_CYCLES',
  'SETTLEMENT_STATES',
  'USER_STATES',
];

it.each(AUDITED)('the audit log writes each of %s in words', (name) => {
  expect((LISTS.get(name) ?? []).filter((code) => !(code in AUDIT_VALUES))).toEqual([]);
});
