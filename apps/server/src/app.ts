import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from './clock.ts';
import { ConfigError, type Config } from './config.ts';
import { openDatabase, personalKeys, UnknownPersonalKey, type Database } from './db/index.ts';
import { startEventReader, sweepEvents, type EventReader } from './events/index.ts';
import {
  clientAddresses,
  createHttp,
  eventStream,
  KEPT_REPLIES,
  pollFastPath,
  requestLimits,
  requestTimes,
  serve,
  serveDocs,
  reportIgnoredProxies,
  serveObservability,
  serveWeb,
  slotsOfPool,
  sweepIdempotencyKeys,
  type Route,
} from './http/index.ts';
import { startJobs, sweepPeers, type JobHandlers, type Jobs, type RecurringJobs } from './jobs/index.ts';
import { accessCodeRoutes, codeSeal, startAccessCodes } from './modules/access-codes/index.ts';
import {
  accountRoutes,
  apiKeyRoutes,
  createAuthenticator,
  createChannelAuthenticator,
  createTokens,
  endDemoSessions,
  secondFactorRoutes,
  sweepSignIns,
  userRoutes,
  type Tokens,
} from './modules/accounts/index.ts';
import { alarmRoutes, alarmTimers } from './modules/alarms/index.ts';
import { approvalRoutes, approvalTimers } from './modules/approvals/index.ts';
import { auditRoutes, auditTimers } from './modules/audit/index.ts';
import {
  automationRoutes,
  entryJobs,
  entryWatcher,
  guestTimers,
  meterTimers,
  overrunWatcher,
  roomTimers,
} from './modules/automation/index.ts';
import { depositJobs, depositRoutes, sealedDeposits } from './modules/deposits/index.ts';
import { deviceHistoryRoutes } from './modules/device-history/index.ts';
import { createDevices, type Devices } from './modules/devices/index.ts';
import {
  doorRoutes,
  doorWatcher,
  EMERGENCY_RETRY_MS,
  emergencyJobs,
  emergencyRoutes,
  emergencyTimers,
  holdTimers,
  relockJobs,
} from './modules/doors/index.ts';
import { helpDeskRoutes } from './modules/help-desk/index.ts';
import {
  calendarFeedRoutes,
  channelRoutes,
  OUTBOUND_TIMEOUT_MS,
  startWebhooks,
  webhookAddresses,
  webhookEndpointRoutes,
  webhookSeal,
} from './modules/integrations/index.ts';
import { modeRoutes } from './modules/modes/index.ts';
import { overviewRoutes } from './modules/overview/index.ts';
import { cancellationRoutes } from './modules/cancellations/index.ts';
import {
  openProviders,
  paymentProviderRoutes,
  providerAddresses,
  providerSeal,
} from './modules/payment-providers/index.ts';
import {
  lookJobs,
  notificationRoutes,
  paymentRoutes,
  providerPaymentRoutes,
  providerTimers,
  providerTroubles,
  refundAccounts,
  sealedWebhooks,
  startLooking,
  webhookJobs,
} from './modules/payments/index.ts';
import { eraseDue, personalDataRoutes, preparePersonalKeys, type SealedTable } from './modules/personal-data/index.ts';
import { pricePolicyRoutes } from './modules/price-policies/index.ts';
import { pushAddresses, pushMarkKey, pushRoutes, pushSeal, startPush } from './modules/push/index.ts';
import {
  reservationRoutes,
  reservationTimers,
  sealedReservations,
  seriesRoutes,
  waitlistJobs,
  waitlistRoutes,
  watchWaitlists,
} from './modules/reservations/index.ts';
import { deviceWatcher, roomDeviceRoutes } from './modules/room-devices/index.ts';
import { roomRoutes } from './modules/rooms/index.ts';
import { salesRoutes } from './modules/sales/index.ts';
import { settlementRoutes } from './modules/settlement/index.ts';
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
  /** Finishes the requests under way, accepts no new ones, and releases all resources (RN-5). */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly mqttUrl: string;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Called before any timer runs. */
  readonly beforeTimers?: (db: Database) => Promise<void>;
  /** While true, the server answers requests, but /readyz reports that it is not ready for people. */
  readonly isPreparing?: () => boolean;
  /** How long a receiver of webhooks or push may take. */
  readonly outboundTimeoutMs?: number;
  /** Before an emergency locks a door again. */
  readonly emergencyRetryMs?: number;
}

const HOUR_MS = 3600_000;

/** All tables with sealed data of guests. */
export const SEALED_TABLES: readonly SealedTable[] = [
  ...sealedReservations,
  ...sealedDeposits,
  ...sealedWebhooks,
  KEPT_REPLIES,
];

