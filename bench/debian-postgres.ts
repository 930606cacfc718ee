import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './door-rig.ts';

/** PostgreSQL 15 as Debian packages it, in a folder that ends with the proof, which can be stopped and started again. */
export interface DebianPostgres {
  /** As the owner of the schema. */
  readonly url: string;
  /** As the superuser, in the same database. */
  readonly superuserUrl: string;
  /** Stops it without a shutdown of its sessions, as a power cut does. */
  crash(): void;
  start(): void;
  stop(): Promise<void>;
}

const PROGRAMS = '/usr/lib/postgresql/15/bin';
/** The data do not outlive the proof, so PostgreSQL does not sync to disk. */
const SETTINGS = ['fsync=off', 'max_connections=200', 'listen_addresses=127.0.0.1'];

/** `dataDir`: an empty folder that the user `postgres` can enter. Throws if the programs are not installed. */
export async function startDebianPostgres(dataDir: string): Promise<DebianPostgres> {
  const port = await freePort();
  chownSync(dataDir, Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout), -1);
  const data = path.join(dataDir, 'data');
  runAsPostgres('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  const options = [
    '-p',
    String(port),
    ...[...SETTINGS, `unix_socket_directories=${data}`].flatMap((setting) => ['-c', setting]),
  ];
  const start = () =>
    runAsPostgres('pg_ctl', '-D', data, '-l', path.join(dataDir, 'log'), '-w', '-o', options.join(' '), 'start');
  start();
  const admin = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await admin.connect();
  await admin.query('create role munjigi login createrole');
  await admin.query('create database munjigi owner munjigi');
  await admin.end();
  return {
    url: `postgres://munjigi@127.0.0.1:${port}/munjigi`,
    superuserUrl: `postgres://postgres@127.0.0.1:${port}/munjigi`,
    start,
    crash: () => runAsPostgres('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop'),
    async stop() {
      const isRunning = spawnSync('runuser', ['-u', 'postgres', '--', `${PROGRAMS}/pg_ctl`, '-D', data, 'status']);
      if (isRunning.status === 0) runAsPostgres('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop');
    },
  };

  /** `pg_ctl` passes its output on to the server, so a pipe would stay open as long as the server lives. */
  function runAsPostgres(program: string, ...args: readonly string[]): void {
    const output = path.join(dataDir, `${program}.out`);
    const script = 'log=$1; shift; exec "$@" >"$log" 2>&1';
    const command = ['sh', '-c', script, 'sh', output, path.join(PROGRAMS, program), ...args];
    const { status, error } = spawnSync('runuser', ['-u', 'postgres', '--', ...command]);
    if (error) throw error;
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${readFileSync(output, 'utf8')}`);
  }
}
