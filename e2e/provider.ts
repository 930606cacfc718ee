import { createServer } from 'node:net';
import { startVirtualToss, type SentWebhook, type VirtualProvider } from '@munjigi/virtual-providers';
import { expect } from '@playwright/test';
import type { Playroom } from './playroom.ts';

interface Reached {
  readonly provider: 'TOSS' | 'PORTONE';
  readonly baseUrl: string;
  readonly apiSecret: string;
  readonly webhookSecret?: string;
}
interface Known {
  readonly provider: string;
  readonly version: number;
}

/** Points the demo's connection at this provider from now on; the provider of an earlier try no longer exists. */
export async function reachProvider({ ask }: Playroom, reached: Reached): Promise<void> {
  const { items } = await ask<{ items: Known[] }>('admin', 'GET', 'payment-provider');
  const known = items.find(({ provider }) => provider === reached.provider);
  await ask('admin', 'POST', 'payment-provider', {
    ...reached,
    clientKey: 'test',
    merchantId: 'test',
    ...(known && { version: known.version }),
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

/** Beyond the ports of the server and its broker. */
const TURN_PORT_OFFSET = 5;

/**
 * Runs `work` while no other test pays through Toss or replaces its connection: the chain has one, and tests run in two
 * processes. The turn is a listening port, which ends with its process.
 */
export async function takeTurnAtToss<T>(server: string, work: () => Promise<T>): Promise<T> {
  const turn = createServer();
  await expect(
    () =>
      new Promise<void>((resolve, reject) => {
        turn.once('error', reject);
        turn.listen(Number(new URL(server).port) + TURN_PORT_OFFSET, '127.0.0.1', () => {
          turn.off('error', reject);
          resolve();
        });
      }),
  ).toPass({ intervals: [100], timeout: 80_000 });
  try {
    return await work();
  } finally {
    await new Promise<void>((resolve) => void turn.close(() => resolve()));
  }
}

/** Runs `work` with a virtual Toss of this test, and connects the demo to its own one again. */
export async function withOwnToss(
  playroom: Playroom,
  server: string,
  work: (toss: VirtualProvider) => Promise<void>,
): Promise<void> {
  await takeTurnAtToss(server, async () => {
    const { items } = await playroom.ask<{ items: (Known & { baseUrl: string })[] }>(
      'admin',
      'GET',
      'payment-provider',
    );
    const ofDemo = items.find(({ provider }) => provider === 'TOSS');
    if (ofDemo === undefined) throw new Error('The demo has no connection to Toss');
    const toss = await startVirtualToss({ apiSecret: 'toss-of-a-browser-test' });
    try {
      await reachProvider(playroom, { provider: 'TOSS', baseUrl: toss.url, apiSecret: 'toss-of-a-browser-test' });
      await work(toss);
    } finally {
      await toss.close();
      await reachProvider(playroom, { provider: 'TOSS', baseUrl: ofDemo.baseUrl, apiSecret: 'demo-toss-secret' });
    }
  });
}
