import { randomBytes } from 'node:crypto';
import type { FeeTerm, OnlineProvider } from '@munjigi/contract';
import {
  startVirtualPortone,
  startVirtualToss,
  type SentWebhook,
  type VirtualProvider,
} from '@munjigi/virtual-providers';
import { callerAt, type Answer, type Caller, type Shop, type TestServer } from '../server.ts';
import { openPayingDesk, type PayingDesk } from './paying-desk.ts';

/** An account of a store at virtual providers, with its own keys and books. */
export interface VirtualMerchant {
  readonly merchantId: string;
  readonly toss: VirtualProvider;
  readonly portone: VirtualProvider;
  readonly webhookSecret: string;
  /** What a person of head office enters for it. */
  settings(provider: OnlineProvider, over?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  close(): Promise<unknown>;
}

/** The fee of small merchants: a quarter of that of the chain's merchant. */
export const SMALL_FEE: readonly FeeTerm[] = [{ method: 'CARD', validFrom: '2025-01-01', rate: 660, vat: 'INCLUSIVE' }];

export async function startVirtualMerchant(server: TestServer, merchantId: string): Promise<VirtualMerchant> {
  const now = () => server.clock.now();
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const apiSecret = `secret_of_${merchantId}`;
  const [toss, portone] = await Promise.all([
    startVirtualToss({ apiSecret, merchantId, now }),
    startVirtualPortone({ apiSecret, merchantId, webhookSecret, now }),
  ]);
  return {
    merchantId,
    toss,
    portone,
    webhookSecret,
    settings: (provider, over = {}) => ({
      provider,
      merchantId,
      clientKey: `ck_of_${merchantId}`,
      baseUrl: provider === 'TOSS' ? toss.url : portone.url,
      apiSecret,
      ...(provider === 'PORTONE' && { webhookSecret }),
      feeTerms: SMALL_FEE,
      ...over,
    }),
    close: () => Promise.all([toss.close(), portone.close()]),
  };
}

/** The stores of one chain, of which each has its own desk; the virtual providers of the first are those of the chain. */
export interface MerchantDesks {
  readonly shop: Shop;
  readonly admin: Caller;
  readonly desks: readonly PayingDesk[];
  setMerchant(storeId: string, body: Readonly<Record<string, unknown>>, by?: Caller): Promise<Answer>;
  endMerchant(storeId: string, provider: OnlineProvider, version: number, by?: Caller): Promise<Answer>;
  merchants(storeId?: string): Promise<Answer['body'][]>;
  /** Sends a message to the address of a store. */
  send(storeId: string, provider: OnlineProvider, message: SentWebhook): Promise<Answer>;
  close(): Promise<unknown>;
}

export async function openMerchantDesks(
  server: TestServer,
  { stores, rooms = 30 }: { readonly stores: number; readonly rooms?: number },
): Promise<MerchantDesks> {
  const shop = await server.makeShop({ stores, rooms });
  const desks: PayingDesk[] = [];
  for (const store of shop.stores)
    desks.push(await openPayingDesk(server, { rooms, shop: { ...shop, stores: [store] } }));
  const [first] = desks;
  if (!first) throw new Error('The shop has no store');
  const { admin } = first;
  const path = `/${shop.slug}/store-merchant`;
  return {
    shop,
    admin,
    desks,
    setMerchant: (storeId, body, by = admin) => by.call('POST', path, { storeId, ...body }),
    endMerchant: (storeId, provider, version, by = admin) =>
      by.call('POST', `${path}/end`, { storeId, provider, version }),
    merchants: async (storeId) =>
      (await admin.call('GET', `${path}${storeId === undefined ? '' : `?storeId=${storeId}`}`)).body['items'] ?? [],
    send: (storeId, provider, { body, headers }) =>
      callerAt(server.url, null)('POST', `/${shop.slug}/webhook/${provider.toLowerCase()}/${storeId}`, body, headers),
    close: () => Promise.all(desks.flatMap(({ toss, portone }) => [toss.close(), portone.close()])),
  };
}
