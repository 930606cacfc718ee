import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { root } from './sources.ts';

const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).optional(),
  dynamicImports: z.array(z.string()).optional(),
});
export type Manifest = Readonly<Record<string, z.infer<typeof chunk>>>;

const dist = path.join(root, 'apps/admin/dist');

/** What Vite built from what. Throws when there is no build. */
export function readManifest(): Manifest {
  const file = ['.vite/manifest.json', 'manifest.json'].map((name) => path.join(dist, name)).find((name) => existsSync(name));
  if (!file) throw new Error('apps/admin/dist has no manifest: build it (npm run build), with `build.manifest` on');
  return z.record(z.string(), chunk).parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The files of the entry, of the named sources, and of all that these import at once; lazy ones only when named. */
export function filesFor(manifest: Manifest, sources: readonly string[]): string[] {
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  const seen = new Set<string>();
  const visit = (name: string) => {
    const it = manifest[name];
    if (!it) throw new Error(`${name} is not in the manifest`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of it.imports ?? []) visit(next);
  };
  for (const name of [...entries, ...sources]) visit(name);
  return [...new Set([...seen].map((name) => manifest[name]?.file ?? ''))].filter((file) => file.endsWith('.js')).sort();
}

/** Bytes of files as a browser gets them: brotli, at the level at which they are built. */
export function brotliBytes(files: readonly string[]): number {
  return files
    .map((file) => brotliCompressSync(readFileSync(path.join(dist, file)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}
