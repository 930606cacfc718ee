import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { startApp, type App, type AppOptions } from './app.ts';
import { systemClock } from './clock.ts';
import { embeddedBrokerFault, foundSecret, keptSecret, type Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import {
  examinePooler,
  findHiddenPooler,
  findRunningPostgres,
  migrateDatabase,
  requireMigratableSchema,
  startEmbeddedPostgres,
  waitForDatabase,
  type EmbeddedPostgres,
} from './db/index.ts';
import { deviceBrokerAt, startBroker, type BrokerRefusal, type EmbeddedBroker } from './mqtt/index.ts';

export interface Running {
  readonly app: App;
  /** The broker's URL for the devices below a topic prefix, with their account. */
  deviceUrl(prefix: string): string;
  stop(): Promise<void>;
}

/** Stored in `DATA_DIR` with the embedded database's secrets. */
export const BROKER_SECRET_FILE = 'broker-secret';
const DATABASE_PASSWORD_FILE = 'database-password';

interface LaunchOptions extends Pick<AppOptions, 'beforeTimers' | 'isPreparing'> {
  readonly onDatabaseLost: (message: string) => void;
  /** Ends the start: what has been started is stopped without waiting for the current step. */
  readonly signal?: AbortSignal;
}

/**
 * Starts what the configuration requires: the embedded database and broker if none is configured, the schema, the
 * server. Throws the reason of `signal` if it aborts the start.
 */
export async function launchServer(
  config: Config,
  log: FastifyBaseLogger,
  { onDatabaseLost, signal = new AbortController().signal, ...options }: LaunchOptions,
): Promise<Running> {
  const opened: { stop(): Promise<void> }[] = [];
  const fault = embeddedBrokerFault(config);
  if (fault !== null) throw new ConfigError(fault);
  try {
    const database = await openOrStartDatabase(config, onDatabaseLost);
    opened.push(database);
    await rejectOnAbort(signal, () =>
      waitForDatabase(database.url, config.databaseWaitSeconds, (line) => log.warn(line)),
    );
    await rejectOnAbort(signal, () => requireUsableWay(config, log));
    // Before the broker, which creates its secret: a refused schema leaves nothing behind.
    const applied = await rejectOnAbort(signal, () => migrateSchema(database.url));
    if (applied.length > 0) log.info({ applied }, 'the database is up to date');
    const broker = config.mqttUrl === null ? await startEmbeddedBroker(config, log) : null;
    opened.push({ stop: async () => broker?.close() });
    const mqttUrl = config.mqttUrl ?? broker?.url ?? '';
    const deviceBroker = deviceBrokerAt(mqttUrl, broker?.accounts ?? null);
    const started = { config, databaseUrl: database.url, mqttUrl, deviceBroker, clock: systemClock, log };
    const app = await startApp({ ...started, ...options });
    opened.push({ stop: app.close });
    signal.throwIfAborted();
    return { app, deviceUrl: (prefix) => broker?.deviceUrl(prefix) ?? mqttUrl, stop: () => stopAll(opened) };
  } catch (error) {
    await stopAll(opened);
    throw error;
  }
}

/** Refuses a pooler that the settings do not name, and one that cannot be used. */
async function requireUsableWay(config: Config, log: FastifyBaseLogger): Promise<void> {
  const { databaseUrl, databasePooler } = config;
  if (databaseUrl === null) return;
  if (databasePooler !== null) {
    // What it waited for in vain is named below.
    await waitForDatabase(databasePooler.url, config.databaseWaitSeconds, (line) => log.warn(line)).catch(
      () => undefined,
    );
  }
  const faults =
    databasePooler === null
      ? [await findHiddenPooler(databaseUrl)].filter((fault) => fault !== null)
      : (await examinePooler(databasePooler, databaseUrl)).map((fault) => `DATABASE_URL: ${fault}`);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
}

/**
 * Waits for a step, but no longer than until the start is aborted. The step may go on: the stop of the database ends
 * its connection, which rolls an unfinished migration back.
 */
async function rejectOnAbort<T>(signal: AbortSignal, step: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: ended.signal }),
  );
  return Promise.race([step(), aborted]).finally(() => ended.abort());
}

