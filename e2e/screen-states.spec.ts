import type { Page } from '@playwright/test';
import { withBookingDesk } from './support/booking-desk.ts';
import { action, withGuest } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import type { Who } from './support/people.ts';
import { dayFromNow, type Playroom, type Reservation } from './support/playroom.ts';
import { checkScreenAt, LANGUAGES, SIZES, type Language } from './support/screens/screen-check.ts';
import { isChosen } from './support/screens/screens-of-roles.ts';

/** Dialogs, drawers and states that a screen shows only after an act or an incident, to each role that reaches them. */

const STATE_MS = 900_000;

/** Where a person is and what they see: a state of a screen, opened on a page. */
type Open = (page: Page, language: Language) => Promise<void>;
type People = readonly (Who | 'visitor')[];

interface Scene {
  readonly playroom: Playroom;
  readonly server: string;
  /** Shows the state to the people of it, one after the other, and judges it at each size. */
  readonly show: (open: Open) => Promise<void>;
}

function showState(name: string, people: People, set: (scene: Scene) => Promise<void>): void {
  const chosen = people.filter((who) => isChosen(who, name));
  if (chosen.length === 0) return;
  for (const language of LANGUAGES)
    test(
      `${name}: shown without a fault at any width to ${chosen.join(', ')} (${language})`,
      { tag: '@proof' },
      async ({ page, another, playroom, server }) => {
        test.setTimeout(STATE_MS);
        await set({
          playroom,
          server,
          show: async (open) => {
            for (const who of chosen) {
              const seen = who === 'visitor' ? page : await another(who);
              await seen.setViewportSize(SIZES[0]);
              await open(seen, language);
              for (const size of SIZES) await checkScreenAt(seen, { ...size, name: `${who}-${name}-${language}` });
              // The next person may change what this page shows.
              if (who !== 'visitor') await seen.goto('/404');
            }
          },
        });
      },
    );
}

const OF_STAFF = ['admin', 'sub', 'owner', 'care'] as const;
const pay = (playroom: Playroom, { id, priceAmount }: Reservation) =>
  playroom.ask('owner', 'POST', 'payment', { reservationId: id, method: 'CARD', amount: priceAmount });

for (const state of ['unpaid', 'paid', 'present', 'cancelled'] as const)
  showState(`drawer-${state}`, OF_STAFF, ({ playroom, server, show }) =>
    withGuest(playroom, server, state === 'cancelled' ? 4 : 0, async ({ guest }) => {
      if (state !== 'unpaid') await pay(playroom, guest);
      const { version } = await playroom.read(guest.id);
      if (state === 'present') await playroom.ask('owner', 'POST', `reservation/${guest.id}/check-in`, { version });
      if (state === 'cancelled') await playroom.ask('owner', 'POST', `reservation/${guest.id}/cancel`, { version });
      await show(async (page, language) => {
        await page.goto(`/dashboard/reservation?lng=${language}&store=${playroom.storeId}&reservation=${guest.id}`);
        await expect(page.getByTestId('drawer-body')).toBeVisible();
        await expect(page.getByTestId('board-row').first()).toBeAttached();
      });
    }),
  );

for (const [name, key] of [
  ['new-reservation', 'n'],
  ['walk-in', 'w'],
] as const)
  showState(name, OF_STAFF, ({ playroom, show }) =>
    show(async (page, language) => {
      const date = dayFromNow(name === 'walk-in' ? 0 : 21);
      await page.goto(
        `/dashboard/reservation?lng=${language}&store=${playroom.storeId}${name === 'walk-in' ? '' : `&date=${date}`}`,
      );
      await expect(page.getByTestId('board-row').first()).toBeVisible();
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog').filter({ visible: true })).toContainText('₩');
    }),
  );

showState('overview-trouble', ['admin', 'sub', 'owner'], ({ playroom, server, show }) =>
  withGuest(playroom, server, 0, async ({ guest, lock }) => {
    for (let time = 0; time < 5; time += 1) lock.enter('000000');
    const { version } = await playroom.read(guest.id);
    await playroom.ask('owner', 'POST', `reservation/${guest.id}/check-in`, { version });
    await show(async (page, language) => {
      await page.goto(`/dashboard?store=${playroom.storeId}&lng=${language}`);
      await expect(page.getByTestId('overview-alarms')).toBeVisible();
      await expect(page.getByTestId('overview-unpaid')).toBeVisible();
    });
  }),
);

