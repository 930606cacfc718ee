import { BlockList, isIP } from 'node:net';
import { resolveHost } from './resolve-host.ts';

/**
 * Why an address is refused. Without the checks, a user could make the server request what only the server can reach
 * (SSRF).
 */
export type AddressFault =
  | 'NOT_A_URL'
  | 'CREDENTIALS_IN_URL'
  | 'NOT_HTTPS'
  | 'PRIVATE_ADDRESS'
  | 'UNKNOWN_HOST'
  | 'UNKNOWN_PUSH_SERVICE';

export interface WebhookAddresses {
  /** The fault of the address without resolving its name; `null`: none. */
  faultOf(url: string): AddressFault | null;
  /** Resolves the name to addresses that may all be used, or returns the fault. Rejects when `signal` aborts. */
  resolve(
    url: URL,
    signal: AbortSignal,
  ): Promise<{ readonly addresses: readonly { readonly address: string; readonly family: number }[] } | AddressFault>;
}

/** Networks that are not public: the special-purpose registries of IANA (RFC 6890 and later). */
const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4');
// Networks within 2000::/3, the only public range: translation, tunnels and documentation.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');
const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Names that never resolve to something public (RFC 6761, RFC 6762, RFC 9476; `.internal` by ICANN). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa|alt)$/;

/** Whether an address is public. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) === 6
    ? PUBLIC_IPV6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
    : !NOT_PUBLIC.check(address, 'ipv4');
}

/** Whether an address is in one of the networks (`10.1.0.0/16`, `127.0.0.1`). */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const listed = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) listed.addAddress(address, family);
    else listed.addSubnet(address, Number(prefix), family);
  }
  return (address) => listed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** `allowed`: networks that may be used although they are not public, also over plain HTTP. */
export function webhookAddresses(allowed: readonly string[]): WebhookAddresses {
  const isAllowed = addressMatcher(allowed);
  const faultAt = (url: URL, address: string): AddressFault | null => {
    if (isAllowed(address)) return null;
    if (!isPublicAddress(address)) return 'PRIVATE_ADDRESS';
    return url.protocol === 'https:' ? null : 'NOT_HTTPS';
  };

  return {
    faultOf(text) {
      if (!URL.canParse(text)) return 'NOT_A_URL';
      const url = new URL(text);
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'NOT_A_URL';
      if (url.username !== '' || url.password !== '') return 'CREDENTIALS_IN_URL';
      const host = hostOf(url);
      if (isIP(host) !== 0) return faultAt(url, host);
      if (PRIVATE_NAME.test(host.replace(/\.$/, '')) || !host.includes('.'))
        return allowed.length === 0 ? 'PRIVATE_ADDRESS' : null;
      return url.protocol === 'https:' || allowed.length > 0 ? null : 'NOT_HTTPS';
    },
    async resolve(url, signal) {
      const host = hostOf(url);
      const family = isIP(host);
      const addresses = family === 0 ? await resolveHost(host, signal) : [{ address: host, family }];
      if (addresses.length === 0) return 'UNKNOWN_HOST';
      for (const { address } of addresses) {
        const fault = faultAt(url, address);
        if (fault !== null) return fault;
      }
      return { addresses };
    },
  };
}

/**
 * Without the brackets of IPv6. The URL parser has already normalised all spellings of IPv4 (`0x7f.1`, `2130706433`).
 */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
}
