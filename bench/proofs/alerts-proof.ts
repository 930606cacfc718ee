import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Checks and tests the alert rules with promtool, and parses the expressions of the dashboard with it. promtool is
 * installed from Debian's package if it is missing.
 */

const folder = path.resolve(import.meta.dirname, '../../ops/prometheus');
const DASHBOARD = path.resolve(import.meta.dirname, '../../ops/grafana/munjigi.json');

function run(program: string, ...args: readonly string[]): number | null {
  return spawnSync(program, args, { stdio: 'inherit', cwd: folder }).status;
}

/** Writes the expressions of the dashboard as recording rules, with values for the variables that Grafana fills in. */
function checkDashboard(): number | null {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: readonly { id: number; targets?: readonly { refId: string; expr: string }[] }[];
  };
  const rules = panels.flatMap(({ id, targets = [] }) =>
    targets.map(({ refId, expr }) => ({
      record: `munjigi:panel_${id}_${refId}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    })),
  );
  const part = mkdtempSync(path.join(tmpdir(), 'munjigi-dashboard-'));
  const file = path.join(part, 'dashboard.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const code = run('promtool', 'check', 'rules', file);
  rmSync(part, { recursive: true });
  return code;
}

if (run('promtool', '--version') !== 0) {
  run('apt-get', '-q', 'update');
  run('apt-get', '-q', '-y', '--no-install-recommends', 'install', 'prometheus');
}
const codes = [
  run('promtool', 'check', 'rules', 'alerts.yml'),
  run('promtool', 'test', 'rules', 'alerts.test.yml'),
  checkDashboard(),
];
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
