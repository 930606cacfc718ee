import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { withBookingDesk, type BookingDesk } from './support/booking-desk.ts';
import { fillForm, freeDay, freeTime, openForm, provePhone, startTimes, wholeDay } from './support/booking-form.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { fromElsewhere } from './support/people.ts';
import { goToPaymentWindow, offerWays, TOSS } from './support/provider.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';
import { createTaps } from './support/taps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Online booking on a phone (BK-10), from the address of the store on. */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

test(
  'from the address of a store to the paid reservation and the opened door',
  TOSS,
  async ({ page, playroom, server }) => {
    await withBookingDesk(playroom, server, async (desk) => {
      const startedAt = Date.now();
      const { tap, type, count } = createTaps();
      await offerWays(page, ['TOSS']);
      await openForm(page, desk, freeDay(page), tap);
      await expect(page.getByTestId('summary')).toContainText(desk.roomName);
      await expect(page.getByTestId('refunds')).toContainText('24,000원 환불 (100%)');
      await expect(page.getByTestId('terms')).toContainText('시설을 소중히');
      const addresses: string[] = [];
      page.on('framenavigated', (frame) => addresses.push(frame.url()));
      await fillForm(page, desk, { tap, type });
      await tap(page.getByTestId('book'));
      await page.waitForURL(/\/g\/mjg_/);
      await expect(page.getByTestId('when')).toContainText('결제 대기');
      await goToPaymentWindow(page, page.getByRole('button', { name: '24,000원 결제하기' }), tap);
      await tap(page.getByRole('button', { name: '결제하기 · Pay' }));
      await expect(page.getByTestId('when')).toContainText('예약 확정');
      const open = page.getByTestId('door').getByRole('button');
      for (const label of ['열기', '한 번 더 누르면 열려요']) {
        await expect(open).toContainText(label);
        await tap(open);
      }
      await expect(page.getByTestId('door-result')).toContainText('밀거나 당겨');
      const seconds = (Date.now() - startedAt) / 1000;
      console.log(`From the address of a store to the opened door: ${count()} taps, ${seconds.toFixed(1)} s`);
      expect(desk.lock.openings()).toBe(1);
      expect(count()).toBeLessThanOrEqual(10);
      expect(seconds).toBeLessThanOrEqual(60);

      // The address of the booking page never had a token, and Back does not book again.
      expect(addresses.filter((address) => address.includes('/b/') && address.includes('mjg_'))).toEqual([]);
      const { items } = await playroom.ask<{ items: { guestName: string; channel: string }[] }>(
        'admin',
        'GET',
        `reservation?storeId=${desk.storeId}&limit=10`,
      );
      expect(items).toEqual([expect.objectContaining({ channel: 'ONLINE' })]);
    });
  },
);

const LANGUAGES = [
  {
    language: 'kr',
    locale: 'ko-KR',
    taken: '다른 분이 먼저',
    people: '2명',
    joined: '알림을 신청했어요',
    withdrawn: '알림 신청을 취소했어요',
  },
  {
    language: 'en',
    locale: 'en-US',
    taken: 'Someone else has just booked',
    people: '2',
    joined: 'You are on the waitlist',
    withdrawn: 'You are no longer on the waitlist',
  },
] as const;

