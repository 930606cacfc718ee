import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from './clock.ts';
import { ConfigError, type Config } from './config.ts';
import { openDatabase, type Database } from './db/index.ts';
import { startEventReader, sweepEvents, type EventReader } from './events/index.ts';
import { createHttp, eventStream, serve, serveDocs, serveObservability, serveWeb, sweepIdempotencyKeys, type Route } from './http/index.ts';
import { startJobs, type JobHandlers, type Jobs } from './jobs/index.ts';
import { accountRoutes, createAuthenticator, createTokens, sweepSignIns, type Tokens } from './modules/accounts/index.ts';
import { createDevices, type Devices } from './modules/devices/index.ts';
import { doorRoutes, doorWatcher, relockJobs } from './modules/doors/index.ts';
import { notificationRoutes } from './modules/payments/index.ts';
import { roomRoutes } from './modules/rooms/index.ts';
import { storeRoutes } from './modules/stores/index.ts';
import { connectMqtt, type Mqtt } from './mqtt/index.ts';

/** One process of the product: any number of them share one database and one broker. */
export interface App {
  readonly http: FastifyInstance;
  readonly db: Database;
  readonly events: EventReader;
  readonly jobs: Jobs;
  readonly devices: Devices;
  readonly mqtt: Mqtt;
  readonly tokens: Tokens;
  readonly routes: readonly Route[];
  /** `http://host:port`. */
  readonly url: string;
  /** Answers what is under way, takes nothing new, and lets go of everything (RN-5). */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly mqttUrl: string;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

const HOUR_MS = 3600_000;

export async function startApp({ config, databaseUrl, mqttUrl, clock, log }: AppOptions): Promise<App> {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const db = openDatabase(databaseUrl, { poolSize: config.databasePool, onError: (error) => log.error({ err: error }, 'a database connection broke') });
  const events = await startEventReader(db, log);
  const mqtt = connectMqtt({
    url: mqttUrl,
    clientId: `munjigi-${uuidv7()}`,
    onDropped: (reason, error) => log.warn({ reason, err: error }, 'an MQTT message was dropped'),
    onError: (error) => log.warn({ err: error }, 'the MQTT connection has trouble'),
  });
  const tokens = createTokens(config.tokenSecret, clock);
  const authenticator = createAuthenticator(db, tokens, clock);
  const devices = createDevices({ db, clock, log, mqtt, events, metrics });
  devices.watch(doorWatcher({ devices }));
  const streams = eventStream({ events, liveSessions: authenticator.liveSessions, log });

  const routes: readonly Route[] = [
    ...accountRoutes({ db, clock, tokens, secret: config.tokenSecret, tokenHours: config.tokenHours }),
    ...storeRoutes(),
    ...devices.routes,
    ...roomRoutes(),
    ...doorRoutes({ db, clock, devices }),
    ...notificationRoutes({ db, clock }),
    streams.route,
  ];
  const handlers: JobHandlers = { ...devices.jobs, ...relockJobs({ db, devices, clock }) };
  const recurring = {
    'events.sweep': { everyMs: HOUR_MS, run: () => sweepEvents(db, new Date(clock.now().getTime() - 24 * HOUR_MS)) },
    'http.sweep-idempotency-keys': { everyMs: HOUR_MS, run: () => sweepIdempotencyKeys(db, clock) },
    'accounts.sweep-sign-ins': { everyMs: HOUR_MS, run: () => sweepSignIns(db, clock.now()) },
  };

  let isStopping = false;
  const http = createHttp({ log, trustProxy: config.trustProxy });
  await serveWeb(http, config.webRoot);
  serveObservability(http, {
    metrics,
    ping: db.ping,
    pool: db.pool,
    isMqttConnected: mqtt.isConnected,
    streams: streams.count,
    isStopping: () => isStopping,
  });
  serveDocs(http);
  for (const route of routes) serve(http, { db, clock, authenticate: authenticator.authenticate }, route);
  http.addHook('preClose', async () => streams.close());

  let jobs: Jobs | undefined;
  let closing: Promise<void> | undefined;
  async function shutDown(): Promise<void> {
    isStopping = true;
    await http.close();
    await jobs?.close();
    await devices.close();
    await mqtt.close();
    await events.close();
    await db.close();
  }
  try {
    await devices.start();
    jobs = startJobs({ db, clock, log, handlers, recurring });
    await http.listen({ port: config.port, host: config.host });
  } catch (error) {
    await shutDown();
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isTaken ? new ConfigError(`PORT: something already listens on ${config.host}:${config.port}`) : error;
  }
  const { port } = http.server.address() as AddressInfo;

  return {
    http, db, events, jobs, devices, mqtt, tokens, routes,
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    close: () => (closing ??= shutDown()),
  };
}
