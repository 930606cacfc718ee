import type { Foundation } from './app-foundation.ts';
import type { AppModules } from './app-modules.ts';
import type { Route } from './http/index.ts';
import { accessCodeRoutes } from './modules/access-codes/index.ts';
import { accountRoutes, secondFactorRoutes, userRoutes } from './modules/accounts/index.ts';
import { addOnRoutes } from './modules/add-ons/index.ts';
import { alarmRoutes } from './modules/alarms/index.ts';
import { approvalRoutes } from './modules/approvals/index.ts';
import { auditRoutes } from './modules/audit/index.ts';
import { automationRoutes } from './modules/automation/index.ts';
import {
  bookingRoutes,
  guestAgeRoutes,
  guestMarker,
  guestMoveRoutes,
  guestPhoneCodes,
} from './modules/booking/index.ts';
import { calendarFeedRoutes } from './modules/calendar-feeds/index.ts';
import { cancellationRoutes } from './modules/cancellations/index.ts';
import { passRoutes } from './modules/passes/index.ts';
import { cashReceiptRoutes } from './modules/cash-receipts/index.ts';
import { apiKeyRoutes, channelRoutes, channelStatementRoutes } from './modules/channels/index.ts';
import { couponRoutes, reservationExtras } from './modules/coupons/index.ts';
import { depositRoutes } from './modules/deposits/index.ts';
import { deviceAccountRoutes, deviceHistoryRoutes } from './modules/devices/index.ts';
import { displayRoutes } from './modules/displays/index.ts';
import { doorRoutes, emergencyRoutes } from './modules/doors/index.ts';
import { guestAccessRoutes, guestRoutes } from './modules/guest-access/index.ts';
import { helpDeskRoutes } from './modules/help-desk/index.ts';
import { identityCheckRoutes } from './modules/identity-checks/index.ts';
import { messageRoutes } from './modules/messages/index.ts';
import { modeRoutes } from './modules/modes/index.ts';
import { onCallRoutes } from './modules/on-call/index.ts';
import { overviewRoutes } from './modules/overview/index.ts';
import {
  notificationRoutes,
  paymentProviderRoutes,
  paymentRoutes,
  providerPaymentRoutes,
  providerTroubles,
} from './modules/payments/index.ts';
import { personalDataRoutes } from './modules/personal-data/index.ts';
import { pricePolicyRoutes } from './modules/price-policies/index.ts';
import { pushRoutes } from './modules/push/index.ts';
import { readinessRoutes } from './modules/readiness/index.ts';
import { reservationRoutes, seriesRoutes, waitlistRoutes } from './modules/reservations/index.ts';
import { roomDeviceRoutes } from './modules/room-devices/index.ts';
import { roomRoutes } from './modules/rooms/index.ts';
import { salesRoutes } from './modules/sales/index.ts';
import { settlementRoutes } from './modules/settlement/index.ts';
import { storeRoutes } from './modules/stores/index.ts';
import { strandedGuestRoutes } from './modules/stranded-guests/index.ts';
import { webhookEndpointRoutes } from './modules/webhooks/index.ts';

