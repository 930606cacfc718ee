import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, until } from '../devices/door-rig.ts';

/** A Prometheus that scrapes every second and evaluates the rules of `ops/prometheus` with shorter times. */
export interface Prometheus {
  /** The alerts that are pending or firing now. */
  readAlerts(): Promise<readonly Alert[]>;
  stop(): Promise<void>;
}

export interface Alert {
  readonly name: string;
  readonly isFiring: boolean;
  readonly labels: Readonly<Record<string, string>>;
}

const RULES = path.resolve(import.meta.dirname, '../../ops/prometheus/alerts.yml');
const SECONDS_OF = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/**
 * Divides the durations of alert rules: `for`, the ranges of expressions, and the limits of ages, whose metrics end in
 * `_seconds`. Everything else stays as it is in production.
 */
export function shortenDurations(rules: string, factor: number): string {
  const shorten = (duration: string) => {
    const [, number = '', unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
    const seconds = Number(number) * SECONDS_OF[unit as keyof typeof SECONDS_OF];
    return `${Math.max(1, Math.round(seconds / factor))}s`;
  };
  return rules
    .replace(/^( *for: )(\w+)$/gm, (_line, start: string, duration: string) => start + shorten(duration))
    .replace(/\[(\d+[smhd])\]/g, (_range, duration: string) => `[${shorten(duration)}]`)
    .replace(
      /(_seconds\{[^}]*\}\)? > )([\d* ]+)$/gm,
      (_limit, start: string, limit: string) => `${start}${limit} / ${factor}`,
    );
}

/** Starts Debian's Prometheus in `folder`, with these addresses as the targets of the job `munjigi`. */
export async function startPrometheus(
  folder: string,
  { targets, factor }: { readonly targets: readonly string[]; readonly factor: number },
): Promise<Prometheus> {
  const port = await freePort();
  const config = path.join(folder, 'prometheus.yml');
  writeFileSync(path.join(folder, 'alerts.yml'), shortenDurations(readFileSync(RULES, 'utf8'), factor));
  const scraping = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'munjigi', static_configs: [{ targets }] }],
  };
  // JSON is YAML.
  writeFileSync(config, JSON.stringify(scraping));
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${path.join(folder, 'series')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ];
  const child = spawn('prometheus', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const read = async (where: string) => (await fetch(`http://127.0.0.1:${port}${where}`)).json();
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}: see above`);
    return fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    async readAlerts() {
      const { data } = (await read('/api/v1/alerts')) as {
        data: { alerts: readonly { state: string; labels: Record<string, string> }[] };
      };
      return data.alerts.map(({ state, labels }) => ({
        name: labels['alertname'] ?? '',
        isFiring: state === 'firing',
        labels,
      }));
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** What `promtool check metrics` finds in the own metrics of a server: names, units and types against the conventions. */
export async function lintMetrics(serverUrl: string): Promise<readonly string[]> {
  const input = await (await fetch(`${serverUrl}/metrics`)).text();
  const { stdout, stderr, error } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  if (error) throw error;
  return `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('munjigi_') || line.startsWith('error'));
}
