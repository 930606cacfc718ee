import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { zonedDate, zonedInstant } from '@munjigi/rules';

/**
 * Runs the module tests of the server RUNS times (30 by default), each beginning at another edge of the calendar in
 * Seoul and with another seed, which also shuffles the tests within their files. Promised (issue 34): no test fails.
 * `--clock=23:59` chooses the clocks whose name contains this, and `--files=doors,jobs` the test files. SEED is the
 * first seed. PostgreSQL keeps the machine's time (decision 061).
 */

const ZONE = 'Asia/Seoul';
const DAY_MS = 86_400_000;
/** Vitest loads the first files for so long. */
const LEAD_MS = 15_000;
const RUNS = Number(process.env['RUNS'] ?? 30);
const FIRST_SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const root = path.resolve(import.meta.dirname, '../..');

interface Clock {
  readonly name: string;
  readonly at: Date;
}
interface Run {
  readonly clock: string;
  readonly seed: number;
  readonly passed: number;
  readonly failures: readonly string[];
}

const optionOf = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
const files = optionOf('files').split(',').filter(Boolean);
const clocks = clocksAfter(new Date(Date.now() + DAY_MS)).filter(({ name }) => name.includes(optionOf('clock')));
if (clocks.length === 0) throw new Error(`No clock is called «${optionOf('clock')}»`);

const runs: Run[] = [];
for (let number = 0; number < RUNS; number += 1) {
  // The index is always inside the list.
  const { name, at } = clocks[number % clocks.length] as Clock;
  const run = await runTests({ name, at }, FIRST_SEED + number);
  runs.push(run);
  console.log(`${describeRun(run)} ${run.failures.length === 0 ? 'kept' : 'NOT KEPT'}`);
  for (const failure of run.failures) console.log(`  ${failure}`);
}
console.log(`\n${'clock'.padEnd(34)} ${'seed'.padStart(7)} passed failed`);
for (const run of runs) console.log(describeRun(run));
const isKept = runs.every(({ failures }) => failures.length === 0);
console.log(`module tests at shifted clocks: promised 0 failures, ${isKept ? 'kept' : 'NOT KEPT'}`);
process.exitCode = isKept ? 0 : 1;

/** The edges of the calendar after an instant, each a little before what tests could depend on. */
function clocksAfter(from: Date): Clock[] {
  const today = zonedDate(ZONE, from);
  const [year = 0, month = 0] = today.split('-').map(Number);
  const leapYear = [1, 2, 3, 4].map((years) => year + years).find((next) => next % 4 === 0) ?? year;
  const monthEnd = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
  const dayOf = (weekday: number) =>
    Array.from({ length: 7 }, (_, days) => zonedDate(ZONE, new Date(from.getTime() + days * DAY_MS))).find(
      (date) => new Date(`${date}T00:00Z`).getUTCDay() === weekday,
    ) ?? today;
  const at = (name: string, date: string, time: string) => ({
    name: `${name} ${date} ${time}`,
    at: zonedInstant(ZONE, date, time),
  });
  return [
    at('before 23:00', today, '22:58'),
    at('late', today, '23:30'),
    at('before midnight', today, '23:59'),
    at('after midnight', today, '00:05'),
    at('before the cut-off', today, '05:58'),
    at('after the cut-off', today, '06:02'),
    at('midnight of UTC', today, '08:58'),
    at('noon', today, '12:00'),
    at('end of Friday', dayOf(5), '23:55'),
    at('end of Sunday', dayOf(0), '23:55'),
    at('end of a month', monthEnd, '23:50'),
    at('Christmas', `${year}-12-25`, '13:00'),
    at('end of a year', `${year}-12-31`, '23:50'),
    at('begin of a leap day', `${leapYear}-02-28`, '23:50'),
    at('end of a leap day', `${leapYear}-02-29`, '23:50'),
  ];
}

async function runTests(clock: Clock, seed: number): Promise<Run> {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-clock-'));
  const report = path.join(folder, 'report.json');
  const shifted = pathToFileURL(path.join(root, 'scripts/shifted-clock.mjs')).href;
  const env = {
    ...process.env,
    TMPDIR: folder,
    TEST_SEED: String(seed),
    TEST_SHUFFLE: 'tests',
    CLOCK_SHIFT_MS: String(clock.at.getTime() - Date.now() - LEAD_MS),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${shifted}`.trim(),
  };
  try {
    const code = await runVitest(['--reporter', 'json', '--outputFile.json', report, ...files], env);
    const counts = existsSync(report) ? readReport(report) : { passed: 0, failures: [] };
    const failures = code !== 0 && counts.failures.length === 0 ? ['vitest failed without a report'] : counts.failures;
    return { clock: clock.name, seed, passed: counts.passed, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runVitest(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const program = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [program, 'run', '--project', 'server', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** The figures of vitest's report. A file that cannot be loaded counts as one failure. */
function readReport(file: string): Pick<Run, 'passed' | 'failures'> {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const of = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${of}: ${shorten(message)}`];
    return failed.map((test) => `${of} › ${test.fullName}: ${shorten(test.failureMessages[0] ?? '')}`);
  });
  return { passed: numPassedTests, failures };
}

const shorten = (text: string) => text.split('\n').slice(0, 6).join(' ⏎ ').slice(0, 400);

function describeRun({ clock, seed, passed, failures }: Run): string {
  return `${clock.padEnd(34)} ${String(seed).padStart(7)} ${String(passed).padStart(6)} ${String(failures.length).padStart(6)}`;
}
