import path from 'node:path';
import { isWholeSweep, seededPart } from './seeded-part.ts';
import { filesBelow, readSource } from './sources.ts';

/**
 * The line that marks a test file of which `npm test` runs a part: `// @sweep 1/6` says that each run draws a sixth of
 * the files of this project with this line.
 */
const MARK = /^\/\/ @sweep 1\/(\d+)\b/m;

/** The projects of vitest.config.ts whose files can be marked, with their folders. */
const PROJECTS = { unit: 'tools', server: 'apps/server/src', admin: 'apps/admin/src' } as const;
type Project = keyof typeof PROJECTS;

const listModuleTests = (project: Project) => filesBelow(PROJECTS[project], /\.test\.tsx?$/);

/** The marked test files, relative to the root of the checkout, with the share of them that a run draws. */
export function listSweepFiles(project: Project): { readonly file: string; readonly share: number }[] {
  return listModuleTests(project).flatMap((file) => {
    const divisor = MARK.exec(readSource(file))?.[1];
    return divisor === undefined ? [] : [{ file, share: 1 / Number(divisor) }];
  });
}

/**
 * Patterns of the marked files that this run leaves out: with SWEEP_PARTS=1, which `npm test` sets, those that the seed
 * does not draw; otherwise none, so that a file that is named on the command line runs.
 */
export function undrawnSweepFiles(project: Project, sweepFiles = listSweepFiles(project)): string[] {
  if (process.env['SWEEP_PARTS'] !== '1' || isWholeSweep()) return [];
  const shares = [...new Set(sweepFiles.map(({ share }) => share))];
  return shares.flatMap((share) => {
    const files = sweepFiles.filter((sweepFile) => sweepFile.share === share).map(({ file }) => file);
    const drawn = new Set(seededPart(`files, one in ${Math.round(1 / share)}`, files, share, (file) => file));
    return files.filter((file) => !drawn.has(file)).map((file) => path.posix.join('**', file));
  });
}

/** The test files of which a run draws some of the cases with `seededPart`. */
export function listFilesWithParts(): string[] {
  return listModuleTests('server').filter((file) => /\bseededPart\(/.test(readSource(file)));
}
