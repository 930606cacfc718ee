import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from './clock.ts';
import { ConfigError, demoAddressFault, loadConfig, type Config } from './config.ts';
import { SchemaFault } from './db/index.ts';
import { letGuestsHaveBeen, startDemo, welcomeLines } from './demo/index.ts';
import { launchServer } from './launch.ts';
import { startFault } from './start-fault.ts';
import { createLog } from './log.ts';
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

  // The server is ready only when the demo's people and doors exist as well.
  let isPreparing = config.demo;
  const running = await launchServer(config, log, {
    onDatabaseLost: (message) => {
      log.fatal(message);
      process.exit(1);
    },
    isPreparing: () => isPreparing,
    ...(config.demo ? { beforeTimers: (db) => letGuestsHaveBeen(db, systemClock.now()) } : {}),
  });
  if (isChildOfDev) process.send?.({ kind: 'listening' });
  const demo = config.demo ? await startDemo(running.app, running.deviceUrl, log) : null;
  isPreparing = false;
  const lines = welcomeLines({
    url: isChildOfDev ? (config.publicUrl ?? running.app.url) : running.app.url,
    isDemo: config.demo,
    hasAccounts: await hasAccounts(running.app.db),
    isBrokerConnected: await waitForBroker(running.app.isBrokerConnected),
    seconds: (performance.now() - startedAt) / 1000,
  });
  if (isChildOfDev) process.send?.({ kind: 'ready', lines });
  else console.log(lines.join('\n'));

  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // Requests under way are completed, and a device may take a while.
    const deadline = setTimeout(() => process.exit(1), 60_000);
    deadline.unref();
    Promise.resolve(demo?.stop())
      .then(() => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, 'the stop failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
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

process.on('unhandledRejection', (error) => {
  console.error(error);
  process.exit(1);
});
main().catch((error: unknown) => {
  const fault = startFault(error, config);
  console.error(
    fault === null
      ? error
      : `Munjigi cannot start:
${fault}`,
  );
  process.exit(error instanceof SchemaFault ? 2 : 1);
});
