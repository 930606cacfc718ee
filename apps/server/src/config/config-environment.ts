import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { backupKeys, backupRotation, backupTarget, s3Endpoint } from './config-backup.ts';
import { ConfigError } from './config-error.ts';
import { SETTINGS, type SettingName } from './settings.ts';

const port = z.coerce.number().int().min(0).max(65535);
const flag = z.enum(['0', '1']).transform((text) => text === '1');
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'it is no address of a PostgreSQL server. Write it as postgres://user:password@host:5432/database',
});
/** The name is stored and logged unencrypted, so the pattern matches no URL. */
const BROKER_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/;

const commaSeparated = z.string().transform((list) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((text) => text !== ''),
);

/** Comma-separated addresses and networks; none by default. */
const networks = commaSeparated.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))).default([]);

const environment = z.object({
  PORT: port.default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_PREPARED: flag.default(false),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(0),
  MQTT_URL: z
    .url({
      protocol: /^(mqtts?|wss?)$/,
      error: 'it is no address of an MQTT broker. Write it as mqtt://host:1883, or with mqtts://, ws:// or wss://',
    })
    .refine(
      hasReadableUserInfo,
      'the user or the password cannot be read. Write a percent sign in them as %25, @ as %40, / as %2F',
    )
    .optional(),
  MQTT_BROKER_NAME: z
    .string()
    .regex(BROKER_NAME, 'it is no name: letters, digits and hyphens, at most 63, no address and no password')
    .default('main'),
  MQTT_PORT: port.default(4883),
  EMBEDDED_BROKER: flag.default(false),
  EMBEDDED_BROKER_SECRET: z
    .string()
    .min(32, 'it is too short: at least 32 characters. Make one with: openssl rand -base64 48')
    .optional(),
  TOKEN_SECRET: z
    .string()
    .min(
      32,
      'it is too short: at least 32 characters, the same for every process. Make one with: openssl rand -base64 48',
    )
    .optional(),
  PERSONAL_DATA_KEYS: commaSeparated
    .pipe(
      z
        .array(z.string().min(32, 'a key is too short: at least 32 characters. Make one with: openssl rand -base64 48'))
        .max(2, 'there are at most two: the newest, and the one before it until munjigi rotate-keys has been run'),
    )
    .optional(),
  TOKEN_HOURS: z.coerce.number().positive().max(720).default(12),
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(60_000),
  WEBHOOK_ALLOW: networks,
  PROVIDER_TEST_URLS: flag.optional(),
  PUSH_ALLOW_HOSTS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter((text) => text !== ''),
    )
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/,
            'each is a host name such as push.example.com, or *.example.com for all below it',
          ),
      ),
    )
    .default([]),
  PUSH_TEST_NETWORKS: networks,
  PUSH_CONTACT: z
    .string()
    .max(200)
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:somebody@example.com or an https:// address')
    .default('mailto:operator@munjigi.invalid'),
  TRUST_PROXY: z.string().default('0').transform(parseTrustedProxies),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'it is no address of this server. Write it as https://office.example.com' })
    .refine(
      isOrigin,
      'it is more than an origin. Write it as https://office.example.com, without a path, a user or a query',
    )
    .optional(),
  BACKUP_TARGET: backupTarget,
  BACKUP_KEYS: backupKeys,
  BACKUP_KEEP: backupRotation,
  BACKUP_S3_ENDPOINT: s3Endpoint,
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
  REQUEST_LIMIT: z.coerce.number().int().min(0).max(1_000_000).default(600),
  SEARCH_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(8000),
  METRICS_TOKEN: z
    .string()
    .min(16, 'it is too short: at least 16 characters. Make one with: openssl rand -base64 24')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error:
        'it is no address of an OTLP receiver over HTTP. Write it as http://collector.example:4318, without /v1/traces',
    })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  DEMO: flag.optional(),
  DEMO_ON_NETWORK: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
});

const MOST_HOPS = 10;
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** `0`, a number of hops, or addresses and networks separated by commas. */
function parseTrustedProxies(text: string, context: z.RefinementCtx): number | readonly string[] {
  const fail = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (/^\d+$/.test(text)) return Number(text) <= MOST_HOPS ? Number(text) : fail(`at most ${MOST_HOPS} hops`);
  const networks = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const wrong = networks.find((item) => !network.safeParse(item).success);
  if (wrong !== undefined || networks.length === 0)
    return fail('write 0, the number of your own proxies (1), or their addresses: 10.0.0.5,10.1.0.0/16');
  if (networks.some((item) => item.endsWith('/0')))
    return fail('a network that ends with /0 trusts every client. Write the addresses of your own proxies');
  return networks;
}

function isOrigin(url: string): boolean {
  // A malformed URL is reported separately.
  if (!URL.canParse(url)) return true;
  const { origin, href } = new URL(url);
  return href === `${origin}/`;
}

function hasReadableUserInfo(url: string): boolean {
  // A malformed URL is reported separately.
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false; // The URL has an invalid percent sign.
  }
}

export type Environment = z.infer<typeof environment>;

/**
 * Reads the settings. An empty one counts as absent: compose files write `DATABASE_URL=` for «none». Throws a
 * `ConfigError` with one line for each wrong setting.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const filled = Object.fromEntries(Object.entries(withSecretFiles(env)).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(filled);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}

/** A secret can be the content of a file, whose path is in the setting with `_FILE` at the end of its name. */
function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(SETTINGS).filter((name) => SETTINGS[name as SettingName].isSecret === true);
  return { ...env, ...Object.fromEntries(names.map((name) => [name, readSecret(env, name) ?? ''])) };
}

/** A setting, or the content of the file that `NAME_FILE` names. Throws a `ConfigError` for a file without a secret. */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name];
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return value;
  if (value !== undefined && value !== '')
    throw new ConfigError(`${name}_FILE: ${name} is set too. Set one of the two`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `${name}_FILE: ${file} cannot be read (${code ?? message}). Correct the path, or let this user read the file`,
      { cause: error },
    );
  }
  if (text === '') throw new ConfigError(`${name}_FILE: ${file} is empty. Write the secret into it`);
  return text;
}
