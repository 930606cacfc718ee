import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy to a PostgreSQL server, which can be made to look stopped. */
export interface DatabaseWay {
  readonly url: string;
  /** Closes all connections and refuses new ones. */
  close(): Promise<void>;
  /** Accepts connections again, on the same port. */
  open(): Promise<void>;
  /** Passes nothing on through the present connections, as if the machine at the other end were gone. */
  freeze(): void;
}

/** `url` names a host, or the folder of the socket in its parameter `host`. */
export async function openDatabaseWay(url: string): Promise<DatabaseWay> {
  // A URL needs a host.
  const target = new URL(url.replace('@/', '@localhost/'));
  const folder = target.searchParams.get('host');
  const far = () =>
    folder === null
      ? connect({ host: target.hostname, port: Number(target.port || 5432) })
      : connect(`${folder}/.s.PGSQL.${target.searchParams.get('port') ?? '5432'}`);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const there = far();
    for (const [one, other] of [
      [near, there],
      [there, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://${target.username}:${target.password}@127.0.0.1:${port}${target.pathname}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: () => listen(port),
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
