import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { systemClock } from './clock.ts';
import { ConfigError, demoAddressFault, loadConfig } from './config.ts';
import { FolderInUse, SchemaFault } from './db/index.ts';
import { letGuestsHaveBeen, printWelcome, startDemo } from './demo/index.ts';
import { launchServer } from './launch.ts';
import { hasAccounts } from './modules/accounts/index.ts';

/** `munjigi serve`: starts, prints its address, and stops without aborting requests (RN-1, RN-5). */
async function main(): Promise<void> {
  const startedAt = performance.now();
  const config = loadConfig({ admin: builtApplication('admin'), guest: builtApplication('guest') });
  const fault = demoAddressFault(config);
  if (fault !== null) throw new ConfigError(fault);
  const log = pino({ level: config.logLevel, redact: ['req.headers.authorization'] });

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
  const demo = config.demo ? await startDemo(running.app, running.deviceUrl, log) : null;
  isPreparing = false;
  printWelcome({
    url: running.app.url,
    isDemo: config.demo,
    hasAccounts: await hasAccounts(running.app.db),
    seconds: (performance.now() - startedAt) / 1000,
  });

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
  const isInWords = error instanceof ConfigError || error instanceof FolderInUse || error instanceof SchemaFault;
  console.error(isInWords ? `Munjigi cannot start:\n${error.message}` : error);
  process.exit(error instanceof SchemaFault ? 2 : 1);
});
