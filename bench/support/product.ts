import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The built server as a separate process. */
export interface Product {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

export async function startProduct({
  url,
  tokenSecret,
  env = {},
}: {
  url: string;
  tokenSecret: string;
  env?: Readonly<Record<string, string>>;
}): Promise<Product> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--max-semi-space-size=32', path.join(root, 'apps/server/dist/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      MQTT_PORT: '0',
      MQTT_URL: '',
      EMBEDDED_BROKER: '1',
      EMBEDDED_BROKER_SECRET: tokenSecret,
      DATABASE_URL: url,
      TOKEN_SECRET: tokenSecret,
      DEMO: '0',
      LOG_LEVEL: 'warn',
      REQUEST_LIMIT: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) break;
    // The server is not listening yet, so the connection is refused.
    if (
      await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stopChild(child) };
    await sleep(100);
  }
  throw new Error('The server did not become ready: see above');
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