showState('overview-quiet', ['admin', 'sub'], ({ playroom, server, show }) =>
  withBookingDesk(playroom, server, ({ storeId }) =>
    show(async (page, language) => {
      await page.goto(`/dashboard?store=${storeId}&lng=${language}`);
      await expect(page.getByTestId('overview-store')).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expect(page.getByTestId('overview-alarms')).toHaveCount(0);
    }),
  ),
);

showState('help-desk-guest', OF_STAFF, ({ playroom, server, show }) =>
  withGuest(playroom, server, 0, async ({ guest, lastFour }) =>
    show(async (page, language) => {
      await page.goto(`/dashboard/support?lng=${language}`);
      await page.getByRole('searchbox').first().fill(lastFour);
      await page.getByTestId('match').filter({ hasText: guest.code }).click();
      await expect(page.getByTestId('guest-name')).toBeVisible();
      await expect(action(page, language === 'kr' ? '지금 열기' : 'Open now')).toBeVisible();
    }),
  ),
);

showState('settlement-statement', ['admin', 'sub', 'owner', 'owner2'], ({ show }) =>
  show(async (page, language) => {
    await page.goto(`/dashboard/statistics/settlement?lng=${language}`);
    await page.getByTestId('settlement-row').first().getByRole('button').click();
    await expect(page.getByTestId('settlement-lines')).toBeVisible();
  }),
);

showState('stranded-guests', ['admin', 'sub', 'owner', 'care'], async ({ playroom, show }) => {
  const room = await playroom.addRoom(`휴무룸 ${Date.now().toString(36)}`);
  const date = dayFromNow(2);
  const reservations = [
    await playroom.book(room, date, '10:00', '12:00'),
    await playroom.book(room, date, '23:00', '25:00', { guestName: '김휴무' }),
  ];
  const closure = await playroom.ask<{ id: string }>('owner', 'POST', `store/${playroom.storeId}/closure`, {
    roomIds: [room.id],
    startsAt: reservations[0]?.startsAt,
    endsAt: reservations[1]?.endsAt,
    reason: '누수 공사',
    acceptStranded: true,
  });
  await show(async (page, language) => {
    await page.goto(`/dashboard/store?tab=closures&store=${playroom.storeId}&lng=${language}`);
    await expect(page.getByTestId('stranded-guest').first()).toBeVisible();
  });
  for (const { id } of reservations) {
    const { version } = await playroom.read(id);
    await playroom.ask('owner', 'POST', `reservation/${id}/cancel`, { version });
  }
  await playroom.ask('owner', 'DELETE', `store/${playroom.storeId}/closure/${closure.id}`);
});

showState('door-form', ['admin', 'owner', 'owner2'], ({ show }) =>
  show(async (page, language) => {
    await page.goto(`/dashboard/door?lng=${language}`);
    await expect(page.getByTestId('door-card').first()).toBeVisible();
    await page.getByRole('button', { name: language === 'kr' ? '출입문 추가' : 'Add a door', exact: true }).click();
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await dialog.getByLabel(language === 'kr' ? '도어록 종류' : 'Type of lock').selectOption('shelly');
  }),
);

showState('invitation', ['visitor'], ({ playroom, show }) =>
  show(async (page, language) => {
    const { token } = await playroom.ask<{ token: string }>('admin', 'POST', 'user', {
      email: `invited-${Date.now().toString(36)}@example.test`,
      name: '이하늘',
      roles: [{ role: 'FRANCHISEE' }],
      storeIds: [playroom.storeId],
    });
    await page.goto(`/invitation?lng=${language}#${token}`);
    await expect(page.locator('input[type=password]').first()).toBeVisible();
  }),
);

showState('display', ['visitor'], ({ playroom, show }) =>
  show(async (page) => {
    const room = await playroom.addRoom(`태블릿 ${Date.now().toString(36)}`);
    const { path } = await playroom.ask<{ path: string }>('owner', 'POST', `room/${room.id}/display`, {
      replacesDisplayId: null,
    });
    await page.goto(path);
    await expect(page.locator('main')).toHaveAttribute('data-kind', 'FREE');
  }),
);
