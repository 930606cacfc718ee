import type { Page } from '@playwright/test';
import { withGuest, type Scene } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import type { Playroom } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

interface GuestHelp {
  readonly seenAt: string | null;
  readonly answers: readonly { readonly text: string }[];
}

/** What the guest of a scene does with the token of their reservation. */
async function guestOf(server: string, playroom: Playroom, { guest }: Scene) {
  const token = (await issueLink(playroom, guest.id)).replace('/g/', '');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string) => {
    const reply = await fetch(`${server}/api/v2/playroom/guest/${path}`, { method: 'POST', headers, body: '{}' });
    expect(reply.status).toBe(200);
  };
  return {
    askForHelp: () => post('help'),
    help: async (): Promise<GuestHelp | null> => {
      const reply = await fetch(`${server}/api/v2/guest/page`, { headers });
      expect(reply.status).toBe(200);
      return ((await reply.json()) as { help: GuestHelp | null }).help;
    },
  };
}

/** Records the sounds that the page plays. */
async function recordSounds(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const sounds: string[] = [];
    Object.assign(globalThis, { playedSounds: sounds });
    HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
      sounds.push(this.src);
      return Promise.resolve();
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { playedSounds: string[] }).playedSounds.length);
}

/** On a phone the usual answers take one row, which scrolls sideways by itself. */
async function expectAnswersInOneRow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const quick = page.getByTestId('quick-answer');
  await expect(quick).toHaveCount(5);
  const boxes = await Promise.all((await quick.all()).map((button) => button.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  expect(boxes.every((box) => box !== null && box.height >= 44)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  if (before !== null) await page.setViewportSize(before);
}

test.use({ hasOwnContext: true });

test(
  'a request for help rings on another screen, is seen, and is answered (GP-4, NX-12)',
  inSweep(),
  async ({ page, another, playroom, server, signIn }) => {
    // The chime of payments is silent for a franchisee, so every sound is the guest's.
    const sounds = await recordSounds(page);
    await signIn('owner');
    await withGuest(playroom, server, 0, async (scene) => {
      const guest = await guestOf(server, playroom, scene);
      await page.goto('/dashboard/door');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      const care = await another('care');
      await care.goto('/dashboard/support');
      await expect(care.getByTestId('desk-today')).toBeVisible();
      const room = scene.doorName.replace(/ 문$/, '');
      const bar = page.getByTestId('raised-bar').filter({ hasText: room });
      const requestedAt = performance.now();
      await guest.askForHelp();
      await expect(bar).toBeVisible();
      const seconds = (performance.now() - requestedAt) / 1000;
      test
        .info()
        .annotations.push({ type: 'help', description: `from the request to the bar: ${seconds.toFixed(2)} s` });
      await expect.poll(sounds).toBeGreaterThan(0);
      await expect(care.getByTestId('raised-case').filter({ hasText: room })).toBeVisible();
      expect(await guest.help()).toMatchObject({ seenAt: null, answers: [] });

      await bar.click();
      await expect(page).toHaveURL(`/dashboard/support?reservation=${scene.guest.id}`);
      await expect(page.getByTestId('raised-bar').filter({ hasText: room })).toHaveCount(0);
      await expect(care.getByTestId('raised-case').filter({ hasText: room })).toHaveCount(0);
      await expect.poll(async () => (await guest.help())?.seenAt).toEqual(expect.any(String));

      const answers = page.getByTestId('guest-answers');
      await expectAnswersInOneRow(page);
      await answers.getByRole('button', { name: '확인하고 있어요. 잠시만 기다려 주세요.' }).click();
      await expect(answers.getByTestId('sent-answer')).toHaveCount(1);
      await answers.getByLabel('직접 쓰기').fill('옆문으로 들어와 주세요.');
      await answers.getByRole('button', { name: '보내기' }).click();
      await expect(answers.getByTestId('sent-answer').nth(1)).toContainText('옆문으로 들어와 주세요.');
      expect((await guest.help())?.answers.map(({ text }) => text)).toEqual([
        '확인하고 있어요. 잠시만 기다려 주세요.',
        '옆문으로 들어와 주세요.',
      ]);
    });
  },
);
