import { phoneDigits } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, type Tx } from '../../db/index.ts';

interface NewMessage {
  readonly productId: string;
  readonly channel: 'EMAIL' | 'SMS';
  readonly language: 'ko' | 'en';
  /** Names the cause: one cause makes one message of a product. */
  readonly dedupeKey: string;
  readonly subject: string;
  readonly body: string;
  readonly now: Date;
  /** The message is not sent from this time on. */
  readonly expiresAt: Date;
}

export interface NewStaffMessage extends NewMessage {
  readonly userId: string;
  readonly kind: 'INVITATION' | 'PASSWORD_RESET' | 'NEW_DEVICE' | 'ON_CALL';
}

/** A text to a phone or an e-mail address that belongs to no person of the product: a one-time code (BK-4, BK-16), that
 * its guest is on the waitlist (WL-5), or that their pass ends (PS-8). */
interface NewVisitorMessage extends NewMessage {
  readonly kind: 'PHONE_CODE' | 'WAITLIST_JOINED' | 'PASS_ENDING';
  readonly recipient: string;
}

/** Phones in Korea that receive SMS and alimtalk, as dialled inside Korea. */
const MOBILE = /^01\d{8,9}$/;

export function canReceiveSms(phone: string): boolean {
  return MOBILE.test(phoneDigits(phone));
}

/**
 * Adds a message to a person of the product to the outbox (AU-8). It is sent after the commit, to the address that the
 * person then has. A repeated `dedupeKey` adds nothing and returns the first message. Adds nothing for a person without an
 * address of this channel and for a product without an enabled provider of it. The transaction belongs to the product or to
 * the system.
 */
export async function queueStaffMessage(
  tx: Tx,
  message: NewStaffMessage,
): Promise<{ id: string } | { error: 'NO_PHONE' | 'NO_EMAIL' | 'NO_PROVIDER' }> {
  const fault = await findFault(tx, message);
  return fault ? { error: fault } : insertMessage(tx, { ...message, recipient: '' });
}

/**
 * Adds a message to a visitor of the booking page to the outbox; the text and the recipient are sealed, and emptied when it has ended.
 * Adds nothing for a product without an enabled provider of the channel.
 */
export async function queueVisitorMessage(
  tx: Tx,
  message: NewVisitorMessage,
): Promise<{ id: string } | { error: 'NO_PROVIDER' }> {
  if (!(await hasProvider(tx, message.productId, message.channel))) return { error: 'NO_PROVIDER' };
  return insertMessage(tx, { ...message, userId: null });
}

interface MessageRow extends NewMessage {
  readonly kind: NewStaffMessage['kind'] | NewVisitorMessage['kind'];
  readonly userId: string | null;
  /** The phone or the address of a message without a person. */
  readonly recipient: string;
}

async function insertMessage(tx: Tx, message: MessageRow): Promise<{ id: string }> {
  const added = await tx
    .insertInto('staff_messages')
    .values({
      product_id: message.productId,
      id: uuidv7(),
      user_id: message.userId,
      recipient: personalOf(tx).seal(message.recipient),
      kind: message.kind,
      channel: message.channel,
      language: message.language,
      dedupe_key: message.dedupeKey,
      subject: personalOf(tx).seal(message.subject),
      body: personalOf(tx).seal(message.body),
      queued_at: message.now,
      send_at: message.now,
      expires_at: message.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['product_id', 'dedupe_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added ?? findByKey(tx, message);
}

async function findFault(
  tx: Tx,
  { productId, userId, channel }: NewStaffMessage,
): Promise<'NO_PHONE' | 'NO_EMAIL' | 'NO_PROVIDER' | null> {
  const person = await tx
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('product_id', '=', productId)
    .where('id', '=', userId)
    .executeTakeFirst();
  if (channel === 'EMAIL' && !person?.email) return 'NO_EMAIL';
  if (channel === 'SMS' && !canReceiveSms(person?.phone ?? '')) return 'NO_PHONE';
  return (await hasProvider(tx, productId, channel)) ? null : 'NO_PROVIDER';
}

/** Whether the product has an enabled provider of this channel. */
export async function hasProvider(tx: Tx, productId: string, channel: 'EMAIL' | 'SMS'): Promise<boolean> {
  const provider = await tx
    .selectFrom('message_providers')
    .select('provider')
    .where('product_id', '=', productId)
    .where('provider', '=', channel === 'EMAIL' ? 'SMTP' : 'SOLAPI')
    .where('is_enabled', '=', true)
    .executeTakeFirst();
  return provider !== undefined;
}

function findByKey(tx: Tx, { productId, dedupeKey }: NewMessage): Promise<{ id: string }> {
  return tx
    .selectFrom('staff_messages')
    .select('id')
    .where('product_id', '=', productId)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirstOrThrow();
}
