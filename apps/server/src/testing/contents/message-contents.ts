import { v7 as uuidv7 } from 'uuid';
import { personalOf, pipelineStatement, type Tx } from '../../db/index.ts';
import { headOffice, type Shop, type TestServer } from '../server.ts';

interface Place {
  readonly product_id: string;
  readonly store_id: string;
}

/** A provider that is not enabled, so that nothing is sent. An existing one stays. */
export async function addDisabledMessageProvider(server: TestServer, { productId }: Shop): Promise<void> {
  await server.withActor(headOffice(productId), (tx) =>
    tx
      .insertInto('message_providers')
      .values({
        product_id: productId,
        provider: 'SMTP',
        account: '',
        address: '127.0.0.1:9',
        secret: null,
        sender_phone: '',
        kakao_channel_id: '',
        sender_email: 'matrix@test.example',
        is_enabled: false,
        changed_at: server.clock.now(),
        changed_by_name: 'test',
      })
      .onConflict((builder) => builder.doNothing())
      .execute(),
  );
}

/** The sender and the reminders of the store, and a sent message with its attempt. */
export function fillMessages(tx: Tx, row: Place, of: { readonly reservationId: string; readonly now: Date }): string {
  const { reservationId, now } = of;
  const [id, attemptId] = [uuidv7(), uuidv7()];
  const keys = personalOf(tx);
  pipelineStatement(
    tx,
    tx
      .insertInto('message_senders')
      .values({ ...row, id: row.store_id, sender_phone: '', sender_email: '', quiet_from: null, quiet_until: null })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('message_reminders')
      .values({ ...row, id: row.store_id, is_day_before_on: true, is_starts_soon_on: true, is_rating_on: true })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('pass_reminder_switches')
      .values({ ...row, id: row.store_id, is_on: true })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx.insertInto('messages').values({
      ...row,
      id,
      reservation_id: reservationId,
      // Valid in every state of a reservation, so it can be sent again.
      kind: 'REFUNDED',
      dedupe_key: `REFUNDED:${id}`,
      subject_id: null,
      guest_phone: keys.seal('010-1234-5678'),
      phone_mark: null,
      content: keys.seal(JSON.stringify({ subject: '환불', body: '환불이 완료되었습니다.' })),
      state: 'DELIVERED',
      channel: 'SMS',
      queued_at: now,
      planned_at: now,
      is_new: false,
      send_at: now,
      expires_at: now,
      ended_at: now,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('message_attempts').values({
      ...row,
      id: attemptId,
      message_id: id,
      channel: 'SMS',
      provider: 'SOLAPI',
      state: 'DELIVERED',
      provider_message_id: attemptId,
      started_at: now,
      accepted_at: now,
      reported_at: now,
    }),
  );
  return id;
}
