import { getReservationAccess, replaceAccessCode, resendAccessCode, revealAccessCode } from './access-codes.ts';
import { login, logout, me } from './accounts.ts';
import { acknowledgeAlarm, listAlarms } from './alarms.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { approveApproval, declineApproval, getApproval, listApprovals, readApprovalRules, requestApproval, setApprovalRules } from './approvals.ts';
import { exportAudit, listAudit, listAuditActors, readAuditVerification, verifyAudit } from './audit.ts';
import {
  cancelChannelReservation, confirmChannelReservation, createChannelReservation, extendChannelReservation, getChannelReservation, listChannelRooms, listChannelStores, quoteForChannel,
  readAvailability, tellChannelCode,
} from './channels.ts';
import {
  createDepositRelay, getDeposit, ignoreDeposit, importDeposits, listDepositRelays, listDeposits, matchDeposit, relayDeposit, revealDeposit, revokeDepositRelay, undoDeposit,
} from './deposits.ts';
import { exportDeviceHistory, getDeviceCommand, listDeviceHistory } from './device-history.ts';
import { addDevice, controlDevice, editDevice, listDevices, listDiscoveredDevices, removeDevice } from './devices.ts';
import { listDoorSpares } from './door-spares.ts';
import { approveLock, editDoor, holdDoorOpen, listDiscoveredLocks, listDoors, lockDoor, openDoor, removeDoor, replaceDoorDevice, testDoor } from './doors.ts';
import { endEmergency, listEmergencies, retryEmergency, startEmergency } from './emergencies.ts';
import { streamEvents } from './events.ts';
import { listExtensionOffers } from './extension-offers.ts';
import { extendForGuest, getHelpDeskPage, giveNewCode, listHelpDeskCases, openDoorForGuest, openHelpDeskCase, resolveHelpDeskCase, searchHelpDesk } from './help-desk.ts';
import { applyMode, createMode, deleteMode, editMode, listModeRuns, listModes, retryModeRun, undoModeRun } from './modes.ts';
import { confirmAllNotifications, confirmNotifications, listNotifications } from './notifications.ts';
import { createCalendarFeed, listCalendarFeeds, readCalendarFeed, revokeCalendarFeed } from './calendar-feeds.ts';
import { listPaymentProviders, setPaymentProvider, setProviderFees } from './payment-providers.ts';
import {
  beginPayment, confirmPayment, getPayment, listOwedRefunds, listPayments, markRefundSent, readWaterfall, recordPayment, refundPayment, revealRefundAccount, reversePayment,
} from './payments.ts';
import { getPersonalDataTerms, setPersonalDataTerms } from './personal-data.ts';
import { createPricePolicy, deletePricePolicy, editPricePolicy, lintPrices, listPricePolicies, quotePrice } from './price-policies.ts';
import { listOverruns, listReadiness, listReadinessChecks } from './readiness.ts';
import {
  createWebhookEndpoint, editWebhookEndpoint, getWebhookDelivery, listWebhookDeliveries, listWebhookEndpoints, removeWebhookEndpoint, renewWebhookSecret, replayWebhookDeliveries,
  replayWebhookDelivery, testWebhookEndpoint,
} from './webhook-endpoints.ts';
import { getWebhook, listWebhooks, receivePortoneWebhook, receiveTossWebhook, replayWebhook } from './provider-webhooks.ts';
import {
  cancelReservation, checkInReservation, completeReservation, confirmReservation, createReservation, createSeries,
  dailyReservations, editReservation, exportReservations, extendReservation, getReservation, listReservations, markNoShow, previewSeries,
  revealGuest, searchReservations,
} from './reservations.ts';
import { addRoomPhoto, archiveRoom, createRoom, editRoom, getRoom, listRooms, orderRooms, readRoomPhoto, removeRoomPhoto } from './rooms.ts';
import { readOverview, readSetup } from './overview.ts';
import { changePassword, editOwnAccount, endOtherSessions, endOwnSession, getOwnAccount } from './own-account.ts';
import { checkPasswordReset, issuePasswordReset, resetPassword } from './password-reset.ts';
import { readPush, removePush, subscribePush } from './push.ts';
import { exportSales, readRoomSales, readSales, readWeeklySales } from './sales.ts';
import {
  adjustSettlement, closeSettlement, commentOnSettlement, exportSettlement, exportTaxInvoices, getSettlement, getTaxSupplier, listSettlementEntries, listSettlements, listSettlementTerms, paySettlement,
  setSettlementTerms, setTaxSupplier, shareSettlement,
} from './settlement.ts';
import {
  beginSecondFactor, confirmSecondFactor, editSignInRules, getSecondFactor, getSignInRules, removeSecondFactor, renewRecoveryCodes, stayActive, verifySecondFactor,
} from './second-factor.ts';
import { readSignUp, signUp } from './sign-up.ts';
import { listStoreSummaries } from './store-summaries.ts';
import { closeStore, createClosure, createStore, deleteClosure, editHoliday, editStore, getStore, listClosures, listHolidays, listStores, reopenStore } from './stores.ts';
import { approveUser, declineUser, disableUser, editUser, enableUser, endUserSession, endUserSessions, getUser, inviteUser, listRightChanges, listUsers, resetSecondFactor, revealUser } from './users.ts';
import { addToWaitlist, closeWaitlistEntry, listWaitlist, revealWaitlistGuest } from './waitlist.ts';

