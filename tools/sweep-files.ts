import path from 'node:path';
import { isWholeSweep, seededPart } from './seeded-part.ts';
import { filesBelow, readSource } from './sources.ts';

/**
 * The line that marks a test file of which `npm test` runs a part: `// @sweep 1/4` says that each run draws a quarter
 * of the files with this line.
 */
const MARK = /^\/\/ @sweep 1\/([2-9])\b/m;

const listModuleTests = () => filesBelow('apps/server/src', /\.test\.ts$/);

/** The marked test files, relative to the root of the checkout, with the share of them that a run draws. */
export function listSweepFiles(): { readonly file: string; readonly share: number }[] {
  return listModuleTests().flatMap((file) => {
    const divisor = MARK.exec(readSource(file))?.[1];
    return divisor === undefined ? [] : [{ file, share: 1 / Number(divisor) }];
  });
}

/**
 * Patterns of the marked files that this run leaves out: with SWEEP_PARTS=1, which `npm test` sets, those that the seed
 * does not draw; otherwise none, so that a file that is named on the command line runs.
 */
export function undrawnSweepFiles(): string[] {
  if (process.env['SWEEP_PARTS'] !== '1' || isWholeSweep()) return [];
  const sweepFiles = listSweepFiles();
  const shares = [...new Set(sweepFiles.map(({ share }) => share))];
  return shares.flatMap((share) => {
    const files = sweepFiles.filter((sweepFile) => sweepFile.share === share).map(({ file }) => file);
    const drawn = new Set(seededPart(`files, one in ${1 / share}`, files, share, (file) => file));
    return files.filter((file) => !drawn.has(file)).map((file) => path.posix.join('**', file));
  });
}

/** The test files of which a run draws some of the cases with `seededPart`. */
export function listFilesWithParts(): string[] {
  return listModuleTests().filter((file) => /\bseededPart\(/.test(readSource(file)));
}
