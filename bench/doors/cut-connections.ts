import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy to a broker, whose connections the test can cut. */
export interface Way {
  readonly url: string;
  /** Closes one of the connections at both ends without DISCONNECT; returns `false` if there was no connection. */
  cut(): boolean;
  stop(): Promise<void>;
}

export async function wayTo(url: string): Promise<Way> {
  const { hostname, port, username, password } = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.pipe(other);
      one.on('error', () => other.destroy()); // The broker is down, or the server was killed.
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutOne = (pair: readonly [Socket, Socket]) => pair.forEach((socket) => socket.destroy());
  return {
    url: `mqtt://${username === '' ? '' : `${username}:${password}@`}127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      const all = [...pairs];
      const pair = all[Math.floor(Math.random() * all.length)];
      if (pair) cutOne(pair);
      return pair !== undefined;
    },
    async stop() {
      for (const pair of pairs) cutOne(pair);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
