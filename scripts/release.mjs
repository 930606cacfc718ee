import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeNotices } from './licences.mjs';
import { prepare } from './shared/prepare.mjs';
import { exitForHelp, refuseUnknownWords, root, run, say, step } from './shared/project.mjs';
import { installRuntime } from './runtime.mjs';
import { tagRelease } from './tag-release.mjs';

/**
 * Makes the tree that a server runs: the built server and pages with the packages that they load, without sources, build
 * tools and tests. It is written beside its place and renamed at the end, so an interrupted run leaves no half release.
 */
const APPS = ['server', 'admin', 'guest'];

/** Makes the release and returns its folder. On Linux an archive of it lies beside it. */
async function makeRelease() {
  await prepare();
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const folder = path.join(root, '.release', `munjigi-${version}`);
  const part = `${folder}.part`;
  const archive = archiveOf(folder);
  for (const old of [folder, part, archive]) rmSync(old, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  copyProgram(part);
  await step('Installing the packages of the server', () => installServerPackages(part));
  // A server needs no other Node.js: that of Debian 12 is too old.
  if (process.platform === 'linux') await step('Adding Node.js', () => installRuntime(path.join(part, 'runtime')));
  // Links to the workspaces, whose code is in the bundle.
  rmSync(path.join(part, 'node_modules/@munjigi'), { recursive: true, force: true });
  rmSync(path.join(part, 'packages'), { recursive: true, force: true });
  writeNotices(path.join(part, 'NOTICES.txt'), part);
  renameSync(part, folder);
  if (process.platform === 'linux') await step('Packing', () => packRelease(folder, archive));
  return folder;
}

/** For machines with the processor of this one. */
function archiveOf(folder) {
  return `${folder}-${process.platform}-${process.arch}.tar.gz`;
}

function copyProgram(to) {
  for (const app of APPS) {
    const from = path.join(root, 'apps', app);
    cpSync(path.join(from, 'dist'), path.join(to, 'apps', app, 'dist'), { recursive: true });
    cpSync(path.join(from, 'package.json'), path.join(to, 'apps', app, 'package.json'));
  }
  for (const name of readdirSync(path.join(root, 'packages'))) {
    const manifest = path.join(root, 'packages', name, 'package.json');
    if (existsSync(manifest)) cpSync(manifest, path.join(to, 'packages', name, 'package.json'));
  }
  for (const file of ['package.json', 'package-lock.json', 'LICENSE', '.env.example'])
    cpSync(path.join(root, file), path.join(to, file));
  const isOfServer = (file) => path.relative(path.join(root, 'ops'), file) !== 'runtime';
  cpSync(path.join(root, 'ops'), path.join(to, 'ops'), { recursive: true, filter: isOfServer });
  const program = path.join(to, 'bin/munjigi');
  mkdirSync(path.dirname(program));
  writeFileSync(
    program,
    `#!/bin/sh
# Runs a command of this release: munjigi COMMAND. See munjigi --help. MUNJIGI_ENV_FILE is a file with settings.
here=$(dirname "$(readlink -f "$0")")/..
node=$here/runtime/node
[ -x "$node" ] || node=node
exec "$node" --max-semi-space-size=32 \${MUNJIGI_ENV_FILE:+--env-file="$MUNJIGI_ENV_FILE"} "$here/apps/server/dist/cli.js" "$@"
`,
  );
  chmodSync(program, 0o755);
}

/** Exactly the versions of the lock file, of the server only. */
async function installServerPackages(folder) {
  const args = ['ci', '--omit=dev', '--workspace', '@munjigi/server', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await run('npm', ['--prefix', folder, ...args]);
  if (code !== 0) throw new Error(`npm ci failed (${code}): see above`);
}

/** The files belong to root wherever the archive is unpacked. It gets its name when it is complete. */
async function packRelease(folder, archive) {
  const part = `${archive}.part`;
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const { code } = await run('tar', [...owner, '-czf', part, '-C', path.dirname(folder), path.basename(folder)]);
  if (code !== 0) throw new Error(`tar failed (${code}): see above`);
  renameSync(part, archive);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  exitForHelp(`npm run release [-- --tag]

Builds what has changed and writes a tree that a server runs to .release/munjigi-VERSION: no sources, no build tools, no
tests. On Linux it contains Node.js, and .release/munjigi-VERSION-linux-ARCHITECTURE.tar.gz is the same in one file.
docs/install.md explains how to install it.
  --tag  instead make the tag vVERSION of a clean tree, with the section of CHANGELOG.md as its message.`);
  refuseUnknownWords(['--tag']);
  if (process.argv.includes('--tag')) {
    const fault = await tagRelease();
    if (fault !== null) console.error(fault);
    process.exitCode = fault === null ? 0 : 1;
  } else {
    const folder = await makeRelease();
    say(`Release: ${path.relative(root, folder)}`);
  }
}