/** Everything the server answers, by the name that the OpenAPI document uses as `operationId` (AP-5). */
export const ENDPOINTS = {
  login, verifySecondFactor, me, logout, stayActive, readSignUp, signUp,
  getSecondFactor, beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, removeSecondFactor, getSignInRules, editSignInRules,
  readPush, subscribePush, removePush, getOwnAccount, editOwnAccount, changePassword, endOwnSession, endOtherSessions, checkPasswordReset, resetPassword,
  listUsers, getUser, revealUser, listRightChanges, editUser, inviteUser, approveUser, declineUser, disableUser, enableUser, resetSecondFactor, issuePasswordReset, endUserSession, endUserSessions,
  listAudit, exportAudit, listAuditActors, readAuditVerification, verifyAudit,
  getPersonalDataTerms, setPersonalDataTerms,
  listApiKeys, createApiKey, revokeApiKey,
  readApprovalRules, setApprovalRules, listApprovals, getApproval, requestApproval, approveApproval, declineApproval,
  listStores, listStoreSummaries, getStore, editStore, listClosures, createClosure, deleteClosure, listHolidays, editHoliday, closeStore, reopenStore, createStore,
  listRooms, getRoom, createRoom, editRoom, orderRooms, archiveRoom, addRoomPhoto, removeRoomPhoto, readRoomPhoto,
  listPricePolicies, createPricePolicy, editPricePolicy, deletePricePolicy, quotePrice, lintPrices,
  listReservations, getReservation, createReservation, editReservation, confirmReservation, checkInReservation, completeReservation,
  extendReservation, cancelReservation, markNoShow, revealGuest, dailyReservations, searchReservations, exportReservations,
  getReservationAccess, revealAccessCode, replaceAccessCode, resendAccessCode, listReadiness, listReadinessChecks, listExtensionOffers, listOverruns,
  searchHelpDesk, getHelpDeskPage, openHelpDeskCase, openDoorForGuest, giveNewCode, extendForGuest, resolveHelpDeskCase, listHelpDeskCases,
  previewSeries, createSeries, listWaitlist, addToWaitlist, closeWaitlistEntry, revealWaitlistGuest,
  listCalendarFeeds, createCalendarFeed, revokeCalendarFeed, readCalendarFeed,
  listChannelStores, listChannelRooms, readAvailability, quoteForChannel, createChannelReservation, getChannelReservation, confirmChannelReservation,
  cancelChannelReservation, extendChannelReservation, tellChannelCode,
  listDoors, openDoor, lockDoor, holdDoorOpen, testDoor, editDoor, removeDoor, replaceDoorDevice, listDiscoveredLocks, approveLock, listDoorSpares,
  listEmergencies, startEmergency, endEmergency, retryEmergency,
  listAlarms, acknowledgeAlarm,
  listDevices, addDevice, editDevice, removeDevice, controlDevice, listDiscoveredDevices,
  listModes, createMode, editMode, deleteMode, applyMode, listModeRuns, retryModeRun, undoModeRun,
  listDeviceHistory, getDeviceCommand, exportDeviceHistory,
  listNotifications, confirmNotifications, confirmAllNotifications,
  listPayments, getPayment, recordPayment, refundPayment, reversePayment, markRefundSent, revealRefundAccount, listOwedRefunds, readWaterfall, beginPayment, confirmPayment,
  listPaymentProviders, setPaymentProvider, setProviderFees, receiveTossWebhook, receivePortoneWebhook, listWebhooks, getWebhook, replayWebhook,
  listWebhookEndpoints, createWebhookEndpoint, editWebhookEndpoint, renewWebhookSecret, removeWebhookEndpoint, testWebhookEndpoint, listWebhookDeliveries, getWebhookDelivery,
  replayWebhookDelivery,
  replayWebhookDeliveries,
  listDeposits, getDeposit, revealDeposit, matchDeposit, undoDeposit, ignoreDeposit, relayDeposit, importDeposits, listDepositRelays, createDepositRelay, revokeDepositRelay,
  readSales, readWeeklySales, readRoomSales, exportSales, readOverview, readSetup,
  listSettlements, listSettlementTerms, setSettlementTerms, getSettlement, listSettlementEntries, shareSettlement, commentOnSettlement, adjustSettlement, closeSettlement,
  paySettlement, exportSettlement, getTaxSupplier, setTaxSupplier, exportTaxInvoices,
  streamEvents,
} as const;
