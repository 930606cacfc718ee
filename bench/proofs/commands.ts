import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/db/index.ts';
import { migrateDatabase, migrateOn, migrationsIn } from '../../apps/server/src/db/migrate.ts';
import {
  BACKUP_ENVIRONMENT,
  COMMAND_CALLS,
  expectedOutcome,
  STATE_WORDS,
  WITHOUT_DATABASE,
  type CommandOutcome,
  type DatabaseState,
} from '../../apps/server/src/testing/processes/command-calls.ts';
import { readDatabaseFingerprint } from '../../apps/server/src/testing/faults/database-fingerprint.ts';
import { queryDatabase } from '../../apps/server/src/testing/database.ts';
import { listFiles } from '../../apps/server/src/testing/faults/list-files.ts';

/**
 * Runs every command and its help in a fresh clone and on a database in each state, and prints what each wrote, its exit
 * code and its first line. Promised (issue 34): nothing is written, except by `serve` and `migrate`, and by `restore`
 * into an empty database; help exits with 0, and a command that cannot work on the state with 2.
 */

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-commands-'));
chmodSync(folder, 0o755); // PostgreSQL may run as another user than this process.
const clone = path.join(folder, 'clone');
const files = { newFile: path.join(folder, 'new.backup'), backup: path.join(folder, 'whole.backup') };
const SECRET = 'of-the-proof-of-the-commands-and-no-more';
const MIGRATIONS = path.join(root, 'apps/server/src/db/migrations');
/** The server prints its address when it is ready. */
const READY = /API: http/;
const HELP: CommandOutcome = { code: 0, writes: false };
const NOT_INSTALLED: CommandOutcome = { code: 2, writes: false };

const templateOf = (state: DatabaseState) => `state_${state}`;

interface Run {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the program when its output matches. */
  readonly until?: RegExp;
}

