import pg from 'pg';

/** A server that answers none of its statements for this long is away: PostgreSQL ends each after 30 s. */
export const SILENT_MS = 45_000;

/** The driver's connection, with the members that its types omit. */
interface Wire extends NodeJS.EventEmitter {
  readonly stream: NodeJS.EventEmitter & {
    destroy(error?: Error): void;
    setTimeout(ms: number): void;
  };
}

/** The address leads to a standby, for example because a failover is not over: nothing can be written there. */
class StandbyError extends Error {
  readonly code = '25006';
  constructor() {
    super('The server is a standby, and reads only');
    this.name = 'StandbyError';
  }
}

/** It is known on the primary only, and a failover can lose it. */
class UnreplicatedCommitError extends Error {
  readonly code = '40003';
  constructor() {
    super('The wait for the synchronous standby was cancelled, and the commit may be lost in a failover');
    this.name = 'UnreplicatedCommitError';
  }
}

export interface DatabaseClientConfig extends pg.ClientConfig {
  readonly silentMs?: number;
}

const unreplicated = new WeakSet<pg.ClientBase>();

/**
 * A connection that refuses a standby, notices a commit that was not replicated, and ends when its server is silent. So
 * after a failover no session stays at a server that is not the primary any more.
 */
export class DatabaseClient extends pg.Client {
  constructor(config: DatabaseClientConfig = {}) {
    super(config);
    const { silentMs = SILENT_MS } = config;
    const wire = this.connection as unknown as Wire;
    // PostgreSQL reports it from 14 on, before it accepts the first statement.
    wire.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return;
      // The same packet often says that the server is ready, which would make the connection a good one.
      wire.removeAllListeners('readyForQuery');
      wire.stream.destroy(new StandbyError());
    });
    this.on('notice', ({ routine }) => {
      // The text is in the language of the server.
      if (routine === 'SyncRepWaitForLSN') unreplicated.add(this);
    });
    // With TLS the stream is another one than at the beginning.
    wire.once('readyForQuery', () => {
      const { stream } = wire;
      stream.setTimeout(silentMs);
      stream.on('timeout', () => stream.destroy(new Error('Connection terminated: the server is silent')));
    });
  }
}

/** Returns the error of the last commit if PostgreSQL answered it with success and did not replicate it. */
export function commitErrorOf(client: pg.ClientBase): Error | null {
  return unreplicated.has(client) ? new UnreplicatedCommitError() : null;
}

/** A server that does not close its end is not waited for. */
const CLOSE_MS = 2000;

/**
 * Returns the function that ends a pool and waits until its connections are closed. `pool.end()` does not wait, and a server
 * that stops meanwhile would report an error to each of them.
 */
export function trackConnections(pool: pg.Pool): () => Promise<void> {
  const open = new Map<pg.PoolClient, Promise<void>>();
  pool.on('connect', (client) => {
    const closed = new Promise<void>((resolve) => client.once('end', resolve));
    open.set(
      client,
      closed.then(() => void open.delete(client)),
    );
  });
  return async () => {
    const closing = [...open.values()];
    await pool.end();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([Promise.all(closing), late]);
    clearTimeout(timer);
  };
}
