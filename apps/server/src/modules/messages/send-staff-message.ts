import { phoneDigits } from '@munjigi/rules';
import { personalOf, SYSTEM, type Tx } from '../../db/index.ts';
import {
  beginStaffAttempt,
  changeStaffMessage,
  claimStaffMessage,
  deferStaffMessage,
  endStaffMessage,
  type StaffMessageKey,
  type StaffMessageRow,
} from '../staff-messages/index.ts';
import type { GuestMessage, SendOutcome } from './drivers/driver.ts';
import {
  recordProviderOutcome,
  type MessageProviderAccess,
  type OpenMessageProvider,
} from './providers/message-providers.ts';
import { smsChannelOf } from './templates/render-template.ts';

/**
 * Sends one due message to a person, or ends it. The attempt is committed before the provider gets the message. Resolves
 * with whether the provider answered; `null`: nothing was sent.
 */
export async function sendStaffMessage(
  access: MessageProviderAccess,
  provider: OpenMessageProvider,
  key: StaffMessageKey,
): Promise<boolean | null> {
  const { db } = access;
  const outgoing = await db.withActor(SYSTEM, (tx) => beginStaffSending(access, tx, provider, key));
  if (!outgoing) return null;
  const outcome = await provider.driver.send(outgoing, async (reference) => {
    await db.withActor(SYSTEM, (tx) => changeStaffMessage(tx, key, { reference }));
  });
  await recordStaffOutcome(access, { key, provider }, outcome);
  return outcome.kind !== 'UNREACHABLE' && outcome.kind !== 'UNKNOWN';
}

async function beginStaffSending(
  { clock }: MessageProviderAccess,
  tx: Tx,
  provider: OpenMessageProvider,
  key: StaffMessageKey,
): Promise<GuestMessage | null> {
  const now = clock.now();
  const row = await claimStaffMessage(tx, key);
  if (row?.state !== 'QUEUED' || row.sending_since !== null || row.send_at > now) return null;
  const end = async (state: 'EXPIRED' | 'FAILED' | 'WITHDRAWN', error: string) => {
    await endStaffMessage(tx, row, { state, error, now });
    return null;
  };
  if (row.expires_at <= now) return end('EXPIRED', 'TOO_LATE');
  if (row.user_id !== null && row.user_state !== 'ACTIVE') return end('WITHDRAWN', 'ACCOUNT_NOT_ACTIVE');
  const outgoing = toOutgoingStaff(tx, row, provider);
  if (outgoing.to === '') return end('FAILED', 'NO_ADDRESS');
  // A restored backup has no texts that its keys cannot open.
  if (outgoing.body === '') return end('FAILED', 'TEXT_LOST');
  await beginStaffAttempt(tx, row, now);
  return outgoing;
}

function toOutgoingStaff(tx: Tx, row: StaffMessageRow, { row: provider }: OpenMessageProvider): GuestMessage {
  const [subject, body] = [personalOf(tx).open(row.subject), personalOf(tx).open(row.body)];
  const isEmail = row.channel === 'EMAIL';
  const to = row.user_id === null ? personalOf(tx).open(row.recipient) : ((isEmail ? row.email : row.phone) ?? '');
  return {
    // The same for each attempt, so that a mail program recognises a repeated e-mail.
    id: row.id,
    channel: isEmail ? 'EMAIL' : smsChannelOf(body),
    to: isEmail ? to : phoneDigits(to),
    from: isEmail ? provider.sender_email : provider.sender_phone,
    subject,
    body,
    calendar: null,
    alimtalk: null,
  };
}

interface OfStaffAttempt {
  readonly key: StaffMessageKey;
  readonly provider: OpenMessageProvider;
}

/** Stores what became of an attempt, and what follows for its message and its provider. */
export async function recordStaffOutcome(
  { db, clock }: Pick<MessageProviderAccess, 'db' | 'clock'>,
  { key, provider }: OfStaffAttempt,
  outcome: SendOutcome | { readonly kind: 'NOT_SENT' },
): Promise<void> {
  const now = clock.now();
  await db.withActor(SYSTEM, async (tx) => {
    if (outcome.kind === 'ACCEPTED')
      await endStaffMessage(tx, key, {
        state: 'ACCEPTED',
        error: null,
        providerMessageId: outcome.providerMessageId,
        now,
      });
    else if (outcome.kind === 'REFUSED') await endStaffMessage(tx, key, { state: 'FAILED', error: outcome.error, now });
    else if (outcome.kind === 'DEFERRED') await deferStaffMessage(tx, key, { error: outcome.error, now });
    // What is unknown stays under way until it is resolved.
    else if (outcome.kind === 'UNKNOWN') await changeStaffMessage(tx, key, { error: outcome.error });
    else
      await changeStaffMessage(tx, key, {
        sending_since: null,
        reference: null,
        error: outcome.kind === 'NOT_SENT' ? 'NOT_SENT' : outcome.error,
      });
    await recordProviderOutcome(tx, provider.row, outcome, now);
  });
}