/** The routes of all modules. */
export function listRoutes(foundation: Foundation, modules: AppModules): Route[] {
  const { config, db, clock, events, lookups, deviceBroker } = foundation;
  const markOf = guestMarker(config.tokenSecret);
  const { accountDeps, devices, sealOfCodes, paymentDeps, webhookDeps, pushDeps, messageAccess, demoInbox } = modules;
  return [
    ...accountRoutes(accountDeps, events),
    ...secondFactorRoutes(accountDeps),
    ...userRoutes({ publicUrl: config.publicUrl }),
    ...auditRoutes({ db, clock }),
    ...personalDataRoutes(),
    ...apiKeyRoutes(),
    ...storeRoutes(),
    ...deviceHistoryRoutes({ db, clock }),
    ...deviceAccountRoutes({ db, clock, broker: deviceBroker }),
    ...roomRoutes({ db, clock }),
    ...roomDeviceRoutes({ db, clock, devices }),
    ...modeRoutes({ db, clock, devices }),
    ...doorRoutes({ db, clock, devices, events }),
    ...emergencyRoutes({ clock, devices }),
    ...alarmRoutes(),
    ...pricePolicyRoutes(),
    ...addOnRoutes(),
    ...couponRoutes({ markOf }),
    ...notificationRoutes({ db, searchTimeoutMs: config.searchTimeoutMs }),
    ...listMoneyRoutes(modules),
    ...paymentRoutes(paymentDeps),
    ...providerPaymentRoutes(paymentDeps),
    ...approvalRoutes({ ...paymentDeps, devices }),
    ...depositRoutes({ db, clock, lookups }),
    ...salesRoutes({ db, clock }),
    ...settlementRoutes({ db, clock }),
    ...overviewRoutes(),
    ...reservationRoutes({ db, clock, extras: reservationExtras(markOf, 'STAFF') }),
    ...cancellationRoutes(paymentDeps),
    ...seriesRoutes(),
    ...waitlistRoutes(),
    ...accessCodeRoutes({ seal: sealOfCodes }),
    ...readinessRoutes(),
    ...automationRoutes(),
    ...helpDeskRoutes({ db, clock, devices, seal: sealOfCodes }),
    ...guestAccessRoutes(modules.guestTokens),
    ...calendarFeedRoutes({ db, clock, lookups }),
    ...channelStatementRoutes(),
    ...channelRoutes({ ...paymentDeps, seal: sealOfCodes, markOf, isLimited: config.requestLimit > 0 }),
    ...webhookEndpointRoutes(webhookDeps),
    ...pushRoutes(pushDeps),
    ...messageRoutes({
      access: messageAccess,
      links: modules.guestLinks,
      inbox: demoInbox,
      payments: paymentDeps,
      lookups,
      isLimited: config.requestLimit > 0,
    }),
    ...strandedGuestRoutes(paymentDeps),
    ...listOpenRoutes(foundation, modules),
    ...onCallRoutes({ db, clock }),
  ];
}

/** The connections to providers of payments and of identity checks, cash receipts and passes. */
function listMoneyRoutes(modules: AppModules): Route[] {
  const { sealOfProviders, sealOfIdentities, addressesOfProviders: addresses, identities } = modules;
  return [
    ...paymentProviderRoutes({ ...modules.paymentDeps, seal: sealOfProviders, troubles: providerTroubles, addresses }),
    ...identityCheckRoutes({ seal: sealOfIdentities, addresses, identities }),
    ...cashReceiptRoutes(),
    ...passRoutes(),
  ];
}

/** The routes of pages without a session: of guests, of online booking, and of the tablets at doors. */
function listOpenRoutes(
  { config, db, clock, staffPriority, lookups }: Foundation,
  { paymentDeps, guestTokens, devices, sealOfCodes, identities }: AppModules,
): Route[] {
  const pages = { publicUrl: config.publicUrl, isLimited: config.requestLimit > 0 };
  const phoneCodes = guestPhoneCodes({ db, clock, secret: config.tokenSecret });
  return [
    ...guestAgeRoutes({ db, clock, identities }),
    ...guestMoveRoutes({ ...paymentDeps, phoneCodes }),
    ...guestRoutes({
      ...paymentDeps,
      guestTokens,
      devices,
      seal: sealOfCodes,
      phoneCodes,
      lookups,
      isLimited: pages.isLimited,
    }),
    ...bookingRoutes({
      ...paymentDeps,
      identities,
      ...pages,
      secret: config.tokenSecret,
      guestTokens,
      staffPriority,
      poolSize: config.databasePool,
    }),
    ...displayRoutes({ db, clock, lookups, ...pages }),
  ];
}
