import type { FastifyBaseLogger } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { openDatabase, personalKeys, UnknownPersonalKey, type Database } from './db/index.ts';
import { startEventReader, type EventReader } from './events/index.ts';
import {
  createCredentialLookups,
  createStaffPriority,
  type CredentialLookups,
  type StaffPriority,
} from './http/index.ts';
import { preparePersonalKeys } from './modules/personal-data/index.ts';
import { connectMqtt, type DeviceBroker, type Mqtt } from './mqtt/index.ts';
import { connectionWaits } from './telemetry/process-metrics.ts';
import { SEALED_TABLES } from './sealing/sealed-tables.ts';
import { traceTransactions } from './telemetry/traced-database.ts';
import type { Tracing } from './telemetry/tracing.ts';

export interface FoundationOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly mqttUrl: string;
  readonly deviceBroker: DeviceBroker;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/** The resources that all modules of a process share. */
export interface Foundation extends Pick<FoundationOptions, 'config' | 'clock' | 'log' | 'deviceBroker'> {
  readonly metrics: Registry;
  readonly tracing: Tracing | null;
  readonly db: Database;
  readonly events: EventReader;
  readonly mqtt: Mqtt;
  readonly staffPriority: StaffPriority;
  readonly lookups: CredentialLookups;
}

export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
  const { config, mqttUrl, deviceBroker, clock, log } = options;
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const tracing = await openTracingIfSet(options, metrics);
  const opened = await openPreparedDatabase(options, metrics);
  const db = tracing === null ? opened : traceTransactions(opened, tracing);
  const events = await startEventReader(db, log);
  const mqtt = connectMqtt({
    url: mqttUrl,
    brokerName: config.mqttBrokerName,
    clientId: `munjigi-${uuidv7()}`,
    onDropped: (reason, error) => log.warn({ reason, err: error }, 'an MQTT message was dropped'),
    onError: (error) => log.warn({ outage: 'broker', err: error }, 'the MQTT connection has trouble'),
  });
  const lookups = createCredentialLookups({ isLimited: config.requestLimit > 0 });
  const staffPriority = createStaffPriority();
  return { config, clock, log, deviceBroker, metrics, tracing, db, events, mqtt, lookups, staffPriority };
}

/** Call it after the last use by a module. */
export async function closeFoundation({ mqtt, events, db, tracing }: Foundation): Promise<void> {
  await mqtt.close();
  await events.close();
  await db.close();
  await tracing?.close();
}

/** Loads the libraries only if they are used. */
async function openTracingIfSet({ config, log }: FoundationOptions, metrics: Registry): Promise<Tracing | null> {
  if (config.otlp === null) return null;
  const { openTracing } = await import('./telemetry/open-tracing.ts');
  return openTracing({ ...config.otlp, log, metrics });
}

/** The database with the keys of guests' personal data. */
async function openPreparedDatabase(
  { config, databaseUrl, clock, log }: FoundationOptions,
  metrics: Registry,
): Promise<Database> {
  const db = openDatabase(databaseUrl, {
    poolSize: config.databasePool,
    pooler: config.databasePooler,
    personal: personalKeys(config.personalDataKeys),
    onError: (error) => log.error({ err: error }, 'a database connection broke'),
    onConnectionWait: connectionWaits(metrics),
    onReturn: (awayMs) => log.warn({ seconds: Math.round(awayMs / 1000) }, 'the database answers again'),
  });
  try {
    await preparePersonalKeys({ db, clock, tables: SEALED_TABLES, log });
  } catch (error) {
    await db.close();
    throw error instanceof UnknownPersonalKey ? new ConfigError(error.message, { cause: error }) : error;
  }
  return db;
}
