import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, type Socket } from 'node:net';

/**
 * The proxies that are trusted to name the client: `0` none, a number of hops (each proxy of the operator appends the
 * address that it saw to `X-Forwarded-For`), or the addresses and networks of the proxies.
 */
export type TrustedProxies = number | readonly string[];

/** Recorded if the address of a connection is no longer known: a valid address that no client has. */
const UNKNOWN_ADDRESS = '0.0.0.0';
/** `1.2.3.4:5678` and `[2001:db8::1]:443`: some proxies append the port. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([0-9a-f:.]+(?:%[^\]]*)?)\])(?::\d{1,5})?$/i;
const LONGEST_ADDRESS = 100;

/**
 * The canonical form of an IP address: no port, brackets or zone, and IPv4-mapped IPv6 as IPv4. `null`: the text is not
 * an IP address.
 */
export function normaliseAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  if (text.length > LONGEST_ADDRESS) return null;
  const [, ipv4, ipv6] = WITH_PORT.exec(text.trim()) ?? [];
  const [address = ''] = (ipv4 ?? ipv6 ?? text.trim()).split('%');
  const family = isIP(address);
  if (family === 0) return null;
  if (family === 4) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * The key of limits: an IPv4 address, or the /64 network of an IPv6 address, because one client has all addresses of
 * its network. Every limiter that counts by address uses this key.
 */
export function limiterKeyOf(address: string): string {
  const normal = normaliseAddress(address) ?? UNKNOWN_ADDRESS;
  if (isIPv4(normal)) return normal;
  return `${groupsOf(normal)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes an address in its canonical form, an embedded IPv4 address in hexadecimal.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const [first, last] = [parse(head), parse(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

export interface ClientAddresses {
  /** Call it for each new connection: later the address may be unavailable. */
  connected(socket: Socket): void;
  /** The client's address: always a valid IP address in canonical form. */
  of(request: IncomingMessage): string;
}

/**
 * Finds the address of a request's client. Reads `X-Forwarded-For` from its right end, which trusted proxies wrote, and
 * ignores what a client put before that. `onIgnored` is called when a header is ignored because no proxy is trusted.
 */
export function clientAddresses(trusted: TrustedProxies, onIgnored: () => void = () => undefined): ClientAddresses {
  const peers = new WeakMap<Socket, string>();
  const connected = (socket: Socket) => {
    const peer = normaliseAddress(socket.remoteAddress ?? '') ?? UNKNOWN_ADDRESS;
    peers.set(socket, peer);
    return peer;
  };
  const isTrusted = trustOf(trusted);

  return {
    connected,
    of({ socket, headers }) {
      const peer = peers.get(socket) ?? connected(socket);
      const header = headers['x-forwarded-for'];
      if (header === undefined) return peer;
      if (trusted === 0) {
        onIgnored();
        return peer;
      }
      // Node joins several headers of this name with commas, in order.
      const items = (Array.isArray(header) ? header.join(',') : header).split(',');
      let client = peer;
      for (let hop = 0; items.length > 0 && isTrusted(client, hop); hop += 1) {
        const address = normaliseAddress(items.pop() ?? '');
        // A trusted proxy wrote an invalid address, so the last valid one is the best known.
        if (address === null) break;
        client = address;
      }
      return client;
    },
  };
}

/** Whether the proxy at this address, `hop` steps before this server, is trusted to name its client. */
function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  const networks = new BlockList();
  for (const network of trusted) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined)
      networks.addAddress(
        normaliseAddress(address) ?? address,
        isIPv4(normaliseAddress(address) ?? address) ? 'ipv4' : 'ipv6',
      );
    else networks.addSubnet(address, Number(prefix), family);
  }
  return (address) => networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
