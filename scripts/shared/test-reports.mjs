import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './project.mjs';

/**
 * Reads the JSON report of a test runner as `{ passed, failed, skipped, failures, retries }`. `failures` and `retries`
 * name one test each, with the first lines of its error, so that the end of a long log shows what failed.
 */

/** Reads vitest's report. A file that cannot be loaded has no tests and counts as one failure. */
export function readModuleReport(code, file) {
  return readReport(code, file, (report) => {
    const unloadable = report.testResults.filter((it) => it.status === 'failed' && it.assertionResults.length === 0);
    const tests = report.testResults.flatMap((it) =>
      it.assertionResults.map(({ status, fullName, failureMessages = [] }) => ({
        name: `${fromRoot(it.name)} › ${fullName}`,
        status,
        error: failureMessages[0],
      })),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloadable.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: [
        ...unloadable.map((it) => `${fromRoot(it.name)}: ${shorten(it.message)}`),
        ...tests.filter((it) => it.status === 'failed').map((it) => `${it.name}: ${shorten(it.error)}`),
      ],
      retries: tests.filter((it) => it.status === 'passed' && it.error).map((it) => `${it.name}: ${shorten(it.error)}`),
    };
  });
}

/** Reads Playwright's report. */
export function readBrowserReport(code, file) {
  return readReport(code, file, ({ stats, errors, suites }) => {
    const specs = suites.flatMap(specsOf);
    const named = (status) =>
      specs.filter((it) => it.status === status).map((it) => `${it.file} › ${it.title}: ${shorten(it.error)}`);
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
      failures: [...named('unexpected'), ...errors.map((error) => shorten(error.message))],
      retries: named('flaky'),
    };
  });
}

/** The tests of a suite in Playwright's report, and of the suites within it. */
function specsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results }) => ({
      file: `${file}:${line}`,
      title,
      status,
      // A test that ran out of time has a second error, which names the action that it waited for.
      error: results
        .find((it) => it.error)
        ?.errors.map(({ message }) => message)
        .join('\n'),
    })),
  );
  return [...own, ...suites.flatMap(specsOf)];
}

/** A runner that fails without a failed test, or leaves no report, counts as one failure. */
function readReport(code, file, read) {
  const counts = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0, failures: [], retries: [] };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function fromRoot(file) {
  return path.relative(root, file);
}

function shorten(text = '') {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '));
  return lines.join(' ⏎ ').slice(0, 700);
}
