import type { Foundation } from './app-foundation.ts';
import { codeSeal, startAccessCodes } from './modules/access-codes/index.ts';
import { createAuthenticator, createTokens } from './modules/accounts/index.ts';
import { createOverrunWatcher, entryWatcher } from './modules/automation/index.ts';
import { startCashReceipts } from './modules/cash-receipts/index.ts';
import { createDevices } from './modules/devices/index.ts';
import { doorWatcher, EMERGENCY_RETRY_MS } from './modules/doors/index.ts';
import { guestLinksOf, guestTokensOf } from './modules/guest-access/index.ts';
import { identitySeal, openIdentityProviders } from './modules/identity-checks/index.ts';
import { openMessageProviderAccess, type DemoInbox } from './modules/messages/index.ts';
import {
  openProviders,
  providerAddresses,
  providerSeal,
  refundAccounts,
  startPaymentLookups,
} from './modules/payments/index.ts';
import { pushAddresses, pushMarkKey, pushSeal, startPush } from './modules/push/index.ts';
import { watchWaitlists } from './modules/reservations/index.ts';
import { deviceWatcher } from './modules/room-devices/index.ts';
import { OUTBOUND_TIMEOUT_MS, startWebhooks, webhookAddresses, webhookSeal } from './modules/webhooks/index.ts';

export interface ModuleTimes {
  /** Time-out of requests to receivers of webhooks or push, in milliseconds. */
  readonly outboundTimeoutMs?: number;
  /** Milliseconds until an emergency locks a door again. */
  readonly emergencyRetryMs?: number;
}

/** The modules that run in this process, with what their routes and jobs need. */
export type AppModules = ReturnType<typeof startModules>;

export function startModules(
  foundation: Foundation,
  { outboundTimeoutMs = OUTBOUND_TIMEOUT_MS, emergencyRetryMs = EMERGENCY_RETRY_MS }: ModuleTimes,
) {
  const { config, db, clock, log, events } = foundation;
  const tokens = createTokens(config.tokenSecret, clock);
  const authenticator = createAuthenticator({ db, tokens, clock, demo: config.demo });
  const accountDeps = {
    db,
    clock,
    tokens,
    secret: config.tokenSecret,
    tokenHours: config.tokenHours,
    demo: config.demo,
    publicUrl: config.publicUrl,
    log,
  };
  const devices = startDevices(foundation, emergencyRetryMs);
  const payments = startPayments(foundation);
  const waitlists = watchWaitlists({ db, clock, events, log });
  const notifiers = startNotifiers(foundation, outboundTimeoutMs);
  const messageAccess = openMessageProviderAccess({
    db,
    clock,
    tokenSecret: config.tokenSecret,
    allowsTestUrls: config.providerTestUrls,
    allowedNetworks: config.webhookAllow,
    timeoutMs: outboundTimeoutMs,
  });
  const guestTokens = guestTokensOf(config.tokenSecret);
  const demoInbox: DemoInbox = { read: null };
  return {
    tokens,
    authenticator,
    accountDeps,
    ...devices,
    ...payments,
    waitlists,
    ...notifiers,
    messageAccess,
    guestTokens,
    guestLinks: guestLinksOf(guestTokens, config.publicUrl),
    demoInbox,
  };
}

/** Call it after the last request and job have ended. */
export async function closeModules(modules: AppModules): Promise<void> {
  await modules.lookups.close();
  await modules.receipts.close();
  modules.identities.close();
  await modules.waitlists.close();
  await modules.webhooks.close();
  await modules.push.close();
  await modules.accessCodes.close();
  await modules.devices.close();
}

/** The devices, with the modules that watch them. */
function startDevices(foundation: Foundation, emergencyRetryMs: number) {
  const { config, db, clock, log, events } = foundation;
  const devices = createDevices(foundation);
  devices.watch(doorWatcher({ devices, clock, emergencyRetryMs }));
  devices.watch(deviceWatcher({ devices }));
  const sealOfCodes = codeSeal(config.tokenSecret);
  const accessCodes = startAccessCodes({ db, clock, log, events, devices, seal: sealOfCodes });
  for (const watcher of [accessCodes.watcher, entryWatcher, createOverrunWatcher({ clock })]) devices.watch(watcher);
  return { devices, sealOfCodes, accessCodes };
}

function startPayments({ config, db, clock, log }: Foundation) {
  const sealOfProviders = providerSeal(config.tokenSecret);
  const addressesOfProviders = providerAddresses({ allowsTestUrls: config.providerTestUrls });
  const paymentDeps = {
    db,
    clock,
    providers: openProviders({
      db,
      seal: sealOfProviders,
      timeoutMs: config.providerTimeoutMs,
      addresses: addressesOfProviders,
    }),
    accounts: refundAccounts(config.tokenSecret),
  };
  const lookups = startPaymentLookups({ ...paymentDeps, log });
  const receipts = startCashReceipts({ ...paymentDeps, log });
  const sealOfIdentities = identitySeal(config.tokenSecret);
  const identities = openIdentityProviders({
    db,
    seal: sealOfIdentities,
    timeoutMs: config.providerTimeoutMs,
    addresses: addressesOfProviders,
  });
  return { sealOfProviders, addressesOfProviders, paymentDeps, lookups, receipts, sealOfIdentities, identities };
}

/** Sends events to the outside: webhooks and push notifications. */
function startNotifiers({ config, db, clock, log, events }: Foundation, timeoutMs: number) {
  const webhookDeps = {
    clock,
    seal: webhookSeal(config.tokenSecret),
    addresses: webhookAddresses(config.webhookAllow),
    timeoutMs,
  };
  const webhooks = startWebhooks({ ...webhookDeps, db, events, log });
  const pushDeps = {
    db,
    clock,
    log,
    seal: pushSeal(config.tokenSecret),
    markKey: pushMarkKey(config.tokenSecret),
    addresses: pushAddresses(config),
    timeoutMs,
    contact: config.pushContact,
  };
  const push = startPush({ ...pushDeps, events });
  return { webhookDeps, webhooks, pushDeps, push };
}
