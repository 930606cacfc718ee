import { expectAccessible, MODES } from './support/axe.ts';
import { drag, drawer, openBoard } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const WORDS = {
  kr: {
    drawer: '예약 상세',
    move: '옮기기',
    room: '룸',
    goesOut: '‘예약 이동’ 메시지가 나가요',
    show: '메시지 내용 보기',
    none: '휴대폰 번호와 이메일이 없어 메시지가 나가지 않아요',
    received: '룸 또는 시간이 바뀌었습니다',
    days: 33,
  },
  en: {
    drawer: 'Reservation',
    move: 'Move',
    room: 'Room',
    goesOut: 'will get the message “Stay moved”',
    show: 'Show message',
    none: 'the guest has no mobile number or e-mail address',
    received: '룸 또는 시간이 바뀌었습니다',
    days: 34,
  },
} as const;

for (const lng of ['kr', 'en'] as const) {
  const words = WORDS[lng];

  test(
    `staff read which message a move sends, and the guest gets exactly one with the old and the new room (MS-16) (${lng})`,
    inSweep(),
    async ({ page, playroom, signIn }) => {
      await signIn('admin');
      const mark = `${lng} ${Date.now()}`;
      const [from, to] = [await playroom.addRoom(`이동 전 ${mark}`), await playroom.addRoom(`이동 후 ${mark}`)];
      // A phone number gets at most ten messages an hour (MS-7), and the other tests share theirs.
      const guestPhone = `010-0002-${String(Date.now() % 10_000).padStart(4, '0')}`;
      const stay = await playroom.book(from, dayFromNow(words.days), '10:00', '12:00', { guestPhone });
      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${stay.id}&lng=${lng}`);
      const messages = page.getByTestId('reservation-messages');
      await expect(messages.locator('[data-kind=CONFIRMED][data-state=DELIVERED]')).toHaveCount(1);

      const details = page.getByRole('dialog', { name: words.drawer });
      await details.getByRole('button', { name: words.move, exact: true }).click();
      const form = details.getByRole('form', { name: words.move });
      await form.getByLabel(words.room, { exact: true }).selectOption(to.id);
      const notice = form.getByTestId('change-message');
      await expect(notice).toContainText(words.goesOut);
      await notice.getByText(words.show).click();
      await expect(notice).toContainText(from.name);
      await expect(notice).toContainText(to.name);
      await expectAccessible(page, { what: 'the form of a move', modes: MODES, within: '[role=dialog]' });
      await saveShot(page, `change-message-${lng}`);
      await form.getByRole('button', { name: words.move, exact: true }).click();

      const sent = messages.locator('[data-testid=sent-message][data-kind=MOVED]');
      await expect(sent).toHaveAttribute('data-state', 'DELIVERED', { timeout: 30_000 });
      await expect(sent).toHaveCount(1);
      await page.goto(`/dashboard/system/demo-inbox?lng=${lng}`);
      const received = page
        .getByTestId('inbox-item')
        .filter({ hasText: words.received })
        .filter({ hasText: stay.code });
      await expect(received).toHaveCount(1);
      await expect(received).toContainText(from.name);
      await expect(received).toContainText(to.name);
      // The page of the guest shows the new room.
      const link = /\/g\/[\w-]+/.exec(await received.innerText())?.[0];
      expect(link).toBeDefined();
      await page.goto(String(link));
      await expect(page.getByRole('main')).toContainText(to.name);
    },
  );
}

test(
  'staff read why the guest of a landline gets no message of a move (MS-16)',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const mark = String(Date.now());
    const [from, to] = [await playroom.addRoom(`유선 전 ${mark}`), await playroom.addRoom(`유선 후 ${mark}`)];
    const stay = await playroom.book(from, dayFromNow(35), '10:00', '12:00', { guestPhone: '02-0000-7351' });
    await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${stay.id}`);
    await drawer(page).getByRole('button', { name: WORDS.kr.move, exact: true }).click();
    const form = drawer(page).getByRole('form', { name: WORDS.kr.move });
    await form.getByLabel(WORDS.kr.room, { exact: true }).selectOption(to.id);
    await expect(form.getByTestId('change-message')).toContainText(WORDS.kr.none);
  },
);

test(
  'a move by dragging says which message goes out, and its undo prevents it (MS-16)',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const date = await playroom.emptyDay(36);
    const guestPhone = `010-0003-${String(Date.now() % 10_000).padStart(4, '0')}`;
    const [room = { name: '' }] = (
      await playroom.ask<{ items: { name: string }[] }>('owner', 'GET', `room?storeId=${playroom.storeId}&limit=1`)
    ).items;
    const stay = await playroom.book(room.name, date, '10:00', '12:00', { guestPhone });
    const messagesOf = async () =>
      (
        await playroom.ask<{ items: { kind: string; state: string; error: string | null }[] }>(
          'owner',
          'GET',
          `message?reservationId=${stay.id}&limit=20`,
        )
      ).items.map(({ kind, state, error }) => `${kind} ${state} ${error ?? ''}`.trim());
    await expect.poll(messagesOf, { timeout: 30_000 }).toContain('CONFIRMED DELIVERED');
    await openBoard(page, playroom.storeId, date);
    await drag(page, playroom, date, { room: room.name, clock: '10:30' }, { room: room.name, clock: '13:30' });
    await expect(page.getByText(WORDS.kr.goesOut)).toBeVisible();
    await page.getByRole('button', { name: '되돌리기' }).click();
    await expect.poll(messagesOf, { timeout: 30_000 }).toContain('MOVED WITHDRAWN CHANGE_UNDONE');
  },
);
