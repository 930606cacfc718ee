import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressFiles } from './shared/compress-files.mjs';
import {
  collectFiles,
  exitForHelp,
  hashFiles,
  refuseUnknownWords,
  remember,
  remembered,
  root,
  runTool,
  step,
} from './shared/project.mjs';

/** Builds the browser applications and the server's bundle, each only when something that goes into it has changed. */

const isSource = (file) => !/\.test\.tsx?$/.test(file) && !file.includes(`${path.sep}testing${path.sep}`);
const shared = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', 'scripts/shared/compress-files.mjs'];

const products = [
  {
    name: 'server',
    inputs: [...shared, 'apps/server/src', 'apps/server/package.json', 'packages'],
    output: 'apps/server/dist/main.js',
    build: buildServer,
  },
  {
    name: 'browser application',
    inputs: [...shared, 'apps/admin', 'packages/contract', 'packages/rules', 'packages/texts'],
    output: 'apps/admin/dist/index.html',
    build: () => buildPages('admin'),
  },
  {
    name: 'pages of guests',
    inputs: [...shared, 'apps/guest', 'packages/contract', 'packages/texts'],
    output: 'apps/guest/dist/index.html',
    build: async () => {
      await buildPages('guest');
      // What the server renders of them. It is no file for browsers, so it is not compressed.
      await runVite('apps/guest/vite.server.config.ts');
    },
  },
];

/** Builds what has changed, or everything with `isForced`. Throws when a build fails. */
export async function build({ isForced = false } = {}) {
  for (const product of products) {
    const { isCurrent, hash } = examineBuild(product);
    if (!isForced && isCurrent) continue;
    await step(`Building the ${product.name}`, product.build);
    remember(stampOf(product), hash);
  }
}

/** Whether the server is built, and whether that build is one of the present sources. Builds nothing. */
export function examineServerBuild() {
  return examineBuild(products[0]);
}

function examineBuild(product) {
  const hash = hashFiles(collectFiles(product.inputs, isSource));
  const isBuilt = existsSync(path.join(root, product.output));
  return { isBuilt, isCurrent: isBuilt && remembered(stampOf(product)) === hash, hash };
}

const stampOf = ({ name }) => `built-${name.replaceAll(' ', '-')}`;

/** Renders the documents of the contract, so that no start of the server does. */
const CONTRACT_RENDERER = 'http/reference/docs.ts';

/** The bundle has ES modules beside their SQL files. Packages stay in node_modules; the workspaces are bundled. */
async function buildServer() {
  const { build: bundle } = await import('esbuild');
  const from = path.join(root, 'apps/server/src');
  const to = path.join(root, 'apps/server/dist');
  rmSync(to, { recursive: true, force: true });
  await bundle({
    entryPoints: ['main.ts', 'cli.ts', CONTRACT_RENDERER].map((file) => path.join(from, file)),
    entryNames: '[name]',
    outdir: to,
    ...bundleOptions(),
  }).catch(() => {
    // esbuild has already printed the error and its place; its own stack adds nothing.
    throw new Error('The server could not be built: see above');
  });
  cpSync(path.join(from, 'db/migrations'), path.join(to, 'migrations'), { recursive: true });
  const { renderContract, CONTRACT_FILES } = await import(
    `${pathToFileURL(path.join(to, path.basename(CONTRACT_RENDERER, '.ts'))).href}.js`
  );
  for (const [name, text] of Object.entries(renderContract())) writeFileSync(path.join(to, CONTRACT_FILES[name]), text);
}

/** The options of every bundle for Node.js. */
export function bundleOptions() {
  return {
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    external: installedPackages().flatMap((name) => [name, `${name}/*`]),
  };
}

function installedPackages() {
  const names = new Set();
  for (const area of ['apps', 'packages']) {
    for (const folder of readdirSync(path.join(root, area))) {
      const file = path.join(root, area, folder, 'package.json');
      if (!existsSync(file)) continue;
      const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
      for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) names.add(name);
    }
  }
  return [...names].filter((name) => !name.startsWith('@munjigi/'));
}

/** Builds a browser application with Vite, and compresses its files. */
async function buildPages(name) {
  await runVite(`apps/${name}/vite.config.ts`);
  await compressFiles(path.join(root, `apps/${name}/dist`));
}

async function runVite(config) {
  const { code, output } = await runTool('vite/bin/vite.js', ['build', '--config', config, '--logLevel', 'warn'], {
    capture: true,
    // React's development build must not be measured, tested or served.
    env: { NODE_ENV: 'production' },
  });
  if (output.trim()) console.log(output.trim());
  if (code !== 0) throw new Error(`${config} could not be built: see above`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  exitForHelp('npm run build [-- --force]\n\nBuilds what has changed since the last build; everything with --force.');
  refuseUnknownWords(['--force']);
  const { installPackages } = await import('./shared/install.mjs');
  await installPackages();
  await build({ isForced: process.argv.includes('--force') });
}
