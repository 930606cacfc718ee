import path from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { installDebianPackages, runOnEngines } from '../engines.mjs';
import { prepare } from './prepare.mjs';
import { requestsHelp, run, runTool, say } from './project.mjs';

/**
 * Runs the named measurements of a list, or all of them, one after the other so that none disturbs another. Each is a
 * program that prints its figures beside the promised ones and exits with 1 when a promise is not kept. `--options` are
 * passed to those that are programs.
 */
export async function measure(list, words) {
  const names = words.filter((word) => !word.startsWith('-'));
  const options = words.filter((word) => word.startsWith('-'));
  const unknown = names.filter((name) => !Object.hasOwn(list, name));
  if (unknown.length > 0) console.error(`There is no «${unknown.join('», «')}»`);
  if (unknown.length > 0 || requestsHelp(words)) {
    printNames(list);
    process.exitCode = unknown.length > 0 ? 2 : 0;
    return;
  }
  await prepare();
  const failed = [];
  for (const name of names.length > 0 ? names : Object.keys(list)) {
    const { what, needsBrowser, debian, ...program } = list[name];
    say(`${name}: ${what}`);
    if (needsBrowser) await ensureBrowser();
    const code = !debian || (await installDebianPackages(debian)) ? await runProgram(program, options) : null;
    if (code === null) say(`${name} needs packages of Debian 12, root and apt-get`);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) say(`Not kept: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

function printNames(list) {
  const script = path.basename(process.argv[1] ?? '', '.mjs');
  console.log(`Usage: npm run ${script} [-- NAME… --OPTION…]\n\nRuns the named ones, or all:`);
  for (const [name, { what }] of Object.entries(list)) console.log(`  ${name}: ${what}`);
}

/**
 * Runs a test in its long form, browser tests, a command (on Debian's PostgreSQL and Mosquitto), or a program. Returns its
 * exit code.
 */
async function runProgram({ file, test, browserTests, onEngines, command, env = {} }, options) {
  if (onEngines) return await runOnEngines(onEngines);
  if (command) return (await run(command[0], command.slice(1), { env })).code;
  if (browserTests)
    return (await runTool('@playwright/test/cli.js', ['test', ...browserTests, ...options], { env })).code;
  const { code } = test
    ? await runTool('vitest/vitest.mjs', ['run', '--project', 'server', ...[test].flat()], { env })
    : await runTool('tsx/dist/cli.mjs', [file, ...options]);
  return code;
}