let runs = 0;
let databases = 0;
const faults: string[] = [];
const server = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'server'),
  password: 'of-the-proof',
  settings: ['fsync=off'],
});
try {
  await makeTemplates();
  printRow(['state', 'command', 'wrote', 'exit', 'first line']);
  await runInFreshClone();
  for (const state of ['absent', 'empty', 'older', 'newer', 'foreign'] as const) await runOnState(state);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.log(`NOT AS PROMISED: ${fault}`);
console.log(
  `commands: promised ${runs} of ${runs}, value ${runs - faults.length}, ${faults.length === 0 ? 'kept' : 'NOT KEPT'}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** The tracked files, without packages, builds and history. */
async function runInFreshClone(): Promise<void> {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1e8 }).toString().split('\0');
  for (const file of tracked.filter((name) => name !== '' && existsSync(path.join(root, name))))
    cpSync(path.join(root, file), path.join(clone, file));
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const programs = Object.keys(scripts).filter((name) => scripts[name]?.startsWith('node '));
  const npm = (script: string, ...words: string[]) => ['npm', 'run', '--silent', script, '--', ...words];
  const check = (name: string, words: readonly string[], expected: CommandOutcome) =>
    checkRun({ state: 'fresh clone', name, expected, listed: () => listFiles(clone) }, { words, cwd: clone });
  for (const script of programs) await check(`npm run ${script} -- --help`, npm(script, '--help'), HELP);
  for (const script of ['proof', 'bench'])
    await check(`npm run ${script} -- unknown`, npm(script, 'unknown'), NOT_INSTALLED);
  for (const [command, call] of Object.entries(COMMAND_CALLS)) {
    await check(command, npm('munjigi', command, ...call(files)), NOT_INSTALLED);
    await check(`${command} --help`, npm('munjigi', command, '--help'), HELP);
  }
}

async function runOnState(state: DatabaseState): Promise<void> {
  const shared = await makeDatabase(state);
  for (const [command, call] of Object.entries(COMMAND_CALLS)) {
    if (WITHOUT_DATABASE.includes(command)) continue;
    const expected = expectedOutcome(command, state);
    const database = expected.writes ? await makeDatabase(state) : shared;
    const dataDir = path.join(folder, `data-${database ?? `of-${command}`}`);
    const env = { ...environmentOn(database, dataDir), ...(command === 'restore' ? { TOKEN_SECRET: SECRET } : {}) };
    const listed = async () => [
      ...listFiles(root, (name) => name === 'node_modules' || name === '.git'),
      ...listFiles(folder, (name) => name === 'server' || name === 'clone'),
      ...(database === null ? [] : await readDatabaseFingerprint(server.urlOf(database))),
    ];
    const run = { cwd: root, env };
    const cli = [process.execPath, 'scripts/cli.mjs', command];
    await checkRun({ state, name: `${command} --help`, expected: HELP, listed }, { ...run, words: [...cli, '--help'] });
    const output = await checkRun(
      { state, name: command, expected, listed },
      { ...run, words: [...cli, ...call(files)], ...(command === 'serve' ? { until: READY } : {}) },
    );
    if (expected.code !== 0 && !STATE_WORDS[state].test(output))
      faults.push(`${state}, ${command}: does not name the state: ${output}`);
  }
}

interface Expectation {
  readonly state: string;
  readonly name: string;
  readonly expected: CommandOutcome;
  /** Lists everything that the program could change. */
  readonly listed: () => string[] | Promise<string[]>;
}

async function checkRun({ state, name, expected, listed }: Expectation, run: Run): Promise<string> {
  const before = new Set(await listed());
  const { code, output } = await runProgram(run);
  const changes = (await listed()).filter((line) => !before.delete(line)).length + before.size;
  runs += 1;
  const [firstLine = ''] = output.split('\n');
  printRow([state, name, changes === 0 ? 'nothing' : `${changes} files and tables`, String(code), firstLine]);
  if (code !== expected.code || changes > 0 !== expected.writes)
    faults.push(
      `${state}, ${name}: exit ${expected.code} and ${expected.writes ? 'something' : 'nothing'} written were expected: ${output}`,
    );
  return output;
}

function runProgram({ words, cwd, env = {}, until }: Run): Promise<{ code: number | null; output: string }> {
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      npm_config_logs_max: '0',
      npm_config_update_notifier: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (until?.test(output)) child.kill('SIGTERM');
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

function environmentOn(database: string | null, dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DEMO: '0',
    PORT: '0',
    MQTT_PORT: '0',
    MUNJIGI_PASSWORD: 'a-long-word-of-a-founder-42',
    ...BACKUP_ENVIRONMENT,
    ...(database === null ? {} : { DATABASE_URL: addressOf(database), TOKEN_SECRET: SECRET, EMBEDDED_BROKER: '1' }),
  };
}

function addressOf(database: string): string {
  return server.urlOf(database).replace('@/', '@localhost/');
}

/** Creates a database for each state, and the backup that `restore` reads. */
async function makeTemplates(): Promise<void> {
  const create = (name: string) => queryDatabase(server.adminUrl, `create database ${name} owner munjigi`);
  for (const state of ['empty', 'older', 'newer', 'foreign'] as const) await create(templateOf(state));
  await queryDatabase(server.urlOf(templateOf('foreign')), 'create table wp_posts (id int)');
  const older = new pg.Client({ connectionString: server.urlOf(templateOf('older')) });
  await older.connect();
  await migrateOn(older, MIGRATIONS, migrationsIn(MIGRATIONS).at(-4) ?? null);
  await older.end();
  const newer = server.urlOf(templateOf('newer'));
  await migrateDatabase(newer, MIGRATIONS);
  const backup = await runProgram({
    words: [process.execPath, 'scripts/cli.mjs', 'backup', files.backup],
    cwd: root,
    env: environmentOn(templateOf('newer'), path.join(folder, 'none')),
  });
  if (backup.code !== 0) throw new Error(`The backup failed: ${backup.output}`);
  await queryDatabase(newer, "insert into kysely_migration (name, timestamp) values ('9999-from-tomorrow', '')");
}

/** Copies the database of a state and returns its name; `null`: there is no database. */
async function makeDatabase(state: DatabaseState): Promise<string | null> {
  if (state === 'absent') return null;
  databases += 1;
  const name = `commands_${state}_${databases}`;
  await queryDatabase(server.adminUrl, `create database ${name} owner munjigi template ${templateOf(state)}`);
  return name;
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  if (cells[0] === 'state') console.log(`|${' --- |'.repeat(cells.length)}`);
}
