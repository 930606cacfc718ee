import type { Message, MessageKind } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, type NotifiedStay, type Tx } from '../../../db/index.ts';
import { listedMessages, publishMessages, toMessage } from './messages.sql.ts';
import type { Stay } from '../templates/stay-facts.sql.ts';

export interface PersonalMessage {
  readonly stay: Stay;
  readonly kind: MessageKind;
  /** The access code or the refund that the message is about. */
  readonly subjectId: string | null;
  readonly resendOf: string | null;
  /** Of the repeated message of a change. */
  readonly before?: NotifiedStay | null;
  readonly now: Date;
}

const HOUR_MS = 3600_000;

/** Adds a message that a person sends. It has no cause, so it is never a repeated one. The sender computes its times. */
export async function insertMessageOfPerson(tx: Tx, message: PersonalMessage): Promise<string> {
  const { stay, kind, subjectId, resendOf, now } = message;
  const id = uuidv7();
  await tx
    .insertInto('messages')
    .values({
      product_id: stay.productId,
      store_id: stay.storeId,
      id,
      reservation_id: stay.reservationId,
      kind,
      dedupe_key: `RESEND:${id}`,
      subject_id: subjectId,
      language: stay.language,
      guest_phone: personalOf(tx).seal(stay.guestPhone),
      guest_email: personalOf(tx).seal(stay.guestEmail),
      phone_mark: stay.phoneMark,
      resend_of: resendOf,
      before: message.before ? JSON.stringify(message.before) : null,
      queued_at: now,
      send_at: now,
      expires_at: stay.endsAt > now ? stay.endsAt : new Date(now.getTime() + HOUR_MS),
    })
    .execute();
  return id;
}

/** Publishes a message and returns it as lists show it. */
export async function publishQueuedMessage(tx: Tx, { storeId }: Stay, id: string): Promise<Message> {
  await publishMessages(tx, storeId, [id]);
  return toMessage(await listedMessages(tx).where('m.id', '=', id).executeTakeFirstOrThrow());
}
