import { lookup, Resolver } from 'node:dns/promises';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * Resolves a name to its addresses, or to none. Queries the name servers directly: `dns.lookup` blocks one of the four
 * threads for files and cryptography and cannot be cancelled, so four names whose servers do not answer would block all
 * threads. A name unknown to the servers may be in the hosts file; such lookups run one at a time and block one thread
 * at most. Rejects when `signal` aborts.
 */
export async function resolveHost(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly HostAddress[]> {
  const resolver = new Resolver();
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    const [four, six] = await Promise.all([
      resolver.resolve4(host).catch(() => []),
      resolver.resolve6(host).catch(() => []),
    ]);
    signal.throwIfAborted();
    const found = [
      ...four.map((address) => ({ address, family: 4 })),
      ...six.map((address) => ({ address, family: 6 })),
    ];
    return found.length > 0 ? found : await queueLookup(host, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

let lastLookup: Promise<unknown> = Promise.resolve();

/** Runs after the previous lookups. Skips a lookup whose caller has already aborted. */
function queueLookup(host: string, signal: AbortSignal): Promise<readonly HostAddress[]> {
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