for (const { language, locale, taken: unavailableWords, people, joined, withdrawn } of LANGUAGES)
  test.describe(`in ${language}`, () => {
    test.use({ locale });

    test(
      'a taken time offers the same hour in other rooms before other hours, which are booked with the same code (BK-6)',
      inSweep(),
      async ({ page, playroom, server, expectError }) => {
        expectError(/status of 409/);
        await withBookingDesk(playroom, server, async (desk) => {
          await desk.addRoom('2번 남산룸', 6);
          await page.goto(desk.path);
          await freeDay(page).tap();
          await freeTime(page).tap();
          const choice = page.getByTestId('room-choice');
          await choice.getByRole('button', { name: desk.roomName }).tap();
          await expect(page.getByTestId('total')).toBeVisible();
          await fillForm(page, desk);
          const period = (await page.getByTestId('stay-line').innerText()).split(' · ')[1] ?? '';
          await bookShownTime(page, playroom, desk);
          await page.getByTestId('book').tap();
          const note = page.getByTestId('taken');
          await expect(note).toContainText(unavailableWords);
          await expect(note.getByRole('heading')).toBeFocused();
          await expect(note.locator('.room-row').first()).toContainText(period);
          await expect(note.locator('.room-row').first()).toContainText('2번 남산룸');
          expect(await violations(page)).toEqual([]);
          expect(await page.evaluate(findLayoutFaults)).toEqual([]);
          await note.getByRole('button', { name: '2번 남산룸' }).first().tap();
          await expect(page.getByTestId('stay-line')).toContainText('2번 남산룸');
          await expect(page.getByTestId('total')).toBeVisible();
          await page.getByTestId('book').tap();
          await page.waitForURL(/\/g\/mjg_/);
          await expect(page.getByRole('heading', { level: 1 })).toContainText('2번 남산룸');
          expect(await violations(page)).toEqual([]);
        });
      },
    );

    test(
      'a guest waits for a taken time with a form that confirms and empties, and withdraws (WL-5)',
      inSweep(),
      async ({ page, playroom, server }) => {
        await withBookingDesk(playroom, server, async (desk) => {
          await page.goto(desk.path);
          await wholeDay(page).tap();
          await freeTime(page).tap();
          await expect(page.getByTestId('total')).toBeVisible();
          await bookShownTime(page, playroom, desk);
          await page.goBack();
          // What the server read about times is shared for a second (BK-2).
          await expect(async () => {
            await page.reload();
            await expect(page.getByTestId('wait-open')).toBeVisible({ timeout: 2000 });
          }).toPass();
          const waitlist = async () =>
            (
              await playroom.ask<{ items: { state: string; origin: string; headCount: number }[] }>(
                'admin',
                'GET',
                `waitlist?storeId=${desk.storeId}`,
              )
            ).items;
          await page.getByTestId('wait-open').tap();
          await page.locator('input[name=name]').fill('나대기');
          await provePhone(page, desk);
          expect(await violations(page)).toEqual([]);
          expect(await page.evaluate(findLayoutFaults)).toEqual([]);
          await page.getByTestId('wait-submit').tap();
          await expect(page.getByTestId('wait-joined')).toContainText(joined);
          await expect(page.getByTestId('wait-form')).toHaveCount(0);
          await expect(page.getByTestId('waits')).toContainText(people);
          expect(await waitlist()).toEqual([
            expect.objectContaining({ state: 'WAITING', origin: 'ONLINE', headCount: 2 }),
          ]);
          expect(await violations(page)).toEqual([]);

          // Another visit shows the entry at once.
          await page.goto(desk.path);
          await page.getByTestId('waits').getByRole('button').tap();
          await expect(page.getByText(withdrawn)).toBeVisible();
          expect(await waitlist()).toEqual([expect.objectContaining({ state: 'DONE' })]);
        });
      },
    );
  });

/** Staff book the time that the page shows, in the same room. */
async function bookShownTime(page: Page, { ask }: Parameters<typeof withBookingDesk>[0], desk: BookingDesk) {
  const stored = await page.evaluate(
    (key) => JSON.parse(sessionStorage.getItem(key) ?? '{}') as { stay: { startsAt: string; endsAt: string } },
    `booking-${desk.storeId}`,
  );
  await ask('admin', 'POST', 'reservation', {
    roomId: desk.roomId,
    startsAt: stored.stay.startsAt,
    endsAt: stored.stay.endsAt,
    guestName: '먼저온손님',
    guestPhone: '010-0000-7352',
    headCount: 2,
  });
}

test(
  'a wrong code is refused beside its field, and the right one books',
  inSweep(),
  async ({ page, playroom, server, expectError }) => {
    expectError(/status of 401/);
    await withBookingDesk(playroom, server, async (desk) => {
      await openForm(page, desk);
      await fillForm(page, desk);
      const code = page.getByLabel('인증번호 6자리');
      const right = await code.inputValue();
      await code.fill(right === '000000' ? '111111' : '000000');
      await page.getByTestId('book').tap();
      await expect(page.getByTestId('booking-form')).toContainText('인증번호가 맞지 않거나');
      await expect(code).toBeFocused();
      await code.fill(right);
      await page.getByTestId('book').tap();
      await page.waitForURL(/\/g\/mjg_/);
    });
  },
);

