import { systemClock, type Clock } from '../clock.ts';
import { databaseSettingOf, demoAddressFault, embeddedBrokerFault, readConfig, type Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { examineDatabase, examineFolder, examinePooler, findHiddenPooler, openDatabase } from '../db/index.ts';
import { IGNORED_PROXIES_METRIC } from '../http/index.ts';
import { migrationsFolder, reachDatabase } from '../launch.ts';
import { countDemoAccounts } from '../modules/accounts/index.ts';
import { refusedIdentityAddresses } from '../modules/identity-checks/index.ts';
import { providerAddresses, refusedProviderAddresses } from '../modules/payments/index.ts';
import { examineBroker } from '../mqtt/index.ts';
import { VERSION } from '../version.ts';
import { examinePort, urlOf } from './examine-port.ts';
import { listSealedSamples } from './sealed-samples.ts';
import { toErrorMessage } from '../error-message.ts';

interface Diagnosing {
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  readonly say?: (line: string) => void;
  /** Returns the free bytes on a folder's disk. */
  readonly freeBytes?: (folder: string) => number;
}

/** The result for one part of the configuration: notes, or each fault with its remedy. */
interface Finding {
  readonly what: string;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  readonly hasOtherSchema?: true;
}

/**
 * Prints the faults of the configuration in words. Returns 2 if the schema of the database is not the one of this
 * program, 1 for other faults, 0 without any. Writes nothing.
 */
export async function runDoctor({
  env,
  clock = systemClock,
  say = (line) => console.log(line),
  freeBytes,
}: Diagnosing = {}): Promise<number> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) say(`✗ environment: ${line}`);
    return 1;
  }
  say(`Munjigi ${VERSION} on Node.js ${process.versions.node}`);
  let code = 0;
  const printFinding = ({ what, faults, notes, hasOtherSchema }: Finding) => {
    if (faults.length === 0) say(`✓ ${what}: ${notes.join('; ')}`);
    for (const fault of faults) say(`✗ ${what}: ${fault}`);
    if (hasOtherSchema) code = 2;
    else if (faults.length > 0) code ||= 1;
  };
  const folder = config.databaseUrl
    ? null
    : { what: 'data folder', ...(await examineFolder(config.dataDir, freeBytes)) };
  if (folder) printFinding(folder);
  // A fault of the folder hides all other findings about the database.
  if (!folder || folder.hasDatabase) for (const finding of await databaseOf(config, clock)) printFinding(finding);
  const demoFault = demoAddressFault(config);
  if (demoFault !== null) printFinding({ what: 'demo', faults: [demoFault], notes: [] });
  printFinding(await portOf(config, folder?.notes.some((note) => note.startsWith('used by')) ?? true));
  printFinding(await proxiesOf(config));
  printFinding(publicUrlOf(config));
  printFinding(await brokerOf(config, folder?.notes.some((note) => note.startsWith('used by')) ?? false));
  return code;
}

async function databaseOf(config: Config, clock: Clock): Promise<Finding[]> {
  const what = config.databaseUrl ? 'database' : 'embedded database';
  let database;
  try {
    database = await reachDatabase(config, () => undefined);
  } catch (error) {
    return [{ what, faults: [`it does not start: ${toErrorMessage(error)}`], notes: [] }];
  }
  try {
    const examined = await examineDatabase({
      url: database.url,
      migrations: migrationsFolder(),
      now: () => clock.now(),
      // The connections of the server are those of the pooler.
      poolSize: config.databasePooler === null ? config.databasePool : 0,
      setting: databaseSettingOf(config),
      sealed: listSealedSamples(config),
      checks: [refusedProviderAddresses, refusedIdentityAddresses].map((check) =>
        check(providerAddresses({ allowsTestUrls: config.providerTestUrls })),
      ),
    });
    const isOfThisVersion = examined.faults.length === 0 && examined.notes.some((note) => note.startsWith('schema '));
    const demo = isOfThisVersion ? await demoAccountsOf(config, database.url) : null;
    // Without notes the server did not answer, or is too old.
    const isExamined = config.databaseUrl !== null && examined.notes.length > 0;
    const way = isExamined ? [await wayOf(config, config.databaseUrl)] : [];
    return [
      { what, ...examined },
      ...way.filter(({ faults, notes }) => faults.length + notes.length > 0),
      ...(demo === null ? [] : [demo]),
    ];
  } finally {
    await database.stop();
  }
}

/** The pooler before the database. Neither faults nor notes without one. */
async function wayOf({ databasePooler }: Config, databaseUrl: string): Promise<Finding> {
  const what = 'connection pooler';
  if (databasePooler === null) {
    const fault = await findHiddenPooler(databaseUrl);
    return { what, faults: fault === null ? [] : [fault], notes: [] };
  }
  const names = databasePooler.keepsNames ? 'statements are prepared' : 'statements are not prepared';
  return {
    what,
    faults: await examinePooler(databasePooler, databaseUrl),
    notes: [`role, time zone and time-outs hold in each transaction; ${names}`],
  };
}

