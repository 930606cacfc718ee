import type { Command } from '@munjigi/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { sampleCommand, sampleId } from '../../testing/samples.ts';
import { historyKey, putCommand, type HistoryPage } from './command-cache.ts';
import { readDeviceHistoryFilter, readDeviceHistoryPosition } from './history-filter.ts';

function withPage(search: string, items: readonly Command[], { total = items.length, isTotalExact = true } = {}) {
  const client = new QueryClient();
  const params = new URLSearchParams(search);
  const key = historyKey(
    'playroom',
    readDeviceHistoryFilter(params, null, 'Asia/Seoul'),
    readDeviceHistoryPosition(params),
  );
  client.setQueryData<HistoryPage>(key, { total, isTotalExact, items, nextCursor: null });
  return { client, page: () => client.getQueryData<HistoryPage>(key) };
}

describe('putCommand', () => {
  it('keeps the later status when an older one arrives afterwards (DR-2)', () => {
    const { client, page } = withPage('', [sampleCommand()]);
    putCommand(client, 'playroom', sampleCommand({ status: 'SENT' }));
    expect(page()?.items[0]?.status).toBe('EXECUTED');
  });

  it('adds a command at the top of the first page and keeps the page’s size', () => {
    const items = Array.from({ length: 20 }, (_, n) => sampleCommand({ id: sampleId(100 + n) }));
    const { client, page } = withPage('', items, { total: 50 });
    putCommand(client, 'playroom', sampleCommand({ id: sampleId(999), status: 'QUEUED' }));
    expect(page()?.total).toBe(51);
    expect(page()?.items).toHaveLength(20);
    expect(page()?.items[0]?.id).toBe(sampleId(999));
  });

  it('changes only the count of later pages', () => {
    const { client, page } = withPage('page=1', [sampleCommand()], { total: 50 });
    putCommand(client, 'playroom', sampleCommand({ id: sampleId(999) }));
    expect(page()).toMatchObject({ total: 51, items: [{ id: sampleId(40) }] });
  });

  it('does not add a command that the filter excludes', () => {
    const { client, page } = withPage('status=FAILED', []);
    putCommand(client, 'playroom', sampleCommand({ id: sampleId(999) }));
    expect(page()).toMatchObject({ total: 0, items: [] });
  });

  it('leaves an inexact total unchanged', () => {
    const { client, page } = withPage('after=abc&seen=40', [sampleCommand()], { total: 1000, isTotalExact: false });
    putCommand(client, 'playroom', sampleCommand({ id: sampleId(999) }));
    expect(page()).toMatchObject({ total: 1000, items: [{ id: sampleId(40) }] });
  });
});
