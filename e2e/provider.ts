import type { SentWebhook } from '@munjigi/virtual-providers';
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
