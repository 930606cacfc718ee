import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeBackupKey } from '../../apps/server/src/backups/backup-encryption.ts';
import { runCommand, startRefused, type CommandEnd, type Program } from './update-commands.ts';

/** The parts of the proof of updates that are about backups; each returns its faults. */

const AGE: string = '/usr/bin/age';
const APT_GET: string = '/usr/bin/apt-get';

/** `backup-push` and `restore-drill` of the present release; Debian's program `age` opens what was written. */
export async function proveBackups({
  program,
  databaseUrl,
  folder,
}: {
  program: Program;
  databaseUrl: string;
  folder: string;
}): Promise<string[]> {
  const faults: string[] = [];
  const target = path.join(folder, 'target');
  mkdirSync(target);
  const key = await makeBackupKey();
  const keyFile = path.join(folder, 'backup-key');
  writeFileSync(keyFile, `# a comment, as age-keygen writes it\n${key}\n`);
  const env = { DATABASE_URL: databaseUrl, BACKUP_TARGET: target, BACKUP_KEYS_FILE: keyFile };
  for (const command of ['backup-push', 'restore-drill'])
    faults.push(...faultsOf(0, await runCommand(program, [command], env)));
  const [name = ''] = readdirSync(target);
  if (spawnSync(AGE, ['--version']).error !== undefined)
    spawnSync(APT_GET, ['-q', '-y', '--no-install-recommends', 'install', 'age'], { stdio: 'inherit' });
  const opened = spawnSync(AGE, ['--decrypt', '--identity', keyFile, path.join(target, name)], { maxBuffer: 1e9 });
  const isOpened = opened.status === 0 && opened.stdout.subarray(0, 17).toString() === 'MUNJIGI BACKUP 1\n';
  if (!isOpened) faults.push(`age could not open ${name}: ${opened.stderr?.toString() ?? opened.error?.message}`);
  console.log(`backups: ${name} opened by age: ${isOpened ? 'yes' : 'no'}`);
  return faults;
}

/**
 * A data folder of an older PostgreSQL: the present release refuses it in words, and takes over what the release with the
 * older one backed up.
 */
export async function proveOlderPostgres({
  old: oldFolder,
  present,
  folder,
}: {
  old: string;
  present: Program;
  folder: string;
}): Promise<string[]> {
  const faults: string[] = [];
  const old = { name: 'the release with PostgreSQL 17', folder: oldFolder };
  const [data, fresh] = [path.join(folder, 'data-17'), path.join(folder, 'data-18')];
  const backup = path.join(folder, 'of-17.backup');
  const expect = async (code: number, run: Promise<CommandEnd>, words?: RegExp) =>
    faults.push(...faultsOf(code, await run, words));
  const env = { DATA_DIR: data, MUNJIGI_PASSWORD: 'a-long-word-of-a-founder-42' };
  await expect(0, runCommand(old, ['migrate'], env));
  const person = ['--email', 'first@test.example', '--name', 'First', '--product', 'playroom'];
  await expect(0, runCommand(old, ['create-admin', ...person], env));
  const refusal = /was created by PostgreSQL 17, and this program contains 18\. Make a backup with the version/;
  await expect(2, startRefused(present, { DATA_DIR: data }), refusal);
  await expect(2, runCommand(present, ['verify-audit'], { DATA_DIR: data }), refusal);
  await expect(1, runCommand(present, ['doctor'], { DATA_DIR: data }), refusal);
  await expect(0, runCommand(old, ['backup', backup], env));
  mkdirSync(fresh);
  await expect(0, runCommand(present, ['restore', backup], { DATA_DIR: fresh }), /rows of \d+ tables/);
  await expect(0, runCommand(present, ['verify-audit'], { DATA_DIR: fresh }), /✓ playroom: 1 rows/);
  console.log(`PostgreSQL 17 to 18: ${faults.length === 0 ? 'refused in words, then restored' : 'not as promised'}`);
  return faults;
}

function faultsOf(code: number, run: CommandEnd, words = /(?:)/): string[] {
  return run.code === code && words.test(run.output) ? [] : [`${run.what} ended with ${run.code}: ${run.output}`];
}
