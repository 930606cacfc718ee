import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import type { TestServer } from '../server.ts';
import { until } from '../until.ts';

/** The built server as a separate process, on the database and broker of a test, for the long proofs. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
  /** Sends SIGKILL (`kill -9`). */
  kill(): Promise<void>;
}

const PROGRAM = path.resolve(import.meta.dirname, '../../../dist/main.js');
/** A server is ready after 3 s of processor time; beside other work that has taken 40 s. */
const READY_MS = 180_000;

/** The processes of this worker, which must not outlive it, even if a test ends in the middle. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startServerProcess(beside: TestServer): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: '0',
      PROVIDER_TEST_URLS: '1',
      LOG_LEVEL: 'warn',
      REQUEST_LIMIT: '0',
      TOKEN_SECRET: beside.config.tokenSecret,
      PERSONAL_DATA_KEYS: beside.config.personalDataKeys.join(','),
      MQTT_URL: beside.mqttUrl,
      // A URL requires a host; the `?host=` parameter with the folder of the socket takes precedence.
      DATABASE_URL: beside.databaseUrl.replace('@/', '@localhost/'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      running.delete(child);
      resolve();
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  try {
    const isReady = async () => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server ended: see above');
      // The connection is refused until it listens. A server that accepts and does not answer counts as not ready.
      return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
        (reply) => reply.ok,
        () => false,
      );
    };
    await until('the server is ready', isReady, READY_MS);
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw error;
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
