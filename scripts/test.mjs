import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser } from './shared/browser.mjs';
import { check } from './check.mjs';
import { prepare } from './shared/prepare.mjs';
import {
  cacheFolder,
  collectFiles,
  exitForHelp,
  refuseUnknownWords,
  root,
  runTool,
  say,
  scratchFolder,
  step,
} from './shared/project.mjs';
import { readBrowserReport, readModuleReport } from './shared/test-reports.mjs';

/**
 * Runs everything: `npm test`. Checks, module tests and browser tests run even when another of them fails; the last
 * line `N passed, N failed` counts a check as a test.
 * - `npm test -- fast`: everything except the browser tests.
 * - `npm test -- server`: the module tests of the server, with whole sweeps.
 * - `npm test -- modules`: the same with parts of the sweeps.
 * - `npm test -- engines`: those of them that are tagged `engines`, because another PostgreSQL or broker can change
 * their outcome.
 * The order is shuffled; TEST_SEED repeats an order. A test that fails is retried once, and one that then passes is
 * named at the end: it is a defect, although the run counts it as passed.
 *
 * Of sweeps the seed draws a part; `npm run proof -- sweeps` runs them whole (decision 086).
 */
const RETRIES = 1;
const scopes = ['all', 'fast', 'server', 'modules', 'engines'];
exitForHelp(`npm test [-- ${scopes.join(' | ')}]

all      checks, module tests and browser tests (default)
fast     everything except the browser tests
server   the module tests of the server
modules  the same, with parts of the sweeps
engines  those of them that another PostgreSQL or broker can change

TEST_SEED repeats an order. The last line is \`N passed, N failed\`; exit code 1 if a test failed.`);
refuseUnknownWords(scopes);
const scope = process.argv[2] ?? 'all';

const seed = process.env.TEST_SEED ?? String(Date.now() % 1_000_000_000);
process.env.TEST_SEED = seed;
const sum = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const retries = [];

if (await isPrepared()) await runScope();
for (const failure of failures) say(`failed: ${failure}`);
for (const retry of retries) say(`needed a retry: ${retry}`);
if (retries.length > 0) say(`${retries.length} tests needed a retry: each is a defect`);
say(`Order of the tests and parts of the sweeps: TEST_SEED=${seed}`);
process.exitCode = sum.failed ? 1 : 0;
console.log(figures(sum));

async function runScope() {
  if (scope === 'all' || scope === 'fast') await runPart('Checks', check);
  await runPart('Module tests', runModuleTests);
  if (scope === 'all') await runPart('Browser tests', runBrowserTests);
}

async function runPart(name, work) {
  const result = await step(name, work);
  say(`${name}: ${figures(result)}`);
  for (const key of ['passed', 'failed', 'skipped']) sum[key] += result[key];
  failures.push(...(result.failures ?? []));
  retries.push(...(result.retries ?? []));
}

/** A failed installation or build counts as one failure, and nothing else can run. */
async function isPrepared() {
  try {
    await prepare();
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    sum.failed += 1;
    return false;
  }
}

function figures({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

async function runModuleTests() {
  const report = newReport('module-tests.json');
  const selected = {
    all: [],
    fast: [],
    server: ['--project', 'server'],
    modules: ['--project', 'server'],
    engines: ['--project', 'server', '--tags-filter', 'engines', ...taggedFiles('engines')],
  };
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report];
  const { code } = await runTool(
    'vitest/vitest.mjs',
    ['run', '--retry', String(RETRIES), ...reporters, ...selected[scope]],
    { env: { TMPDIR: scratchFolder(), ...(scope === 'server' ? { WHOLE_SWEEPS: '1' } : { SWEEP_PARTS: '1' }) } },
  );
  return readModuleReport(code, report);
}

/** The test files with a tag. They are searched as text, because vitest would load every file to find the tags. */
function taggedFiles(tag) {
  const pattern = new RegExp(`@module-tag ${tag}\\b|tags: '${tag}'`);
  return collectFiles(
    ['apps/server/src'],
    (file) => file.endsWith('.test.ts') && pattern.test(readFileSync(file, 'utf8')),
  ).map((file) => path.relative(root, file));
}

async function runBrowserTests() {
  const report = newReport('browser-tests.json');
  try {
    await ensureBrowser();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--retries', String(RETRIES), '--shuffle', seed], {
    env: { BROWSER_TEST_REPORT: report, TMPDIR: scratchFolder(), SWEEP_PARTS: '1' },
  });
  return readBrowserReport(code, report);
}

function newReport(name) {
  const file = path.join(cacheFolder, name);
  rmSync(file, { force: true });
  return file;
}
