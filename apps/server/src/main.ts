import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from './clock.ts';
import { demoAddressFault, loadConfig, type Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { SchemaFault } from './db/index.ts';
import { letGuestsHaveBeen, startDemo, welcomeLines } from './demo/index.ts';
import { launchServer, type Running } from './launch.ts';
import { startFault } from './start-fault.ts';
import { createLog } from './telemetry/log.ts';
import { hasAccounts } from './modules/accounts/index.ts';

/** Null until the settings are read. */
let config: Config | null = null;

/** `npm run dev` serves this server under another address, and prints itself when it is ready. */
const isChildOfDev = process.argv.includes('--child-of-dev');

/** `munjigi serve`: starts, prints its address, and stops without aborting requests (RN-1, RN-5). */
async function main(): Promise<void> {
  const startedAt = performance.now();
  config = loadConfig({ admin: builtApplication('admin'), guest: builtApplication('guest') });
  const fault = demoAddressFault(config);
  if (fault !== null) throw new ConfigError(fault);
  const log = createLog(config.logLevel);
  life.log = log;

  // The server is ready only when the demo's people and doors exist as well.
  let isPreparing = config.demo;
  const running = await launchServer(config, log, {
    onDatabaseLost: (message) => {
      log.fatal(message);
      process.exit(1);
    },
    isPreparing: () => isPreparing,
    signal: life.start.signal,
    ...(config.demo ? { beforeTimers: (db) => letGuestsHaveBeen(db, systemClock.now()) } : {}),
  });
  life.running = running;
  if (isChildOfDev) process.send?.({ kind: 'listening' });
  life.demo = config.demo ? await startDemo(running.app, running.deviceUrl, log) : null;
  isPreparing = false;
  const lines = welcomeLines({
    url: isChildOfDev ? (config.publicUrl ?? running.app.url) : running.app.url,
    command: commandLine(),
    isDemo: config.demo,
    hasAccounts: await hasAccounts(running.app.db),
    isBrokerConnected: await waitForBroker(running.app.isBrokerConnected),
    seconds: (performance.now() - startedAt) / 1000,
  });
  if (isChildOfDev) process.send?.({ kind: 'ready', lines });
  else console.log(lines.join('\n'));
}

/** What has started. The signal of `start` aborts once the process is asked to end, which may be during the start. */
const life: {
  log: FastifyBaseLogger | null;
  running: Running | null;
  demo: { stop(): Promise<void> } | null;
  readonly start: AbortController;
} = { log: null, running: null, demo: null, start: new AbortController() };

/** Requests under way are completed, and a device may take a while. */
const STOP_MS = 60_000;

/** Ctrl-C reaches the process from the terminal and once more from npm, so further signals change nothing. */
function stop(signal: string): void {
  if (life.start.signal.aborted) return;
  life.start.abort();
  life.log?.info({ signal }, 'stopping');
  setTimeout(() => process.exit(1), STOP_MS).unref();
  if (life.running !== null) void end(life.running);
}

async function end(running: Running): Promise<void> {
  try {
    await life.demo?.stop();
    await running.stop();
    process.exit(0);
  } catch (error) {
    life.log?.fatal({ err: error }, 'the stop failed');
    process.exit(1);
  }
}

/** How long the start waits to say whether the broker answers. */
const BROKER_WAIT_MS = 3000;

async function waitForBroker(isConnected: () => boolean): Promise<boolean> {
  for (const endsAt = performance.now() + BROKER_WAIT_MS; performance.now() < endsAt; await sleep(50))
    if (isConnected()) return true;
  return isConnected();
}

/** The folder of a browser application beside the server's; `null` if it was not built. */
function builtApplication(name: 'admin' | 'guest'): string | null {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const folder = path.resolve(here, `../../${name}/dist`);
  return existsSync(path.join(folder, 'index.html')) ? folder : null;
}

/** How a command is run here: a release has the program `munjigi`, a checkout the script of npm. */
function commandLine(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  return existsSync(path.resolve(here, '../../../scripts/cli.mjs')) ? 'npm run munjigi --' : 'munjigi';
}

process.on('unhandledRejection', (error) => {
  console.error(error);
  process.exit(1);
});
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
main().catch((error: unknown) => {
  // What the interrupted start had opened is stopped.
  if (error === life.start.signal.reason) process.exit(0);
  // The server was reached before the signal, so its end sets the exit code.
  if (life.start.signal.aborted && life.running !== null) return;
  const fault = startFault(error, config);
  console.error(
    fault === null
      ? error
      : `Munjigi cannot start:
${fault}`,
  );
  process.exit(error instanceof SchemaFault ? 2 : 1);
});
