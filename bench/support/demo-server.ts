import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../..');

export interface DemoServer {
  /** The server's address, `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the built server with its demo on an empty folder and a free port, as a separate process. Resolves when it is
 * ready.
 */
export async function startDemoServer(env: Readonly<Record<string, string>> = {}): Promise<DemoServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'scripts/demo-server.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      // With a secret, virtual devices can connect to the port beside the server's.
      MQTT_PORT: env['EMBEDDED_BROKER_SECRET'] === undefined ? '0' : String(port + 1),
      DEMO: '1',
      LOG_LEVEL: 'warn',
      REQUEST_LIMIT: '0',
      DATABASE_URL: '',
      MQTT_URL: '',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; !(await isReady(url)); attempt += 1) {
    if (child.exitCode !== null || attempt > 1800) throw new Error('The server did not become ready: see above');
    await sleep(100);
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch (error) {
    // The server is not listening yet. Errors other than a refused connection are thrown.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
