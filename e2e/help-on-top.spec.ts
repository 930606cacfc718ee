import type { Locator, Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { withGuest, type Scene } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import type { Playroom } from './support/playroom.ts';
import { saveShot } from './support/shots.ts';
import { createTaps } from './support/taps.ts';

/** Help and doors of the page of a guest on a phone (GP-4, GT-7). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

const door = (page: Page, name: string) =>
  page.getByTestId('door').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** What a person at the help desk does for the guest of a scene. */
async function deskOf({ ask }: Playroom, { guest, doorName }: Scene) {
  const { items } = await ask<{ items: { id: string; name: string }[] }>('admin', 'GET', 'door?limit=200');
  const doorId = items.find(({ name }) => name === doorName)?.id;
  const act = (verb: string, body: object) =>
    ask<{ status?: string }>('owner', 'POST', `help-desk/reservation/${guest.id}/${verb}`, body);
  return {
    see: () => act('case', {}),
    answer: (text: string) => act('answer', { text }),
    open: async () => expect((await act('open', { doorId })).status).toBe('EXECUTED'),
    openFromDoors: () => ask('owner', 'POST', 'door/open', { doorId }),
  };
}

/** Records how often the phone vibrates. */
async function recordVibrations(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { vibrations: 0 });
    navigator.vibrate = () => {
      (globalThis as unknown as { vibrations: number }).vibrations += 1;
      return true;
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { vibrations: number }).vibrations);
}

const isInView = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const WORDS = {
  kr: {
    ask: '들어갈 수 없어요',
    opened: '직원이 문을 열었어요. 지금 들어가세요',
    relocked: '문이 다시 잠겼어요',
    reopen: '한 번 더 열어 주세요',
    open: '열기',
    armed: '한 번 더 누르면 열려요',
    already: '이미 열려 있어요. 들어가세요',
    entrance: '1. 매장 입구',
    other: '다른 도움이 필요해요',
    words: '무슨 일인지 알려 주세요',
    photo: '사진 붙이기',
    send: '보내기',
    sent: '사진을 보냈어요',
    more: '설명이나 사진 보내기',
  },
  en: {
    ask: 'I cannot get in',
    opened: 'Staff opened the door. Go in now',
    relocked: 'The door has locked again',
    reopen: 'Please open it once more',
    open: 'Open',
    armed: 'Tap again to open',
    already: 'The door is already open. Go in',
    entrance: '1. Store entrance',
    other: 'I need other help',
    words: 'Describe the problem',
    photo: 'Attach a photo',
    send: 'Send',
    sent: 'You sent a photo',
    more: 'Send a few words or a photo',
  },
} as const;

