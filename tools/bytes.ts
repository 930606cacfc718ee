import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { root } from './sources.ts';

const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).optional(),
  dynamicImports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});
export type Manifest = Readonly<Record<string, z.infer<typeof chunk>>>;

type App = 'admin' | 'guest';
const folderOf = (app: App) => path.join(root, `apps/${app}/dist`);

/** The manifest of the Vite build. Throws when there is no build. */
export function readManifest(app: App = 'admin'): Manifest {
  const dist = folderOf(app);
  const file = ['.vite/manifest.json', 'manifest.json']
    .map((name) => path.join(dist, name))
    .find((name) => existsSync(name));
  if (!file) throw new Error(`apps/${app}/dist has no manifest: build it (npm run build), with \`build.manifest\` on`);
  return z.record(z.string(), chunk).parse(JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * The files of a document, of the named sources, and of all their static imports including style sheets; lazy ones only
 * when they are named.
 */
export function filesFor(manifest: Manifest, sources: readonly string[], document = 'index.html'): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    const item = manifest[name];
    if (!item) throw new Error(`${name} is not in the manifest`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of item.imports ?? []) visit(next);
  };
  for (const name of [document, ...sources]) visit(name);
  return [...new Set([...seen].flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]))]
    .filter(Boolean)
    .sort();
}

/** The built fonts of these names, which are followed by a hash. Throws when one is missing. */
export function fontFiles(names: readonly string[]): string[] {
  const built = readdirSync(path.join(folderOf('admin'), 'assets'));
  return names.map((name) => {
    const file = built.find((text) => text.startsWith(`${name}-`) && text.endsWith('.woff2'));
    if (!file) throw new Error(`The font ${name} was not built`);
    return `assets/${file}`;
  });
}

/**
 * The transferred size of files: texts compressed with brotli at the level of the build, fonts and pictures unchanged.
 */
export function bytesOf(files: readonly string[], app: App = 'admin'): number {
  return files.map((file) => bytesOfOne(path.join(folderOf(app), file))).reduce((sum, bytes) => sum + bytes, 0);
}

function bytesOfOne(file: string): number {
  const content = readFileSync(file);
  return /\.(?:js|css|html|svg)$/.test(file)
    ? brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
    : content.length;
}
