/** @module-tag engines */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor, SYSTEM, type Actor } from '../../db/index.ts';
import { startTestServer, type Caller, type Shop, type TestServer } from '../../testing/index.ts';
import { headOffice } from '../../testing/server.ts';
import { queueStaffMessage, sweepStaffMessages } from './index.ts';

describe('queueStaffMessage', () => {
  let server: TestServer;
  let shop: Shop;
  let person: Caller;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    shop = await server.makeShop();
    person = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(() => server.close());

  const enableSmtp = () =>
    server.withActor(headOffice(shop.productId), (tx) =>
      tx
        .insertInto('message_providers')
        .values({
          product_id: shop.productId,
          provider: 'SMTP',
          account: '',
          address: 'mail.example:587',
          secret: null,
          sender_phone: '0212345678',
          kakao_channel_id: '',
          sender_email: 'desk@mail.example',
          is_enabled: true,
          changed_at: server.clock.now(),
          changed_by_name: 'head office',
        })
        .execute(),
    );
  const queue = (actor: Actor, dedupeKey: string, channel: 'EMAIL' | 'SMS' = 'EMAIL', userId = person.userId) =>
    server.withActor(actor, (tx) =>
      queueStaffMessage(tx, {
        productId: shop.productId,
        userId,
        kind: 'ON_CALL',
        channel,
        language: 'ko',
        dedupeKey,
        subject: '알림',
        body: '문이 응답하지 않습니다',
        now: server.clock.now(),
        expiresAt: new Date(server.clock.now().getTime() + 60_000),
      }),
    );
  const rows = () =>
    server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('staff_messages').selectAll().where('product_id', '=', shop.productId).orderBy('seq').execute(),
    );

  it('adds a message once for each cause, from any actor of the product, and says what is missing (AU-8)', async () => {
    const ofStore = storeActor(shop.productId, shop.stores[0]?.id ?? '');
    expect(await queue(ofStore, 'too early')).toEqual({ error: 'NO_PROVIDER' });
    await enableSmtp();
    expect(await queue(ofStore, 'without a phone', 'SMS')).toEqual({ error: 'NO_PHONE' });
    expect(await queue(ofStore, 'unknown', 'EMAIL', '00000000-0000-7000-8000-000000000000')).toEqual({
      error: 'NO_EMAIL',
    });
    const actors = [ofStore, SYSTEM, person.actor, headOffice(shop.productId)];
    const added = await Promise.all(actors.map((actor) => queue(actor, 'one cause')));
    expect(new Set(added.map((result) => 'id' in result && result.id)).size).toBe(1);
    const [row, ...rest] = await rows();
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ ...added[0], state: 'QUEUED' });
    expect(row?.body.includes(Buffer.from('문이'))).toBe(false);
  });

  it('lets no person read a text, and no ended message keep one (AU-8)', async () => {
    await enableSmtp();
    await queue(SYSTEM, 'unread');
    await expect(
      server.withActor(headOffice(shop.productId), (tx) => tx.selectFrom('staff_messages').select('body').execute()),
    ).rejects.toThrow('permission denied');
    await expect(
      server.withActor(SYSTEM, (tx) =>
        tx
          .updateTable('staff_messages')
          .set({ state: 'ACCEPTED', ended_at: server.clock.now() })
          .where('product_id', '=', shop.productId)
          .execute(),
      ),
    ).rejects.toThrow('staff_messages_check');
  });

  it('deletes what ended more than 90 days ago, and keeps the rest (AU-8)', async () => {
    await enableSmtp();
    const days = (count: number) => new Date(server.clock.now().getTime() - count * 24 * 3600_000);
    for (const dedupeKey of ['old', 'recent', 'waiting']) await queue(SYSTEM, dedupeKey);
    for (const [dedupeKey, ended_at] of [
      ['old', days(91)],
      ['recent', days(89)],
    ] as const)
      await server.withActor(SYSTEM, (tx) =>
        tx
          .updateTable('staff_messages')
          .set({ state: 'ACCEPTED', ended_at, subject: Buffer.alloc(0), body: Buffer.alloc(0) })
          .where('product_id', '=', shop.productId)
          .where('dedupe_key', '=', dedupeKey)
          .execute(),
      );
    await sweepStaffMessages(server.app.db, server.clock.now());
    const keys = (await rows()).map((row) => row.dedupe_key);
    expect(keys).toEqual(['recent', 'waiting']);
  });
});
