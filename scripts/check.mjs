import { pathToFileURL } from 'node:url';
import { installPackages } from './shared/install.mjs';
import { exitForHelp, refuseUnknownWords, runTool, say } from './shared/project.mjs';

/** Checks everything about the code that can be checked without running it. */
const checks = [
  { name: 'format', file: 'oxfmt/bin/oxfmt', args: ['--check', '.'] },
  // Lint rules and the compiler's diagnostics come from one type program for each tsconfig.json (decision 095).
  {
    name: 'lint and types',
    file: 'oxlint/bin/oxlint',
    args: ['--type-aware', '--type-check', '--deny-warnings'],
  },
  {
    name: 'who imports whom',
    file: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', 'apps', 'packages'],
  },
  { name: 'plain words', file: '../scripts/plain-words.mjs', args: [] },
  { name: 'licences', file: '../scripts/licences.mjs', args: [] },
  { name: 'dead code', file: 'knip/bin/knip.js', args: ['--no-progress'] },
];

/** Most checks use one core. */
const CONCURRENCY = 2;

/** Runs all checks, two at a time, and returns how many passed and failed. */
export async function check() {
  const results = [];
  const waiting = [...checks];
  const runWaiting = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(next));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWaiting));
  return {
    passed: results.filter((it) => it.isGood).length,
    failed: results.filter((it) => !it.isGood).length,
    skipped: 0,
  };
}

async function runCheck({ name, file, args }) {
  const startedAt = performance.now();
  const { code, output } = await runTool(file, args, { capture: true });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output.trim());
  return { name, isGood: code === 0 };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  exitForHelp(`npm run check\n\nChecks the code without running it: ${checks.map(({ name }) => name).join('; ')}.`);
  refuseUnknownWords([]);
  await installPackages();
  const { passed, failed } = await check();
  say(failed ? `${failed} of ${passed + failed} checks failed` : 'All checks passed');
  process.exitCode = failed ? 1 : 0;
}
