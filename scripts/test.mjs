import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBrowser } from './browser.mjs';
import { check } from './check.mjs';
import { prepare } from './prepare.mjs';
import { cacheFolder, root, runTool, say, step } from './project.mjs';

/**
 * Everything: `npm test`. Checks, module tests, browser tests, in this order, each whatever the others say, and a last line
 * `N passed, N failed` that counts a check as a test. `npm test -- server` runs the module tests of the server alone (as on
 * another PostgreSQL or broker); `npm test -- fast` everything but the browser.
 */
const only = process.argv[2] ?? 'all';
if (!['all', 'fast', 'server'].includes(only)) throw new Error(`There is no «${only}»: say nothing, «fast» or «server»`);

const sum = { passed: 0, failed: 0, skipped: 0 };
/**
 * What failed, and what passed only when it was tried again: said once more at the end, where a long log is read first.
 * @type {{ failed: string[], 'passed when tried again': string[] }}
 */
const told = { failed: [], 'passed when tried again': [] };
const add = (name, { passed, failed, skipped }) => {
  say(`${name}: ${line({ passed, failed, skipped })}`);
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += skipped;
};

if (await isPrepared()) await everything();
for (const [what, names] of Object.entries(told)) for (const name of names) say(`${what}: ${name}`);
process.exitCode = sum.failed ? 1 : 0;
console.log(line(sum));

async function everything() {
  if (only !== 'server') add('Checks', await step('Checks', check));
  add('Module tests', await step('Module tests', () => moduleTests(only === 'server' ? ['--project', 'server'] : [])));
  if (only === 'all') add('Browser tests', await step('Browser tests', browserTests));
}

/** What cannot be installed or built has failed once, and nothing else can be said. */
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

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

async function moduleTests(args) {
  const report = freshReport('module-tests.json');
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report];
  const { code } = await runTool('vitest/vitest.mjs', ['run', ...reporters, ...args]);
  return counted(code, report, (it) => {
    for (const file of it.testResults) {
      if (file.status === 'failed' && file.assertionResults.length === 0) told.failed.push(`${inCheckout(file.name)}: ${shortly(file.message)}`);
      for (const test of file.assertionResults) {
        const [failure] = test.failureMessages ?? [];
        const what = test.status === 'failed' ? 'failed' : 'passed when tried again';
        if (test.status === 'failed' || failure) told[what].push(`${inCheckout(file.name)} › ${test.fullName}: ${shortly(failure)}`);
      }
    }
    return {
      passed: it.numPassedTests,
      // A file that cannot even be loaded has no test in it, and is a failure all the same.
      failed: it.numFailedTests + it.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
      skipped: it.numPendingTests + it.numTodoTests,
    };
  });
}

async function browserTests() {
  const report = freshReport('browser-tests.json');
  try {
    await ensureBrowser();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { code } = await runTool('@playwright/test/cli.js', ['test'], { env: { BROWSER_TEST_REPORT: report } });
  return counted(code, report, ({ stats, errors, suites }) => {
    for (const { file, title, status, error } of suites.flatMap(specsOf)) {
      if (status === 'unexpected') told.failed.push(`${file} › ${title}: ${shortly(error)}`);
      if (status === 'flaky') told['passed when tried again'].push(`${file} › ${title}: ${shortly(error)}`);
    }
    for (const error of errors) told.failed.push(shortly(error.message));
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
  });
}

/** The tests of a suite of Playwright's report and of those in it. */
function specsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results }) => ({ file: `${file}:${line}`, title, status, error: results.find((it) => it.error)?.error.message })));
  return [...own, ...suites.flatMap(specsOf)];
}

function inCheckout(file) {
  return path.relative(root, file);
}

/** Of a failure what fits on a line: who reads only the end of a log must know what was found, not only that something was. */
function shortly(text = '') {
  const lines = stripVTControlCharacters(text).split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('at '));
  return lines.join(' ⏎ ').slice(0, 700);
}

function freshReport(name) {
  const file = path.join(cacheFolder, name);
  rmSync(file, { force: true });
  return file;
}

/** A runner that fails without a failed test, or leaves no report, has failed once. */
function counted(code, report, read) {
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
