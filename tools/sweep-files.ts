import path from 'node:path';
import { isWholeSweep, seededPart } from './seeded-part.ts';
import { filesBelow, readSource } from './sources.ts';

/**
 * The line that marks a test file of which `npm test` runs a part: `// @sweep 1/4` says that each run draws a quarter
 * of the files with this line.
 */
const MARK = /^\/\/ @sweep 1\/([2-9])\b/m;

const FOLDERS = {
  modules: { folder: 'apps/server/src', name: /\.test\.ts$/ },
  browser: { folder: 'e2e', name: /\.spec\.ts$/ },
} as const;
type TestKind = keyof typeof FOLDERS;

/** The marked test files, relative to the root of the checkout, with the share of them that a run draws. */
export function listSweepFiles(kind: TestKind): { readonly file: string; readonly share: number }[] {
  const { folder, name } = FOLDERS[kind];
  return filesBelow(folder, name).flatMap((file) => {
    const divisor = MARK.exec(readSource(file))?.[1];
    return divisor === undefined ? [] : [{ file, share: 1 / Number(divisor) }];
  });
}

/**
 * Patterns of the marked files that this run leaves out: with SWEEP_PARTS=1, which `npm test` sets, those that the seed
 * does not draw; otherwise none, so that a file that is named on the command line runs.
 */
export function undrawnSweepFiles(kind: TestKind): string[] {
  if (process.env['SWEEP_PARTS'] !== '1' || isWholeSweep()) return [];
  const sweepFiles = listSweepFiles(kind);
  const shares = [...new Set(sweepFiles.map(({ share }) => share))];
  return shares.flatMap((share) => {
    const files = sweepFiles.filter((sweepFile) => sweepFile.share === share).map(({ file }) => file);
    const drawn = new Set(seededPart(`${kind} files`, files, share, (file) => file));
    return files.filter((file) => !drawn.has(file)).map((file) => path.posix.join('**', file));
  });
}

/** The test files of which a run draws some of the cases with `seededPart`. */
export function listFilesWithParts(kind: TestKind): string[] {
  const { folder, name } = FOLDERS[kind];
  return filesBelow(folder, name).filter((file) => /\bseededPart\(/.test(readSource(file)));
}