export async function openOrStartDatabase(
  config: Config,
  onLost: (message: string) => void,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined };
  return startEmbeddedPostgres({
    dataDir: config.dataDir,
    password: keptSecret(config.dataDir, DATABASE_PASSWORD_FILE),
    onExit: onLost,
  });
}

/**
 * Reaches the database of a running server, or starts it for the duration of the command. Creates neither a folder nor a
 * secret nor a database.
 */
export async function reachDatabase(
  { databaseUrl, dataDir }: Config,
  onLost: (message: string) => void,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined };
  const password = foundSecret(dataDir, DATABASE_PASSWORD_FILE);
  if (password === null)
    throw new ConfigError(
      existsSync(path.join(dataDir, 'postgres'))
        ? `DATA_DIR: ${path.join(dataDir, DATABASE_PASSWORD_FILE)} is gone. Put it back, or restore a backup into an empty DATA_DIR`
        : `DATA_DIR: there is no database in ${dataDir}. The first start of the server creates it, and so does munjigi migrate`,
    );
  const running = findRunningPostgres(dataDir, password);
  return running === null
    ? startEmbeddedPostgres({ dataDir, password, onExit: onLost, mustExist: true })
    : { url: running, stop: async () => undefined };
}

/** Reaches the database of a running server, or creates and starts it for the duration of `migrate`. */
export async function reachOrStartDatabase(
  config: Config,
  onLost: (message: string) => void,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const password = config.databaseUrl ? null : foundSecret(config.dataDir, DATABASE_PASSWORD_FILE);
  const running = password === null ? null : findRunningPostgres(config.dataDir, password);
  return running === null ? openOrStartDatabase(config, onLost) : { url: running, stop: async () => undefined };
}

/** Brings the schema to this version. Refuses a newer one, and a database with tables of another program. */
export async function migrateSchema(url: string): Promise<string[]> {
  await requireMigratableSchema(url, migrationsFolder());
  return migrateDatabase(url, migrationsFolder());
}

/** The folder is next to the bundle, or next to the sources when they run directly. */
export function migrationsFolder(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(here, 'migrations');
  return existsSync(beside) ? beside : path.join(here, 'db', 'migrations');
}

function startEmbeddedBroker(config: Config, log: FastifyBaseLogger): Promise<EmbeddedBroker> {
  return startBroker({
    port: config.mqttPort,
    secret: config.embeddedBrokerSecret ?? keptSecret(config.dataDir, BROKER_SECRET_FILE),
    onRefused: logRefusals(log),
    onError: (error) => log.error({ err: error }, 'the broker has trouble'),
  }).catch((error: Error) => {
    throw new ConfigError(error.message, { cause: error });
  });
}

const REFUSALS_EVERY_MS = 60_000;

/**
 * Logs the first refusal of a kind at once and then at most one line a minute with their number, so that an attacker
 * cannot fill the disk.
 */
function logRefusals(log: FastifyBaseLogger): (reason: BrokerRefusal) => void {
  const refusals = new Map<BrokerRefusal, { count: number; loggedAt: number }>();
  return (reason) => {
    const entry = refusals.get(reason) ?? { count: 0, loggedAt: -Infinity };
    refusals.set(reason, entry);
    entry.count += 1;
    if (performance.now() - entry.loggedAt < REFUSALS_EVERY_MS) return;
    log.warn({ reason, count: entry.count }, 'the embedded broker refused a client');
    Object.assign(entry, { count: 0, loggedAt: performance.now() });
  };
}

async function stopAll(opened: { stop(): Promise<void> }[]): Promise<void> {
  for (const one of opened.reverse()) await one.stop();
}
