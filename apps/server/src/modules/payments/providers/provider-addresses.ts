import { PROVIDER_ADDRESSES, type OnlineProvider } from '@munjigi/contract';
import type { DatabaseCheck } from '../../../db/index.ts';

/** The addresses that the server sends a provider's secret to. */
export interface ProviderAddresses {
  isAllowed(provider: OnlineProvider, baseUrl: string): boolean;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Allows the providers' own addresses, and with `allowsTestUrls` those of virtual providers on this machine
 * (`PROVIDER_TEST_URLS`).
 */
export function providerAddresses({ allowsTestUrls }: { readonly allowsTestUrls: boolean }): ProviderAddresses {
  return {
    isAllowed(provider, baseUrl) {
      if (!URL.canParse(baseUrl)) return false;
      const url = new URL(baseUrl);
      if (url.origin === PROVIDER_ADDRESSES[provider]) return true;
      return allowsTestUrls && url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname);
    },
  };
}

/** For `doctor`: stored addresses that this server refuses to call. */
export function refusedProviderAddresses(addresses: ProviderAddresses): DatabaseCheck {
  return {
    rows: `
      select s.slug, p.provider, p.base_url from payment_providers p join products s on s.id = p.product_id
      union all select s.slug || ', ' || t.name, m.provider, m.base_url from store_merchants m
        join products s on s.id = m.product_id join stores t on t.id = m.store_id where m.ended_at is null
      order by 1, 2`,
    faultOf: ({ slug, provider, base_url: baseUrl }) =>
      addresses.isAllowed(provider as OnlineProvider, String(baseUrl))
        ? null
        : `${String(provider)} of ${String(slug)} is set to ${String(baseUrl)}, which this server does not call: no payment goes through it. Enter its keys again (결제사와 웹훅), or set PROVIDER_TEST_URLS=1 where it is a test`,
  };
}
