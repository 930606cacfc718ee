import { lookup, Resolver } from 'node:dns/promises';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * Finds the addresses of a name, or none. Asks the name servers directly: `dns.lookup` blocks one of the four threads that the
 * process has for files and cryptography, and cannot be cancelled, so four names whose servers never answer would stop all of
 * it. A name that the servers do not have may be in the hosts file; such names are looked up one at a time, and so block one
 * thread at most. Rejects when `signal` aborts.
 */
export async function resolveHost(host: string, signal: AbortSignal, servers?: readonly string[]): Promise<readonly HostAddress[]> {
  const resolver = new Resolver();
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    const [four, six] = await Promise.all([resolver.resolve4(host).catch(() => []), resolver.resolve6(host).catch(() => [])]);
    signal.throwIfAborted();
    const found = [...four.map((address) => ({ address, family: 4 })), ...six.map((address) => ({ address, family: 6 }))];
    return found.length > 0 ? found : await lookUpAlone(host, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

let lastLookup: Promise<unknown> = Promise.resolve();

/** Waits for the lookups before it. One whose caller has given up meanwhile does not begin. */
function lookUpAlone(host: string, signal: AbortSignal): Promise<readonly HostAddress[]> {
  const found = lastLookup.then(() => (signal.aborted ? [] : lookup(host, { all: true }).catch(() => [])));
  lastLookup = found;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    void found.then((addresses) => {
      signal.removeEventListener('abort', giveUp);
      resolve(addresses);
    });
  });
}
