import type { Foundation } from './app-foundation.ts';
import type { AppModules } from './app-modules.ts';
import { sweepEvents } from './events/index.ts';
import { sweepIdempotencyKeys } from './http/index.ts';
import { sweepPeers, type JobHandlers, type RecurringJobs } from './jobs/index.ts';
import { forgottenPasswordJobs, sweepSignIns } from './modules/accounts/index.ts';
import { sweepAgeChecks } from './modules/age-checks/index.ts';
import { alarmTimers } from './modules/alarms/index.ts';
import { approvalTimers } from './modules/approvals/index.ts';
import { auditTimers } from './modules/audit/index.ts';
import { countedOverrunTimers, entryJobs, guestTimers, meterTimers, roomTimers } from './modules/automation/index.ts';
import { sweepBookings } from './modules/booking/index.ts';
import { receiptTimers } from './modules/cash-receipts/index.ts';
import { claimTimers } from './modules/coupons/index.ts';
import { depositJobs } from './modules/deposits/index.ts';
import { emergencyJobs, emergencyTimers, holdTimers, relockJobs } from './modules/doors/index.ts';
import { createOfferCheck, messageTimers } from './modules/messages/index.ts';
import { onCallTimers } from './modules/on-call/index.ts';
import { lookupJobs, owedExtensionJobs, payoutTimers, providerTimers, webhookJobs } from './modules/payments/index.ts';
import { eraseDue } from './modules/personal-data/index.ts';
import { reservationTimers, waitlistJobs, waitlistOfferJobs } from './modules/reservations/index.ts';
import { sweepStaffMessages } from './modules/staff-messages/index.ts';
import { SEALED_TABLES } from './sealing/sealed-tables.ts';

const HOUR_MS = 3600_000;

/** The handlers of jobs that transactions insert, of all modules. */
export function listJobHandlers({ db, clock }: Foundation, modules: AppModules): JobHandlers {
  const { accountDeps, devices, accessCodes, paymentDeps, lookups, webhooks, push } = modules;
  return {
    ...forgottenPasswordJobs(accountDeps),
    ...devices.jobs,
    ...relockJobs({ db, devices, clock }),
    ...emergencyJobs({ db, devices, clock }),
    ...waitlistJobs({ db, clock }),
    ...waitlistOfferJobs({
      db,
      clock,
      findOfferMeans: createOfferCheck({ ...paymentDeps, links: modules.guestLinks }),
    }),
    ...accessCodes.jobs,
    ...entryJobs({ db, clock }),
    ...lookupJobs({ lookups }),
    ...owedExtensionJobs({ db }),
    ...webhookJobs({ ...paymentDeps, lookups }),
    ...depositJobs({ db, clock }),
    ...webhooks.handlers,
    ...push.handlers,
  };
}

/** The recurring jobs of the process and of all modules. */
export function listRecurringJobs({ config, db, clock, log }: Foundation, modules: AppModules): RecurringJobs {
  const { devices, accessCodes, paymentDeps, lookups, receipts, webhooks, push, messageAccess, sealOfCodes } = modules;
  return {
    'events.sweep': {
      lane: 'upkeep',
      everyMs: HOUR_MS,
      run: () => sweepEvents(db, new Date(clock.now().getTime() - 24 * HOUR_MS)),
    },
    'personal-data.erase': {
      lane: 'upkeep',
      everyMs: HOUR_MS,
      run: () => eraseDue({ db, clock, tables: SEALED_TABLES }),
    },
    'http.sweep-idempotency-keys': { lane: 'upkeep', everyMs: HOUR_MS, run: () => sweepIdempotencyKeys(db, clock) },
    ...reservationTimers({ db, clock }),
    ...providerTimers({ ...paymentDeps, lookups }),
    ...receiptTimers({ receipts }),
    ...payoutTimers({ ...paymentDeps, log }),
    ...accessCodes.recurring,
    ...roomTimers({ db, devices, clock }),
    ...guestTimers({ db, clock }),
    ...meterTimers({ db, clock }),
    ...countedOverrunTimers({ db, clock }),
    ...holdTimers({ db, devices, clock }),
    ...emergencyTimers({ db, devices, clock }),
    ...alarmTimers({ db, clock }),
    ...approvalTimers({ db, clock }),
    ...claimTimers({ db, clock }),
    ...webhooks.recurring,
    ...push.recurring,
    ...messageTimers({ ...messageAccess, sealOfCodes, links: modules.guestLinks }),
    ...onCallTimers({ db, clock, publicUrl: config.publicUrl }),
    ...auditTimers({ db, clock, log }),
    'accounts.sweep-sign-ins': { lane: 'upkeep', everyMs: HOUR_MS, run: () => sweepSignIns(db, clock.now()) },
    'staff-messages.sweep': { lane: 'upkeep', everyMs: HOUR_MS, run: () => sweepStaffMessages(db, clock.now()) },
    'age-checks.sweep': { lane: 'upkeep', everyMs: HOUR_MS, run: () => sweepAgeChecks(db, clock.now()) },
    'booking.sweep': { lane: 'upkeep', everyMs: HOUR_MS, run: () => sweepBookings(db, clock.now()) },
    'jobs.sweep-peers': {
      lane: 'upkeep',
      everyMs: HOUR_MS,
      run: () => sweepPeers(db, new Date(clock.now().getTime() - 24 * HOUR_MS)),
    },
  };
}
