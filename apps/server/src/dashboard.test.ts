import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_BACKUPS, startTestServer, type TestServer } from './testing/index.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
}

const dashboard = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../ops/grafana/munjigi.json'), 'utf8'),
) as {
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
};
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The names of the series that an expression selects. */
function namesIn(expression: string): string[] {
  return [...expression.matchAll(/([a-z_0-9]+)\{/g)].map(([, name = '']) => name);
}

describe('ops/grafana/munjigi.json', () => {
  let server: TestServer;
  let scraped: Set<string>;
  beforeAll(async () => {
    // The ages of backups are there with a target only.
    server = await startTestServer({ config: { backup: { ...NO_BACKUPS, target: '/var/backups/munjigi' } } });
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    scraped = new Set(
      types.flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
  });
  afterAll(() => server.close());

  it('shows only metrics that a scrape of the server has', () => {
    const named = [...new Set(expressions.flatMap(namesIn))];
    expect(named.length).toBeGreaterThan(20);
    // Prometheus itself writes `up` for each scrape.
    expect(named.filter((name) => name !== 'up' && !scraped.has(name))).toEqual([]);
  });

  it('shows every metric of the server', () => {
    const shown = new Set(expressions.flatMap(namesIn).map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    const own = [...scraped].map((name) => name.replace(/_(bucket|count|sum)$/, ''));
    expect(own.filter((name) => name.startsWith('munjigi_') && !shown.has(name))).toEqual([]);
  });

  it('reads the data source and the processes that the reader chooses, in every panel', () => {
    expect(dashboard.templating.list.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'datasource datasource',
      'instance query',
    ]);
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    for (const { title, datasource, targets = [] } of panels) {
      expect([title, datasource?.uid, targets.length > 0]).toEqual([title, '${datasource}', true]);
      expect(targets.map((target) => target.datasource.uid)).toEqual(targets.map(() => '${datasource}'));
    }
    for (const expression of expressions) expect(expression).toContain('job="munjigi", instance=~"$instance"');
  });

  it('has a stable address and panels with ids of their own', () => {
    expect(dashboard.uid).toBe('munjigi');
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
