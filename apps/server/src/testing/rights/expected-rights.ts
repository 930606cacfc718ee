import { randomUUID } from 'node:crypto';
import { ON_CALL_CONDITIONS, type ENDPOINTS } from '@munjigi/contract';
import type { Expected, Target } from './expected-right.ts';

export const everyRole = ['ADMIN', 'SUB_ADMIN', 'FRANCHISEE', 'CUSTOMER_MANAGER'] as const;
/** The roles that run stores and have all rights to reservations; support only creates, moves and cancels them. */
export const storeRoles = ['ADMIN', 'SUB_ADMIN', 'FRANCHISEE'] as const;
/** The roles that work at the help desk. */
const filtered = ({ storeId }: Target) => ({ query: `?storeId=${storeId}` });
/** The address of a provider that never answers. */
export const DEAD_ADDRESS = 'http://127.0.0.1:9';
const aTemplate = { kind: 'CONFIRMED', language: 'ko' };
const operated = ({ doorId }: Target) => ({ body: { doorId, reason: 'matrix' } });

const inFourYears = (hours: number) => new Date(Date.now() + 4 * 365 * 24 * 3600_000 + hours * 3600_000).toISOString();
const inAMonth = () => new Date(Date.now() + 30 * 24 * 3600_000).toISOString();
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString();
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
const aGuest = { headCount: 2, guestName: '홍길동', guestPhone: '010-1234-5678' };
let hours = 0;
/** A time within the booking horizon, at another hour each time, so that no two reservations overlap. */
export const aTime = () => {
  const startsAt = Math.ceil(Date.now() / 3600_000 + 24 + (hours += 1)) * 3600_000;
  return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(startsAt + 3600_000).toISOString() };
};
const aSeries = (roomId: string) => ({ roomId, headCount: 2, ...aTime(), rule: { frequency: 'WEEKLY', count: 1 } });
const aPolicy = {
  name: 'Night',
  roomIds: [],
  weekdays: [1],
  holidays: false,
  startsOn: null,
  endsOn: null,
  fromTime: '20:00',
  toTime: '22:00',
  unit: 'SLOT',
  amount: 1000,
  packageMinutes: null,
  includedHeadCount: 2,
  extraPersonAmount: 0,
  priority: 0,
};

const anAddOn = {
  name: 'Snack set',
  description: '',
  unit: 'STAY',
  amount: 3000,
  maxQuantity: 2,
  roomIds: [],
  isOffered: true,
  sortOrder: 0,
};
const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
const aCoupon = {
  name: 'matrix',
  kind: 'PERCENT',
  percent: 10,
  amount: null,
  maxDiscountAmount: null,
  minPriceAmount: 0,
  startsOn: dayFromNow(-1),
  endsOn: dayFromNow(300),
  storeIds: [],
  maxUses: null,
  maxUsesPerGuest: null,
  bearer: 'STORE',
};

const RECEIPT_NUMBER = { purpose: 'INCOME', number: '010-1234-5678' };

const SELLER = {
  legalName: 'matrix',
  representative: 'matrix',
  mailOrderNumber: '2026-서울강남-01234',
  mailOrderExemption: null,
  address: 'matrix',
  phone: '02-1',
  email: 'matrix@example.com',
  hostingProvider: '',
};

const MOVE_OF_MATRIX = {
  roomId: '0190a1b2-0000-7000-8000-000000000001',
  startsAt: '2030-01-01T06:00:00Z',
  endsAt: '2030-01-01T07:00:00Z',
  headCount: 1,
};

/** The endpoints that a companion reaches; all others refuse the token (GT-21). */
export const OPEN_TO_COMPANIONS: ReadonlySet<string> = new Set<keyof typeof ENDPOINTS>([
  'getCompanionPage',
  'openDoorAsGuest',
  'askForHelp',
  'addHelpPhoto',
  'getGuestPhoto',
  'waitForGuestChange',
]);

