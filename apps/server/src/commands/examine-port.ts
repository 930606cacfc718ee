import { createServer } from 'node:net';

/**
 * `free`; `munjigi` if a Munjigi server has the port; otherwise the fault in words. Tries to listen, as a start would.
 */
export async function examinePort(
  host: string,
  port: number,
): Promise<'free' | 'munjigi' | { readonly fault: string }> {
  const code = await new Promise<string>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve('')));
  });
  switch (code) {
    case '':
      return 'free';
    case 'EADDRINUSE':
      return (await isMunjigi(host, port)) ? 'munjigi' : { fault: `another program listens on ${host}:${port}` };
    case 'EACCES':
      return { fault: `this user cannot listen on port ${port}: ports below 1024 are reserved for root` };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        fault: `${host} is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all of them`,
      };
    default:
      return { fault: `nothing can listen on ${host}:${port} (${code})` };
  }
}

/** The address at which this machine reaches a server that listens on this host and port. */
export function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function isMunjigi(host: string, port: number): Promise<boolean> {
  try {
    const reply = await fetch(`${urlOf(host, port)}/healthz`, { signal: AbortSignal.timeout(2000) });
    return ((await reply.json()) as { status?: unknown }).status === 'alive';
  } catch {
    return false; // The program speaks another protocol, or does not answer.
  }
}