test(
  'the back button goes one step back, a reload keeps the step and what was entered, and Back after booking books nothing',
  inSweep(),
  async ({ page, playroom, server }) => {
    await withBookingDesk(playroom, server, async (desk) => {
      await openForm(page, desk, wholeDay(page));
      await expect(page).toHaveURL(desk.path);
      await page.getByLabel('이름').fill('나시험');
      await page.reload();
      await expect(page.getByTestId('total')).toBeVisible();
      await expect(page.getByLabel('이름')).toHaveValue('나시험');
      await page.goBack();
      await expect(startTimes(page).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
      await page.goBack();
      await expect(page.getByTestId('calendar')).toBeVisible();
      await page.goForward();
      await page.goForward();
      await expect(page.getByLabel('이름')).toHaveValue('나시험');
      await fillForm(page, desk);
      await page.getByTestId('book').tap();
      await page.waitForURL(/\/g\/mjg_/);
      await page.goBack();
      await expect(page).toHaveURL(desk.path);
      await expect(startTimes(page).first()).toBeVisible();
      expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('"stay":{');
      const { items } = await playroom.ask<{ items: unknown[] }>(
        'admin',
        'GET',
        `reservation?storeId=${desk.storeId}&limit=10`,
      );
      expect(items).toHaveLength(1);
    });
  },
);

test(
  'the document names the store for previews and without JavaScript, and other stores get one sentence',
  inSweep(),
  async ({ browser, page, playroom, server, expectError }) => {
    expectError(/status of 404/);
    await withBookingDesk(playroom, server, async (desk) => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server });
      try {
        const blocked = await context.newPage();
        await blocked.goto(desk.path);
        const note = blocked.locator('noscript');
        await expect(note.locator('strong')).toBeVisible();
        await expect(note.locator('strong')).toContainText(`JavaScript가 꺼져 있어 ${desk.storeName}`);
        await expect(note.getByRole('link', { name: /02-555-0152/ })).toHaveAttribute('href', 'tel:025550152');
        await expect(blocked.getByRole('heading', { level: 1 })).toHaveText(desk.storeName);
        await expect(blocked.locator('meta[property="og:title"]')).toHaveAttribute(
          'content',
          new RegExp(`^${desk.storeName} 예약 · `),
        );
      } finally {
        await context.close();
      }
      for (const path of [`/b/playroom/${crypto.randomUUID()}`, `/b/other/${desk.storeId}`, '/b/playroom/x', '/b/']) {
        const reply = await page.goto(path);
        expect([reply?.status(), reply?.headers()['x-robots-tag']], path).toEqual([404, 'noindex']);
        await expect(page.getByTestId('booking-missing')).toContainText('온라인 예약을 받지 않는 매장이에요');
      }
    });
  },
);

test(
  'without a connection the page says so, and continues when it is back',
  inSweep(),
  async ({ page, playroom, server, expectError }) => {
    expectError(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
    await withBookingDesk(playroom, server, async (desk) => {
      await page.goto(desk.path);
      await expect(freeDay(page)).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByTestId('booking-offline')).toContainText('인터넷에 연결되어 있지 않아요');
      await freeDay(page).tap();
      await expect(page.getByTestId('request-trouble')).toContainText('인터넷 연결이 끊겼어요');
      await page.context().setOffline(false);
      await expect(startTimes(page).first()).toBeVisible();
      await expect(page.getByTestId('booking-offline')).toBeEmpty();
    });
  },
);

test(
  'staff see the booking page of a store that is not open yet, and nothing can be booked there (BK-12)',
  inSweep(),
  async ({ page, playroom, server, signIn, expectError }) => {
    // The document of a store without online booking is a 404 (BK-1); the token in the fragment comes later.
    expectError(/status of 404.*#preview=/);
    await withBookingDesk(playroom, server, async (desk) => {
      const { version } = await playroom.ask<{ version: number }>('admin', 'GET', `store/${desk.storeId}`);
      await playroom.ask('admin', 'PATCH', `store/${desk.storeId}/guest-information`, {
        bookingIsOpen: false,
        version,
      });
      await signIn('admin');
      await page.goto(`/dashboard/store?store=${desk.storeId}&tab=guests`);
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: '예약 페이지 미리 보기' }).tap();
      const preview = await opened;
      const writes: string[] = [];
      preview.on('request', (request) => {
        if (request.method() !== 'GET' && !request.url().endsWith('/quote')) writes.push(request.url());
      });
      await expect(preview.getByTestId('booking-preview')).toContainText('손님에게는 아직 보이지 않고');
      // The token is in the fragment only, which no server logs.
      expect(new URL(preview.url()).search).toBe('');
      await freeDay(preview).tap();
      await freeTime(preview).tap();
      await expect(preview.getByTestId('total')).toContainText('24,000원');
      await expect(preview.getByTestId('booking-preview')).toBeVisible();
      await expect(preview.getByTestId('booking-form')).toHaveCount(0);
      await expect(preview.getByTestId('book')).toHaveCount(0);
      expect(await violations(preview)).toEqual([]);
      expect(await preview.evaluate(findLayoutFaults)).toEqual([]);
      expect(writes).toEqual([]);
      await preview.close();
    });
  },
);

