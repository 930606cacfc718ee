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
import { prepare } from './prepare.mjs';
import { exitForHelp, refuseUnknownWords, root, run, say, step } from './project.mjs';
import { tagRelease } from './tag-release.mjs';

/**
 * Makes the tree that a server runs: the built server and pages with the packages that they load, without sources, build
 * tools and tests. It is written beside its place and renamed at the end, so an interrupted run leaves no half release.
 */
const APPS = ['server', 'admin', 'guest'];

/** Makes the release and returns its folder. */
export async function makeRelease() {
  await prepare();
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const folder = path.join(root, '.release', `munjigi-${version}`);
  const part = `${folder}.part`;
  for (const old of [folder, part]) rmSync(old, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  copyProgram(part);
  await step('Installing the packages of the server', () => installServerPackages(part));
  // Links to the workspaces, whose code is in the bundle.
  rmSync(path.join(part, 'node_modules/@munjigi'), { recursive: true, force: true });
  rmSync(path.join(part, 'packages'), { recursive: true, force: true });
  writeNotices(path.join(part, 'NOTICES.txt'), part);
  renameSync(part, folder);
  return folder;
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
  cpSync(path.join(root, 'ops'), path.join(to, 'ops'), { recursive: true });
  const program = path.join(to, 'bin/munjigi');
  mkdirSync(path.dirname(program));
  writeFileSync(
    program,
    '#!/bin/sh\n# Runs a command of this release: munjigi COMMAND. See munjigi --help.\n' +
      'exec node --max-semi-space-size=32 "$(dirname "$(readlink -f "$0")")/../apps/server/dist/cli.js" "$@"\n',
  );
  chmodSync(program, 0o755);
}

/** Exactly the versions of the lock file, of the server only. */
async function installServerPackages(folder) {
  const args = ['ci', '--omit=dev', '--workspace', '@munjigi/server', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await run('npm', ['--prefix', folder, ...args]);
  if (code !== 0) throw new Error(`npm ci failed (${code}): see above`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  exitForHelp(`npm run release [-- --tag]

Builds what has changed and writes a tree that a server runs to .release/munjigi-VERSION: no sources, no build tools, no
tests. Start it with bin/munjigi serve. docs/install.md explains how to install it.
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
