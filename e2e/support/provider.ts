import type { Locator, Page } from '@playwright/test';
import { startVirtualToss, type SentWebhook, type VirtualProvider } from '@munjigi/virtual-providers';
import type { Playroom } from './playroom.ts';

interface Reached {
  readonly provider: 'TOSS' | 'PORTONE';
  readonly baseUrl: string;
  readonly apiSecret: string;
  readonly webhookSecret?: string;
  readonly clientKey?: string;
  readonly merchantId?: string;
}
/** A connection in the settings of the demo chain. */
interface Connection {
  readonly provider: string;
  readonly baseUrl: string;
  readonly clientKey: string;
  readonly merchantId: string;
  readonly version: number;
}

/** Points the demo's connection at this provider from now on; the provider of an earlier try no longer exists. */
export async function reachProvider({ ask }: Playroom, reached: Reached): Promise<void> {
  const { items } = await ask<{ items: Connection[] }>('admin', 'GET', 'payment-provider');
  const existing = items.find(({ provider }) => provider === reached.provider);
  await ask('admin', 'POST', 'payment-provider', {
    clientKey: 'test',
    merchantId: 'test',
    ...reached,
    ...(existing && { version: existing.version }),
  });
}

/** Starts a payment of a reservation through a provider; the guest has not confirmed it yet. */
export async function beginPayment(
  { ask }: Playroom,
  reservationId: string,
  provider: Reached['provider'],
  method: 'CARD' | 'VIRTUAL_ACCOUNT',
): Promise<{ id: string; amount: number }> {
  return (
    await ask<{ payment: { id: string; amount: number } }>('admin', 'POST', 'payment/begin', {
      reservationId,
      provider,
      method,
    })
  ).payment;
}

/** Sends a webhook message as the provider does. Returns the status of the answer. */
export async function sendMessage(
  server: string,
  provider: Reached['provider'],
  { body, headers }: SentWebhook,
): Promise<number> {
  return (
    await fetch(`${server}/api/v2/playroom/webhook/${provider.toLowerCase()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  ).status;
}

/** The details of a test that pays through Toss: such tests run one after the other, as the demo chain has one connection. */
export const TOSS = { tag: ['@toss'] };

/** Runs `work` with a virtual Toss of this test, and connects the demo to its own one again. Tagged `TOSS`. */
export async function withOwnToss(playroom: Playroom, work: (toss: VirtualProvider) => Promise<void>): Promise<void> {
  const { items } = await playroom.ask<{ items: Connection[] }>('admin', 'GET', 'payment-provider');
  const ofDemo = items.find(({ provider }) => provider === 'TOSS');
  if (ofDemo === undefined) throw new Error('The demo has no connection to Toss');
  const toss = await startVirtualToss({ apiSecret: 'toss-of-a-browser-test' });
  try {
    await reachProvider(playroom, { provider: 'TOSS', baseUrl: toss.url, apiSecret: 'toss-of-a-browser-test' });
    await work(toss);
  } finally {
    await toss.close();
    const { baseUrl, clientKey, merchantId } = ofDemo;
    await reachProvider(playroom, { provider: 'TOSS', baseUrl, clientKey, merchantId, apiSecret: 'demo-toss-secret' });
  }
}

/** The first way to pay in both languages, as `pay.way` of the guest's texts. */
const FIRST_WAY = /^(카드 · 간편결제|Card or easy pay)$/;

/**
 * Taps on paying, and on a way to pay where other tests have connected a second provider, until the window of the provider
 * shows. Returns the number of taps.
 */
export async function goToPaymentWindow(
  page: Page,
  pay: Locator,
  tap: (target: Locator) => Promise<void> = (target) => target.tap(),
): Promise<number> {
  await tap(pay);
  const agree = page.getByRole('button', { name: '결제하기 · Pay' });
  const way = page.getByTestId('payment-panel').getByRole('button', { name: FIRST_WAY });
  await way.and(page.locator('[aria-disabled=false]')).or(agree).first().waitFor();
  if (await agree.isVisible()) return 1;
  await tap(way);
  await agree.waitFor();
  return 2;
}

/** Lets the page offer these providers, although other tests have connected another one. */
export async function offerWays(page: Page, checkoutProviders: readonly Reached['provider'][]): Promise<void> {
  await page.route('**/guest/payment', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), checkoutProviders } });
  });
}
