// @sweep 1/8 (decision 086)
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  openMessageDesk,
  startTestServer,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';

const PHONE = '010-1234-5678';
/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');
const CHANGES = ['EXTENDED', 'MOVED', 'CHANGED'];

describe('messages to the guest of a changed stay (MS-16)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock, outboundTimeoutMs: 500 });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(() => desk.solapi.close());
  afterAll(() => server.close());

  const confirmed = async (change: Readonly<Record<string, unknown>> = {}) => {
    const reservation = await desk.createReservation({ ...desk.time(26, 2), ...change });
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    return reservation;
  };
  const edit = async (of: Answer['body'], change: Readonly<Record<string, unknown>>) => {
    const answer = await desk.edit(await desk.read(of), change);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const changesOf = async (of: Answer['body']) =>
    (await desk.messagesOf(of))
      .filter((item) => CHANGES.includes(String(item['kind'])))
      .map((item) => `${item['kind']} ${item['state']} ${item['error'] ?? ''}`.trim());
  const rooms = () => desk.shop.stores[0]?.rooms ?? [];
  const nameOf = (roomId: unknown) => rooms().find(({ id }) => id === roomId)?.name ?? 'no room';
  const other = (reservation: Answer['body']) => rooms().find(({ id }) => id !== reservation['roomId'])?.id;
  const textOf = (kind: 'MOVED' | 'CHANGED') => {
    const found = desk
      .received(PHONE)
      .filter(({ text }) => text.includes(kind === 'MOVED' ? '룸 또는 시간' : '예약 내용'));
    expect(found).toHaveLength(1);
    return found[0]?.text ?? '';
  };

  it('sends one message with the old and the new room when staff move a stay', async () => {
    const reservation = await confirmed();
    const moved = await edit(reservation, { roomId: other(reservation) });
    await desk.message(reservation, 'MOVED', 'ACCEPTED');
    const text = textOf('MOVED');
    expect(text).toMatch(new RegExp(`변경 전 11월 .* 14:00~16:00 ${nameOf(reservation['roomId'])}\n`));
    expect(text).toMatch(new RegExp(`변경 후 11월 .* 14:00~16:00 ${nameOf(moved['roomId'])}\n`));
    expect(await changesOf(reservation)).toEqual(['MOVED ACCEPTED']);
    expect(moved['roomId']).not.toBe(reservation['roomId']);
  });

  it('sends one message with the first room and the last one after two quick moves', async () => {
    const reservation = await confirmed();
    const [first, second, third] = rooms().filter(({ id }) => id !== reservation['roomId']);
    await edit(reservation, { roomId: first?.id });
    await edit(reservation, { roomId: second?.id });
    await edit(reservation, { roomId: third?.id, headCount: 3 });
    await desk.message(reservation, 'MOVED', 'ACCEPTED');
    expect(await changesOf(reservation)).toEqual(['MOVED ACCEPTED']);
    const text = textOf('MOVED');
    expect(text).toContain(`${nameOf(reservation['roomId'])}\n`);
    expect(text).toContain(`${third?.name}\n`);
    expect(text).not.toContain(`${first?.name}\n`);
  });

  it('sends nothing when a move is undone before its message left', async () => {
    const reservation = await confirmed();
    await edit(reservation, { roomId: other(reservation) });
    await edit(reservation, { roomId: reservation['roomId'] });
    await desk.runUntil('it is withdrawn', async () =>
      (await changesOf(reservation)).includes('MOVED WITHDRAWN CHANGE_UNDONE'),
    );
    expect(await changesOf(reservation)).toEqual(['MOVED WITHDRAWN CHANGE_UNDONE']);
  });

  it('sends a second message when a guest who read about the move is moved back', async () => {
    const reservation = await confirmed();
    await edit(reservation, { roomId: other(reservation) });
    await desk.message(reservation, 'MOVED', 'ACCEPTED');
    await edit(reservation, { roomId: reservation['roomId'] });
    await desk.runUntil(
      'both are sent',
      async () => (await changesOf(reservation)).join() === 'MOVED ACCEPTED,MOVED ACCEPTED',
    );
    const texts = desk.received(PHONE).filter(({ text }) => text.includes('룸 또는 시간'));
    expect(texts[1]?.text).toMatch(new RegExp(`변경 후 .* ${nameOf(reservation['roomId'])}\n`));
  });

  it('sends no message of a change that the waiting confirmation says', async () => {
    desk.solapi.faults.isDown = true;
    const reservation = await desk.createReservation(desk.time(26, 2));
    await edit(reservation, { roomId: other(reservation) });
    desk.solapi.faults.isDown = false;
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    await desk.runUntil('it is withdrawn', async () =>
      (await changesOf(reservation)).includes('MOVED WITHDRAWN SAID_ALREADY'),
    );
    expect(desk.received(PHONE)).toHaveLength(1);
    expect(desk.received(PHONE)[0]?.text).toContain(nameOf(other(reservation)));
  });

  it('sends the move when the confirmation that waited is switched off', async () => {
    await desk.setTemplate('CONFIRMED', { isEnabled: false });
    desk.solapi.faults.isDown = true;
    const reservation = await desk.createReservation(desk.time(26, 2));
    await edit(reservation, { roomId: other(reservation) });
    desk.solapi.faults.isDown = false;
    await desk.message(reservation, 'MOVED', 'ACCEPTED');
    await desk.message(reservation, 'CONFIRMED', 'WITHDRAWN');
  });

  it('says an earlier end, the people and the price in one message', async () => {
    const reservation = await confirmed();
    const ends = new Date(new Date(String(reservation['endsAt'])).getTime() - HOUR_MS).toISOString();
    const shorter = await edit(reservation, { endsAt: ends, headCount: 3 });
    await desk.message(reservation, 'CHANGED', 'ACCEPTED');
    const text = textOf('CHANGED');
    expect(text).toContain(`~16:00 2명 ${Number(reservation['priceAmount']).toLocaleString('en-US')}원`);
    expect(text).toContain(`~15:00 3명 ${Number(shorter['priceAmount']).toLocaleString('en-US')}원`);
    expect(await changesOf(reservation)).toEqual(['CHANGED ACCEPTED']);
  });

  it('sends nothing for another memo or name', async () => {
    const reservation = await confirmed();
    await edit(reservation, { memo: '창가', guestName: '김철수' });
    expect(await changesOf(reservation)).toEqual([]);
  });

  it('withdraws the message of a stay that is cancelled meanwhile', async () => {
    const reservation = await confirmed();
    await edit(reservation, { roomId: other(reservation) });
    await desk.verb(await desk.read(reservation), 'cancel', {});
    await desk.message(reservation, 'CANCELLED', 'ACCEPTED');
    expect(await changesOf(reservation)).toEqual(['MOVED WITHDRAWN RESERVATION_CANCELLED']);
  });

  it('sends a move in the quiet hours, and keeps a change of a later stay until they end (MS-6)', async () => {
    const [early, late] = [desk.time(26, 2), desk.time(50, 2)];
    // Half past ten in the evening in Seoul.
    clock.advance(10.5 * HOUR_MS);
    const [moved, changed] = [await confirmed(early), await confirmed(late)];
    await edit(moved, { roomId: other(moved) });
    await edit(changed, { headCount: 3 });
    await desk.message(moved, 'MOVED', 'ACCEPTED');
    expect(await changesOf(changed)).toEqual(['CHANGED QUEUED']);
  });

  it('sends a moved stay again with the room before and the present one (MS-8)', async () => {
    const reservation = await confirmed();
    await edit(reservation, { roomId: other(reservation) });
    const { id } = await desk.message(reservation, 'MOVED', 'ACCEPTED');
    expect((await desk.admin.call('POST', `/${desk.shop.slug}/message/${id}/resend`, {})).status).toBe(200);
    await desk.runUntil(
      'both are sent',
      async () => (await changesOf(reservation)).join() === 'MOVED ACCEPTED,MOVED ACCEPTED',
    );
    const texts = desk.received(PHONE).filter(({ text }) => text.includes('룸 또는 시간'));
    expect(texts[0]?.text).toBe(texts[1]?.text);
  });

  const preview = async (of: Answer['body'], query: Readonly<Record<string, string>>) => {
    const path = `/${desk.shop.slug}/reservation/${of['id']}/message/change?${new URLSearchParams(query).toString()}`;
    return (await desk.admin.call('GET', path)).body;
  };

  it('shows staff the message of a move before they move, as the guest then gets it', async () => {
    const reservation = await confirmed();
    const roomId = String(other(reservation));
    const shown = await preview(reservation, { roomId });
    expect(shown).toMatchObject({ kind: 'MOVED', obstacle: null, messageCount: 1, recipient: '010-****-5678' });
    await edit(reservation, { roomId });
    await desk.message(reservation, 'MOVED', 'ACCEPTED');
    expect(String(shown['body'])).toBe(
      textOf('MOVED')
        .replace('홍길동', '홍*동')
        .replace(/mjg_[\w-]+/, '••••••'),
    );
  });

  it.each([
    ['a landline', { guestPhone: '02-123-4567' }, {}, 'NO_CONTACT'],
    ['a block', { kind: 'BLOCK' }, {}, 'NO_GUEST'],
    ['another memo', {}, { roomId: '' }, 'NOTHING_NEW'],
  ])('says why the change of %s makes no message', async (_of, reservation, query, obstacle) => {
    const one = await desk.createReservation({ ...desk.time(26, 2), ...reservation });
    // The confirmation is sent first, where there is one.
    if (obstacle === 'NOTHING_NEW') await desk.message(one, 'CONFIRMED', 'ACCEPTED');
    const wish = 'roomId' in query ? {} : { roomId: String(other(one)) };
    expect(await preview(one, wish)).toMatchObject({ obstacle, messageCount: 0, sendAt: null });
  });

  it('says why a switched-off template, a disabled provider and a past stay make no message', async () => {
    const reservation = await confirmed();
    const roomId = String(other(reservation));
    await desk.setTemplate('MOVED', { isEnabled: false });
    expect(await preview(reservation, { roomId })).toMatchObject({ kind: 'MOVED', obstacle: 'TEMPLATE_DISABLED' });
    await desk.setProvider({ isEnabled: false });
    expect(await preview(reservation, { roomId })).toMatchObject({ kind: 'MOVED', obstacle: 'NO_MESSAGE_PROVIDER' });
    clock.advance(40 * HOUR_MS);
    expect(await preview(reservation, { roomId })).toMatchObject({ obstacle: 'STAY_OVER' });
  });

  it('says that moving back before the message left makes none', async () => {
    const reservation = await confirmed();
    await edit(reservation, { roomId: other(reservation) });
    expect(await preview(reservation, { roomId: String(reservation['roomId']) })).toMatchObject({
      kind: null,
      obstacle: 'NOTHING_NEW',
    });
  });

  it('says the end of the quiet hours for a change that waits for them', async () => {
    const late = desk.time(50, 2);
    clock.advance(10.5 * HOUR_MS);
    const reservation = await confirmed(late);
    const shown = await preview(reservation, { headCount: '3', priceAmount: '99000' });
    expect(shown).toMatchObject({ kind: 'CHANGED', obstacle: null });
    expect(String(shown['sendAt'])).toContain('T23:00:00');
    expect(String(shown['body'])).toContain('3명 99,000원');
  });

  it('refuses a room that the store does not have', async () => {
    const reservation = await confirmed();
    expect(await preview(reservation, { roomId: String(reservation['id']) })).toMatchObject({ code: 'INVALID_INPUT' });
  });
});
