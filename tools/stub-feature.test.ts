// @sweep 1/8
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './sources.ts';
import { EDITS, NEW_FILES, OWN_FOLDERS } from './stub-feature.ts';

/** The most places outside its own folders that a feature with a table, an endpoint, a screen and an event needs. */
const MOST_PLACES = 12;
/** Checks that fail where a register lacks the feature. */
const CHECKS = [
  [
    'unit',
    [
      'modules',
      'table-owners',
      'schema-doc',
      'screens',
      'screen-texts',
      'locales',
      'text-keys',
      'imports',
      'source-text',
      'migration-rules',
    ].map((name) => `tools/${name}.test.ts`),
  ],
  [
    'admin',
    [
      'apps/admin/src/features/lost-items',
      'apps/admin/src/app/live.test.ts',
      'apps/admin/src/session/navigation.test.ts',
    ],
  ],
  [
    'server',
    [
      'apps/server/src/modules/lost-items',
      'apps/server/src/app.test.ts',
      'apps/server/src/matrix.test.ts',
      'apps/server/src/sorting.test.ts',
    ],
  ],
] as const;

/** Copies the tracked files; the packages are those of this checkout, the workspaces those of the copy. */
function copyRepository(to: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(path.join(to, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(to, file));
  }
  const [from, packages] = [root, to].map((folder) => path.join(folder, 'node_modules'));
  if (from === undefined || packages === undefined) return;
  mkdirSync(path.join(packages, '@munjigi'), { recursive: true });
  for (const name of readdirSync(from).filter((entry) => !/^(@munjigi|\.vite.*)$/.test(entry)))
    symlinkSync(path.join(from, name), path.join(packages, name));
  for (const area of ['apps', 'packages'])
    for (const name of readdirSync(path.join(to, area)))
      symlinkSync(path.join(to, area, name), path.join(packages, '@munjigi', name));
}

describe('a new feature with a table, an endpoint, a screen and an event', () => {
  let copy = '';
  const runTests = (project: string, files: readonly string[], ...more: string[]) => {
    const { VITEST: _runner, ...env } = process.env;
    const program = path.join(root, 'node_modules/vitest/vitest.mjs');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [program, 'run', '--project', project, ...files, ...more],
      { cwd: copy, encoding: 'utf8', env: { ...env, NO_COLOR: '1' } },
    );
    return { status, output: `${stdout}${stderr}` };
  };

  beforeAll(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'munjigi-feature-'));
    copyRepository(copy);
    for (const [file, content] of Object.entries(NEW_FILES)) {
      mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(copy, file), content);
    }
    for (const { file, after, add } of EDITS) {
      const text = readFileSync(path.join(copy, file), 'utf8');
      if (!text.includes(after)) throw new Error(`${file} has no line to add to: ${after}`);
      writeFileSync(
        path.join(copy, file),
        text.replaceAll(after, () => after + add),
      );
    }
    execFileSync('git', ['init', '-q'], { cwd: copy });
    execFileSync('git', ['add', '-A'], { cwd: copy });
    // `npm run schema` and `npm run architecture`.
    for (const [project, file] of [
      ['server', 'apps/server/src/db/schema.test.ts'],
      ['unit', 'tools/modules.test.ts'],
    ] as const) {
      const { status, output } = runTests(project, [file], '--update');
      if (status !== 0) throw new Error(output);
    }
  }, 120_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it(`touches at most ${MOST_PLACES} files outside its own folders`, () => {
    const touched = new Set([...Object.keys(NEW_FILES), ...EDITS.map(({ file }) => file)]);
    const outside = [...touched].filter((file) => !OWN_FOLDERS.some((folder) => file.startsWith(folder)));
    expect(outside.length, outside.join('\n')).toBeLessThanOrEqual(MOST_PLACES);
  });

  it.each(CHECKS)(
    'passes the checks of the project %s',
    (project, files) => {
      const { status, output } = runTests(project, files);
      expect(status, output).toBe(0);
    },
    300_000,
  );
});
