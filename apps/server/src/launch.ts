import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { startApp, type App, type AppOptions } from './app.ts';
import { systemClock } from './clock.ts';
import { ConfigError, keptSecret, type Config } from './config.ts';
import { findRunningPostgres, migrate, startEmbeddedPostgres, type EmbeddedPostgres } from './db/index.ts';
import { startBroker, type EmbeddedBroker } from './mqtt/index.ts';

export interface Running {
  readonly app: App;
  /** The broker as devices reach it. */
  readonly mqttUrl: string;
  stop(): Promise<void>;
}

/** Everything a configuration asks for: the embedded database and broker where none is named, the schema, the server. */
export async function launch(
  config: Config,
  log: FastifyBaseLogger,
  { onDatabaseLost, ...options }: { readonly onDatabaseLost: (message: string) => void } & Pick<AppOptions, 'beforeTimers' | 'isPreparing'>,
): Promise<Running> {
  const opened: { stop(): Promise<void> }[] = [];
  try {
    const database = await openOrStartDatabase(config, onDatabaseLost);
    opened.push(database);
    const broker = config.mqttUrl ? null : await startBroker({
      port: config.mqttPort,
      onRefused: (reason) => log.warn({ reason }, 'the broker refused a message'),
      onError: (error) => log.error({ err: error }, 'the broker has trouble'),
    });
    opened.push({ stop: async () => broker?.close() });
    const mqttUrl = urlOf(config, broker);
    const applied = await migrate(database.url, migrationsFolder());
    if (applied.length > 0) log.info({ applied }, 'the database is up to date');
    const app = await startApp({ config, databaseUrl: database.url, mqttUrl, clock: systemClock, log, ...options });
    opened.push({ stop: app.close });
    return { app, mqttUrl, stop: () => stopAll(opened) };
  } catch (error) {
    await stopAll(opened);
    throw error;
  }
}

export async function openOrStartDatabase(config: Config, onLost: (message: string) => void): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir: config.dataDir, password: keptSecret(config.dataDir, 'database-password'), onExit: onLost });
}

/** The database while it is used: that of a server that runs, or started for the time. Nothing is made that is not there. */
export async function reachDatabase(config: Config, onLost: (message: string) => void): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined };
  if (!existsSync(path.join(config.dataDir, 'postgres', 'PG_VERSION'))) throw new ConfigError(`DATA_DIR: there is no database in ${config.dataDir}`);
  const running = findRunningPostgres(config.dataDir, keptSecret(config.dataDir, 'database-password'));
  return running === null ? openOrStartDatabase(config, onLost) : { url: running, stop: async () => undefined };
}

/** Beside the bundle, or beside the sources when they run as they are. */
export function migrationsFolder(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(here, 'migrations');
  return existsSync(beside) ? beside : path.join(here, 'db', 'migrations');
}

function urlOf(config: Config, broker: EmbeddedBroker | null): string {
  if (config.mqttUrl) return config.mqttUrl;
  if (!broker) throw new Error('There is neither a broker of our own nor MQTT_URL');
  return broker.url;
}

async function stopAll(opened: { stop(): Promise<void> }[]): Promise<void> {
  for (const one of opened.reverse()) await one.stop();
}
