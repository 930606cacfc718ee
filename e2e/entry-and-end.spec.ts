import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { blockOf, drawer } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { GUEST, type Playroom, type Reservation } from './support/playroom.ts';
import { ANY_WIDTH, SECOND_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The checks before a start (NX-1), and the offers before an end (NX-4). */

// Both kinds of offers depend on one setting of the store, so the tests run one after the other.
test.describe.configure({ mode: 'serial' });

const SLOT_MS = 1_800_000;
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/**
 * Sets how long before an end the first store warns guests, and returns the earlier value. Repeats the request when the
 * store changed meanwhile.
 */
async function warn(playroom: Playroom, warningMinutes: number): Promise<number> {
  for (;;) {
    const store = await playroom.ask<{ version: number; warningMinutes: number }>(
      'owner',
      'GET',
      `store/${playroom.storeId}`,
    );
    if (store.warningMinutes === warningMinutes) return warningMinutes;
    const done = await playroom
      .ask('owner', 'PATCH', `store/${playroom.storeId}`, { version: store.version, warningMinutes })
      .then(
        () => true,
        (error: unknown) => {
          if (String(error).includes('answered 409')) return false;
          throw error;
        },
      );
    if (done) return store.warningMinutes;
  }
}

/** Books a guest into a new room for an hour from the start of the current slot, and checks them in. */
async function present(playroom: Playroom, name: string): Promise<Reservation> {
  const room = await playroom.addRoom(name);
  const now = Date.now();
  const startsAt = now - (now % SLOT_MS);
  const times = { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(startsAt + 2 * SLOT_MS).toISOString() };
  const reservation = await playroom.ask<Reservation>('owner', 'POST', 'reservation', {
    roomId: room.id,
    ...times,
    ...GUEST,
    channel: 'WALK_IN',
  });
  return playroom.ask<Reservation>('owner', 'POST', `reservation/${reservation.id}/check-in`, {
    version: reservation.version,
  });
}

/** Waits until the server has made the offer, so that the screen that opens next shows it. */
async function waitForOffer(playroom: Playroom, guest: Reservation): Promise<void> {
  const offers = () =>
    playroom.ask<{ items: { reservationId: string }[] }>(
      'owner',
      'GET',
      `reservation/extension-offer?storeId=${playroom.storeId}`,
    );
  await expect.poll(async () => (await offers()).items.map(({ reservationId }) => reservationId)).toContain(guest.id);
}

test(
  'a guest whose stay ends soon is offered an extension on the board and in the drawer, and one press extends it',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const guest = await present(playroom, '연장 시험룸');
    const before = await warn(playroom, 60);
    try {
      await waitForOffer(playroom, guest);
      const block = blockOf(page, guest.id);
      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${guest.id}`);
      await expect(block).toHaveAttribute('data-stand', 'extend');
      await expect(block).toHaveAttribute('title', /연장 가능 \d{2}:\d{2}까지 \(\+30분\) · ₩[\d,]+/);
      const offer = drawer(page).getByTestId('extension-offer');
      await expectAccessible(page, { what: 'the offer', within: '[role=dialog]' });
      const first = offer.getByRole('button').first();
      const added = Number((await first.innerText()).replace(/^.*₩/, '').replaceAll(',', ''));
      await first.click();
      await expect(page.getByText(/까지 연장했어요/)).toBeVisible();
      const after = await playroom.read(guest.id);
      expect([Date.parse(after.endsAt) - Date.parse(guest.endsAt), after.priceAmount - guest.priceAmount]).toEqual([
        SLOT_MS,
        added,
      ]);
    } finally {
      await warn(playroom, before);
    }
  },
);

test(
  'on a phone and in English the offer of an extension explains why none is possible',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn('owner');
    const guest = await present(playroom, '만석 시험룸');
    await playroom.ask('owner', 'POST', 'reservation', {
      roomId: guest.roomId,
      startsAt: guest.endsAt,
      endsAt: new Date(Date.parse(guest.endsAt) + 2 * SLOT_MS).toISOString(),
      ...GUEST,
    });
    const before = await warn(playroom, 60);
    try {
      await waitForOffer(playroom, guest);
      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${guest.id}&lng=en`);
      await expect(page.getByTestId('extension-offer')).toHaveText(
        'The stay cannot be extended. This time is already taken. Choose another one.',
      );
      expect(await isWide(page)).toBe(false);
      await expectAccessible(page, { what: 'the drawer without an offer', within: '[role=dialog]' });
    } finally {
      await warn(playroom, before);
    }
  },
);

