import { spawn } from 'node:child_process';
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** Folders that a copy does not need. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'test-results', 'playwright-report']);
/** Installing Vite's copies of the packages and creating a database takes 15 s; beside other work it has taken 60. */
const READY_MS = 180_000;

/** `npm run dev` in a copy of the checkout, whose files a test may change. */
export interface DevCheckout {
  readonly url: string;
  /** Replaces the only occurrence of a text in a source. */
  edit(file: string, from: string, to: string): void;
  stop(): Promise<void>;
}

/** Copies the checkout, links its packages, and starts `npm run dev` with an empty database on free ports. */
export async function startDevCheckout(): Promise<DevCheckout> {
  // Inside the checkout: the packages are linked, which needs the same disk.
  const copy = path.join(root, '.cache', `dev-${String(process.pid)}`);
  rmSync(copy, { recursive: true, force: true });
  for (const name of readdirSync(root))
    if (!LEFT_OUT.has(name))
      cpSync(path.join(root, name), path.join(copy, name), {
        recursive: true,
        filter: (file) => !LEFT_OUT.has(path.basename(file)),
      });
  linkFolder(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

  const [port, mqttPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: copy,
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      HOST: '127.0.0.1',
      DATA_DIR: path.join(copy, '.data'),
      DATABASE_URL: '',
      MQTT_URL: '',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      // Vite reads this name, and a test runner sets another value.
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(copy, { recursive: true, force: true });
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const said: string[] = [];
      const deadline = setTimeout(() => reject(new Error(`npm run dev is not ready: ${said.join('')}`)), READY_MS);
      child.stdout.on('data', (chunk: Buffer) => {
        said.push(String(chunk));
        if (!said.join('').includes('Munjigi is ready')) return;
        clearTimeout(deadline);
        resolve();
      });
      child.once('exit', (code) => reject(new Error(`npm run dev ended with ${String(code)}: ${said.join('')}`)));
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${String(port)}`,
    edit(file, from, to) {
      const text = readFileSync(path.join(copy, file), 'utf8');
      if (text.split(from).length !== 2) throw new Error(`${file} must have this text once: ${from}`);
      writeFileSync(path.join(copy, file), text.replace(from, to));
    },
    stop,
  };
}

/** Hard links of all files, which take no space; symbolic links, such as those of the workspaces, stay relative. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.isDirectory()) linkSync(source, target);
    else if (entry.name !== '.vite') linkFolder(source, target);
  }
}

/** A port of the loopback that no program listens on now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
