import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { closeFoundation, openFoundation, type FoundationOptions } from './app-foundation.ts';
import { openHttp } from './app-http.ts';
import { listJobHandlers, listRecurringJobs } from './app-jobs.ts';
import { closeModules, startModules, type ModuleTimes } from './app-modules.ts';
import { listRoutes } from './app-routes.ts';
import { ConfigError } from './config/config-error.ts';
import type { Database } from './db/index.ts';
import type { EventReader } from './events/index.ts';
import { eventStream, type Route } from './http/index.ts';
import { startJobs, type Jobs, type RecurringJobs } from './jobs/index.ts';
import { endDemoSessions, type Tokens } from './modules/accounts/index.ts';
import { guestChanges } from './modules/guest-access/index.ts';
import type { DemoInbox } from './modules/messages/index.ts';
import type { Devices } from './modules/devices/index.ts';
import type { Mqtt } from './mqtt/index.ts';
import { observeBackups } from './telemetry/backup-metrics.ts';
import { observeWork } from './telemetry/process-metrics.ts';
import { observeState } from './telemetry/state-metrics.ts';

export { SEALED_TABLES } from './sealing/sealed-tables.ts';

/** One process of the product: any number of them share one database and one broker. */
export interface App {
  readonly http: FastifyInstance;
  readonly db: Database;
  readonly events: EventReader;
  readonly jobs: Jobs;
  /** The jobs that every process repeats, by kind. */
  readonly recurring: RecurringJobs;
  readonly devices: Devices;
  readonly mqtt: Mqtt;
  readonly tokens: Tokens;
  readonly routes: readonly Route[];
  readonly demoInbox: DemoInbox;
  /** The address of the server, `http://host:port`. */
  readonly url: string;
  isBrokerConnected(): boolean;
  /** Finishes the requests under way, accepts no new ones, and releases all resources (RN-5). */
  close(): Promise<void>;
}

export interface AppOptions extends FoundationOptions, ModuleTimes {
  /** Called before any timer runs. */
  readonly beforeTimers?: (db: Database) => Promise<void>;
  /** While true, the server answers requests, but /readyz reports that it is not ready for people. */
  readonly isPreparing?: () => boolean;
}

export async function startApp(options: AppOptions): Promise<App> {
  const { config, clock, log, beforeTimers, isPreparing = () => false } = options;
  const foundation = await openFoundation(options);
  const { db, events, mqtt } = foundation;
  const modules = startModules(foundation, options);
  const { authenticator, devices, push, tokens } = modules;
  const streams = eventStream({ events, liveSessions: authenticator.liveSessions, log });
  const changes = guestChanges({ db, events });
  const routes = [...listRoutes(foundation, modules), streams.route, changes.route];
  const handlers = listJobHandlers(foundation, modules);
  const recurring = listRecurringJobs(foundation, modules);

  const { isListeningSomewhere } = devices;
  observeBackups({ ...foundation, config });
  observeState({ ...foundation, isListeningSomewhere, jobs: { ...handlers, ...recurring } });

  let isStopping = false;
  const content = { routes, streams, isPreparing, isStopping: () => isStopping };
  const http = await openHttp(foundation, authenticator, content);
  http.addHook('preClose', async () => changes.close());

  let jobs: Jobs | undefined;
  let closing: Promise<void> | undefined;
  async function shutDown(): Promise<void> {
    isStopping = true;
    await http.close();
    await jobs?.close();
    await closeModules(modules);
    await closeFoundation(foundation);
  }
  try {
    if (!config.demo) await endDemoSessions(db, clock.now());
    await devices.start();
    await push.start();
    await beforeTimers?.(db);
    jobs = startJobs({ db, clock, log, handlers, recurring });
    observeWork({ metrics: foundation.metrics, jobs, handlers, recurring, isListening: devices.isListening });
    await http.listen({ port: config.port, host: config.host });
  } catch (error) {
    await shutDown();
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isTaken ? new ConfigError(`PORT: something already listens on ${config.host}:${config.port}`) : error;
  }

  return {
    http,
    db,
    events,
    jobs,
    recurring,
    devices,
    mqtt,
    tokens,
    demoInbox: modules.demoInbox,
    routes,
    url: urlOf(config.host, http.server.address() as AddressInfo),
    isBrokerConnected: mqtt.isConnected,
    close: () => (closing ??= shutDown()),
  };
}

function urlOf(host: string, { port }: AddressInfo): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
