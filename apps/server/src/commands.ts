import { connect } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { ConfigError, loadConfig, readPassword } from './config.ts';
import { examineDatabase, openDatabase, SYSTEM, type Database } from './db/index.ts';
import { addFirstAdmin, faultInWords, hashPassword, passwordFault } from './modules/accounts/index.ts';
import { verifyChain } from './modules/audit/index.ts';
import { ensureProduct, listProducts } from './modules/stores/index.ts';

/** What the command line does beside serving. Each resolves with the exit code. */

interface NewAdmin {
  readonly email: string;
  readonly name: string;
  readonly product: string;
  readonly productName: string;
}

const newAdmin = z.object({
  email: z.email().max(254),
  name: z.string().trim().min(1).max(60),
  product: z.string().regex(/^[a-z][a-z0-9-]{1,38}$/, 'must be a slug such as playroom'),
  productName: z.string().trim().min(1).max(60),
});

/** Makes the product where it is not there yet, and its first ADMIN: there is no default password anywhere (RN-3). */
export async function createAdmin(url: string, given: NewAdmin): Promise<number> {
  const parsed = newAdmin.safeParse(given);
  if (!parsed.success) throw new ConfigError(z.prettifyError(parsed.error));
  const it = parsed.data;
  const password = readPassword() ?? (await askPassword());
  const fault = await passwordFault(password, [it.email, it.name, it.product, it.productName, 'munjigi']);
  if (fault) throw new ConfigError(`The password ${faultInWords(fault)}`);
  return withDatabase(url, async (db) => {
    const now = new Date();
    const passwordHash = await hashPassword(password);
    const isMade = await db.withActor(SYSTEM, async (tx) => {
      const productId = await ensureProduct(tx, { slug: it.product, name: it.productName, at: now });
      return addFirstAdmin(tx, { productId, email: it.email, name: it.name, passwordHash, at: now });
    });
    console.log(isMade ? `${it.email} is an ADMIN of ${it.product} now.` : `There is already an account for ${it.email}.`);
    return isMade ? 0 : 1;
  });
}

async function askPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question('Password of the new ADMIN (at least 12 characters): ');
  } finally {
    terminal.close();
  }
}

/** `slug:seq:hash`, as `verify-audit` prints it. */
const anchorText = /^([a-z][a-z0-9-]{1,38}):([1-9]\d{0,14}):([0-9a-f]{64})$/;
const TELL_EVERY_MS = 2000;

export interface AuditQuestion {
  /** Slugs; none: all of them. */
  readonly products: readonly string[];
  /** What earlier runs printed, kept elsewhere. */
  readonly expected: readonly string[];
}

/** Reckons the products' audit logs again; 1 when a row was changed, taken out or put in, or an expected one is not there. */
export async function describeAudit(url: string, { products, expected }: AuditQuestion): Promise<number> {
  const anchors = expected.map((text) => {
    const [, slug, seq, hash] = anchorText.exec(text) ?? [];
    if (slug === undefined || hash === undefined) throw new ConfigError(`--expect ${text}: this is not PRODUCT:ROW:HASH as verify-audit prints it`);
    return { slug, seq: Number(seq), hash: Buffer.from(hash, 'hex') };
  });
  return withDatabase(url, async (db) => {
    const all = await db.withActor(SYSTEM, listProducts);
    for (const slug of [...products, ...anchors.map((it) => it.slug)]) if (!all.some((it) => it.slug === slug)) throw new ConfigError(`There is no product ${slug}`);
    let code = 0;
    for (const { id, slug } of all.filter((it) => products.length === 0 || products.includes(it.slug))) {
      const began = performance.now();
      let told = began;
      const { end, fault } = await verifyChain(db, id, {
        anchors: anchors.filter((it) => it.slug === slug),
        onPage: (seq) => {
          if (performance.now() - told < TELL_EVERY_MS) return;
          told = performance.now();
          console.error(`${slug}: ${seq.toLocaleString('en')} rows so far`);
        },
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      if (fault) {
        code = 1;
        console.log(`✗ ${slug}: row ${fault.seq} ${FAULTS[fault.what]} (${fault.what})`);
      } else {
        console.log(`✓ ${slug}: ${end.seq.toLocaleString('en')} rows, each as it was written (${seconds} s)`);
        if (end.seq > 0) console.log(`  keep elsewhere and give back next time: --expect ${slug}:${end.seq}:${end.hash.toString('hex')}`);
      }
    }
    return code;
  });
}

const FAULTS = {
  MISSING: 'is missing',
  CHANGED: 'is not as it was written, or does not belong there',
  HEAD_DIFFERS: 'should come next or last, but the end of the chain says otherwise: rows were taken off the end or added to it',
  ANCHOR_DIFFERS: 'is not the one that was expected: the log was cut off or written anew',
} as const;

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { poolSize: 2, onError: (error) => console.error(error.message) });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Says what is wrong with the configuration, in words; 1 when something is. */
export async function diagnose(): Promise<number> {
  let config;
  try {
    config = loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.log(`✗ environment: ${error.message}`);
    return 1;
  }
  const { host, port, databaseUrl, mqttUrl, mqttPort } = config;
  const checks: [string, Promise<string>][] = [
    [`listening on ${host}:${port}`, freePort(host, port)],
    databaseUrl ? ['database', examineDatabase(databaseUrl)] : ['database', Promise.resolve(`embedded, below ${config.dataDir}`)],
    mqttUrl ? ['MQTT broker', examineBroker(mqttUrl)] : [`embedded MQTT broker on 127.0.0.1:${mqttPort}`, freePort('127.0.0.1', mqttPort)],
  ];
  let code = 0;
  for (const [what, check] of checks) {
    try {
      console.log(`✓ ${what}: ${await check}`);
    } catch (error) {
      code = 1;
      console.log(`✗ ${what}: ${(error as Error).message}`);
    }
  }
  return code;
}

function examineBroker(url: string): Promise<string> {
  const { hostname, port, protocol } = new URL(url);
  const number = Number(port) || (protocol === 'mqtts:' ? 8883 : 1883);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: number, timeout: 5000 });
    const end = (error?: Error) => {
      socket.destroy();
      if (error) reject(new Error(`${hostname}:${number} cannot be reached: ${error.message}`));
      else resolve(`${hostname}:${number} answers`);
    };
    socket.once('connect', () => end());
    socket.once('error', end);
    socket.once('timeout', () => end(new Error('no answer within 5 s')));
  });
}

function freePort(host: string, port: number): Promise<string> {
  if (port === 0) return Promise.resolve('any free port');
  return new Promise((resolve, reject) => {
    const socket = connect({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port, timeout: 1000 });
    socket.once('connect', () => {
      socket.destroy();
      reject(new Error('something already listens there (a running Munjigi?)'));
    });
    socket.once('error', () => resolve('free'));
    socket.once('timeout', () => {
      socket.destroy();
      resolve('free');
    });
  });
}
