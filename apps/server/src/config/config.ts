import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './config-error.ts';
import { readEnvironment, readSecret, type Environment } from './config-environment.ts';
import type { Pooler } from '../db/index.ts';
import { toErrorMessage } from '../error-message.ts';

/** What the settings mean for the program. `settings.ts` explains each. */

const EMBEDDED_BROKER_NAME = 'embedded';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** PostgreSQL itself. `null`: the embedded server below `dataDir`. */
  readonly databaseUrl: string | null;
  /** The pooler before it; `null` without one. */
  readonly databasePooler: Pooler | null;
  readonly databasePool: number;
  /** How long the start waits for a database that cannot be reached. */
  readonly databaseWaitSeconds: number;
  /** `null`: the embedded broker on `mqttPort`. */
  readonly mqttUrl: string | null;
  /** Processes with the same name share one broker even if they reach it by different host names. */
  readonly mqttBrokerName: string;
  readonly mqttPort: number;
  /** The embedded broker was requested explicitly, which is required with `databaseUrl`. */
  readonly isEmbeddedBrokerRequested: boolean;
  /** `null`: generated and stored in `dataDir`. */
  readonly embeddedBrokerSecret: string | null;
  readonly tokenSecret: string;
  /** Keys for the personal data of guests, the newest first. */
  readonly personalDataKeys: readonly string[];
  readonly tokenHours: number;
  /** Time-out of requests to payment providers, in milliseconds. */
  readonly providerTimeoutMs: number;
  /** Allow virtual payment providers on this machine: for the demo and for tests. */
  readonly providerTestUrls: boolean;
  /** Networks that webhooks may reach although they are not public. */
  readonly webhookAllow: readonly string[];
  /** Hosts of push services in addition to the known ones; `*.` matches every subdomain. */
  readonly pushAllowHosts: readonly string[];
  /** Networks of fake push services, for tests: accepted by their addresses, also over plain HTTP and on any port. */
  readonly pushTestNetworks: readonly string[];
  /** Contact address for push services that have a problem with our messages. */
  readonly pushContact: string;
  /** The origin under which people reach this server, for links in e-mails; `null`: not known. */
  readonly publicUrl: string | null;
  /**
   * The proxies whose header with the client's address is trusted: `0` none, a number of hops, or their addresses and
   * networks.
   */
  readonly trustProxy: number | readonly string[];
  /** Requests per minute of one signed-in person; 0: no limit. */
  readonly requestLimit: number;
  /** Time-out of one search in milliseconds. */
  readonly searchTimeoutMs: number;
  /** The token for reading `/metrics`. `null`: only programs on this machine read them. */
  readonly metricsToken: string | null;
  readonly backup: BackupConfig;
  /** Where traces are sent, over OTLP; `null`: nowhere. */
  readonly otlp: { readonly endpoint: string; readonly headers: string } | null;
  readonly demo: boolean;
  /** Allow the demo, whose password is published, on an address that other machines reach. */
  readonly demoOnNetwork: boolean;
  readonly logLevel: string;
  /** Folder of the built browser application; `null` without one (tests). */
  readonly webRoot: string | null;
  /** Folder of the built pages of guests (GP-1); `null` without them (tests). */
  readonly guestRoot: string | null;
}

/** Of `backup-push` and `restore-drill`. */
interface BackupConfig {
  /** A folder or `s3://bucket/prefix`; `null`: no regular backups. */
  readonly target: string | null;
  /** Keys of age, the newest first. */
  readonly keys: readonly string[];
  /** How many days, weeks and months keep their newest backup. */
  readonly rotation: { readonly days: number; readonly weeks: number; readonly months: number };
  readonly s3: {
    /** `null`: Amazon's. */
    readonly endpoint: string | null;
    readonly region: string;
    readonly accessKey: string | null;
    readonly secretKey: string | null;
  };
}

/** The folders of the built browser applications. `null`: not built. */
interface WebRoots {
  readonly admin: string | null;
  readonly guest: string | null;
}