export async function startApp({
  config,
  databaseUrl,
  mqttUrl,
  clock,
  log,
  beforeTimers,
  isPreparing = () => false,
  outboundTimeoutMs = OUTBOUND_TIMEOUT_MS,
  emergencyRetryMs = EMERGENCY_RETRY_MS,
}: AppOptions): Promise<App> {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const db = openDatabase(databaseUrl, {
    poolSize: config.databasePool,
    personal: personalKeys(config.personalDataKeys),
    onError: ({ message }) => log.error({ reason: message }, 'a database connection broke'),
  });
  try {
    await preparePersonalKeys({ db, clock, tables: SEALED_TABLES, log });
  } catch (error) {
    await db.close();
    throw error instanceof UnknownPersonalKey ? new ConfigError(error.message, { cause: error }) : error;
  }
  const events = await startEventReader(db, log);
  const mqtt = connectMqtt({
    url: mqttUrl,
    brokerName: config.mqttBrokerName,
    clientId: `munjigi-${uuidv7()}`,
    onDropped: (reason, error) => log.warn({ reason, err: error }, 'an MQTT message was dropped'),
    onError: (error) => log.warn({ err: error }, 'the MQTT connection has trouble'),
  });
  const tokens = createTokens(config.tokenSecret, clock);
  const authenticator = createAuthenticator({ db, tokens, clock, demo: config.demo });
  const devices = createDevices({ db, clock, log, mqtt, events, metrics });
  devices.watch(doorWatcher({ devices, clock, emergencyRetryMs }));
  devices.watch(deviceWatcher({ devices }));
  const seal = codeSeal(config.tokenSecret);
  const accessCodes = startAccessCodes({ db, clock, log, events, devices, seal });
  for (const watcher of [accessCodes.watcher, entryWatcher, overrunWatcher]) devices.watch(watcher);
  const sealOfProviders = providerSeal(config.tokenSecret);
  const providersAt = providerAddresses({ allowsTestUrls: config.providerTestUrls });
  const paying = {
    db,
    clock,
    providers: openProviders({
      db,
      seal: sealOfProviders,
      timeoutMs: config.providerTimeoutMs,
      addresses: providersAt,
    }),
    accounts: refundAccounts(config.tokenSecret),
  };
  const looking = startLooking({ ...paying, log });
  const waitlists = watchWaitlists({ db, clock, events, log });
  const sending = {
    clock,
    seal: webhookSeal(config.tokenSecret),
    addresses: webhookAddresses(config.webhookAllow),
    timeoutMs: outboundTimeoutMs,
  };
  const webhooks = startWebhooks({ ...sending, db, events, log });
  const pushing = {
    db,
    clock,
    log,
    seal: pushSeal(config.tokenSecret),
    markKey: pushMarkKey(config.tokenSecret),
    addresses: pushAddresses(config),
    timeoutMs: outboundTimeoutMs,
    contact: config.pushContact,
  };
  const push = startPush({ ...pushing, events });
  const streams = eventStream({ events, liveSessions: authenticator.liveSessions, log });

  const signingIn = {
    db,
    clock,
    tokens,
    secret: config.tokenSecret,
    tokenHours: config.tokenHours,
    demo: config.demo,
    log,
  };
  const routes: readonly Route[] = [
    ...accountRoutes(signingIn),
    ...secondFactorRoutes(signingIn),
    ...userRoutes({ clock }),
    ...auditRoutes({ db, clock }),
    ...personalDataRoutes(),
    ...apiKeyRoutes(),
    ...storeRoutes({ clock }),
    ...deviceHistoryRoutes({ db, clock }),
    ...roomRoutes({ db, clock }),
    ...roomDeviceRoutes({ db, clock, devices }),
    ...modeRoutes({ db, clock, devices }),
    ...doorRoutes({ db, clock, devices }),
    ...emergencyRoutes({ clock, devices }),
    ...alarmRoutes(),
    ...pricePolicyRoutes({ clock }),
    ...notificationRoutes({ db, clock, searchTimeoutMs: config.searchTimeoutMs }),
    ...paymentProviderRoutes({ clock, seal: sealOfProviders, troubles: providerTroubles, addresses: providersAt }),
    ...paymentRoutes(paying),
    ...providerPaymentRoutes(paying),
    ...approvalRoutes({ ...paying, devices }),
    ...depositRoutes({ db, clock }),
    ...salesRoutes({ db, clock }),
    ...settlementRoutes({ db, clock }),
    ...overviewRoutes({ clock }),
    ...reservationRoutes({ db, clock }),
    ...cancellationRoutes(paying),
    ...seriesRoutes({ clock }),
    ...waitlistRoutes(),
    ...accessCodeRoutes({ clock, seal }),
    ...automationRoutes({ clock }),
    ...helpDeskRoutes({ db, clock, devices, seal }),
    ...calendarFeedRoutes({ db, clock }),
    ...channelRoutes({ clock, seal, accounts: paying.accounts }),
    ...webhookEndpointRoutes(sending),
    ...pushRoutes(pushing),
    streams.route,
  ];
  const handlers: JobHandlers = {
    ...devices.jobs,
    ...relockJobs({ db, devices, clock }),
    ...emergencyJobs({ db, devices, clock }),
    ...waitlistJobs({ db, clock }),
    ...accessCodes.jobs,
    ...entryJobs({ db, clock }),
    ...lookJobs({ looking }),
    ...webhookJobs({ ...paying, looking }),
    ...depositJobs({ db, clock }),
    ...webhooks.handlers,
    ...push.handlers,
  };
  const recurring: RecurringJobs = {
    'events.sweep': {
      lane: 'upkeep',
      everyMs: HOUR_MS,
      run: () => sweepEvents(db, new Date(clock.now().getTime() - 24 * HOUR_MS)),
    },
    'personal-data.erase': {
      lane: 'upkeep',
      everyMs: HOUR_MS,
      run: () => eraseDue({ db, clock, tables: SEALED_TABLES }),
    },
    'http.sweep-idempotency-keys': { lane: 'upkeep', everyMs: HOUR_MS, run: () => sweepIdempotencyKeys(db, clock) },
    ...reservationTimers({ db, clock }),
    ...providerTimers({ ...paying, looking }),
    ...accessCodes.recurring,
    ...roomTimers({ db, devices, clock }),
    ...guestTimers({ db, clock }),
    ...meterTimers({ db, clock }),
    ...holdTimers({ db, devices, clock }),
    ...emergencyTimers({ db, devices, clock }),
    ...alarmTimers({ db, clock }),
    ...approvalTimers({ db, clock }),
    ...webhooks.recurring,
    ...push.recurring,
    ...auditTimers({ db, clock, log }),
    'accounts.sweep-sign-ins': { lane: 'upkeep', everyMs: HOUR_MS, run: () => sweepSignIns(db, clock.now()) },
    'jobs.sweep-peers': {
      lane: 'upkeep',
      everyMs: HOUR_MS,
      run: () => sweepPeers(db, new Date(clock.now().getTime() - 24 * HOUR_MS)),
    },
  };

  let isStopping = false;
  const times = requestTimes(metrics);
  const limits = requestLimits(config.requestLimit);
  const fastPath = pollFastPath({ clock, readEpoch: authenticator.readEpoch, times, limits });
  const addresses = clientAddresses(config.trustProxy, reportIgnoredProxies(metrics, log));
  const http = createHttp({ log, addresses, fastPath });
  await serveWeb(http, config.webRoot);
  serveObservability(http, {
    metrics,
    metricsToken: config.metricsToken,
    times,
    ping: db.ping,
    pool: db.pool,
    isMqttConnected: mqtt.isConnected,
    streams: streams.count,
    isPreparing,
    isStopping: () => isStopping,
  });
  serveDocs(http);
  const serving = {
    db,
    clock,
    authenticate: authenticator.authenticate,
    authenticateChannel: createChannelAuthenticator(db, clock),
    pollFastPath: fastPath,
    addresses,
    limits,
    slots: slotsOfPool(config.databasePool),
    searchTimeoutMs: config.searchTimeoutMs,
  };
  for (const route of routes) serve(http, serving, route);
  http.addHook('preClose', async () => streams.close());

  let jobs: Jobs | undefined;
  let closing: Promise<void> | undefined;
  async function shutDown(): Promise<void> {
    isStopping = true;
    await http.close();
    await jobs?.close();
    await looking.close();
    await waitlists.close();
    await webhooks.close();
    await push.close();
    await accessCodes.close();
    await devices.close();
    await mqtt.close();
    await events.close();
    await db.close();
  }
  try {
    if (!config.demo) await endDemoSessions(db, clock.now());
    await devices.start();
    await push.start();
    await beforeTimers?.(db);
    jobs = startJobs({ db, clock, log, handlers, recurring });
    await http.listen({ port: config.port, host: config.host });
  } catch (error) {
    await shutDown();
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isTaken ? new ConfigError(`PORT: something already listens on ${config.host}:${config.port}`) : error;
  }
  const { port } = http.server.address() as AddressInfo;

  return {
    http,
    db,
    events,
    jobs,
    devices,
    mqtt,
    tokens,
    routes,
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    close: () => (closing ??= shutDown()),
  };
}