test(
  'near the limit of an address a guest solves a challenge of the server and books (BK-11)',
  inSweep(),
  async ({ page, playroom, server, expectError }) => {
    // The first request is refused with the challenge.
    expectError(/status of 429/);
    await withBookingDesk(playroom, server, async (desk) => {
      const address = fromElsewhere();
      await requestCodes(server, desk, address);
      await page.setExtraHTTPHeaders(address);
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      const statuses: number[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith('/phone-code')) statuses.push(response.status());
      });
      await openForm(page, desk);
      await fillForm(page, desk);
      await page.getByTestId('book').tap();
      await page.waitForURL(/\/g\/mjg_/);
      await expect(page.getByTestId('when')).toContainText('결제 대기');
      expect(statuses).toEqual([429, 200]);
      expect([...hosts]).toEqual([server]);
    });
  },
);

/** Half of the codes that an address can request in an hour, for phones of different ranges. */
async function requestCodes(server: string, { storeId }: BookingDesk, address: Record<string, string>): Promise<void> {
  for (let count = 0; count < 30; count += 1) {
    const reply = await fetch(`${server}/api/v2/playroom/booking/store/${storeId}/phone-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...address },
      body: JSON.stringify({ phone: `010-${String(7000 + count)}-${String(Date.now() % 10_000).padStart(4, '0')}` }),
    });
    expect(reply.status, await reply.text()).toBe(200);
  }
}

for (const { language, locale } of [
  { language: 'kr', locale: 'ko-KR' },
  { language: 'en', locale: 'en-US' },
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale });
    test(
      'every step is accessible in both modes, and fits 320 px and zoomed text',
      inSweep(),
      async ({ page, playroom, server }) => {
        await withBookingDesk(playroom, server, async (desk) => {
          await desk.addRoom('2번 남산룸', 6);
          const check = async (step: string) => {
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme });
              expect(await violations(page), `${step}, ${colorScheme}`).toEqual([]);
              await saveShot(page, `book-${step}-${language}-${colorScheme}`);
            }
            for (const width of [320, 180, 1440, 360]) {
              await page.setViewportSize({ width, height: 740 });
              if (width < 1440) expect(await page.evaluate(findLayoutFaults), `${step}, ${width} px`).toEqual([]);
            }
          };
          await page.goto(desk.path);
          await expect(page.locator('html')).toHaveAttribute('lang', language === 'kr' ? 'ko' : 'en');
          await expect(freeDay(page)).toBeVisible();
          await check('the days');
          await freeDay(page).tap();
          await freeTime(page).tap();
          await expect(page.getByTestId('room-choice')).toBeVisible();
          await check('the times');
          await page.getByRole('tab').last().tap();
          await expect(page.getByTestId('room-card')).toHaveCount(2);
          await check('the rooms');
          await page.getByTestId('room-card').first().getByRole('button').first().tap();
          await expect(page.getByTestId('total')).toBeVisible();
          await page.locator('input[name=phone]').fill(desk.phone);
          await page.getByTestId('booking-form').getByRole('button').tap();
          await expect(page.locator('input[name=code]')).toBeFocused();
          await page.getByTestId('book').tap();
          await expect(page.locator('input[name=name]')).toBeFocused();
          await check('the details');
          await page.getByRole('button', { name: language === 'kr' ? 'English' : '한국어' }).tap();
          await expect(page.locator('html')).toHaveAttribute('lang', language === 'kr' ? 'en' : 'ko');
          await expect(page.locator('input[name=phone]')).toHaveValue(desk.phone);
        });
      },
    );
  });
}