export function loadConfig(
  webRoots: WebRoots | null = null,
  env: NodeJS.ProcessEnv = process.env,
  secretIn: (dataDir: string) => string = (dataDir) => keptSecret(dataDir, 'token-secret'),
): Config {
  const item = readEnvironment(env);
  const dataDir = path.resolve(item.DATA_DIR);
  if (item.DATABASE_URL && !item.TOKEN_SECRET) {
    throw new ConfigError(
      'TOKEN_SECRET: it is needed with DATABASE_URL: at least 32 characters, the same for every process. Create one with: openssl rand -base64 48',
    );
  }
  if (item.DATABASE_DIRECT_URL && !item.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_DIRECT_URL: it names PostgreSQL itself beside a pooler in DATABASE_URL, which is not set. Without a pooler set DATABASE_URL only',
    );
  }
  // A production database never gets demo data unless DEMO requests it (RN-3).
  const demo = item.DEMO ?? !item.DATABASE_URL;
  const tokenSecret = item.TOKEN_SECRET ?? secretIn(dataDir);
  return {
    port: item.PORT,
    host: item.HOST,
    dataDir,
    databaseUrl: item.DATABASE_DIRECT_URL ?? item.DATABASE_URL ?? null,
    databasePooler: poolerOf(item),
    databasePool: item.DATABASE_POOL,
    databaseWaitSeconds: item.DATABASE_WAIT_SECONDS,
    mqttUrl: item.MQTT_URL ?? null,
    mqttBrokerName: item.MQTT_URL ? item.MQTT_BROKER_NAME : EMBEDDED_BROKER_NAME,
    mqttPort: item.MQTT_PORT,
    isEmbeddedBrokerRequested: item.EMBEDDED_BROKER,
    embeddedBrokerSecret: item.EMBEDDED_BROKER_SECRET ?? null,
    tokenSecret,
    // The default key is derived from the other secret, with a separate purpose.
    personalDataKeys: item.PERSONAL_DATA_KEYS?.length ? item.PERSONAL_DATA_KEYS : [tokenSecret],
    tokenHours: item.TOKEN_HOURS,
    providerTimeoutMs: item.PROVIDER_TIMEOUT_MS,
    providerTestUrls: item.PROVIDER_TEST_URLS ?? demo,
    webhookAllow: item.WEBHOOK_ALLOW,
    pushAllowHosts: item.PUSH_ALLOW_HOSTS,
    pushTestNetworks: item.PUSH_TEST_NETWORKS,
    pushContact: item.PUSH_CONTACT,
    publicUrl: item.PUBLIC_URL ? new URL(item.PUBLIC_URL).origin : ownUrl({ demo, host: item.HOST, port: item.PORT }),
    trustProxy: item.TRUST_PROXY,
    requestLimit: item.REQUEST_LIMIT,
    searchTimeoutMs: item.SEARCH_TIMEOUT_MS,
    metricsToken: item.METRICS_TOKEN ?? null,
    backup: toBackupConfig(item),
    otlp: otlpReceiverOf(item),
    demo,
    demoOnNetwork: item.DEMO_ON_NETWORK,
    // People read the demo's log, so it has only warnings. Programs read a service's log, so it has everything.
    logLevel: item.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    webRoot: webRoots?.admin ?? null,
    guestRoot: webRoots?.guest ?? null,
  };
}

function poolerOf(item: Environment): Config['databasePooler'] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = item;
  return url && directUrl ? { url, keepsNames: item.DATABASE_PREPARED } : null;
}

function toBackupConfig(item: Environment): BackupConfig {
  return {
    target: item.BACKUP_TARGET ?? null,
    keys: item.BACKUP_KEYS,
    rotation: item.BACKUP_KEEP,
    s3: {
      endpoint: item.BACKUP_S3_ENDPOINT ?? null,
      region: item.BACKUP_S3_REGION,
      accessKey: item.BACKUP_S3_ACCESS_KEY ?? null,
      secretKey: item.BACKUP_S3_SECRET_KEY ?? null,
    },
  };
}

