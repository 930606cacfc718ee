import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, instant, singleLine, version } from '../fields.ts';
import { PAYMENT_METHODS, PROVIDER_METHODS } from './payment-methods.ts';

/** Companies that process payments for the product. */
export const ONLINE_PROVIDERS = ['TOSS', 'PORTONE'] as const;
export type OnlineProvider = (typeof ONLINE_PROVIDERS)[number];
export const onlineProvider = z.enum(ONLINE_PROVIDERS);

/** The production address of each provider. */
export const PROVIDER_ADDRESSES: Readonly<Record<OnlineProvider, string>> = {
  TOSS: 'https://api.tosspayments.com',
  PORTONE: 'https://api.portone.io',
};

/** A provider's fee from a day on. `rate` is in 1/100,000. */
const feeTerm = z.strictObject({
  method: z.enum(PAYMENT_METHODS),
  validFrom: calendarDate,
  rate: z.number().int().min(0).max(30_000),
  vat: z.enum(['INCLUSIVE', 'EXCLUSIVE']),
});
export type FeeTerm = z.infer<typeof feeTerm>;

export const feeTerms = z
  .array(feeTerm)
  .max(100)
  .superRefine((terms, context) => {
    for (const [index, { method, validFrom }] of terms.entries()) {
      if (!PROVIDER_METHODS.some((name) => name === method))
        context.addIssue({ code: 'custom', path: [index, 'method'], message: 'must be a method of a provider' });
      const isTwice = terms.findIndex((term) => term.method === method && term.validFrom === validFrom) < index;
      if (isTwice)
        context.addIssue({ code: 'custom', path: [index, 'validFrom'], message: 'must be once for a method' });
    }
  });

/** A connection to a provider, of the chain or of a store. No reply contains its secrets. */
export const providerConnection = {
  provider: onlineProvider,
  baseUrl: z.string(),
  /**
   * False: the server does not call this address, which was stored when its settings allowed it. No payment goes
   * through it.
   */
  isAddressAllowed: z.boolean(),
  clientKey: z.string(),
  merchantId: z.string(),
  hasWebhookSecret: z.boolean(),
  feeTerms: z.array(feeTerm),
  /** The path below the server's own address to which the provider must send its messages. */
  webhookPath: z.string(),
  changedAt: instant,
  changedBy: z.string(),
  /**
   * `null`: the provider answers. Otherwise its last error, and the payments and refunds that wait because of it; they
   * are retried automatically.
   */
  trouble: z
    .object({ error: z.string(), payments: z.number().int().min(0), refunds: z.number().int().min(0) })
    .nullable(),
  version,
};

/** The connection of a product to a provider: the merchant of every store without its own. */
export const paymentProvider = z.object(providerConnection);
export type PaymentProviderSettings = z.infer<typeof paymentProvider>;

export const listPaymentProviders = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/payment-provider',
  summary: 'The payment providers of the product',
  access: 'webhooks:read',
  reply: z.object({ items: z.array(paymentProvider) }),
});

/** A Standard Webhooks secret: its prefix, then base64 of 24 to 64 bytes. */
const webhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and base64');

/** What a person enters for a connection. */
export const providerConnectionInput = {
  provider: onlineProvider,
  /** The version that the person saw; absent when the provider is set for the first time. */
  version: version.optional(),
  /**
   * The provider's own address. An address on this machine only if the server allows tests (`PROVIDER_TEST_URLS`).
   */
  baseUrl: z.url().max(200).optional(),
  clientKey: singleLine(200, 0).default(''),
  apiSecret: singleLine(300).optional(),
  webhookSecret: webhookSecret.optional(),
  /** Absent: the terms stay unchanged. */
  feeTerms: feeTerms.optional(),
};

export const PROVIDER_ADDRESS_REFUSED = { path: ['baseUrl'], error: 'must be the provider or this machine' };

/** Restricts the addresses that the server calls. */
export function isProviderAddressAllowed({
  provider,
  baseUrl,
}: {
  readonly provider: OnlineProvider;
  readonly baseUrl?: string | undefined;
}): boolean {
  if (baseUrl === undefined) return true;
  // Zod also calls this with malformed addresses, because `z.url()` reports them and continues.
  if (!URL.canParse(baseUrl)) return false;
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/')
    return false;
  if (url.origin === PROVIDER_ADDRESSES[provider]) return true;
  return url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
}

export const setPaymentProvider = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/payment-provider',
  summary:
    'Set the connection of a payment provider. A secret that is left out stays as it is; a new webhook secret works beside the previous one, so that no message is lost while both sides change it',
  access: 'webhooks:write',
  body: z
    .strictObject({ ...providerConnectionInput, merchantId: singleLine(100, 0).default('') })
    .refine(isProviderAddressAllowed, PROVIDER_ADDRESS_REFUSED),
  reply: paymentProvider,
  problems: ['STALE'],
});

export const setProviderFees = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/payment-provider/fees',
  summary:
    'Set all fees of a provider by method and start date. They apply to payments from now on: the ledger stays as it is',
  access: 'sales:close',
  body: z.strictObject({ provider: onlineProvider, version, feeTerms }),
  reply: paymentProvider,
  problems: ['STALE'],
});
