import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeRig, type Server } from '../devices/door-rig.ts';
import { buildPreviousRelease, buildWithOlderPostgres } from './previous-release.ts';
import { checkDoor, checkEnd, readCommandRows } from '../doors/proof-check.ts';
import { makeProofDoors, type ProofDoor } from '../doors/proof-twins.ts';
import { proveBackups, proveOlderPostgres } from './update-backups.ts';
import { runCommand, startCommand, startRefused, type Program } from './update-commands.ts';
import { startUpdateLoad } from './update-load.ts';

/**
 * The previous release with data becomes the present one under load (issue 40): old and new processes side by side, an
 * update that is killed in its migration, and the way back by the backup that was made before. Promised: no acknowledged
 * reservation lost, no 5xx but 503 with Retry-After, no unlock late or twice.
 */

const SIDE_BY_SIDE_MS = Number(process.env['SECONDS'] ?? 8) * 1000;
const present: Program = { name: 'the present one', folder: path.resolve(import.meta.dirname, '../..') };
const previous = buildPreviousRelease();
const old: Program = { name: previous.name, folder: previous.folder };
console.log(`from ${previous.name} (${previous.version})`);

const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-update-'));
const faults: string[] = [];
/** Their locks reconnect to the broker, and keep this process alive, until they are stopped. */
const proofDoors: ProofDoor[] = [];
const rig = await makeRig({ migrations: path.join(old.folder, 'apps/server/dist/migrations') });
const superuser = new pg.Pool({ connectionString: rig.superuserUrl, max: 2 });
superuser.on('error', (error) => faults.push(`the superuser's connection: ${error.message}`));
const start = ({ folder: at }: Program): Promise<Server> =>
  rig.startServer({ program: path.join(at, 'apps/server/dist/main.js') });
const appliedMigrations = async () =>
  (await superuser.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
    (row) => row.name,
  );

try {
  const servers = [await start(old), await start(old)];
  proofDoors.push(...(await makeProofDoors(rig, servers[0] as Server)));
  const doors = proofDoors.slice(0, 5);
  const load = startUpdateLoad(rig, doors);
  const report = (what: string) => console.log(`${what}: ${JSON.stringify(load.drainStatuses())}`);
  for (const server of servers) load.servers.add(server);
  await sleep(4000);
  report('two old processes');

  // What was acknowledged before the backup must be in it.
  const beforeBackup = new Set(load.acknowledged.values());
  const backup = path.join(folder, 'before.backup');
  await expectExit(0, await runCommand(old, ['backup', backup], { DATABASE_URL: rig.databaseUrl }));
  await killDuringMigration();
  report('an update that was killed in its migration');

  const next = [await start(present)];
  const [newest] = (await appliedMigrations()).slice(-1);
  load.servers.add(next[0] as Server);
  await sleep(SIDE_BY_SIDE_MS);
  report(`old and new side by side (schema ${newest})`);
  await replace(servers[0] as Server);
  next.push(await start(present));
  load.servers.add(next[1] as Server);
  await replace(servers[1] as Server);
  await sleep(2000);
  report('the old ones stopped one by one');
  await expectExit(2, await startRefused(old, { DATABASE_URL: rig.databaseUrl }), /schema is newer than this program/);
  await load.stop();
  report('the end');

  faults.push(...load.faults);
  await checkReservations(load.acknowledged);
  const rows = await readCommandRows(superuser);
  for (const door of doors)
    faults.push(
      ...checkDoor(
        door,
        rows.filter((row) => row.target_id === door.doorId),
      ),
    );
  faults.push(...rows.flatMap(checkEnd));
  const opened = rows.filter((row) => row.action === 'OPEN' && row.status === 'EXECUTED').length;
  console.log(`doors: ${rows.length} commands, ${opened} openings executed`);
  if (opened === 0 || load.acknowledged.size === 0) faults.push('the load did nothing');

  for (const server of next) if ((await server.stop()) !== 0) faults.push('a new process did not end with 0');
  await goBack(backup, beforeBackup);
  faults.push(...(await proveBackups({ program: present, databaseUrl: rig.databaseUrl, folder })));
  faults.push(...(await proveOlderPostgres({ old: buildWithOlderPostgres(previous), present, folder })));

  async function replace(server: Server): Promise<void> {
    // The proxy still leads requests to it, as it does until its next health check.
    if ((await server.stop()) !== 0) faults.push('an old process did not end with 0');
    load.servers.delete(server);
  }
} finally {
  for (const door of proofDoors) await door.stop();
  await superuser.end();
  await rig.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of new Set(faults)) console.log(`NOT KEPT: ${fault}`);