/** The permissions of each endpoint, from the table of AC-5 and not from the code: a new endpoint without an entry fails. */
export const EXPECTED: Record<keyof typeof ENDPOINTS, Expected> = {
  login: {
    isPublic: true,
    names: 'nothing',
    ask: ({ doorId }) => ({ body: { email: `${doorId}@test.example`, password: 'wrong' } }),
  },
  me: { names: 'nothing' },
  logout: { names: 'nothing', ask: () => ({ body: {} }) },
  readSignUp: { answersAnybody: [200, undefined], names: 'nothing' },
  signUp: { answersAnybody: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  getOwnAccount: { names: 'nothing' },
  readPush: { names: 'nothing' },
  // The address leads to the server itself and is refused, so no notification is sent.
  subscribePush: {
    answersPeople: [400, 'INVALID_INPUT'],
    names: 'nothing',
    ask: () => ({
      body: {
        endpoint: 'https://10.0.0.1/push',
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
        kinds: ['MONEY'],
      },
    }),
  },
  removePush: { answersPeople: [404, 'NOT_FOUND'], names: 'nothing' },
  verifySecondFactor: {
    answersAnybody: [401, 'CHALLENGE_OVER'],
    names: 'nothing',
    ask: () => ({ body: { challenge: 'matrix', code: '123456' } }),
  },
  stayActive: { names: 'nothing', ask: () => ({ body: {} }) },
  getSecondFactor: { names: 'nothing' },
  beginSecondFactor: { answersPeople: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  confirmSecondFactor: { answersPeople: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  renewRecoveryCodes: { answersPeople: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  removeSecondFactor: { answersPeople: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  // The own account has another version, and the session does not exist.
  editOwnAccount: {
    answersPeople: [409, 'STALE'],
    names: 'nothing',
    ask: () => ({ body: { version: 1000, name: 'matrix' } }),
  },
  changePassword: {
    answersPeople: [400, 'INVALID_INPUT'],
    names: 'nothing',
    ask: () => ({ body: { currentPassword: 'matrix', newPassword: 'short' } }),
  },
  endOwnSession: { answersPeople: [404, 'NOT_FOUND'], names: 'nothing', ask: () => ({ body: {} }) },
  endOtherSessions: { names: 'nothing', ask: () => ({ body: {} }) },
  listUsers: { only: ['users:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  getUser: { only: ['users:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true },
  revealUser: {
    only: ['users:read', 'ADMIN', 'SUB_ADMIN'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { reason: '본인 확인' } }),
  },
  listRightChanges: { only: ['users:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true },
  editUser: {
    only: ['users:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { version: 1, roles: [{ role: 'SUB_ADMIN' }] } }),
  },
  inviteUser: {
    only: ['users:write', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({
      body: { email: `matrix-${randomUUID()}@test.example`, name: 'matrix', roles: [{ role: 'SUB_ADMIN' }] },
    }),
  },
  approveUser: {
    only: ['users:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: ({ waitingUserId, storeId }) => ({
      id: waitingUserId,
      body: { version: 1, roles: [{ role: 'FRANCHISEE' }], storeIds: [storeId] },
    }),
  },
  declineUser: {
    only: ['users:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: ({ waitingUserId }) => ({ id: waitingUserId, body: { version: 1, reason: 'matrix' } }),
  },
  disableUser: {
    only: ['users:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { version: 1, reason: 'matrix' } }),
  },
  enableUser: {
    only: ['users:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: ({ disabledUserId }) => ({ id: disabledUserId, body: { version: 1 } }),
  },
  resetSecondFactor: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  issuePasswordReset: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  requestPasswordReset: {
    answersAnybody: [200, undefined],
    names: 'nothing',
    ask: ({ doorId }) => ({ body: { email: `${doorId}@matrix.example` } }),
  },
  checkPasswordReset: {
    answersAnybody: [410, 'RESET_LINK_INVALID'],
    names: 'nothing',
    ask: ({ doorId }) => ({ body: { token: doorId } }),
  },
  resetPassword: {
    answersAnybody: [400, 'INVALID_INPUT'],
    names: 'nothing',
    ask: () => ({ body: { token: 'matrix', newPassword: '' } }),
  },
  getSignInRules: { only: ['users:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing' },
  editSignInRules: {
    only: ['users:write', 'ADMIN'],
    names: 'nothing',
    ask: ({ signInRulesVersion }) => ({
      body: { version: signInRulesVersion, secondFactorRoles: [], idleMinutes: { ADMIN: 60 } },
    }),
  },
  endUserSession: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  endUserSessions: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  readApprovalRules: { only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'nothing', isSilent: true },
  setApprovalRules: {
    only: ['approvals:configure', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({
      body: {
        version: 1,
        refundLimit: null,
        needsTwoForFireRelease: false,
        needsTwoForLockdown: false,
        reason: 'matrix',
      },
    }),
  },
  listApprovals: { only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  getApproval: { only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row' },
  requestApproval: {
    only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ begunPaymentId, paymentId }) => ({
      body: { kind: 'REFUND', paymentId, version: 1, amount: 1000, reason: `instead of ${begunPaymentId}` },
    }),
  },
  approveApproval: {
    only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: {} }),
  },
  declineApproval: {
    only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: { reason: 'matrix' } }),
  },
  listAudit: { only: ['audit:read', 'ADMIN', 'SUB_ADMIN'], names: 'filter', isSilent: true, ask: filtered },
  exportAudit: {
    only: ['audit:read', 'ADMIN', 'SUB_ADMIN'],
    names: 'nothing',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&format=csv` }),
  },
  listAuditActors: { only: ['audit:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  readAuditVerification: { only: ['audit:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  verifyAudit: { only: ['audit:write', 'ADMIN'], names: 'nothing', isSilent: true, ask: () => ({ body: {} }) },
  getPersonalDataTerms: { only: ['personal-data:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  setPersonalDataTerms: {
    only: ['personal-data:write', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ personalDataVersion }) => ({
      body: { ...(personalDataVersion !== undefined && { version: personalDataVersion }), keptMonths: 120 },
    }),
  },
  listApiKeys: { only: ['api-keys:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  createApiKey: {
    only: ['api-keys:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: ({ storeId }) => ({ body: { name: 'matrix', storeIds: [storeId] } }),
  },
  revokeApiKey: { only: ['api-keys:write', 'ADMIN'], names: 'row', isSilent: true },
  listChannelStores: { forChannels: true, names: 'nothing' },
  listChannelRooms: { forChannels: true, names: 'filter', ask: filtered },
  listChannelAddOns: { forChannels: true, names: 'filter', ask: filtered },
  readAvailability: {
    forChannels: true,
    names: 'row',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&date=2027-01-01` }),
  },
  quoteForChannel: {
    forChannels: true,
    names: 'row',
    isSilent: true,
    ask: ({ roomId }) => ({
      body: { roomId, startsAt: '2027-03-02T10:00:00Z', endsAt: '2027-03-02T12:00:00Z', headCount: 2 },
    }),
  },
  createChannelReservation: {
    forChannels: true,
    names: 'row',
    ask: ({ roomId }) => ({ body: { roomId, ...aGuest, ...aTime() } }),
  },
  getChannelReservation: { forChannels: true, names: 'row' },
  confirmChannelReservation: {
    forChannels: true,
    names: 'row',
    reservation: 'PENDING',
    ask: () => ({ body: { version: 1 } }),
  },
  extendChannelReservation: {
    forChannels: true,
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { version: 1, minutes: 30 } }),
  },
  cancelChannelReservation: {
    forChannels: true,
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { version: 1 } }),
  },
  reportChannelPayment: {
    forChannels: true,
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({
      body: { amount: 20_000, commissionAmount: 2000, commissionVatAmount: 200, reference: randomUUID() },
    }),
  },
  listChannelStatements: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  importChannelStatement: {
    only: ['sales:close', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: ({ apiKeyId }) => ({
      query: `?apiKeyId=${apiKeyId}&from=2020-01-01&to=2020-01-31`,
      body: 'reference,amount,commission\n',
      headers: { 'content-type': 'text/csv' },
    }),
  },
  listChannelStatementLines: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true },
  removeChannelStatement: { only: ['sales:close', 'ADMIN'], names: 'row', isSilent: true },
  beginChannelPayment: {
    forChannels: true,
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { provider: 'TOSS' } }),
  },
  confirmChannelPayment: {
    forChannels: true,
    names: 'row',
    reservation: 'CONFIRMED',
    hasBegunPayment: true,
    ask: () => ({ body: { paymentKey: 'matrix', amount: 20_000 } }),
  },
  revealChannelCode: {
    forChannels: true,
    names: 'row',
    isSilent: true,
    hasCode: true,
    reservation: 'CONFIRMED',
    ask: () => ({ body: {} }),
  },
  getGuestAccess: { only: ['reservations:read', ...everyRole], names: 'row' },
  issueGuestAccess: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { replacesTokenId: null } }),
  },
  revokeGuestAccess: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    reservation: 'CONFIRMED',
    hasGuestToken: true,
  },
  getGuestPage: { forGuests: true, names: 'nothing' },
  getCompanionPage: { forGuests: true, names: 'nothing' },
  listCompanionLinks: { forGuests: true, names: 'nothing' },
  createCompanionLink: { forGuests: true, names: 'nothing', ask: () => ({ body: {} }) },
  revokeCompanionLink: { forGuests: true, names: 'row' },
  // The photo of the store's contents is of another room.
  getGuestPhoto: { forGuests: true, names: 'row', answersGuest: [404, 'NOT_FOUND'] },
  getStayCalendar: { forGuests: true, names: 'nothing', isSilent: true },
  getStayReceipt: { forGuests: true, names: 'nothing' },
  getGuestReservation: { forGuests: true, names: 'nothing' },
  getGuestAccessCode: { forGuests: true, names: 'nothing' },
  listGuestDoors: { forGuests: true, names: 'nothing' },
  openDoorAsGuest: { forGuests: true, names: 'row', ask: () => ({ body: {} }) },
  getGuestCancellation: { forGuests: true, names: 'nothing' },
  cancelAsGuest: { forGuests: true, names: 'nothing', ask: () => ({ body: { version: 1, expectedRefundAmount: 0 } }) },
  getGuestPayments: { forGuests: true, names: 'nothing' },
  beginPaymentAsGuest: { forGuests: true, names: 'nothing', ask: () => ({ body: { provider: 'TOSS' } }) },
  confirmPaymentAsGuest: {
    forGuests: true,
    names: 'row',
    hasBegunPayment: true,
    ask: () => ({ body: { paymentKey: 'matrix', amount: 20_000 } }),
  },
  // An order that no payment has.
  resolvePaymentReturn: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ body: { orderId: randomUUID() } }),
  },
  getGuestExtension: { forGuests: true, names: 'nothing' },
  // The guest of the matrix has not paid for the stay.
  extendAsGuest: {
    forGuests: true,
    answersGuest: [409, 'STATE_NOT_ALLOWED'],
    names: 'nothing',
    ask: () => ({ body: { version: 1, minutes: 30, expectedPriceAmount: 0 } }),
  },
  returnExtensionAsGuest: { forGuests: true, answersGuest: [409, 'STATE_NOT_ALLOWED'], names: 'nothing' },
  getOwnAgeCheck: { forGuests: true, names: 'nothing' },
  // The product has no provider of identity checks, and the stay is for all ages.
  startOwnAgeCheck: {
    forGuests: true,
    answersGuest: [409, 'PROVIDER_NOT_SET'],
    names: 'nothing',
    ask: () => ({ body: { basis: 'YOUTH_ACT' } }),
  },
  finishOwnAgeCheck: {
    forGuests: true,
    answersGuest: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ path: { checkId: randomUUID() }, body: {} }),
  },
  askForDocumentCheck: {
    forGuests: true,
    answersGuest: [409, 'STATE_NOT_ALLOWED'],
    names: 'nothing',
    ask: () => ({ body: {} }),
  },
  getGuestMove: { forGuests: true, names: 'nothing' },
  // The store of the matrix takes no online bookings.
  listGuestMoveTimes: {
    forGuests: true,
    answersGuest: [409, 'STATE_NOT_ALLOWED'],
    names: 'nothing',
    ask: () => ({ query: '?date=2030-01-01&headCount=1&minutes=60' }),
  },
  quoteGuestMove: {
    forGuests: true,
    answersGuest: [409, 'STATE_NOT_ALLOWED'],
    names: 'nothing',
    ask: () => ({ body: MOVE_OF_MATRIX }),
  },
  moveAsGuest: {
    forGuests: true,
    answersGuest: [409, 'STATE_NOT_ALLOWED'],
    names: 'nothing',
    ask: () => ({ body: { ...MOVE_OF_MATRIX, version: 1, expectedPriceAmount: 0 } }),
  },
  returnMoveAsGuest: { forGuests: true, answersGuest: [409, 'STATE_NOT_ALLOWED'], names: 'nothing' },
  // One device has used the link, so no code is needed.
  sendGuestCode: {
    forGuests: true,
    answersGuest: [409, 'STATE_NOT_ALLOWED'],
    names: 'nothing',
    ask: () => ({ body: {} }),
  },
  markMoveRead: {
    forGuests: true,
    answersGuest: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ body: { moveId: '0190a1b2-0000-7000-8000-000000000001' } }),
  },
  rateStay: {
    forGuests: true,
    answersGuest: [409, 'STATE_NOT_ALLOWED'],
    names: 'nothing',
    ask: () => ({ body: { score: 5 } }),
  },
  listStayRatings: { only: ['reservations:read', ...everyRole], names: 'filter', ask: filtered },
  readRatingSummary: { only: ['reservations:read', ...everyRole], names: 'row', isSilent: true, ask: filtered },
  getGuestContact: { forGuests: true, names: 'nothing' },
  changeGuestContact: { forGuests: true, names: 'nothing', ask: () => ({ body: { version: 1, language: 'en' } }) },
  getMessageOptOuts: { only: ['messages:read', ...everyRole], names: 'row' },
  setMessageOptOut: {
    only: ['messages:send', ...everyRole],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { kind: 'ENDING_SOON', isRefused: true } }),
  },
  // The guest has not asked for help.
  addHelpPhoto: {
    forGuests: true,
    answersGuest: [409, 'STATE_NOT_ALLOWED'],
    names: 'nothing',
    ask: () => ({ body: onePixel, headers: { 'content-type': 'image/png' } }),
  },
  waitForGuestChange: { forGuests: true, names: 'nothing', isSilent: true },
  askForHelp: { forGuests: true, names: 'nothing', ask: () => ({ body: {} }) },
  listStores: { only: ['stores:read', ...everyRole], names: 'nothing' },
  getStore: { only: ['stores:read', ...everyRole], names: 'row', isSilent: true },
  getGuestInformation: { only: ['stores:read', ...everyRole], names: 'row' },
  editGuestInformation: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeVersion }) => ({ body: { version: storeVersion, houseRules: 'matrix' } }),
  },
  getStoreSeller: { only: ['stores:read', ...everyRole], names: 'row' },
  setStoreSeller: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeSellerVersion }) => ({ body: { kind: 'STORE', version: storeSellerVersion, ...SELLER } }),
  },
  getChainSeller: { only: ['stores:read', ...everyRole], names: 'nothing', isSilent: true },
  setChainSeller: {
    only: ['stores:make', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ chainSellerVersion }) => ({
      body: { version: chainSellerVersion, businessNumber: '120-81-47521', isBroker: false, ...SELLER },
    }),
  },
  getPrivacyPolicy: { only: ['stores:read', ...everyRole], names: 'nothing', isSilent: true },
  publishPrivacyPolicy: {
    only: ['personal-data:write', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ privacyPolicyVersion }) => ({
      body: {
        version: privacyPolicyVersion,
        effectiveOn: '2026-12-01',
        officerName: 'matrix',
        officerContact: '02-1',
        processors: [],
        body: 'matrix',
        bodyEn: '',
      },
    }),
  },
  editStore: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ storeVersion }) => ({ body: { version: storeVersion, phone: '02-1' } }),
  },
  listStoreSummaries: { only: ['stores:oversee', 'ADMIN', 'SUB_ADMIN'], names: 'nothing' },
  createStore: {
    only: ['stores:make', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ body: { name: `matrix ${(hours += 1)}`, code: `matrix-${hours}` } }),
  },
  closeStore: {
    only: ['stores:make', 'ADMIN'],
    names: 'row',
    hasNoComingStay: true,
    isSilent: true,
    ask: ({ storeVersion }) => ({ body: { version: storeVersion, reason: 'matrix' } }),
  },
  reopenStore: {
    only: ['stores:make', 'ADMIN'],
    names: 'row',
    inClosedStore: true,
    isSilent: true,
    ask: ({ storeVersion }) => ({ body: { version: storeVersion } }),
  },
  listClosures: { only: ['stores:read', ...everyRole], names: 'row', isSilent: true },
  createClosure: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ roomId }) => ({
      body: { roomIds: [roomId], startsAt: inFourYears(0), endsAt: inFourYears(1), reason: 'matrix' },
    }),
  },
  deleteClosure: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  listHolidays: {
    only: ['stores:read', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: () => ({ query: '?year=2026' }),
  },
  editHoliday: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { date: '2026-12-24', name: '', isHoliday: true } }),
  },
  listRooms: { only: ['rooms:read', ...everyRole], names: 'filter', ask: filtered },
  getRoom: { only: ['rooms:read', ...everyRole], names: 'row', ask: ({ roomId }) => ({ id: roomId }) },
  createRoom: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({ body: { storeId, name: 'New', capacity: 2 } }),
  },
  createRooms: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ storeId }) => ({ body: { storeId, names: ['New 1', 'New 2'], capacity: 2 } }),
  },
  editRoom: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ wholeRoomId }) => ({ id: wholeRoomId, body: { version: 1, name: 'Whole' } }),
  },
  orderRooms: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ storeId, roomIds }) => ({ body: { storeId, roomIds: [...roomIds].reverse() } }),
  },
  archiveRoom: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ partRoomId }) => ({ id: partRoomId, body: { version: 1, isArchived: false } }),
  },
  addRoomPhoto: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ wholeRoomId }) => ({ id: wholeRoomId, body: onePixel, headers: { 'content-type': 'image/png' } }),
  },
  removeRoomPhoto: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  readRoomPhoto: {
    only: ['rooms:read', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: () => ({ query: '?size=small' }),
  },
  listPricePolicies: { only: ['rooms:read', ...everyRole], names: 'filter', ask: filtered },
  createPricePolicy: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({ body: { storeId, ...aPolicy } }),
  },
  editPricePolicy: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ policyId }) => ({ id: policyId, body: { version: 1, name: 'Evening' } }),
  },
  deletePricePolicy: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ policyId }) => ({ id: policyId }),
  },
  quotePrice: {
    only: ['rooms:read', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: ({ roomId }) => ({
      body: { roomId, startsAt: '2027-03-02T10:00:00Z', endsAt: '2027-03-02T12:00:00Z', headCount: 2 },
    }),
  },
  listAddOns: { only: ['rooms:read', ...everyRole], names: 'filter', ask: filtered },
  createAddOn: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({ body: { storeId, ...anAddOn } }),
  },
  editAddOn: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ addOnId }) => ({ id: addOnId, body: { version: 1, name: 'Microphone' } }),
  },
  deleteAddOn: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ addOnId }) => ({ id: addOnId }) },
  listCoupons: { only: ['coupons:read', ...everyRole], names: 'filter', isSilent: true, ask: filtered },
  getCoupon: { only: ['coupons:read', ...everyRole], names: 'row', isSilent: true },
  createCoupon: {
    only: ['coupons:write', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ body: { code: `M-${randomUUID().slice(0, 13)}`, ...aCoupon } }),
  },
  editCoupon: {
    only: ['coupons:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { version: 1, name: 'matrix' } }),
  },
  withdrawCoupon: {
    only: ['coupons:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { version: 1 } }),
  },
  listCouponClaims: { only: ['coupons:read', ...everyRole], names: 'filter', isSilent: true, ask: filtered },
  decideCouponClaim: {
    only: ['coupons:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: ({ reservationId }) => ({ id: reservationId, body: { version: 1, decision: 'REFUSED', reason: 'matrix' } }),
  },
  listCouponUses: { only: ['coupons:read', ...everyRole], names: 'row', isSilent: true },
  listReservations: {
    only: ['reservations:read', ...everyRole],
    names: 'filter',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&from=2099-12-31T00:00:00Z` }),
  },
  getReservation: { only: ['reservations:read', ...everyRole], names: 'row' },
  createReservation: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    ask: ({ roomId }) => ({ body: { roomId, ...aGuest, ...aTime() } }),
  },
  quoteReservation: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: ({ roomId }) => ({
      body: { roomId, startsAt: '2027-03-02T10:00:00Z', endsAt: '2027-03-02T12:00:00Z', headCount: 2 },
    }),
  },
  editReservation: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { version: 1 } }),
  },
  confirmReservation: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    reservation: 'PENDING',
    ask: () => ({ body: { version: 1 } }),
  },
  checkInReservation: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { version: 1 } }),
  },
  completeReservation: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    reservation: 'IN_USE',
    ask: () => ({ body: { version: 1 } }),
  },
  extendReservation: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { version: 1, minutes: 30 } }),
  },
  cancelReservation: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { version: 1 } }),
  },
  markNoShow: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { version: 1 } }),
  },
  revealGuest: {
    only: ['reservations:read', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { reason: '본인 확인' } }),
  },
  dailyReservations: {
    only: ['reservations:read', ...everyRole],
    names: 'row',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&date=2027-01-01` }),
  },
  searchReservations: { only: ['reservations:read', ...everyRole], names: 'filter', ask: filtered },
  exportReservations: {
    only: ['reservations:read', ...everyRole],
    names: 'nothing',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&format=csv` }),
  },
  listStrandedGuests: { only: ['reservations:read', ...everyRole], names: 'filter', isSilent: true, ask: filtered },
  // Each item has its own outcome: NOT_FOUND for a reservation of another store.
  settleStrandedGuests: {
    only: ['reservations:book', ...everyRole],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ body: { items: [{ act: 'INFORM', reservationId: randomUUID(), version: 1 }] } }),
  },
  getReservationAccess: { only: ['reservations:read', ...everyRole], names: 'row', reservation: 'CONFIRMED' },
  revealAccessCode: {
    only: ['doors:operate', ...everyRole],
    names: 'row',
    isSilent: true,
    hasCode: true,
    reservation: 'CONFIRMED',
    ask: () => ({ body: { reason: 'matrix' } }),
  },
  replaceAccessCode: {
    only: ['doors:operate', ...everyRole],
    names: 'row',
    hasCode: true,
    reservation: 'CONFIRMED',
    ask: ({ codeId }) => ({ body: { codeId, reason: 'matrix' } }),
  },
  resendAccessCode: {
    only: ['doors:operate', ...everyRole],
    names: 'row',
    hasCode: true,
    reservation: 'CONFIRMED',
    ask: ({ codeId }) => ({ body: { codeId } }),
  },
  listReadiness: {
    only: ['reservations:read', ...everyRole],
    names: 'filter',
    reservation: 'CONFIRMED',
    ask: filtered,
  },
  searchHelpDesk: {
    only: ['help-desk:use', ...everyRole],
    names: 'nothing',
    reservation: 'CONFIRMED',
    ask: () => ({ query: '?q=5678' }),
  },
  getHelpDeskPage: { only: ['help-desk:use', ...everyRole], names: 'row', isSilent: true },
  openHelpDeskCase: { only: ['help-desk:use', ...everyRole], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  openDoorForGuest: { only: ['help-desk:use', ...everyRole], names: 'row', reservation: 'CONFIRMED', ask: operated },
  giveNewCode: {
    only: ['help-desk:use', ...everyRole],
    names: 'row',
    isSilent: true,
    hasCode: true,
    reservation: 'CONFIRMED',
    ask: ({ codeId }) => ({ body: { codeId, reason: 'matrix' } }),
  },
  extendForGuest: {
    only: ['help-desk:use', ...everyRole],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: () => ({ body: { version: 1, minutes: 30 } }),
  },
  resolveHelpDeskCase: {
    only: ['help-desk:use', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { outcome: 'EXPLAINED' } }),
  },
  answerGuest: {
    only: ['help-desk:use', ...everyRole],
    names: 'row',
    reservation: 'CONFIRMED',
    hasRaisedCase: true,
    ask: () => ({ body: { text: '곧 열어 드리겠습니다.' } }),
  },
  // The photo of the store's contents has the id of its reservation.
  readHelpPhoto: {
    only: ['help-desk:use', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: ({ reservationId }) => ({ path: { photoId: reservationId } }),
  },
  listRaisedCases: { only: ['help-desk:use', ...everyRole], names: 'nothing' },
  listHelpDeskCases: { only: ['help-desk:use', ...everyRole], names: 'nothing' },
  listReadinessChecks: {
    only: ['reservations:read', ...everyRole],
    names: 'row',
    isSilent: true,
    reservation: 'CONFIRMED',
  },
  getReservationEntry: {
    only: ['reservations:read', ...everyRole],
    names: 'row',
    isSilent: true,
    reservation: 'CONFIRMED',
  },
  listExtensionOffers: { only: ['reservations:read', ...everyRole], names: 'filter', ask: filtered },
  listOverruns: {
    only: ['reservations:read', ...everyRole],
    names: 'filter',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z` }),
  },
  lintPrices: { only: ['rooms:read', ...everyRole], names: 'row', isSilent: true, ask: filtered },
  previewSeries: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: ({ roomId }) => ({ body: aSeries(roomId) }),
  },
  createSeries: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: ({ roomId }) => ({ body: { ...aGuest, ...aSeries(roomId) } }),
  },
  listWaitlist: { only: ['reservations:read', ...everyRole], names: 'filter', ask: filtered },
  getGuestProfile: { only: ['reservations:read', ...everyRole], names: 'row' },
  getAgeCheck: { only: ['reservations:read', ...everyRole], names: 'row' },
  previewAgeCheck: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: ({ roomId }) => ({ body: { roomId, startsAt: '2027-03-02T10:00:00Z', endsAt: '2027-03-02T12:00:00Z' } }),
  },
  // The stay is for all ages.
  confirmAdult: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    ask: () => ({ body: { document: 'PASSPORT', reason: 'matrix' } }),
    answersPermitted: [409, 'STATE_NOT_ALLOWED'],
  },
  setGuestNote: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    // No note has this version.
    ask: () => ({ body: { version: 99, text: 'Prefers room 2' } }),
    answersPermitted: [409, 'STALE'],
  },
  listBlockedGuests: { only: ['reservations:read', ...everyRole], names: 'filter', ask: filtered },
  blockGuest: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    ask: ({ storeId }) => ({
      body: { storeId, guest: { phone: '010-9999-0000' }, reason: 'Broke a controller', endsAt: inAMonth() },
    }),
  },
  unblockGuest: { only: ['reservations:write', ...storeRoles], names: 'row' },
  addToWaitlist: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    ask: ({ storeId, roomId }) => ({ body: { storeId, roomId, ...aGuest, ...aTime() } }),
  },
  closeWaitlistEntry: {
    only: ['reservations:book', ...everyRole],
    names: 'row',
    ask: () => ({ body: { version: 1 } }),
  },
  revealWaitlistGuest: {
    only: ['reservations:read', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { reason: '본인 확인' } }),
  },
  listCalendarFeeds: { only: ['stores:read', ...everyRole], names: 'filter', ask: filtered },
  createCalendarFeed: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ storeId }) => ({ body: { storeId, roomId: null } }),
  },
  revokeCalendarFeed: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  readCalendarFeed: { isPublic: true, answersInProduct: [200, undefined], names: 'row' },
  getDoorDisplay: { only: ['doors:read', ...everyRole], names: 'row', ask: ({ roomId }) => ({ id: roomId }) },
  // The room of the contents is archived. The tests of displays cover the others.
  issueDoorDisplay: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ wholeRoomId }) => ({ id: wholeRoomId, body: { replacesDisplayId: null } }),
    answersPermitted: [422, 'ROOM_ARCHIVED'],
  },
  readBrokerAccess: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  createDeviceAccount: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { name: 'bridge' } }),
  },
  revokeDeviceAccount: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ accountId }) => ({ id: accountId }),
  },
  revokeDoorDisplay: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ wholeRoomId }) => ({ id: wholeRoomId }),
  },
  readDisplayPlan: { answersAnybody: [401, 'DISPLAY_TOKEN_INVALID'], names: 'nothing' },
  listDoors: { only: ['doors:read', ...everyRole], names: 'filter', ask: filtered },
  openDoor: { only: ['doors:operate', ...everyRole], names: 'row', ask: operated },
  lockDoor: { only: ['doors:operate', ...everyRole], names: 'row', ask: operated },
  holdDoorOpen: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ doorId }) => ({ body: { doorId, until: inAnHour() } }),
  },
  testDoor: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ doorId }) => ({ id: doorId, body: {} }),
  },
  editDoor: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ doorId }) => ({ id: doorId, body: { version: 1, name: 'Back' } }),
  },
  removeDoor: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ doorId }) => ({ id: doorId, query: '?version=1' }),
  },
  replaceDoorDevice: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ doorId, discoveredId }) => ({
      id: doorId,
      body: { version: 1, source: { discoveredLockId: discoveredId } },
    }),
  },
  listDiscoveredLocks: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  approveLock: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ discoveredId }) => ({ body: { discoveredLockId: discoveredId, name: 'New', roomId: null } }),
  },
  listDevices: { only: ['devices:read', ...everyRole], names: 'filter', ask: filtered },
  addDevice: {
    only: ['devices:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ roomId, discoveredDeviceId }) => ({ body: { roomId, name: 'New', source: { discoveredDeviceId } } }),
  },
  editDevice: {
    only: ['devices:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ deviceId }) => ({ id: deviceId, body: { version: 1, name: 'Lamp' } }),
  },
  removeDevice: {
    only: ['devices:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ deviceId }) => ({ id: deviceId }),
  },
  controlDevice: {
    only: ['devices:control', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ deviceId }) => ({ body: { deviceId, state: { isOn: true } } }),
  },
  listDiscoveredDevices: { only: ['devices:configure', 'ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  listModes: { only: ['devices:read', ...everyRole], names: 'filter', ask: filtered },
  createMode: {
    only: ['devices:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({ body: { storeId, name: 'New', states: [{ kind: 'LIGHT', state: { isOn: true } }] } }),
  },
  editMode: {
    only: ['devices:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: { version: 1, name: 'Night' } }),
  },
  deleteMode: { only: ['devices:configure', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  applyMode: {
    only: ['devices:control', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ roomId, modeId }) => ({ body: { roomId, modeId } }),
  },
  listModeRuns: {
    only: ['devices:read', ...everyRole],
    names: 'filter',
    ask: ({ roomId }) => ({ query: `?roomId=${roomId}` }),
  },
  retryModeRun: { only: ['devices:control', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: {} }) },
  undoModeRun: { only: ['devices:control', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: {} }) },
  listEmergencies: {
    only: ['doors:read', ...everyRole],
    names: 'filter',
    ask: ({ storeId }) => ({ query: `?show=ALL&storeId=${storeId}` }),
  },
  previewLockdown: {
    only: ['doors:read', ...everyRole],
    names: 'filter',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}` }),
  },
  startEmergency: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({ body: { storeId, kind: 'LOCKDOWN', reason: 'matrix' } }),
  },
  endEmergency: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: {} }) },
  retryEmergency: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: {} }) },
  listDoorSpares: { only: ['doors:read', ...everyRole], names: 'filter', ask: filtered },
  listAlarms: {
    only: ['doors:read', ...everyRole],
    names: 'filter',
    ask: ({ storeId }) => ({ query: `?show=ALL&storeId=${storeId}` }),
  },
  acknowledgeEndedAlarms: {
    only: ['doors:operate', ...everyRole],
    names: 'nothing',
    ask: ({ alarmId }) => ({ body: { ids: [alarmId] } }),
  },
  acknowledgeAlarm: { only: ['doors:operate', ...everyRole], names: 'row', ask: () => ({ body: {} }) },
  listDeviceHistory: { only: ['device-history:read', ...everyRole], names: 'filter', ask: filtered },
  getDeviceCommand: { only: ['device-history:read', ...everyRole], names: 'row', isSilent: true },
  exportDeviceHistory: {
    only: ['device-history:read', ...everyRole],
    names: 'nothing',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&format=csv` }),
  },
  listNotifications: { only: ['notifications:read', ...everyRole], names: 'filter', ask: filtered },
  getNotificationRules: { only: ['notifications:read', ...everyRole], names: 'nothing' },
  setNotificationRules: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'nothing',
    ask: () => ({ body: { version: 0, confirmsRoutine: true } }),
  },
  confirmNotifications: {
    only: ['notifications:confirm', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'rows-to-confirm',
    ask: ({ notificationId }) => ({ body: { ids: [notificationId] } }),
  },
  confirmAllNotifications: {
    only: ['notifications:confirm', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'rows-to-confirm',
    ask: ({ notificationId, storeId }) => ({ body: { upToId: notificationId, storeId } }),
  },
  listPayments: { only: ['payments:read', ...everyRole], names: 'filter', ask: filtered },
  listPassOffers: { only: ['payments:read', ...everyRole], names: 'filter', ask: filtered },
  createPassOffer: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({
      body: {
        storeId,
        name: 'matrix',
        unit: 'MINUTES',
        units: 600,
        priceAmount: 90_000,
        validDays: 30,
        roomIds: [],
      },
    }),
  },
  withdrawPassOffer: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: {} }) },
  listPasses: { only: ['payments:read', ...everyRole], names: 'filter', ask: filtered },
  getPass: { only: ['payments:read', ...everyRole], names: 'row' },
  sellPass: {
    only: ['payments:write', ...storeRoles],
    names: 'row',
    ask: ({ offerId }) => ({
      body: { offerId, guestName: 'matrix', guestPhone: '010-9999-0001', method: 'CASH', isGift: false },
    }),
  },
  getPassesOfReservation: { only: ['payments:read', ...everyRole], names: 'row' },
  payWithPass: {
    only: ['payments:write', ...storeRoles],
    names: 'row',
    // The pass has another number than the reservation.
    answersPermitted: [404, 'NOT_FOUND'],
    ask: ({ passId }) => ({ body: { passId, expectedUnits: 60, expectedCoveredAmount: 10_000 } }),
  },
  getGuestPasses: { forGuests: true, names: 'nothing' },
  payWithPassAsGuest: {
    forGuests: true,
    names: 'nothing',
    answersGuest: [404, 'NOT_FOUND'],
    ask: ({ passId }) => ({ body: { passId, expectedUnits: 60, expectedCoveredAmount: 10_000 } }),
  },
  claimPassGift: {
    forGuests: true,
    names: 'nothing',
    answersGuest: [422, 'PASS_REFUSED'],
    ask: () => ({ body: { code: 'ABCD-EFGH-JKMN-PQRS' } }),
  },
  getGuestCashReceipts: { forGuests: true, names: 'nothing' },
  setGuestReceiptNumber: { forGuests: true, names: 'nothing', ask: () => ({ body: RECEIPT_NUMBER }) },
  listCashReceipts: { only: ['payments:read', ...everyRole], names: 'filter', ask: filtered },
  exportCashReceipts: {
    only: ['payments:read', ...everyRole],
    names: 'nothing',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&month=2020-01&format=csv` }),
  },
  retryCashReceipt: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    answersPermitted: [409, 'STATE_NOT_ALLOWED'],
    ask: () => ({ body: {} }),
  },
  getCashReceiptsOfReservation: { only: ['payments:read', ...everyRole], names: 'row' },
  setReceiptNumberOfReservation: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: RECEIPT_NUMBER }),
  },
  getCashReceiptSettings: { only: ['stores:read', ...everyRole], names: 'row' },
  setCashReceiptSettings: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ receiptSettingsVersion }) => ({
      body: {
        issuer: 'NONE',
        isSelfIssueOn: true,
        thresholdAmount: 100_000,
        deadlineDays: 5,
        version: receiptSettingsVersion,
      },
    }),
  },
  getPayment: { only: ['payments:read', ...everyRole], names: 'row' },
  recordPayment: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: ({ reservationId }) => ({ body: { reservationId, method: 'CASH', amount: 1000 } }),
  },
  refundPayment: {
    only: ['payments:refund', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: { version: 1, amount: 1000, reason: 'matrix' } }),
  },
  markRefundSent: {
    only: ['payments:refund', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: { version: 1 } }),
  },
  revealRefundAccount: {
    only: ['payments:refund', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: {} }),
  },
  listOwedRefunds: { only: ['payments:read', ...everyRole], names: 'filter', ask: filtered },
  listUnpaidStays: {
    only: ['payments:read', ...everyRole],
    names: 'filter',
    reservation: 'CONFIRMED',
    ask: filtered,
  },
  reversePayment: {
    only: ['payments:refund', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: { version: 1, reason: 'matrix' } }),
  },
  beginPayment: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    reservation: 'CONFIRMED',
    ask: ({ reservationId }) => ({ body: { reservationId, provider: 'TOSS', amount: 1000 } }),
  },
  confirmPayment: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ begunPaymentId }) => ({ id: begunPaymentId, body: { paymentKey: 'matrix', amount: 10_000 } }),
  },
  listMessageProviders: { only: ['messages:configure', 'ADMIN'], names: 'nothing', isSilent: true },
  // Settings of the product, for any store. The version is not the present one, which a person with the right is shown.
  setMessageProvider: {
    only: ['messages:configure', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ messageProviderVersion }) => ({
      body: {
        provider: 'SMTP',
        version: messageProviderVersion,
        address: '127.0.0.1:9',
        senderEmail: 'matrix@test.example',
        isEnabled: false,
      },
    }),
  },
  getMessageSender: { only: ['messages:read', ...everyRole], names: 'row' },
  setMessageSender: {
    only: ['messages:configure', 'ADMIN'],
    names: 'row',
    ask: ({ messageSenderVersion }) => ({
      body: {
        version: messageSenderVersion,
        senderPhone: '',
        senderEmail: '',
        quietFrom: '22:00',
        quietUntil: '07:00',
      },
    }),
  },
  getReminderSettings: { only: ['messages:read', ...everyRole], names: 'row' },
  setReminderSettings: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ messageRemindersVersion }) => ({
      body: { version: messageRemindersVersion, isDayBeforeOn: true, isStartsSoonOn: false, isRatingOn: true },
    }),
  },
  listMessageTemplates: { only: ['messages:read', ...everyRole], names: 'nothing', isSilent: true },
  listTemplateVersions: {
    only: ['messages:read', ...everyRole],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ path: aTemplate }),
  },
  setMessageTemplate: {
    only: ['messages:configure', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ templateVersion }) => ({
      path: aTemplate,
      body: {
        version: templateVersion,
        isEnabled: true,
        subject: '예약',
        body: '예약 {{date}}',
        alimtalkCode: '',
        alimtalkState: 'NONE',
      },
    }),
  },
  previewMessageTemplate: {
    only: ['messages:read', ...everyRole],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ path: aTemplate, body: { subject: '예약', body: '{{date}}' } }),
  },
  // No provider is enabled, so nothing is sent.
  sendTestMessage: {
    only: ['messages:configure', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ path: aTemplate, body: { to: '010-1234-5678' } }),
  },
  listMessages: { only: ['messages:read', ...everyRole], names: 'filter', ask: filtered },
  getMessage: { only: ['messages:read', ...everyRole], names: 'row' },
  getPaymentLink: { only: ['messages:read', ...everyRole], names: 'row' },
  previewChangeMessage: { only: ['reservations:book', ...everyRole], names: 'row', isSilent: true },
  // The provider of messages is disabled, so the link is refused with its obstacle.
  sendPaymentLink: {
    only: ['messages:send', ...everyRole],
    names: 'row',
    answersPermitted: [409, 'STATE_NOT_ALLOWED'],
    ask: () => ({ body: {} }),
  },
  copyPaymentLink: {
    only: ['reservations:write', ...storeRoles],
    names: 'row',
    answersPermitted: [409, 'STATE_NOT_ALLOWED'],
    ask: () => ({ body: {} }),
  },
  resendMessage: { only: ['messages:send', ...everyRole], names: 'row', ask: () => ({ body: {} }) },
  getOnCallRules: { only: ['on-call:read', ...everyRole], names: 'row' },
  setOnCallRules: {
    only: ['on-call:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ onCallVersion, userId }) => ({
      body: {
        version: onCallVersion,
        isEnabled: true,
        conditions: ON_CALL_CONDITIONS.map((condition) => ({ condition, isEnabled: false, isUrgent: false })),
        steps: [{ userIds: [userId], channels: ['PUSH'], afterMinutes: 5 }],
        quietFrom: null,
        quietUntil: null,
      },
    }),
  },
  listOnCallPeople: { only: ['on-call:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true },
  testOnCall: {
    only: ['on-call:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: {} }),
  },
  listIncidents: {
    only: ['on-call:read', ...everyRole],
    names: 'filter',
    ask: ({ storeId }) => ({ query: `?show=ALL&storeId=${storeId}` }),
  },
  acknowledgeIncident: { only: ['on-call:acknowledge', ...everyRole], names: 'row', ask: () => ({ body: {} }) },
  receiveMessageReports: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ path: { secret: randomUUID() }, body: [] }),
  },
  // No store of the matrix takes online bookings.
  printBookingPoster: {
    only: ['stores:read', ...everyRole],
    names: 'row',
    isSilent: true,
    answersPermitted: [409, 'STATE_NOT_ALLOWED'],
  },
  getBookingSetup: { only: ['stores:read', ...everyRole], names: 'row' },
  // No store of the matrix takes online bookings, and all others answer alike (BK-1).
  getBookingStore: { answersAnybody: [404, 'NOT_FOUND'], names: 'nothing' },
  getBookingChain: { answersAnybody: [404, 'NOT_FOUND'], names: 'nothing' },
  getPublishedPolicy: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ query: '?version=99999' }),
  },
  getBookingPhoto: { answersAnybody: [404, 'NOT_FOUND'], names: 'nothing' },
  listBookingDays: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ query: '?from=2026-11-21&minutes=60' }),
  },
  listBookingTimes: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ query: '?date=2026-11-21&minutes=60' }),
  },
  readBookingNow: { answersAnybody: [404, 'NOT_FOUND'], names: 'nothing', ask: () => ({ query: '?minutes=60' }) },
  startAgeCheck: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ body: { guestPhone: '010-1234-5678', phoneCode: '123456', basis: 'YOUTH_ACT' } }),
  },
  finishAgeCheck: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ body: { guestPhone: '010-1234-5678' } }),
  },
  findOwnReservations: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ body: { guestPhone: '010-1234-5678', phoneCode: '123456' } }),
  },
  quoteBooking: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: ({ roomId }) => ({ body: { roomId, headCount: 2, ...aTime() } }),
  },
  sendPhoneCode: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ body: { phone: '010-1234-5678' } }),
  },
  bookOnline: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({
      body: {
        roomId: null,
        ...aGuest,
        ...aTime(),
        phoneCode: '123456',
        expectedPriceAmount: 0,
        acceptsTerms: true,
        termsVersion: 'matrix',
      },
    }),
  },
  getBookAgain: { forGuests: true, names: 'nothing' },
  bookAgain: {
    forGuests: true,
    names: 'nothing',
    // The store takes no online bookings.
    answersGuest: [404, 'NOT_FOUND'],
    ask: () => ({
      body: {
        roomId: null,
        headCount: 2,
        ...aTime(),
        expectedPriceAmount: 0,
        acceptsTerms: true,
        termsVersion: 'matrix',
      },
    }),
  },
  joinWaitlistOnline: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ body: { roomId: null, ...aGuest, ...aTime(), phoneCode: '123456' } }),
  },
  leaveWaitlistOnline: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: () => ({ body: { withdrawToken: 'matrix' } }),
  },
  // Outside a demo there is no inbox.
  listDemoInbox: { answersPeople: [404, 'NOT_FOUND'], names: 'nothing' },
  getAgeRules: { only: ['stores:read', ...everyRole], names: 'row' },
  setAgeRules: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    // No rules have this version.
    ask: () => ({ body: { rules: [], checkMonths: 12, version: 99 } }),
    answersPermitted: [409, 'STALE'],
  },
  getIdentityProvider: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  // Settings of the product, for any store.
  setIdentityProvider: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ body: { version: 99, channelKey: 'matrix', merchantId: 'matrix', apiSecret: 'matrix' } }),
    answersPermitted: [409, 'STALE'],
  },
  listPaymentProviders: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  // Settings of the product, for any store.
  setPaymentProvider: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ providerVersion }) => ({
      body: { provider: 'TOSS', version: providerVersion, baseUrl: DEAD_ADDRESS, apiSecret: 'matrix' },
    }),
  },
  setProviderFees: {
    only: ['sales:close', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ providerVersion }) => ({ body: { provider: 'TOSS', version: providerVersion, feeTerms: [] } }),
  },
  listStoreMerchants: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'filter', ask: filtered },
  setStoreMerchant: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'row',
    ask: ({ storeId, merchantVersion }) => ({
      body: {
        storeId,
        provider: 'PORTONE',
        version: merchantVersion,
        merchantId: 'matrix',
        baseUrl: DEAD_ADDRESS,
        apiSecret: 'matrix',
      },
    }),
  },
  endStoreMerchant: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'row',
    ask: ({ storeId, merchantVersion }) => ({
      body: { storeId, provider: 'PORTONE', version: merchantVersion ?? 1 },
    }),
  },
  listPayouts: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'filter', isSilent: true, ask: filtered },
  listPayoutLines: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'filter', isSilent: true, ask: filtered },
  exportPayoutLines: {
    only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'],
    names: 'nothing',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&format=csv` }),
  },
  readCollectors: { only: ['stores:read', ...everyRole], names: 'row' },
  receiveTossWebhookOfStore: {
    answersInProduct: [200, undefined],
    names: 'row',
    ask: ({ begunPaymentId }) => ({ body: { orderId: begunPaymentId } }),
  },
  receivePortoneWebhookOfStore: {
    answersInProduct: [400, 'SIGNATURE_INVALID'],
    names: 'row',
    ask: ({ begunPaymentId }) => ({ body: { orderId: begunPaymentId } }),
  },
  receiveTossWebhook: {
    answersAnybody: [200, undefined],
    names: 'nothing',
    ask: ({ begunPaymentId }) => ({ body: { orderId: begunPaymentId } }),
  },
  receivePortoneWebhook: {
    answersAnybody: [404, 'NOT_FOUND'],
    names: 'nothing',
    ask: ({ begunPaymentId }) => ({ body: { orderId: begunPaymentId } }),
  },
  listWebhooks: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  getWebhook: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true },
  replayWebhook: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  listWebhookEndpoints: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  createWebhookEndpoint: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ body: { url: 'http://127.0.0.1:9/', types: ['settlement.changed'] } }),
  },
  editWebhookEndpoint: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { version: 1, description: 'matrix' } }),
  },
  renewWebhookSecret: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { version: 1 } }),
  },
  removeWebhookEndpoint: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true },
  testWebhookEndpoint: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  listWebhookDeliveries: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  getWebhookDelivery: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true },
  replayWebhookDeliveries: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { since: '2026-01-01T00:00:00Z' } }),
  },
  replayWebhookDelivery: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  listDeposits: { only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  getDeposit: { only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row' },
  revealDeposit: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { reason: '본인 확인' } }),
  },
  matchDeposit: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: ({ reservationId }) => ({ body: { version: 1, reservationId } }),
  },
  undoDeposit: {
    only: ['payments:refund', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ ignoredDepositId }) => ({ id: ignoredDepositId, body: { version: 1, reason: 'matrix' } }),
  },
  ignoreDeposit: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: { version: 1 } }),
  },
  correctDeposit: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: { version: 1, kind: 'DEPOSIT', depositorName: '홍길동', remember: false } }),
  },
  listDepositRules: { only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  deleteDepositRule: { only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row' },
  // A person's token is not a relay's.
  relayDeposit: {
    answersAnybody: [401, 'RELAY_TOKEN_INVALID'],
    names: 'nothing',
    ask: () => ({ body: '입금 1,000원', headers: { 'content-type': 'text/plain' } }),
  },
  previewDeposits: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({
      query: `?storeId=${storeId}`,
      body: '거래일시,입금액\n',
      headers: { 'content-type': 'text/csv' },
    }),
  },
  importDeposits: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({
      query: `?storeId=${storeId}`,
      body: '거래일시,입금액\n',
      headers: { 'content-type': 'text/csv' },
    }),
  },
  listDepositRelays: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  createDepositRelay: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ storeId }) => ({ body: { storeId, name: 'matrix' } }),
  },
  revokeDepositRelay: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  readWaterfall: {
    only: ['payments:read', ...everyRole],
    names: 'row',
    ask: ({ reservationId }) => ({ query: `?reservationId=${reservationId}` }),
  },
  readSales: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&from=2020-01-01&to=2020-01-31` }),
  },
  readOverview: {
    only: ['overview:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: filtered,
  },
  readSetup: {
    only: ['overview:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: filtered,
  },
  readOccupancy: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&from=2020-01-01&to=2020-01-31` }),
  },
  readRoomSales: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ roomId }) => ({ id: roomId }),
  },
  readWeeklySales: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: filtered,
  },
  exportSales: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'nothing',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}&from=2020-01-01&to=2020-01-31&format=csv` }),
  },
  listSettlements: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  listSettlementTerms: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  setSettlementTerms: {
    only: ['sales:close', 'ADMIN'],
    names: 'row',
    ask: ({ storeId, settlementDate }) => ({
      body: {
        storeId,
        validFrom: settlementDate,
        royaltyRate: 0,
        royaltyBase: 'NET_OF_REFUND',
        royaltyVat: 'EXCLUSIVE',
        cycle: 'WEEKLY',
        payAfterBankDays: 3,
      },
    }),
  },
  getSettlement: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row' },
  listSettlementEntries: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: () => ({ query: '?line=GROSS' }),
  },
  exportSettlement: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: () => ({ query: '?format=csv' }),
  },
  getTaxSupplier: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'nothing', isSilent: true },
  setTaxSupplier: {
    only: ['sales:close', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ supplierVersion }) => ({
      body: {
        ...(supplierVersion !== undefined && { version: supplierVersion }),
        businessNumber: '120-81-47521',
        name: 'matrix',
        representative: 'matrix',
      },
    }),
  },
  exportTaxInvoices: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ query: '?from=2026-01-01&to=2026-01-31&format=csv' }),
  },
  checkTaxInvoices: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ query: '?from=2026-01-01&to=2026-01-31' }),
  },
  listSettlementPayees: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  setSettlementPayee: {
    only: ['sales:close', 'ADMIN'],
    names: 'row',
    ask: ({ storeId, payeeVersion }) => ({
      body: {
        storeId,
        ...(payeeVersion !== undefined && { version: payeeVersion }),
        representative: 'matrix',
        bank: '',
        accountNumber: '',
        accountHolder: '',
      },
    }),
  },
  // Each item answers for itself, so that another store's period is a refused item of a reply with 200.
  actOnSettlements: {
    only: ['sales:close', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ body: { act: 'SHARE', items: [{ settlementId: randomUUID(), payoutAmount: 0 }] } }),
  },
  readAppliedTerms: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', ask: filtered },
  readMonthlyPayouts: {
    only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'nothing',
    isSilent: true,
  },
  shareSettlement: { only: ['sales:close', 'ADMIN'], names: 'row', ask: () => ({ body: {} }) },
  commentOnSettlement: {
    only: ['settlement:comment', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: () => ({ body: { line: 'GROSS', text: 'matrix' } }),
  },
  adjustSettlement: {
    only: ['sales:close', 'ADMIN'],
    names: 'row',
    ask: ({ settlementDate }) => ({ body: { datedOn: settlementDate, amount: -1000, reason: 'matrix' } }),
  },
  closeSettlement: { only: ['sales:close', 'ADMIN'], names: 'row', ask: () => ({ body: { payoutAmount: 0 } }) },
  paySettlement: {
    only: ['sales:close', 'ADMIN'],
    names: 'row',
    ask: ({ closedSettlementId }) => ({ id: closedSettlementId, body: { paidOn: '2020-01-02', reference: 'matrix' } }),
  },
  streamEvents: { names: 'nothing' },
};
