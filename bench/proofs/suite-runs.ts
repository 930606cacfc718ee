import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Runs `npm test` in clean clones of the commit that is checked out at the start, RUNS times in a row, each in another
 * order; the second and the fourth run beside a load that takes half of each core. Promised: all green, no test needs
 * its retry, median at most 12 minutes.
 */

const RUNS = Number(process.env['RUNS'] ?? 5);
const LOADED = [2, 4];
const PROMISED_MEDIAN_MINUTES = 12;
const root = path.resolve(import.meta.dirname, '../..');

interface Run {
  readonly minutes: number;
  readonly figures: string;
  /** Tests that failed or needed a retry. */
  readonly defects: readonly string[];
  readonly isGreen: boolean;
}

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
console.log(`commit ${commit.slice(0, 8)}`);
const runs: Run[] = [];
for (let number = 1; number <= RUNS; number += 1) {
  const isLoaded = LOADED.includes(number);
  const load = isLoaded ? startLoad() : [];
  const run = await runTests();
  await Promise.all(load.map((worker) => worker.terminate()));
  runs.push(run);
  console.log(`run ${number}${isLoaded ? ' beside a load' : ''}: ${run.minutes.toFixed(1)} min, ${run.figures}`);
  for (const defect of run.defects) console.log(`  ${defect}`);
}
const times = runs.map(({ minutes }) => minutes).sort((a, b) => a - b);
const longest = times.at(-1) ?? Number.NaN;
const median = times[Math.floor(times.length / 2)] ?? Number.NaN;
const good = runs.filter(({ isGreen, defects }) => isGreen && defects.length === 0).length;
console.log(
  `green without a retry: promised ${RUNS} of ${RUNS}, value ${good}, ${good === RUNS ? 'kept' : 'NOT KEPT'}`,
);
console.log(
  `median time of a run: promised <= ${PROMISED_MEDIAN_MINUTES} min, value ${median.toFixed(1)}, longest ${longest.toFixed(1)}, ${median <= PROMISED_MEDIAN_MINUTES ? 'kept' : 'NOT KEPT'}`,
);
process.exitCode = good === RUNS && median <= PROMISED_MEDIAN_MINUTES ? 0 : 1;

async function runTests(): Promise<Run> {
  const clone = mkdtempSync(path.join(tmpdir(), 'munjigi-clone-'));
  try {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: clone });
    const startedAt = performance.now();
    const { code, output } = await runCommand('npm', ['test', '--silent'], clone);
    const lines = output.trimEnd().split('\n');
    return {
      minutes: (performance.now() - startedAt) / 60_000,
      figures: lines.at(-1) ?? '',
      defects: lines.filter((line) => /^» (failed|needed a retry): /.test(line)),
      isGreen: code === 0,
    };
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

function runCommand(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });
}

/** Starts one thread for each core, which computes for 5 of each 10 ms. */
function startLoad(): Worker[] {
  const program = `
    const { setTimeout: sleep } = require('node:timers/promises');
    (async () => { for (;;) { const until = performance.now() + 5; while (performance.now() < until); await sleep(5); } })();`;
  return Array.from({ length: availableParallelism() }, () => new Worker(program, { eval: true }));
}
