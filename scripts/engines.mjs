import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findFreePort, run, say, scratchFolder, step } from './project.mjs';

/**
 * Runs Debian's PostgreSQL 15, PgBouncer and Mosquitto for the duration of one command: `node scripts/engines.mjs npm
 * test -- engines`. The command gets DATABASE_URL, MQTT_URL and TOKEN_SECRET, and in DATABASE_POOLER_URL the address of
 * PgBouncer, through which the servers of the tests reach their databases. Installs the packages if apt-get and root are
 * available.
 */
const postgresBin = '/usr/lib/postgresql/15/bin';
const PGBOUNCER = '/usr/sbin/pgbouncer';
const MOSQUITTO = '/usr/sbin/mosquitto';
const ENGINES = {
  names: 'PostgreSQL 15, PgBouncer and Mosquitto',
  programs: [path.join(postgresBin, 'initdb'), PGBOUNCER, MOSQUITTO],
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
    const databaseUrl = await startPostgres(folder, started);
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

async function startPostgres(folder, started) {
  const port = await findFreePort();
  const cluster = path.join(folder, 'postgres');
  mkdirSync(cluster);
  const { output: userId } = await run('id', ['-u', 'postgres'], { capture: true });
  chownSync(cluster, Number(userId), -1);
  const data = path.join(cluster, 'data');
  const asPostgres = async (program, ...args) => {
    // pg_ctl passes its output on to the server, so a pipe would stay open as long as the server lives.
    const log = path.join(cluster, `${program}.out`);
    const { code } = await run('runuser', [
      '-u',
      'postgres',
      '--',
      'sh',
      '-c',
      'log=$1; shift; exec "$@" >"$log" 2>&1',
      'sh',
      log,
      path.join(postgresBin, program),
      ...args,
    ]);
    if (code !== 0) throw new Error(`${program} of PostgreSQL 15 failed (${code}): see ${log}`);
  };
  await asPostgres(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  );
  // The data do not outlive the command, so PostgreSQL does not sync to disk.
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${data}`,
    'max_connections=300',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ];
  const options = ['-p', String(port), ...settings.flatMap((setting) => ['-c', setting])].join(' ');
  await asPostgres('pg_ctl', '-D', data, '-l', path.join(cluster, 'server.log'), '-w', '-o', options, 'start');
  started.push(() => asPostgres('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop'));
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
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
