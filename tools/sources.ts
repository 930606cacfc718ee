import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The project's own files, for the checks that read them as text. */
export const root = path.resolve(import.meta.dirname, '..');

const GENERATED = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'test-results', 'playwright-report']);

/** Paths from the root, with `/` on every platform, of the files below a folder whose name matches. */
export function filesBelow(folder: string, name: RegExp, base = root): string[] {
  const found: string[] = [];
  const visit = (place: string) => {
    for (const entry of readdirSync(path.join(base, place), { withFileTypes: true })) {
      if (GENERATED.has(entry.name)) continue;
      const file = path.posix.join(place, entry.name);
      if (entry.isDirectory()) visit(file);
      else if (name.test(entry.name)) found.push(file);
    }
  };
  if (statSync(path.join(base, folder), { throwIfNoEntry: false })?.isDirectory()) visit(folder);
  return found.sort();
}

export function readSource(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

/**
 * Files that cite rules, documents and facts. The tests of the tools are excluded, because their samples cite what does
 * not exist.
 */
export function citingFiles(): string[] {
  return filesBelow('.', /\.(ts|tsx|mjs|sql|css|html|md)$/).filter(
    (file) => !/^tools\/(docs|rules)\.test\.ts$/.test(file),
  );
}

/** Every place where a pattern occurs in a file, as `path:line: the line`. */
export function placesOf(pattern: RegExp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    readSource(file)
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
}
