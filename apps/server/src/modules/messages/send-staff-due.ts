import { SYSTEM } from '../../db/index.ts';
import {
  changeStaffMessage,
  endStaffMessage,
  expireStaffMessages,
  findDueStaffMessages,
  findInterruptedStaffMessages,
  type InterruptedStaffMessage,
} from '../staff-messages/index.ts';
import { openEnabledProviders, type MessageProviderAccess } from './providers/message-providers.ts';
import { INTERRUPTED_AFTER_MS, sendPage } from './outbox/send-page.ts';
import { recordStaffOutcome, sendStaffMessage } from './send-staff-message.ts';

/** The most messages of one page, and of these the number that is sent at once. */
const PAGE = 50;
const AT_ONCE = 4;
/** A run ends after this time, so that the next one can begin in another process. */
const LONGEST_RUN_MS = 20_000;

/**
 * Expires and sends what is due to staff (AU-8). Runs in one process at a time, as a recurring job beside the one for
 * guests: neither waits for a backlog of the other one.
 */
export async function sendDueStaffMessages(access: MessageProviderAccess): Promise<void> {
  await resolveInterruptedStaff(access);
  const startedAt = performance.now();
  do {
    const now = access.clock.now();
    const due = await access.db.withActor(SYSTEM, async (tx) => {
      await expireStaffMessages(tx, now);
      return findDueStaffMessages(tx, now, PAGE);
    });
    const sent = await sendPage(access, due, {
      atOnce: AT_ONCE,
      async send(providers, message) {
        const provider = providers.get(message.provider);
        return provider ? sendStaffMessage(access, provider, message) : false;
      },
    });
    if (sent === 0) return;
  } while (performance.now() - startedAt < LONGEST_RUN_MS);
}

const MOST_INTERRUPTED = 50;

/** Finds out what became of attempts whose outcome was not stored, as for messages to guests. */
async function resolveInterruptedStaff(access: MessageProviderAccess): Promise<void> {
  const before = new Date(access.clock.now().getTime() - INTERRUPTED_AFTER_MS);
  const rows = await access.db.withActor(SYSTEM, (tx) => findInterruptedStaffMessages(tx, before, MOST_INTERRUPTED));
  for (const row of rows) await resolveStaffMessage(access, row);
}

async function resolveStaffMessage(access: MessageProviderAccess, row: InterruptedStaffMessage): Promise<void> {
  const { db, clock } = access;
  const provider = (await openEnabledProviders(access, row.product_id)).get(row.provider);
  // Without a reference the provider never got the message.
  if (provider && row.reference === null)
    return recordStaffOutcome(access, { key: row, provider }, { kind: 'NOT_SENT' });
  const now = clock.now();
  const giveUp = () =>
    db.withActor(SYSTEM, (tx) => endStaffMessage(tx, row, { state: 'FAILED', error: 'OUTCOME_UNKNOWN', now }));
  if (!provider?.driver.lookUp || row.reference === null) return giveUp();
  const outcome = await provider.driver.lookUp(row.reference);
  if (outcome.kind !== 'UNREACHABLE') return recordStaffOutcome(access, { key: row, provider }, outcome);
  if (row.expires_at <= now) return giveUp();
  await db.withActor(SYSTEM, (tx) => changeStaffMessage(tx, row, { sending_since: now }));
}