function otlpReceiverOf(item: Environment): Config['otlp'] {
  const endpoint = item.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint === undefined ? null : { endpoint, headers: item.OTEL_EXPORTER_OTLP_HEADERS };
}

/** The configuration of a command: a secret that is not stored yet is empty and is not created. */
export function readConfig(env?: NodeJS.ProcessEnv): Config {
  return loadConfig(null, env, (dataDir) => foundSecret(dataDir, 'token-secret') ?? '');
}

/** The setting that names PostgreSQL itself. */
export function databaseSettingOf({
  databasePooler,
}: Pick<Config, 'databasePooler'>): 'DATABASE_URL' | 'DATABASE_DIRECT_URL' {
  return databasePooler === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
}

/** Why the embedded broker must not start; `null` if it may. Commands that need no broker do not call this. */
export function embeddedBrokerFault({
  databaseUrl,
  mqttUrl,
  isEmbeddedBrokerRequested,
}: Pick<Config, 'databaseUrl' | 'mqttUrl' | 'isEmbeddedBrokerRequested'>): string | null {
  if (databaseUrl === null || mqttUrl !== null || isEmbeddedBrokerRequested) return null;
  return 'MQTT_URL: it is needed with DATABASE_URL. Name your broker: mqtts://user:password@host:8883. For one process and devices on this machine only, set EMBEDDED_BROKER=1 to use the embedded broker';
}

/** The address of a demo on this machine, so that its e-mails have links without a setting. */
function ownUrl({ demo, host, port }: Pick<Config, 'demo' | 'host' | 'port'>): string | null {
  return demo && port !== 0 && isLoopback(host) ? `http://${host === '::1' ? '[::1]' : host}:${port}` : null;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Why the demo must not start on this address; `null`: it may. Its accounts have a published password. */
export function demoAddressFault({
  demo,
  demoOnNetwork,
  host,
}: Pick<Config, 'demo' | 'demoOnNetwork' | 'host'>): string | null {
  if (!demo || demoOnNetwork || isLoopback(host)) return null;
  return `DEMO: the demo's accounts have a published password, and HOST=${host} lets other machines in. Set DEMO=0, HOST=127.0.0.1, or DEMO_ON_NETWORK=1 to show the demo on the network anyway`;
}

/** A secret that is generated at the first start and stored with the data, readable only by its owner. */
export function keptSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  try {
    if (existsSync(file)) return readKept(file);
    mkdirSync(dataDir, { recursive: true });
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `DATA_DIR: ${toErrorMessage(error)}. Set DATA_DIR to a folder that this user may write to, or see: munjigi doctor`,
      { cause: error },
    );
  }
}

/**
 * Returns the secret if it exists and creates none. Throws when it exists but cannot be read, so that no other secret
 * replaces it.
 */
export function foundSecret(dataDir: string, name: string): string | null {
  const file = path.join(dataDir, name);
  try {
    return readKept(file);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new ConfigError(
      `DATA_DIR: ${file} exists but cannot be read (${code ?? message}). Give it to this user (chown), or set TOKEN_SECRET to its contents`,
      { cause: error },
    );
  }
}

/** An interrupted start or a full disk leaves an empty file, and anyone could decrypt what an empty secret encrypts. */
function readKept(file: string): string {
  const secret = readFileSync(file, 'utf8').trim();
  if (secret === '')
    throw new ConfigError(
      `DATA_DIR: ${file} is empty. Restore it from a backup or another process. Delete the file only if no data was ever stored here`,
    );
  return secret;
}

/**
 * The password for `create-admin` when it is not typed. It is never an argument, because every user of the machine can
 * read those.
 */
export function readPassword(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return readSecret(env, 'MUNJIGI_PASSWORD') || undefined;
}
