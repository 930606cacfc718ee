import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import {
  addressMatcher,
  hostOf,
  isPublicAddress,
  type AddressFault,
  type WebhookAddresses,
} from '../webhooks/index.ts';

/** The documented hosts of the push services. `*.` matches all subdomains. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
] as const;

interface Options {
  /** Additional hosts. */
  readonly pushAllowHosts: readonly string[];
  /** Networks of fake push services in tests: plain HTTP and any port, only for IP addresses in these networks. */
  readonly pushTestNetworks: readonly string[];
  /** Resolves a name; replaced in tests. */
  readonly lookupAll?: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;
}

/**
 * The allowed targets of push messages (decision 048): HTTPS on port 443 of a known push service whose name resolves to
 * public addresses only. Any signed-in person chooses the address, so networks that an operator allows for webhooks
 * (`WEBHOOK_ALLOW`) are not allowed for push.
 */
export function pushAddresses({
  pushAllowHosts,
  pushTestNetworks,
  lookupAll = (host) => lookup(host, { all: true }),
}: Options): WebhookAddresses {
  const isOfTest = addressMatcher(pushTestNetworks);
  const patterns = [...KNOWN_HOSTS, ...pushAllowHosts];
  const isKnown = (host: string) =>
    patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));

  function faultOf(text: string): AddressFault | null {
    if (!URL.canParse(text)) return 'NOT_A_URL';
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'NOT_A_URL';
    if (url.username !== '' || url.password !== '') return 'CREDENTIALS_IN_URL';
    const host = hostOf(url);
    if (isIP(host) !== 0 && isOfTest(host)) return null;
    if (isIP(host) !== 0 && !isPublicAddress(host)) return 'PRIVATE_ADDRESS';
    if (url.protocol !== 'https:') return 'NOT_HTTPS';
    return url.port === '' && isIP(host) === 0 && isKnown(host) ? null : 'UNKNOWN_PUSH_SERVICE';
  }

  return {
    faultOf,
    async resolve(url) {
      const fault = faultOf(url.href);
      if (fault !== null) return fault;
      const host = hostOf(url);
      const family = isIP(host);
      // An IP address that passed belongs to a test network.
      if (family !== 0) return { addresses: [{ address: host, family }] };
      const addresses = await lookupAll(host).catch(() => []);
      if (addresses.length === 0) return 'UNKNOWN_HOST';
      return addresses.every(({ address }) => isPublicAddress(address)) ? { addresses } : 'PRIVATE_ADDRESS';
    },
  };
}
