import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort, run } from './project.mjs';

export const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin';
/** The data do not outlive the command, so PostgreSQL does not sync to disk. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=300',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
];

/**
 * Makes and starts a cluster in `folder`, which the user `postgres` can enter, with Debian's programs or those in `bin`.
 * The superuser `postgres` needs no password. `crash` ends it as a loss of power does; `start` starts it again.
 */
export async function startPostgres(folder, bin = DEBIAN_POSTGRES) {
  const port = await findFreePort();
  const cluster = path.join(folder, 'postgres');
  const data = path.join(cluster, 'data');
  mkdirSync(cluster);
  const { output: userId } = await run('id', ['-u', 'postgres'], { capture: true });
  chownSync(cluster, Number(userId), -1);
  await asPostgres('initdb', '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync');
  const settings = [...SETTINGS, `unix_socket_directories=${data}`].flatMap((setting) => ['-c', setting]);
  const options = ['-p', String(port), ...settings].join(' ');
  const start = () => asPostgres('pg_ctl', '-l', path.join(cluster, 'server.log'), '-w', '-o', options, 'start');
  await start();
  return {
    port,
    start,
    crash: () => asPostgres('pg_ctl', '-m', 'immediate', '-w', 'stop'),
    async stop() {
      if (existsSync(path.join(data, 'postmaster.pid'))) await asPostgres('pg_ctl', '-m', 'fast', '-w', 'stop');
    },
  };

  async function asPostgres(program, ...args) {
    // pg_ctl passes its output on to the server, so a pipe would stay open as long as the server lives.
    const log = path.join(cluster, `${program}.out`);
    const script = 'log=$1; shift; exec "$@" >"$log" 2>&1';
    const command = ['sh', '-c', script, 'sh', log, path.join(bin, program), '-D', data, ...args];
    const { code } = await run('runuser', ['-u', 'postgres', '--', ...command]);
    if (code !== 0) throw new Error(`${program} of PostgreSQL failed (${code}): ${readFileSync(log, 'utf8')}`);
  }
}
