import { signedMessage, startVirtualPortone } from '@munjigi/virtual-providers';
import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { beginPayment, reachProvider, sendMessage } from './support/provider.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const API_SECRET = 'portone-of-the-browser-tests';
const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const WORDS = {
  kr: {
    title: '결제사와 웹훅',
    secret: 'API 시크릿이 맞지 않아요. 확인하지 못한 결제가 12건 있어요. 환불 2건이 기다리고 있어요.',
    silent: '결제사가 제때 응답하지 않아요.',
  },
  en: {
    title: 'Providers and webhooks',
    secret: 'The API secret is wrong. Payments that could not be checked: 12. Refunds waiting: 2.',
    silent: 'The provider is not answering in time.',
  },
} as const;

const messages = (page: Page) => page.getByTestId('webhook');

test(
  'a message from a provider is listed, opened and processed again, and one without a valid signature says so (PY-2)',
  inSweep(),
  async ({ page, playroom, signIn, server }) => {
    await signIn('admin');
    const room = await playroom.addRoom(`웹훅 시험룸 ${Date.now()}`);
    const held = await playroom.book(room, dayFromNow(11), '10:00', '12:00', { state: 'PENDING' });
    const portone = await startVirtualPortone({ apiSecret: API_SECRET, webhookSecret: secretOf('a') });
    try {
      await reachProvider(playroom, {
        provider: 'PORTONE',
        baseUrl: portone.url,
        apiSecret: API_SECRET,
        webhookSecret: secretOf('a'),
      });
      const { id, amount } = await beginPayment(playroom, held.id, 'PORTONE', 'CARD');
      portone.book.take(portone.book.agree({ orderId: id, amount }));
      const paid = portone.messages.at(-1);
      if (paid === undefined) throw new Error('PortOne has nothing to tell');
      expect(await sendMessage(server, 'PORTONE', paid)).toBe(200);
      expect(
        await sendMessage(server, 'PORTONE', signedMessage(secretOf('b'), `msg_forged_${id}`, new Date(), paid.body)),
      ).toBe(400);

      await page.goto('/dashboard/system/webhooks?provider=PORTONE');
      await expect(page.getByRole('heading', { level: 1, name: WORDS.kr.title })).toBeVisible();
      await expect(messages(page).nth(0)).toContainText('서명이 맞지 않아요');
      await expect(messages(page).nth(0)).toHaveAttribute('data-state', 'REJECTED');
      // The server processes a message after its answer, a moment later.
      await expect(async () => {
        await page.getByRole('button', { name: '새로 고침' }).click();
        await expect(messages(page).nth(1)).toHaveAttribute('data-state', 'WORKED', { timeout: 1000 });
      }).toPass();
      // The message has the server read the payment at the provider.
      await expect.poll(() => playroom.read(held.id)).toMatchObject({ state: 'CONFIRMED', paidAmount: amount });
      await expectAccessible(page, { what: 'what providers sent', modes: MODES });

      await messages(page).nth(0).getByRole('button').click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('서명이 맞지 않아요');
      await expect(dialog.getByLabel('헤더', { exact: true }).last()).toContainText(`webhook-id: msg_forged_${id}`);
      // Processing a forged message again does not make it authentic.
      await dialog.getByRole('button', { name: '다시 처리' }).click();
      await expect(dialog).toBeHidden();
      await messages(page).nth(1).getByRole('button').click();
      await expect(dialog.getByLabel('본문', { exact: true }).last()).toContainText(`"paymentId": "${id}"`);
      await page.mouse.move(1, 1);
      await expectAccessible(page, { what: 'a message of a provider', modes: MODES, within: '[role=dialog]' });
      const requests = portone.requests;
      await dialog.getByRole('button', { name: '다시 처리' }).click();
      await expect(dialog).toBeHidden();
      // The server reads its payment again, which stays unchanged.
      await expect.poll(() => portone.requests).toBeGreaterThan(requests);
      await expect(async () => {
        await page.getByRole('button', { name: '새로 고침' }).click();
        await expect(messages(page).nth(1)).toHaveAttribute('data-state', 'WORKED', { timeout: 1000 });
        await expect(messages(page).nth(0)).toHaveAttribute('data-state', 'REJECTED', { timeout: 1000 });
      }).toPass();
      expect(await playroom.read(held.id)).toMatchObject({ state: 'CONFIRMED', paidAmount: amount });
    } finally {
      await portone.close();
    }
  },
);

for (const lng of ['kr', 'en'] as const) {
  test(
    `a provider that refuses and one that does not answer are shown as such, and the screen fits a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn }) => {
      await signIn('admin');
      await page.setViewportSize({ width: 360, height: 740 });
      const card = (provider: string, error: string, refunds: number) => ({
        provider,
        baseUrl: 'https://api.example',
        isAddressAllowed: true,
        clientKey: 'key',
        merchantId: 'shop',
        hasWebhookSecret: true,
        feeTerms: [],
        webhookPath: `/api/v2/playroom/webhook/${provider.toLowerCase()}`,
        changedAt: '2026-11-20T05:00:00.000Z',
        changedBy: '김지은',
        trouble: { error, payments: 12, refunds },
        version: 3,
      });
      await page.route('**/api/v2/playroom/payment-provider', (route) =>
        route.fulfill({ json: { items: [card('TOSS', 'UNAUTHORIZED_KEY', 2), card('PORTONE', 'TimeoutError', 0)] } }),
      );
      await page.goto(`/dashboard/system/webhooks?lng=${lng}`);
      await expect(page.getByRole('heading', { level: 1, name: WORDS[lng].title })).toBeVisible();
      const troubles = page.getByTestId('trouble');
      await expect(troubles.nth(0)).toContainText(WORDS[lng].secret);
      await expect(troubles.nth(1)).toContainText(WORDS[lng].silent);
      await expect(troubles.nth(1)).toContainText('12');
      await expectAccessible(page, { what: 'troubles of providers', modes: MODES });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    },
  );
}