test(
  'the drawer shows the findings of the checks before a start, and when a check ran late',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    interface Due {
      readonly reservationId: string;
      readonly checks: readonly {
        readonly minutesBefore: number;
        readonly isLate: boolean;
        readonly obstacles: readonly unknown[];
      }[];
    }
    // The demo's guests booked before its server began, so their due checks ran late.
    const checked = async () =>
      (
        await playroom.ask<{ items: Due[] }>(
          'owner',
          'GET',
          `reservation/readiness?storeId=${playroom.storeId}&hours=24&limit=200`,
        )
      ).items.find((it) => it.checks.length > 0);
    await expect.poll(checked).toBeDefined();
    const due = await checked();
    await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${due?.reservationId ?? ''}`);
    await drawer(page).getByTestId('fold-checks').locator('> summary').click();
    const lines = drawer(page).getByTestId('entry-checks').getByRole('listitem');
    await expect(lines).toHaveCount(due?.checks.length ?? 0);
    await expect(lines.first()).toHaveAttribute('data-ready', String(due?.checks[0]?.obstacles.length === 0));
    await expect(lines.first()).toContainText(/전.*(준비됨|:|미결제)/);
    await expect(lines.first().getByText('늦게 점검함')).toHaveCount(due?.checks[0]?.isLate ? 1 : 0);
    await expectAccessible(page, { what: 'the checks', within: '[role=dialog]' });
  },
);

for (const { width, lng, words, open, more } of [
  {
    width: 1440,
    lng: 'kr',
    words: '현관: 코드를 쓰지 않는 문이고 손님에게 링크가 아직 도착하지 않았어요',
    open: '현관 열기',
    more: '다른 작업',
  },
  {
    width: 390,
    lng: 'en',
    words: '현관: takes no access codes, and the message with the link has not reached the guest yet',
    open: 'Open 현관',
    more: 'More',
  },
]) {
  test(
    `a guest whose way in has a door without codes is not ready, and can be let in before the access window after a question, at ${width} px (${lng})`,
    inSweep(width === 390 ? ANY_WIDTH : SECOND_WIDTH),
    async ({ page, playroom, signIn }) => {
      await page.setViewportSize({ width, height: 844 });
      await signIn('owner');
      const room = await playroom.addRoom(`무코드 시험룸 ${width}`);
      const startsAt = Math.ceil(Date.now() / SLOT_MS) * SLOT_MS + SLOT_MS;
      const times = {
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(startsAt + SLOT_MS * 2).toISOString(),
      };
      const guest = await playroom.ask<Reservation>('owner', 'POST', 'reservation', {
        roomId: room.id,
        ...times,
        ...GUEST,
        // No message reaches a landline.
        guestPhone: '02-0000-7351',
      });
      // At hours that have a price the guest would be in debt instead, which keeps the link from them.
      if (guest.priceAmount > 0) {
        await playroom.ask('owner', 'POST', 'payment', {
          reservationId: guest.id,
          method: 'CASH',
          amount: guest.priceAmount,
        });
      }

      await page.goto(`/dashboard?store=${playroom.storeId}&lng=${lng}`);
      const item = page
        .getByTestId('overview-coming')
        .getByRole('listitem')
        .filter({ has: page.locator(`[href*="${guest.id}"]`) });
      // An entrance that another test left offline blocks the guest too, so the link may name it.
      await expect(item.getByRole('link').first()).toHaveAttribute('data-stand', /^(?:warned|blocked)$/);
      await expect(item.getByRole('link').first()).toContainText(words);
      await expect(item.getByRole('button')).toHaveCount(0);
      expect(await isWide(page)).toBe(false);
      await expectAccessible(page, { what: 'the guests who are due', within: '[data-testid=overview-coming]' });

      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${guest.id}`);
      await expect(blockOf(page, guest.id)).toHaveAttribute('data-stand', /^(?:warned|blocked)$/);
      const details = page.getByRole('dialog');
      await expect(details.getByTestId('obstacles').getByRole('listitem').filter({ hasText: words })).toHaveAttribute(
        'data-severity',
        'WARNING',
      );
      await expectAccessible(page, { what: 'the obstacles in the drawer', within: '[role=dialog]' });
      await details.getByRole('button', { name: more, exact: true }).click();
      await page.getByRole('menuitem').first().click();
      const question = page.getByRole('dialog').filter({ has: page.getByTestId('outside-facts') });
      await question.getByRole('button', { name: open }).click();
      await expect(question.getByTestId('open-outcome').first()).toContainText(/열렸어요|is open/);
    },
  );
}
