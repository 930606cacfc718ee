import { systemClock, type Clock } from '../clock.ts';
import { ConfigError, foundSecret, loadConfig, type Config } from '../config.ts';
import { examineDatabase, examineFolder } from '../db/index.ts';
import { migrationsFolder, reachDatabase } from '../launch.ts';
import { sealedCodes } from '../modules/access-codes/index.ts';
import { sealedFactors } from '../modules/accounts/index.ts';
import { sealedWebhookSecrets } from '../modules/integrations/index.ts';
import { providerAddresses, refusedProviderAddresses, sealedKeys } from '../modules/payment-providers/index.ts';
import { sealedAccounts } from '../modules/payments/index.ts';
import { sealedPersonalData } from '../modules/personal-data/index.ts';
import { sealedPush } from '../modules/push/index.ts';
import { examineBroker } from '../mqtt/index.ts';
import { examinePort } from './examine-port.ts';

interface Diagnosing {
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  readonly say?: (line: string) => void;
  /** How much room a folder's disk has. */
  readonly freeBytes?: (folder: string) => number;
}

/** What a part of the configuration is like: what is good about it, or each fault with what to do. */
interface Finding {
  readonly what: string;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

/** Says what is wrong with the configuration, in words; 1 when something is. Nothing is made that was not there. */
export async function diagnose({ env, clock = systemClock, say = (line) => console.log(line), freeBytes }: Diagnosing = {}): Promise<number> {
  let config: Config;
  try {
    // No secret is made only because somebody asked what is wrong.
    config = loadConfig(null, env, (dataDir) => foundSecret(dataDir, 'token-secret') ?? '');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) say(`✗ environment: ${line}`);
    return 1;
  }
  let code = 0;
  const tell = ({ what, faults, notes }: Finding) => {
    if (faults.length === 0) say(`✓ ${what}: ${notes.join('; ')}`);
    for (const fault of faults) say(`✗ ${what}: ${fault}`);
    if (faults.length > 0) code = 1;
  };
  const folder = config.databaseUrl ? null : { what: 'data folder', ...(await examineFolder(config.dataDir, freeBytes)) };
  if (folder) tell(folder);
  // Of a folder that is itself at fault nothing more can be said.
  if (!folder || folder.hasDatabase) tell(await databaseOf(config, clock));
  tell(await portOf(config, folder?.notes.some((note) => note.startsWith('used by')) ?? true));
  tell(await brokerOf(config, folder?.notes.some((note) => note.startsWith('used by')) ?? false));
  return code;
}

async function databaseOf(config: Config, clock: Clock): Promise<Finding> {
  const what = config.databaseUrl ? 'database' : 'embedded database';
  let database;
  try {
    database = await reachDatabase(config, () => undefined);
  } catch (error) {
    return { what, faults: [`it does not start: ${(error as Error).message}`], notes: [] };
  }
  try {
    const { tokenSecret: secret } = config;
    const sealed = [sealedCodes(secret), sealedKeys(secret), sealedAccounts(secret), sealedFactors(secret), sealedPush(secret), sealedWebhookSecrets(secret), sealedPersonalData(config.personalDataKeys)];
    return { what, ...(await examineDatabase({ url: database.url, migrations: migrationsFolder(), now: () => clock.now(), poolSize: config.databasePool, sealed, checks: [refusedProviderAddresses(providerAddresses({ allowsTestUrls: config.providerTestUrls }))] })) };
  } finally {
    await database.stop();
  }
}

async function portOf({ host, port }: Config, mayBeRunning: boolean): Promise<Finding> {
  const what = `listening on ${host}:${port}`;
  const found = port === 0 ? 'free' : await examinePort(host, port);
  if (found === 'free') return { what, faults: [], notes: [port === 0 ? 'any free port' : 'free'] };
  if (found === 'munjigi' && mayBeRunning) return { what, faults: [], notes: ['Munjigi is running there'] };
  if (found === 'munjigi') return { what, faults: ['another Munjigi, not that of this DATA_DIR, listens there. Stop it, or set PORT to another one'], notes: [] };
  return { what, faults: [`${found.fault}. Stop it, or set PORT to another one`], notes: [] };
}

async function brokerOf({ mqttUrl, mqttPort }: Config, isRunning: boolean): Promise<Finding> {
  if (mqttUrl) {
    const what = 'MQTT broker';
    return examineBroker(mqttUrl).then(
      (note) => ({ what, faults: [], notes: [note] }),
      (error: unknown) => ({ what, faults: [(error as Error).message], notes: [] }),
    );
  }
  const what = `embedded MQTT broker on 127.0.0.1:${mqttPort}`;
  const found = mqttPort === 0 ? 'free' : await examinePort('127.0.0.1', mqttPort);
  if (found === 'free') return { what, faults: [], notes: ['free'] };
  if (isRunning) return { what, faults: [], notes: ['the running Munjigi’s'] };
  return { what, faults: [`${found === 'munjigi' ? 'a Munjigi listens there for browsers' : found.fault}. Stop it, or set MQTT_PORT to another one`], notes: [] };
}