for (const { language, locale } of [
  { language: 'kr', locale: 'ko-KR' },
  { language: 'en', locale: 'en-US' },
] as const) {
  const words = WORDS[language];
  test.describe(`in ${language}`, () => {
    test.use({ locale });

    test('help stands on top, and a door that staff opened is named as soon as its lock has answered (NX-12)', async ({
      page,
      playroom,
      server,
    }) => {
      await withGuest(playroom, server, 0, async (scene) => {
        const vibrations = await recordVibrations(page);
        const desk = await deskOf(playroom, scene);
        await page.goto(await issueLink(playroom, scene.guest.id));
        const help = page.getByTestId('help');
        await help.getByRole('button', { name: words.ask }).tap();
        await expect(page.locator('.help-top').getByTestId('help')).toBeVisible();
        await desk.see();
        await desk.answer('지금 문을 열어 드릴게요.');
        await expect(help).toContainText('지금 문을 열어 드릴게요.');
        await expect.poll(() => isInView(help)).toBe(true);
        const [helpBox, doorsBox] = [await help.boundingBox(), await page.getByTestId('doors').boundingBox()];
        expect(helpBox?.y).toBeLessThan(doorsBox?.y ?? 0);
        expect(await vibrations()).toBe(1);

        await desk.open();
        const openedAt = performance.now();
        await expect(help.getByTestId('opened-by-staff')).toContainText(words.opened);
        const seenMs = performance.now() - openedAt;
        console.log(
          `From the lock's answer to "staff opened the door" on the phone, ${language}: ${seenMs.toFixed(0)} ms`,
        );
        expect(await vibrations()).toBe(2);
        await expect(help.getByTestId('opened-by-staff')).toContainText(scene.doorName);
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(findLayoutFaults)).toEqual([]);
        await saveShot(page, `help-opened-${language}`);

        await expect(help.getByTestId('opened-by-staff')).toContainText(words.relocked, { timeout: 15_000 });
        await expect(help.getByRole('button', { name: words.reopen })).toBeVisible();
        await page.emulateMedia({ colorScheme: 'dark' });
        await saveShot(page, `help-relocked-${language}`);
        expect(await violations(page)).toEqual([]);
      });
    });

    test('each door of the way opens with two taps from the link, the entrance first', async ({
      page,
      playroom,
      server,
    }) => {
      await withGuest(playroom, server, 0, async ({ guest, doorName }) => {
        await page.goto(await issueLink(playroom, guest.id));
        const names = page.getByTestId('door').getByRole('heading');
        await expect(names.last()).toHaveText(doorName);
        await expect(page.getByTestId('door').first()).toContainText(words.entrance);
        for (const name of await names.allTextContents()) {
          const own = door(page, name);
          const taps = createTaps();
          await taps.tap(own.getByRole('button'));
          await expect(own.getByRole('button')).toContainText(words.armed);
          await taps.tap(own.getByRole('button'));
          await expect(own.getByTestId('door-result').locator('.good')).toBeVisible();
          console.log(`From the link to the opened door ${name}, ${language}: ${taps.count()} taps`);
          expect(taps.count()).toBeLessThanOrEqual(2);
        }
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(findLayoutFaults)).toEqual([]);
      });
    });

    test('a guest describes another trouble with words and a photo, which the help desk sees (GT-9)', async ({
      page,
      another,
      playroom,
      server,
    }) => {
      await withGuest(playroom, server, 0, async ({ guest }) => {
        await page.goto(await issueLink(playroom, guest.id));
        await page.getByRole('button', { name: words.other }).tap();
        const form = page.getByTestId('help-request');
        await form.getByLabel(words.words).fill('빔프로젝터가 안 돼요');
        await form.getByLabel(words.photo).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE });
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(findLayoutFaults)).toEqual([]);
        await form.scrollIntoViewIfNeeded();
        await saveShot(page, `help-words-${language}`);
        await form.getByRole('button', { name: words.send }).tap();
        const help = page.locator('.help-top').getByTestId('help');
        await expect(help).toContainText('빔프로젝터가 안 돼요');
        await expect(help).toContainText(words.sent);
        await expect(help.getByRole('button', { name: words.more })).toBeVisible();
        expect(await violations(page)).toEqual([]);
        const care = await another('care');
        await care.goto(`/dashboard/support?reservation=${guest.id}`);
        const notes = care.getByTestId('guest-notes');
        await expect(notes).toContainText(/장비나 시설|Equipment or facilities/);
        await expect(notes).toContainText('빔프로젝터가 안 돼요');
        await expect(notes.getByRole('img')).toBeVisible();
        await saveShot(page, `help-sent-${language}`);
        await saveShot(care, `help-notes-${language}`);
      });
    });

    test('a door that stands open ends well, although its lock says nothing', async ({ page, playroom, server }) => {
      await withGuest(playroom, server, 0, async (scene) => {
        const desk = await deskOf(playroom, scene);
        await page.goto(await issueLink(playroom, scene.guest.id));
        const open = door(page, scene.doorName).getByRole('button');
        await expect(open).toContainText(words.open);
        await desk.openFromDoors();
        scene.lock.silent(true);
        await open.tap();
        await open.tap();
        await expect(open).toContainText(words.already);
        await expect(door(page, scene.doorName).getByTestId('door-result')).not.toContainText(/못했|did not/);
        expect(await violations(page)).toEqual([]);
      });
    });
  });
}
