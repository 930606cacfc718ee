import type { ENDPOINTS, Role } from '@munjigi/contract';
import type { StoreContents } from './store-contents.ts';

/** Who may do what at each endpoint, written down by hand from PRODUCT.md 2: a new endpoint without an entry fails. */
export interface Expected {
  /** The capability that a refusal names, and the roles that have it; without: everybody who is signed in. */
  readonly only?: readonly [capability: string, ...roles: Role[]];
  readonly isPublic?: true;
  /** Whoever knows the secret in its path gets it, under its own product. */
  readonly opensBySecret?: true;
  /** Whoever asks, and under whichever product, gets this. */
  readonly answersAnybody?: readonly [status: number, code: string | undefined];
  /** Whoever is signed in gets this. */
  readonly answersPeople?: readonly [status: number, code: string];
  /** What of a store the request names: a row of it (404 when it is not to be seen), a filter (nothing is found), or nothing. */
  readonly names: 'row' | 'filter' | 'rows-to-confirm' | 'nothing';
  /** Its reply is of the store, and does not name it. */
  readonly isSilent?: true;
  /** Takes an API key, and nobody's token. */
  readonly forChannels?: true;
  /** The path's ids: `id` for each of them, or those of the target by their names. */
  /** In this state, begun a minute ago in a room of its own, is the reservation that the request names. */
  readonly reservation?: 'PENDING' | 'CONFIRMED' | 'IN_USE';
  /** It has an access code, because its store has a door whose lock keeps codes. */
  readonly hasCode?: true;
  readonly ask?: (at: Target) => { id?: string; query?: string; body?: unknown; headers?: Record<string, string> };
}
export interface Target extends StoreContents {
  readonly codeId: string | null;
  readonly storeId: string;
  readonly roomId: string;
  readonly storeVersion: number;
  /** Of the product's provider. */
  readonly providerVersion: number;
  /** Of head office as it stands on tax invoices, once somebody has set it. */
  readonly supplierVersion: number | undefined;
  readonly personalDataVersion: number | undefined;
  /** Of the product that is asked; 0 until somebody has set any. */
  readonly signInRulesVersion: number;
  /** In their order, without those that are archived. */
  readonly roomIds: readonly string[];
}

export const everyRole = ['ADMIN', 'SUB_ADMIN', 'FRANCHISEE', 'CUSTOMER_MANAGER'] as const;
/** Who works at the help desk. */
const deskRoles = ['ADMIN', 'SUB_ADMIN', 'CUSTOMER_MANAGER'] as const;
const filtered = ({ storeId }: Target) => ({ query: `?storeId=${storeId}` });
/** A provider that never answers. */
export const NOBODY_LISTENS = 'http://127.0.0.1:9';
const operated = ({ doorId }: Target) => ({ body: { doorId, reason: 'matrix' } });

const inFourYears = (hours: number) => new Date(Date.now() + 4 * 365 * 24 * 3600_000 + hours * 3600_000).toISOString();
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString();
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64');
const aGuest = { headCount: 2, guestName: '홍길동', guestPhone: '010-1234-5678' };
let hours = 0;
/** Within the horizon and each time another hour, so that nobody is in the way of the next. */
const aTime = () => {
  const startsAt = Math.ceil(Date.now() / 3600_000 + 24 + (hours += 1)) * 3600_000;
  return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(startsAt + 3600_000).toISOString() };
};
const aSeries = (roomId: string) => ({ roomId, headCount: 2, ...aTime(), rule: { frequency: 'WEEKLY', count: 1 } });
const aPolicy = {
  name: 'Night', roomIds: [], weekdays: [1], holidays: false, startsOn: null, endsOn: null, fromTime: '20:00', toTime: '22:00', unit: 'SLOT', amount: 1000,
  packageMinutes: null, includedHeadCount: 2, extraPersonAmount: 0, priority: 0,
};