console.log(`update: ${faults.length === 0 ? 'kept' : 'NOT KEPT'}`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Holds the migration before it records itself, kills it with SIGKILL, and expects the schema of before. */
async function killDuringMigration(): Promise<void> {
  const before = await appliedMigrations();
  const holder = await superuser.connect();
  try {
    await holder.query('begin; lock table kysely_migration in share mode');
    const { child, ended } = startCommand(present, ['migrate'], { DATABASE_URL: rig.databaseUrl });
    for (let isWaiting = false; !isWaiting; await sleep(20)) {
      const { rows } = await superuser.query(
        "select from pg_locks where not granted and relation = 'kysely_migration'::regclass",
      );
      isWaiting = rows.length > 0;
      if (child.exitCode !== null) throw new Error(`The migration ended: ${(await ended).output}`);
    }
    child.kill('SIGKILL');
    await ended;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  // PostgreSQL notices the end of the connection when the statement that waited is over.
  const { rows } = await superuser.query<{ pid: number }>(
    "select pid from pg_stat_activity where query like '%kysely_migration%' and state <> 'idle' and pid <> pg_backend_pid()",
  );
  for (const { pid } of rows) await superuser.query('select pg_terminate_backend($1)', [pid]);
  const after = await appliedMigrations();
  if (JSON.stringify(after) !== JSON.stringify(before)) faults.push('a killed migration changed the schema');
  const { rows: left } = await superuser.query("select from pg_class where relname = 'backups'");
  if (left.length > 0 && !before.includes('0135-backup-runs')) faults.push('a killed migration left a table');
}

async function checkReservations(acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await superuser.query<{ id: string }>('select id from reservations');
  const stored = new Set(rows.map(({ id }) => id));
  const ids = [...acknowledged.values()];
  const lost = ids.filter((id) => !stored.has(id)).length;
  const doubled = ids.length - new Set(ids).size + Math.max(0, stored.size - ids.length);
  console.log(`reservations: ${ids.length} acknowledged, ${stored.size} stored, ${lost} lost, ${doubled} doubled`);
  if (lost > 0 || doubled > 0) faults.push(`${lost} acknowledged reservations lost, ${doubled} doubled`);
}

/** The backup of before the update, restored by the old release into a new database, which its server then serves. */
async function goBack(backup: string, acknowledged: ReadonlySet<string>): Promise<void> {
  await superuser.query('create database rolled_back owner munjigi');
  const url = rig.databaseUrl.replace('/munjigi?', '/rolled_back?');
  const env = { DATABASE_URL: url };
  await expectExit(0, await runCommand(old, ['restore', backup], env));
  await expectExit(0, await runCommand(old, ['verify-audit'], env));
  const database = new pg.Client({ connectionString: rig.superuserUrl.replace('/munjigi?', '/rolled_back?') });
  await database.connect();
  const { rows } = await database.query<{ id: string }>('select id from reservations');
  await database.end();
  const stored = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length;
  if (lost > 0) faults.push(`${lost} reservations of before the backup are not in the restored database`);
  const server = await rig.startServer({
    program: path.join(old.folder, 'apps/server/dist/main.js'),
    databaseUrl: url,
  });
  const { version } = (await (await fetch(`${server.url}/healthz`)).json()) as { version?: string };
  if (version !== previous.version) faults.push(`the restored server has the version ${version}`);
  if ((await server.stop()) !== 0) faults.push('the restored old process did not end with 0');
  console.log(`back to ${version}: ${acknowledged.size} reservations of before the backup, ${lost} lost`);
}

async function expectExit(
  code: number,
  run: { readonly what: string; readonly code: number | null; readonly output: string },
  words = /(?:)/,
): Promise<void> {
  if (run.code !== code || !words.test(run.output)) faults.push(`${run.what} ended with ${run.code}: ${run.output}`);
}