/** The state of the demo's accounts, whose password is published; `null`: there are none. */
async function demoAccountsOf({ demo }: Config, url: string): Promise<Finding | null> {
  // The embedded database stops right after and may end a connection that is still closing; a query that fails throws.
  const db = openDatabase(url, { poolSize: 1, onError: () => undefined });
  let count: number;
  try {
    count = await countDemoAccounts(db);
  } finally {
    await db.close();
  }
  if (count === 0) return null;
  const note = demo
    ? `${count} with a published password, allowed because DEMO is 1. Never store real data next to them`
    : `${count} with a published password, refused because DEMO is 0. Disable them for good: munjigi disable-demo-accounts`;
  return { what: 'demo accounts', faults: [], notes: [note] };
}

async function portOf({ host, port }: Config, mayBeRunning: boolean): Promise<Finding> {
  const what = `listening on ${host}:${port}`;
  const found = port === 0 ? 'free' : await examinePort(host, port);
  if (found === 'free') return { what, faults: [], notes: [port === 0 ? 'any free port' : 'free'] };
  if (found === 'munjigi' && mayBeRunning) return { what, faults: [], notes: ['Munjigi is running there'] };
  if (found === 'munjigi')
    return {
      what,
      faults: ['another Munjigi, with a different DATA_DIR, is listening there. Stop it, or set PORT to another port'],
      notes: [],
    };
  return { what, faults: [`${found.fault}. Stop it, or set PORT to another port`], notes: [] };
}

/** Under which address people reach the server. Without it e-mails with links are not sent. */
function publicUrlOf({ publicUrl }: Config): Finding {
  const what = 'public address';
  const note =
    publicUrl === null
      ? 'not set, so invitations and reset links are not sent by e-mail. Set PUBLIC_URL to the address that people open'
      : `${publicUrl}, in the links of e-mails`;
  return { what, faults: [], notes: [note] };
}

/**
 * Whether the server knows its clients' addresses. It does not behind a proxy that it does not trust, which a running
 * server has counted.
 */
async function proxiesOf(config: Config): Promise<Finding> {
  const { trustProxy } = config;
  const what = 'addresses of clients';
  if (typeof trustProxy === 'number' && trustProxy > 0) {
    return {
      what,
      faults: [],
      notes: [
        `${trustProxy === 1 ? 'one proxy is' : `${trustProxy} proxies are`} trusted: let nothing else reach the port`,
      ],
    };
  }
  if (typeof trustProxy !== 'number')
    return { what, faults: [], notes: [`the proxies at ${trustProxy.join(', ')} are trusted`] };
  const ignored = await countIgnoredProxies(config);
  if (ignored > 0) {
    const faults = [
      `${ignored} requests carried X-Forwarded-For, and TRUST_PROXY is 0. Behind a proxy, all clients share its address, and one of them can lock out the others: set TRUST_PROXY to the number of proxies, or to their addresses`,
    ];
    return { what, faults, notes: [] };
  }
  return { what, faults: [], notes: ['no proxy is trusted. Behind one, set TRUST_PROXY=1'] };
}

/**
 * The number of ignored proxies that a running server has counted; 0 when no server runs or its metrics are not
 * accessible.
 */
async function countIgnoredProxies({ host, port, metricsToken }: Config): Promise<number> {
  if (port === 0) return 0;
  try {
    const reply = await fetch(`${urlOf(host, port)}/metrics`, {
      headers: metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` },
      signal: AbortSignal.timeout(2000),
    });
    const [, count] = new RegExp(`^${IGNORED_PROXIES_METRIC} (\\d+)`, 'm').exec(await reply.text()) ?? [];
    return Number(count ?? 0);
  } catch {
    return 0; // No server listens, or another program does: the finding about the port reports that.
  }
}

async function brokerOf(config: Config, isRunning: boolean): Promise<Finding> {
  const { mqttUrl, mqttPort } = config;
  if (mqttUrl !== null) return { what: 'MQTT broker', ...(await examineBroker(mqttUrl)) };
  const refusal = embeddedBrokerFault(config);
  if (refusal !== null) return { what: 'environment', faults: [refusal], notes: [] };
  const what = `embedded MQTT broker on 127.0.0.1:${mqttPort}`;
  const found = mqttPort === 0 ? 'free' : await examinePort('127.0.0.1', mqttPort);
  if (found === 'free') return { what, faults: [], notes: ['free'] };
  if (isRunning) return { what, faults: [], notes: ['the running Munjigi’s'] };
  return {
    what,
    faults: [
      `${found === 'munjigi' ? 'a Munjigi is listening there for browsers' : found.fault}. Stop it, or set MQTT_PORT to another one`,
    ],
    notes: [],
  };
}