export const EXPECTED: Record<keyof typeof ENDPOINTS, Expected> = {
  login: { isPublic: true, names: 'nothing', ask: ({ doorId }) => ({ body: { email: `${doorId}@test.example`, password: 'wrong' } }) },
  me: { names: 'nothing' },
  logout: { names: 'nothing', ask: () => ({ body: {} }) },
  readSignUp: { answersAnybody: [200, undefined], names: 'nothing' },
  signUp: { answersAnybody: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  getOwnAccount: { names: 'nothing' },
  verifySecondFactor: { answersAnybody: [401, 'CHALLENGE_OVER'], names: 'nothing', ask: () => ({ body: { challenge: 'matrix', code: '123456' } }) },
  stayActive: { names: 'nothing', ask: () => ({ body: {} }) },
  getSecondFactor: { names: 'nothing' },
  beginSecondFactor: { answersPeople: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  confirmSecondFactor: { answersPeople: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  renewRecoveryCodes: { answersPeople: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  removeSecondFactor: { answersPeople: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: {} }) },
  // Of the own account there is one version, and each of its sessions is somebody's.
  editOwnAccount: { answersPeople: [409, 'STALE'], names: 'nothing', ask: () => ({ body: { version: 1000, name: 'matrix' } }) },
  changePassword: { answersPeople: [400, 'INVALID_INPUT'], names: 'nothing', ask: () => ({ body: { currentPassword: 'matrix', newPassword: 'short' } }) },
  endOwnSession: { answersPeople: [404, 'NOT_FOUND'], names: 'nothing', ask: () => ({ body: {} }) },
  endOtherSessions: { names: 'nothing', ask: () => ({ body: {} }) },
  listUsers: { only: ['users:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  getUser: { only: ['users:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true },
  revealUser: { only: ['users:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  listRightChanges: { only: ['users:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true },
  editUser: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: { version: 1, roles: [{ role: 'SUB_ADMIN' }] } }) },
  approveUser: {
    only: ['users:write', 'ADMIN'],
    names: 'row',
    isSilent: true,
    ask: ({ waitingUserId, storeId }) => ({ id: waitingUserId, body: { version: 1, roles: [{ role: 'FRANCHISEE' }], storeIds: [storeId] } }),
  },
  declineUser: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: ({ waitingUserId }) => ({ id: waitingUserId, body: { version: 1, reason: 'matrix' } }) },
  disableUser: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: { version: 1, reason: 'matrix' } }) },
  enableUser: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: ({ disabledUserId }) => ({ id: disabledUserId, body: { version: 1 } }) },
  resetSecondFactor: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  getSignInRules: { only: ['users:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing' },
  editSignInRules: {
    only: ['users:write', 'ADMIN'],
    names: 'nothing',
    ask: ({ signInRulesVersion }) => ({ body: { version: signInRulesVersion, secondFactorRoles: [], idleMinutes: { ADMIN: 60 } } }),
  },
  endUserSession: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  endUserSessions: { only: ['users:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  readApprovalRules: { only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'nothing', isSilent: true },
  setApprovalRules: {
    only: ['approvals:configure', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: () => ({ body: { version: 1, refundLimit: null, needsTwoForFireRelease: false, needsTwoForLockdown: false, reason: 'matrix' } }),
  },
  listApprovals: { only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  getApproval: { only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row' },
  requestApproval: {
    only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ begunPaymentId, paymentId }) => ({ body: { kind: 'REFUND', paymentId, version: 1, amount: 1000, reason: `instead of ${begunPaymentId}` } }),
  },
  approveApproval: { only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: {} }) },
  declineApproval: { only: ['approvals:use', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: { reason: 'matrix' } }) },
  listAudit: { only: ['audit:read', 'ADMIN', 'SUB_ADMIN'], names: 'filter', isSilent: true, ask: filtered },
  exportAudit: { only: ['audit:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', ask: ({ storeId }) => ({ query: `?storeId=${storeId}&format=csv` }) },
  listAuditActors: { only: ['audit:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  readAuditVerification: { only: ['audit:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  verifyAudit: { only: ['audit:write', 'ADMIN'], names: 'nothing', isSilent: true, ask: () => ({ body: {} }) },
  getPersonalDataTerms: { only: ['personal-data:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  setPersonalDataTerms: { only: ['personal-data:write', 'ADMIN'], names: 'nothing', isSilent: true, ask: ({ personalDataVersion }) => ({ body: { ...(personalDataVersion !== undefined && { version: personalDataVersion }), keptMonths: 120 } }) },
  listApiKeys: { only: ['api-keys:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  createApiKey: { only: ['api-keys:write', 'ADMIN'], names: 'row', isSilent: true, ask: ({ storeId }) => ({ body: { name: 'matrix', storeIds: [storeId] } }) },
  revokeApiKey: { only: ['api-keys:write', 'ADMIN'], names: 'row', isSilent: true },
  listChannelStores: { forChannels: true, names: 'nothing' },
  listChannelRooms: { forChannels: true, names: 'filter', ask: filtered },
  readAvailability: { forChannels: true, names: 'row', ask: ({ storeId }) => ({ query: `?storeId=${storeId}&date=2027-01-01` }) },
  quoteForChannel: {
    forChannels: true,
    names: 'row',
    isSilent: true,
    ask: ({ roomId }) => ({ body: { roomId, startsAt: '2027-03-02T10:00:00Z', endsAt: '2027-03-02T12:00:00Z', headCount: 2 } }),
  },
  createChannelReservation: { forChannels: true, names: 'row', ask: ({ roomId }) => ({ body: { roomId, ...aGuest, ...aTime() } }) },
  getChannelReservation: { forChannels: true, names: 'row' },
  confirmChannelReservation: { forChannels: true, names: 'row', reservation: 'PENDING', ask: () => ({ body: { version: 1 } }) },
  extendChannelReservation: { forChannels: true, names: 'row', reservation: 'CONFIRMED', ask: () => ({ body: { version: 1, minutes: 30 } }) },
  cancelChannelReservation: { forChannels: true, names: 'row', reservation: 'CONFIRMED', ask: () => ({ body: { version: 1 } }) },
  tellChannelCode: { forChannels: true, names: 'row', isSilent: true, hasCode: true, reservation: 'CONFIRMED', ask: () => ({ body: {} }) },
  listStores: { only: ['stores:read', ...everyRole], names: 'nothing' },
  getStore: { only: ['stores:read', ...everyRole], names: 'row', isSilent: true },
  editStore: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: ({ storeVersion }) => ({ body: { version: storeVersion, phone: '02-1' } }),
  },
  listClosures: { only: ['stores:read', ...everyRole], names: 'row', isSilent: true },
  createClosure: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ roomId }) => ({ body: { roomIds: [roomId], startsAt: inFourYears(0), endsAt: inFourYears(1), reason: 'matrix' } }),
  },
  deleteClosure: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  listHolidays: { only: ['stores:read', ...everyRole], names: 'row', isSilent: true, ask: () => ({ query: '?year=2026' }) },
  editHoliday: {
    only: ['stores:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    isSilent: true,
    ask: () => ({ body: { date: '2026-12-24', name: '', isHoliday: true } }),
  },
  listRooms: { only: ['rooms:read', ...everyRole], names: 'filter', ask: filtered },
  getRoom: { only: ['rooms:read', ...everyRole], names: 'row', ask: ({ roomId }) => ({ id: roomId }) },
  createRoom: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ storeId }) => ({ body: { storeId, name: 'New', capacity: 2 } }) },
  editRoom: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ wholeRoomId }) => ({ id: wholeRoomId, body: { version: 1, name: 'Whole' } }) },
  orderRooms: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: ({ storeId, roomIds }) => ({ body: { storeId, roomIds: [...roomIds].reverse() } }) },
  archiveRoom: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ partRoomId }) => ({ id: partRoomId, body: { version: 1, isArchived: false } }) },
  addRoomPhoto: {
    only: ['rooms:write', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ wholeRoomId }) => ({ id: wholeRoomId, body: onePixel, headers: { 'content-type': 'image/png' } }),
  },
  removeRoomPhoto: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  readRoomPhoto: { only: ['rooms:read', ...everyRole], names: 'row', isSilent: true, ask: () => ({ query: '?size=small' }) },
  listPricePolicies: { only: ['rooms:read', ...everyRole], names: 'filter', ask: filtered },
  createPricePolicy: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ storeId }) => ({ body: { storeId, ...aPolicy } }) },
  editPricePolicy: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ policyId }) => ({ id: policyId, body: { version: 1, name: 'Evening' } }) },
  deletePricePolicy: { only: ['rooms:write', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ policyId }) => ({ id: policyId }) },
  quotePrice: {
    only: ['rooms:read', ...everyRole],
    names: 'row',
    isSilent: true,
    ask: ({ roomId }) => ({ body: { roomId, startsAt: '2027-03-02T10:00:00Z', endsAt: '2027-03-02T12:00:00Z', headCount: 2 } }),
  },
  listReservations: { only: ['reservations:read', ...everyRole], names: 'filter', ask: ({ storeId }) => ({ query: `?storeId=${storeId}&from=2099-12-31T00:00:00Z` }) },
  getReservation: { only: ['reservations:read', ...everyRole], names: 'row' },
  createReservation: { only: ['reservations:write', ...everyRole], names: 'row', ask: ({ roomId }) => ({ body: { roomId, ...aGuest, ...aTime() } }) },
  editReservation: { only: ['reservations:write', ...everyRole], names: 'row', reservation: 'CONFIRMED', ask: () => ({ body: { version: 1, memo: 'matrix' } }) },
  confirmReservation: { only: ['reservations:write', ...everyRole], names: 'row', reservation: 'PENDING', ask: () => ({ body: { version: 1 } }) },
  checkInReservation: { only: ['reservations:write', ...everyRole], names: 'row', reservation: 'CONFIRMED', ask: () => ({ body: { version: 1 } }) },
  completeReservation: { only: ['reservations:write', ...everyRole], names: 'row', reservation: 'IN_USE', ask: () => ({ body: { version: 1 } }) },
  extendReservation: { only: ['reservations:write', ...everyRole], names: 'row', reservation: 'CONFIRMED', ask: () => ({ body: { version: 1, minutes: 30 } }) },
  cancelReservation: { only: ['reservations:write', ...everyRole], names: 'row', reservation: 'CONFIRMED', ask: () => ({ body: { version: 1 } }) },
  markNoShow: { only: ['reservations:write', ...everyRole], names: 'row', reservation: 'CONFIRMED', ask: () => ({ body: { version: 1 } }) },
  revealGuest: { only: ['reservations:read', ...everyRole], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  dailyReservations: { only: ['reservations:read', ...everyRole], names: 'row', ask: ({ storeId }) => ({ query: `?storeId=${storeId}&date=2027-01-01` }) },
  searchReservations: { only: ['reservations:read', ...everyRole], names: 'filter', ask: filtered },
  exportReservations: { only: ['reservations:read', ...everyRole], names: 'nothing', ask: ({ storeId }) => ({ query: `?storeId=${storeId}&format=csv` }) },
  getReservationAccess: { only: ['reservations:read', ...everyRole], names: 'row', reservation: 'CONFIRMED' },
  revealAccessCode: { only: ['doors:operate', ...everyRole], names: 'row', isSilent: true, hasCode: true, reservation: 'CONFIRMED', ask: () => ({ body: {} }) },
  replaceAccessCode: { only: ['reservations:write', ...everyRole], names: 'row', hasCode: true, reservation: 'CONFIRMED', ask: ({ codeId }) => ({ body: { codeId } }) },
  resendAccessCode: { only: ['reservations:write', ...everyRole], names: 'row', hasCode: true, reservation: 'CONFIRMED', ask: ({ codeId }) => ({ body: { codeId } }) },
  listReadiness: { only: ['reservations:read', ...everyRole], names: 'filter', reservation: 'CONFIRMED', ask: filtered },
  searchHelpDesk: { only: ['help-desk:use', ...deskRoles], names: 'nothing', reservation: 'CONFIRMED', ask: () => ({ query: '?q=5678' }) },
  getHelpDeskPage: { only: ['help-desk:use', ...deskRoles], names: 'row', isSilent: true },
  openHelpDeskCase: { only: ['help-desk:use', ...deskRoles], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  openDoorForGuest: { only: ['help-desk:use', ...deskRoles], names: 'row', reservation: 'CONFIRMED', ask: operated },
  giveNewCode: { only: ['help-desk:use', ...deskRoles], names: 'row', isSilent: true, hasCode: true, reservation: 'CONFIRMED', ask: ({ codeId }) => ({ body: { codeId, reason: 'matrix' } }) },
  extendForGuest: { only: ['help-desk:use', ...deskRoles], names: 'row', reservation: 'CONFIRMED', ask: () => ({ body: { version: 1, minutes: 30 } }) },
  resolveHelpDeskCase: { only: ['help-desk:use', ...deskRoles], names: 'row', isSilent: true, ask: () => ({ body: { outcome: 'EXPLAINED' } }) },
  listHelpDeskCases: { only: ['help-desk:use', ...deskRoles], names: 'nothing' },
  listReadinessChecks: { only: ['reservations:read', ...everyRole], names: 'row', isSilent: true, reservation: 'CONFIRMED' },
  listExtensionOffers: { only: ['reservations:read', ...everyRole], names: 'filter', ask: filtered },
  listOverruns: { only: ['reservations:read', ...everyRole], names: 'filter', ask: ({ storeId }) => ({ query: `?storeId=${storeId}&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z` }) },
  lintPrices: { only: ['rooms:read', ...everyRole], names: 'row', isSilent: true, ask: filtered },
  previewSeries: { only: ['reservations:write', ...everyRole], names: 'row', isSilent: true, ask: ({ roomId }) => ({ body: aSeries(roomId) }) },
  createSeries: { only: ['reservations:write', ...everyRole], names: 'row', isSilent: true, ask: ({ roomId }) => ({ body: { ...aGuest, ...aSeries(roomId) } }) },
  listWaitlist: { only: ['reservations:read', ...everyRole], names: 'filter', ask: filtered },
  addToWaitlist: { only: ['reservations:write', ...everyRole], names: 'row', ask: ({ storeId, roomId }) => ({ body: { storeId, roomId, ...aGuest, ...aTime() } }) },
  closeWaitlistEntry: { only: ['reservations:write', ...everyRole], names: 'row', ask: () => ({ body: { version: 1 } }) },
  revealWaitlistGuest: { only: ['reservations:read', ...everyRole], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  listCalendarFeeds: { only: ['stores:read', ...everyRole], names: 'filter', ask: filtered },
  createCalendarFeed: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: ({ storeId }) => ({ body: { storeId, roomId: null } }) },
  revokeCalendarFeed: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  readCalendarFeed: { isPublic: true, opensBySecret: true, names: 'row' },
  listDoors: { only: ['doors:read', ...everyRole], names: 'filter', ask: filtered },
  openDoor: { only: ['doors:operate', ...everyRole], names: 'row', ask: operated },
  lockDoor: { only: ['doors:operate', ...everyRole], names: 'row', ask: operated },
  holdDoorOpen: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ doorId }) => ({ body: { doorId, until: inAnHour() } }) },
  testDoor: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: ({ doorId }) => ({ id: doorId, body: {} }) },
  editDoor: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ doorId }) => ({ id: doorId, body: { version: 1, name: 'Back' } }) },
  removeDoor: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ doorId }) => ({ id: doorId, query: '?version=1' }) },
  replaceDoorDevice: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ doorId, discoveredId }) => ({ id: doorId, body: { version: 1, source: { discoveredLockId: discoveredId } } }),
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
  editDevice: { only: ['devices:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ deviceId }) => ({ id: deviceId, body: { version: 1, name: 'Lamp' } }) },
  removeDevice: { only: ['devices:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ deviceId }) => ({ id: deviceId }) },
  controlDevice: { only: ['devices:control', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ deviceId }) => ({ body: { deviceId, state: { isOn: true } } }) },
  listDiscoveredDevices: { only: ['devices:configure', 'ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  listModes: { only: ['devices:read', ...everyRole], names: 'filter', ask: filtered },
  createMode: { only: ['devices:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ storeId }) => ({ body: { storeId, name: 'New', states: [{ kind: 'LIGHT', state: { isOn: true } }] } }) },
  editMode: { only: ['devices:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: { version: 1, name: 'Night' } }) },
  deleteMode: { only: ['devices:configure', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  applyMode: { only: ['devices:control', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: ({ roomId, modeId }) => ({ body: { roomId, modeId } }) },
  listModeRuns: { only: ['devices:read', ...everyRole], names: 'filter', ask: ({ roomId }) => ({ query: `?roomId=${roomId}` }) },
  retryModeRun: { only: ['devices:control', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: {} }) },
  listEmergencies: { only: ['doors:read', ...everyRole], names: 'filter', ask: ({ storeId }) => ({ query: `?show=ALL&storeId=${storeId}` }) },
  startEmergency: {
    only: ['doors:configure', 'ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({ body: { storeId, kind: 'LOCKDOWN', reason: 'matrix' } }),
  },
  endEmergency: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: {} }) },
  retryEmergency: { only: ['doors:configure', 'ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: {} }) },
  listDoorSpares: { only: ['doors:read', ...everyRole], names: 'filter', ask: filtered },
  listAlarms: { only: ['doors:read', ...everyRole], names: 'filter', ask: ({ storeId }) => ({ query: `?show=ALL&storeId=${storeId}` }) },
  acknowledgeAlarm: { only: ['doors:operate', ...everyRole], names: 'row', ask: () => ({ body: {} }) },
  listDeviceHistory: { only: ['device-history:read', ...everyRole], names: 'filter', ask: filtered },
  getDeviceCommand: { only: ['device-history:read', ...everyRole], names: 'row', isSilent: true },
  exportDeviceHistory: { only: ['device-history:read', ...everyRole], names: 'nothing', ask: ({ storeId }) => ({ query: `?storeId=${storeId}&format=csv` }) },
  listNotifications: { only: ['notifications:read', ...everyRole], names: 'filter', ask: filtered },
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
  getPayment: { only: ['payments:read', ...everyRole], names: 'row' },
  recordPayment: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    reservation: 'CONFIRMED',
    ask: ({ reservationId }) => ({ body: { reservationId, method: 'CASH', amount: 1000 } }),
  },
  refundPayment: { only: ['payments:refund', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: { version: 1, amount: 1000, reason: 'matrix' } }) },
  reversePayment: { only: ['payments:refund', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: { version: 1, reason: 'matrix' } }) },
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
  listPaymentProviders: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  // Of the product, whatever the store.
  setPaymentProvider: {
    only: ['webhooks:write', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ providerVersion }) => ({ body: { provider: 'TOSS', version: providerVersion, baseUrl: NOBODY_LISTENS, apiSecret: 'matrix' } }),
  },
  setProviderFees: { only: ['sales:close', 'ADMIN'], names: 'nothing', isSilent: true, ask: ({ providerVersion }) => ({ body: { provider: 'TOSS', version: providerVersion, feeTerms: [] } }) },
  receiveTossWebhook: { answersAnybody: [200, undefined], names: 'nothing', ask: ({ begunPaymentId }) => ({ body: { orderId: begunPaymentId } }) },
  receivePortoneWebhook: { answersAnybody: [404, 'NOT_FOUND'], names: 'nothing', ask: ({ begunPaymentId }) => ({ body: { orderId: begunPaymentId } }) },
  listWebhooks: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  getWebhook: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true },
  replayWebhook: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  listWebhookEndpoints: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  createWebhookEndpoint: { only: ['webhooks:write', 'ADMIN'], names: 'nothing', isSilent: true, ask: () => ({ body: { url: 'http://127.0.0.1:9/', types: ['settlement.changed'] } }) },
  editWebhookEndpoint: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: { version: 1, description: 'matrix' } }) },
  renewWebhookSecret: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: { version: 1 } }) },
  removeWebhookEndpoint: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true },
  testWebhookEndpoint: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  listWebhookDeliveries: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'nothing', isSilent: true },
  getWebhookDelivery: { only: ['webhooks:read', 'ADMIN', 'SUB_ADMIN'], names: 'row', isSilent: true },
  replayWebhookDeliveries: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: { since: '2026-01-01T00:00:00Z' } }) },
  replayWebhookDelivery: { only: ['webhooks:write', 'ADMIN'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
  listDeposits: { only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  getDeposit: { only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row' },
  revealDeposit: { only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: () => ({ body: {} }) },
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
  ignoreDeposit: { only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: { version: 1 } }) },
  // A person's token is no relay's.
  relayDeposit: { answersAnybody: [401, 'RELAY_TOKEN_INVALID'], names: 'nothing', ask: () => ({ body: '입금 1,000원', headers: { 'content-type': 'text/plain' } }) },
  importDeposits: {
    only: ['payments:write', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'],
    names: 'row',
    ask: ({ storeId }) => ({ query: `?storeId=${storeId}`, body: '거래일시,입금액\n', headers: { 'content-type': 'text/csv' } }),
  },
  listDepositRelays: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'filter', ask: filtered },
  createDepositRelay: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: ({ storeId }) => ({ body: { storeId, name: 'matrix' } }) },
  revokeDepositRelay: { only: ['stores:write', 'ADMIN', 'FRANCHISEE'], names: 'row' },
  readWaterfall: { only: ['payments:read', ...everyRole], names: 'row', ask: ({ reservationId }) => ({ query: `?reservationId=${reservationId}` }) },
  readSales: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: ({ storeId }) => ({ query: `?storeId=${storeId}&from=2020-01-01&to=2020-01-31` }) },
  readOverview: { only: ['overview:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: filtered },
  readWeeklySales: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: filtered },
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
      body: { storeId, validFrom: settlementDate, royaltyRate: 0, royaltyBase: 'NET_OF_REFUND', royaltyVat: 'EXCLUSIVE', cycle: 'WEEKLY', payAfterBankDays: 3 },
    }),
  },
  getSettlement: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row' },
  listSettlementEntries: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: () => ({ query: '?line=GROSS' }) },
  exportSettlement: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', isSilent: true, ask: () => ({ query: '?format=csv' }) },
  getTaxSupplier: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'nothing', isSilent: true },
  setTaxSupplier: {
    only: ['sales:close', 'ADMIN'],
    names: 'nothing',
    isSilent: true,
    ask: ({ supplierVersion }) => ({ body: { ...(supplierVersion !== undefined && { version: supplierVersion }), businessNumber: '120-81-47521', name: 'matrix', representative: 'matrix' } }),
  },
  exportTaxInvoices: { only: ['sales:read', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'nothing', isSilent: true, ask: () => ({ query: '?from=2026-01-01&to=2026-01-31&format=csv' }) },
  shareSettlement: { only: ['sales:close', 'ADMIN'], names: 'row', ask: () => ({ body: {} }) },
  commentOnSettlement: { only: ['settlement:comment', 'ADMIN', 'SUB_ADMIN', 'FRANCHISEE'], names: 'row', ask: () => ({ body: { line: 'GROSS', text: 'matrix' } }) },
  adjustSettlement: { only: ['sales:close', 'ADMIN'], names: 'row', ask: ({ settlementDate }) => ({ body: { datedOn: settlementDate, amount: -1000, reason: 'matrix' } }) },
  closeSettlement: { only: ['sales:close', 'ADMIN'], names: 'row', ask: () => ({ body: { payoutAmount: 0 } }) },
  paySettlement: { only: ['sales:close', 'ADMIN'], names: 'row', ask: ({ closedSettlementId }) => ({ id: closedSettlementId, body: { paidOn: '2020-01-02', reference: 'matrix' } }) },
  streamEvents: { names: 'nothing' },
};
