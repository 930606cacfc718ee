// @sweep 1/8 (decision 086)
import { MESSAGE_KINDS, VARIABLES_OF_KIND } from '@munjigi/contract';
import { DEFAULT_TEMPLATES } from '@munjigi/texts/message-templates';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  makeGuest,
  openMessageDesk,
  startTestServer,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';
import { openVirtualToss } from '../../testing/peers/payment-provider.ts';
import { guestLinksOf, guestTokensOf } from '../guest-access/index.ts';
import { countSmsBytes, renderTemplate } from './templates/render-template.ts';
import { exampleValues } from './templates/template-values.ts';
import { previewTemplate } from './templates/templates.ts';

const PHONE = '010-1234-5678';
/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');
const LINK = /https:\/\/office\.example\/g\/(mjg_[\w-]{43})/;

describe('links in messages (MS-11, MS-12)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let beside: TestServer;
  let desk: MessageDesk;
  const logLines: string[] = [];
  let days = 0;
  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock, logLines });
    beside = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(() => desk.solapi.close());
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  const linksSent = () =>
    desk.received(PHONE).map(({ text }) => LINK.exec(text)?.[1] ?? expect.fail(`no link in ${text}`));
  const access = (of: Answer['body']) => `/${desk.shop.slug}/reservation/${of['id']}/guest-access`;
  const readAs = (token: string) => server.caller(token)('GET', `/${desk.shop.slug}/guest/reservation`);
  const paymentLink = (of: Answer['body']) => `/${desk.shop.slug}/reservation/${of['id']}/message/payment-link`;

  it('send one link in every message of a reservation, which opens it, and store it masked (MS-11, GT-2)', async () => {
    const held = await desk.createReservation({ state: 'PENDING', ...desk.time(5) });
    const first = await desk.message(held, 'HELD', 'ACCEPTED');
    await desk.verb(held, 'confirm');
    await desk.message(held, 'CONFIRMED', 'ACCEPTED');
    const [one, two] = linksSent();
    expect(two).toBe(one);
    expect((await readAs(one ?? '')).body).toMatchObject({ reservationId: held['id'], state: 'CONFIRMED' });
    const stored = await desk.admin.call('GET', `/${desk.shop.slug}/message/${first['id']}`);
    expect(stored.body['body']).toContain('https://office.example/g/••••••');
    expect(JSON.stringify(stored.body)).not.toContain('mjg_');
    expect(logLines.join('\n')).not.toContain('mjg_');
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('audit_log').selectAll().where('action', 'like', 'guest-access.%').execute(),
    );
    expect(audited.map((row) => [row.action, row.actor_kind, row.actor_label, row.subject_id])).toEqual([
      ['guest-access.issued', 'SYSTEM', 'message', held['id']],
    ]);
    expect(JSON.stringify(audited)).not.toContain('mjg_');
    expect((await desk.admin.call('GET', access(held))).body).toMatchObject({ state: 'ACTIVE', issuedByName: null });
  });

  it('send the link of the token that staff issued, and another one after staff replaced it (GT-3)', async () => {
    const reservation = await desk.createReservation(desk.time(5));
    const issued = await desk.admin.call('POST', access(reservation), { replacesTokenId: null });
    // The first message may have issued its token already.
    const existing = issued.status === 200 ? issued : await desk.admin.call('GET', access(reservation));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    if (issued.status === 200) expect(linksSent()).toEqual([issued.body['token']]);
    const replaced = await desk.admin.call('POST', access(reservation), { replacesTokenId: existing.body['tokenId'] });
    expect(replaced.status).toBe(200);
    const read = await desk.read(reservation);
    expect((await desk.verb(read, 'extend', { minutes: 60 })).status).toBe(200);
    await desk.message(reservation, 'EXTENDED', 'ACCEPTED');
    expect(linksSent().at(-1)).toBe(replaced.body['token']);
    expect((await readAs(linksSent()[0] ?? '')).status).toBe(401);
  });

  it('keep a token valid that the server cannot compose, and issue another one beside it (decision 074)', async () => {
    let reservation: Answer['body'] = {};
    let handedOut = { token: '' };
    await desk.whileSolapiIsPaused(async () => {
      reservation = await desk.createReservation(desk.time(5));
      handedOut = await makeGuest(server, desk.shop, desk.storeId, String(reservation['id']));
    });
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const [sent] = linksSent();
    expect(sent).not.toBe(handedOut.token);
    expect([(await readAs(handedOut.token)).status, (await readAs(sent ?? '')).status]).toEqual([200, 200]);
    expect((await desk.admin.call('DELETE', access(reservation))).status).toBe(200);
    expect([(await readAs(handedOut.token)).status, (await readAs(sent ?? '')).status]).toEqual([401, 401]);
  });

  it('issue another token after the secret of the server changed, while the former link still works (decision 074)', async () => {
    const reservation = await desk.createReservation(desk.time(5));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const of = { storeId: desk.storeId, reservationId: String(reservation['id']) };
    const actor = storeActor(desk.shop.productId, desk.storeId);
    const rotated = guestLinksOf(guestTokensOf('another-secret-of-the-tests-and-no-more'), 'https://office.example');
    const found = await server.withActor(actor, (tx) => rotated.findLink(tx, of));
    expect(found).toBeNull();
    await server.withActor(actor, (tx) => rotated.prepareLink(tx, clock, of));
    const link = await server.withActor(actor, (tx) => rotated.findLink(tx, of));
    const token = LINK.exec(link ?? '')?.[1] ?? '';
    expect([(await readAs(token)).status, (await readAs(linksSent()[0] ?? '')).status]).toEqual([200, 200]);
  });

  it('leave the line of the link out after staff revoked the token (MS-11)', async () => {
    const reservation = await desk.createReservation(desk.time(5));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect((await desk.admin.call('DELETE', access(reservation))).status).toBe(200);
    expect((await desk.verb(await desk.read(reservation), 'extend', { minutes: 60 })).status).toBe(200);
    await desk.message(reservation, 'EXTENDED', 'ACCEPTED');
    const text = desk.received(PHONE).at(-1)?.text ?? '';
    expect(text).toMatch(/까지 연장되었습니다\.$/);
    expect((await desk.admin.call('GET', access(reservation))).body['state']).toBe('REVOKED');
  });

  it('have no link without PUBLIC_URL, and the preview says so (MS-11)', () => {
    const { body } = DEFAULT_TEMPLATES.ko.CONFIRMED;
    const preview = previewTemplate({ kind: 'CONFIRMED', language: 'ko' }, { subject: '확정', body }, null);
    expect(preview).toMatchObject({ isLinkMissing: true, unknownVariables: [], missingVariables: [] });
    expect(preview.body).not.toMatch(/예약 보기|\{\{|\n$/);
    const shown = previewTemplate(
      { kind: 'CONFIRMED', language: 'ko' },
      { subject: '확정', body },
      'https://a.example',
    );
    expect(shown).toMatchObject({ isLinkMissing: false, channel: 'LMS' });
    expect(shown.body).toContain('\n예약 보기 https://a.example/g/mjg_');
    expect(renderTemplate('가\n{{ link }} 나\n다', {})).toBe('가\n다');
    const subject = previewTemplate({ kind: 'CONFIRMED', language: 'ko' }, { subject: '{{link}}', body }, null);
    expect(subject.unknownVariables).toEqual(['link']);
  });

  it('name only variables of their kind in the default texts, and fit into an LMS (MS-3)', () => {
    for (const language of ['ko', 'en'] as const)
      for (const kind of MESSAGE_KINDS) {
        const { subject, body } = DEFAULT_TEMPLATES[language][kind];
        const preview = previewTemplate({ kind, language }, { subject, body }, 'https://office.example');
        expect([kind, preview.unknownVariables, preview.missingVariables]).toEqual([kind, [], []]);
        expect(body.startsWith('[{{storeName}}] '), kind).toBe(true);
        expect(body.includes('{{link}}'), kind).toBe(VARIABLES_OF_KIND[kind].includes('link'));
        expect(countSmsBytes(renderTemplate(body, exampleValues(language, 'https://office.example')))).toBeLessThan(
          2000,
        );
      }
  });

  it('send a payment link that staff ask for, at most three times an hour, also at once from two processes (MS-12)', async () => {
    const toss = await openVirtualToss(server, desk.shop);
    try {
      const reservation = await desk.createReservation(desk.time(5));
      await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
      expect((await desk.admin.call('GET', paymentLink(reservation))).body).toEqual({
        reservationId: reservation['id'],
        storeId: desk.storeId,
        dueAmount: 20_000,
        obstacle: null,
        copyObstacle: null,
      });
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          (index % 2 ? beside.caller(desk.admin.token) : desk.admin.call)('POST', paymentLink(reservation), {}),
        ),
      );
      expect(answers.map(({ status, body }) => `${status} ${body['code'] ?? body['kind']}`).sort()).toEqual([
        ...Array.from({ length: 3 }, () => '200 PAYMENT_LINK'),
        ...Array.from({ length: 2 }, () => '429 MESSAGE_LIMIT'),
      ]);
      await desk.runUntil('all three arrived', () => desk.received(PHONE).length === 4);
      expect(new Set(linksSent()).size).toBe(1);
      expect(desk.received(PHONE).at(-1)?.text).toContain('결제하실 금액은 20,000원');
      const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
        tx.selectFrom('audit_log').select('actor_label').where('action', '=', 'message.payment-link-sent').execute(),
      );
      expect(audited).toHaveLength(3);
    } finally {
      await toss.close();
    }
  });

  it('are refused with the obstacle when the guest cannot pay by a link (MS-12)', async () => {
    const obstacleOf = async (of: Answer['body']) => {
      const { body } = await desk.admin.call('GET', paymentLink(of));
      const sent = await desk.admin.call('POST', paymentLink(of), {});
      expect([sent.status, sent.body['code'], sent.body['current']?.['obstacle'] as unknown]).toEqual([
        409,
        'STATE_NOT_ALLOWED',
        body['obstacle'],
      ]);
      return body['obstacle'];
    };
    const reservation = await desk.createReservation(desk.time(5));
    expect(await obstacleOf(reservation)).toBe('NO_PAYMENT_PROVIDER');
    const toss = await openVirtualToss(server, desk.shop);
    try {
      await desk.setProvider({ isEnabled: false });
      expect(await obstacleOf(reservation)).toBe('NO_MESSAGE_PROVIDER');
      await desk.setProvider({ isEnabled: true });
      await desk.setTemplate('PAYMENT_LINK', { isEnabled: false });
      expect(await obstacleOf(reservation)).toBe('TEMPLATE_DISABLED');
      await desk.setTemplate('PAYMENT_LINK', { isEnabled: true });
      expect(await obstacleOf(await desk.createReservation({ ...desk.time(8), guestPhone: '02-123-4567' }))).toBe(
        'NO_PHONE',
      );
      const issued = await desk.admin.call('POST', access(reservation), { replacesTokenId: null });
      // 409: the message of the confirmation has been sent meanwhile, with a token.
      expect([200, 409]).toContain(issued.status);
      expect((await desk.admin.call('DELETE', access(reservation))).status).toBe(200);
      expect(await obstacleOf(reservation)).toBe('LINK_REVOKED');
      await desk.verb(await desk.read(reservation), 'cancel');
      expect(await obstacleOf(reservation)).toBe('RESERVATION_OVER');
      const block = await desk.createReservation({ kind: 'BLOCK', blockReason: 'CLEANING', ...desk.time(12) });
      expect(await obstacleOf(block)).toBe('RESERVATION_OVER');
    } finally {
      await toss.close();
    }
  });

  it('are copied once without ending the link of a message, with an audit entry and no trace of the token (MS-19, GT-2)', async () => {
    const toss = await openVirtualToss(server, desk.shop);
    try {
      const reservation = await desk.createReservation(desk.time(5));
      await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
      const copy = (headers: Readonly<Record<string, string>> = {}) =>
        desk.admin.call('POST', `${paymentLink(reservation)}/copy`, {}, headers);
      const once = { 'idempotency-key': 'copy-of-the-payment-link' };
      const copied = await copy(once);
      expect(copied).toMatchObject({ status: 200, body: { dueAmount: 20_000, link: expect.stringMatching(LINK) } });
      expect(copied.headers.get('cache-control')).toBe('no-store');
      expect((await copy(once)).body['link']).toBeNull();
      const token = LINK.exec(String(copied.body['link']))?.[1] ?? '';
      const [sent = ''] = linksSent();
      expect(token).not.toBe(sent);
      expect([(await readAs(token)).status, (await readAs(sent)).status]).toEqual([200, 200]);
      // At once from two processes: one link.
      const both = await Promise.all([
        copy(),
        beside.caller(desk.admin.token)('POST', `${paymentLink(reservation)}/copy`, {}),
      ]);
      expect(both.map(({ body }) => body['link'])).toEqual([copied.body['link'], copied.body['link']]);
      const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
        tx.selectFrom('audit_log').selectAll().where('action', '=', 'guest-access.copied').execute(),
      );
      expect(audited.map((row) => [row.actor_kind, row.subject_id])).toEqual(
        Array.from({ length: 3 }, () => ['PERSON', reservation['id']]),
      );
      expect(JSON.stringify(audited) + logLines.join('\n')).not.toContain('mjg_');
      // The next message has the link of the messages.
      expect((await desk.verb(await desk.read(reservation), 'extend', { minutes: 60 })).status).toBe(200);
      await desk.message(reservation, 'EXTENDED', 'ACCEPTED');
      expect(linksSent().at(-1)).toBe(sent);
      expect((await desk.admin.call('DELETE', access(reservation))).status).toBe(200);
      expect([(await readAs(token)).status, (await readAs(sent)).status]).toEqual([401, 401]);
      expect(await copy()).toMatchObject({ status: 409, body: { current: { copyObstacle: 'LINK_REVOKED' } } });
    } finally {
      await toss.close();
    }
  });

  it('are copied ten times within an hour, without a phone number, and not after the cancellation (MS-19)', async () => {
    const toss = await openVirtualToss(server, desk.shop);
    try {
      const reservation = await desk.createReservation({ ...desk.time(5), guestPhone: '02-123-4567' });
      const copy = () => desk.admin.call('POST', `${paymentLink(reservation)}/copy`, {});
      expect((await desk.admin.call('GET', paymentLink(reservation))).body).toMatchObject({
        obstacle: 'NO_PHONE',
        copyObstacle: null,
      });
      for (let count = 0; count < 10; count += 1) expect((await copy()).status).toBe(200);
      const refused = await copy();
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
      clock.advance(HOUR_MS);
      const last = await copy();
      const token = LINK.exec(String(last.body['link']))?.[1] ?? '';
      await desk.verb(await desk.read(reservation), 'cancel');
      expect((await copy()).body['current']).toMatchObject({ copyObstacle: 'RESERVATION_OVER' });
      const paying = await server.caller(token)('POST', `/${desk.shop.slug}/guest/payment/begin`, { provider: 'TOSS' });
      expect(paying).toMatchObject({ status: 409, body: { code: 'STATE_NOT_ALLOWED' } });
    } finally {
      await toss.close();
    }
  });

  it('withdraw a payment link when nothing is due any more before it leaves (MS-12, MS-1)', async () => {
    const toss = await openVirtualToss(server, desk.shop);
    try {
      const reservation = await desk.createReservation(desk.time(5));
      await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
      await desk.whileSolapiIsPaused(async () => {
        expect((await desk.admin.call('POST', paymentLink(reservation), {})).status).toBe(200);
        const paid = await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
          reservationId: reservation['id'],
          method: 'CASH',
          amount: 20_000,
        });
        expect(paid.status).toBe(200);
      });
      expect(await desk.message(reservation, 'PAYMENT_LINK', 'WITHDRAWN')).toMatchObject({ error: 'NOTHING_DUE' });
      expect((await desk.admin.call('GET', paymentLink(reservation))).body['obstacle']).toBe('NOTHING_DUE');
    } finally {
      await toss.close();
    }
  });
});
