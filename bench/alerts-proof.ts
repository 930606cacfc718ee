import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Checks and tests the alert rules with promtool, which is installed from Debian's package if it is missing. */

const folder = path.resolve(import.meta.dirname, '../ops/prometheus');

function run(program: string, ...args: readonly string[]): number | null {
  return spawnSync(program, args, { stdio: 'inherit', cwd: folder }).status;
}

if (run('promtool', '--version') !== 0) {
  run('apt-get', '-q', 'update');
  run('apt-get', '-q', '-y', '--no-install-recommends', 'install', 'prometheus');
}
const codes = [run('promtool', 'check', 'rules', 'alerts.yml'), run('promtool', 'test', 'rules', 'alerts.test.yml')];
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
