import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { sampleCommand, sampleId } from '../../testing/samples.ts';
import { historyKey, putCommand, type HistoryPage } from './command-cache.ts';
import { readFilter } from './history-filter.ts';

const filterOf = (search: string) => readFilter(new URLSearchParams(search), null);
function withPage(search: string, page: HistoryPage) {
  const client = new QueryClient();
  const key = historyKey('playroom', filterOf(search));
  client.setQueryData(key, page);
  return { client, page: () => client.getQueryData<HistoryPage>(key) };
}

describe('a command that the stream or a reply tells of', () => {
  it('never goes back, whichever arrives first (DR-2)', () => {
    const { client, page } = withPage('', { total: 1, items: [sampleCommand()] });
    putCommand(client, 'playroom', sampleCommand({ status: 'SENT' }));
    expect(page()?.items[0]?.status).toBe('EXECUTED');
  });

  it('joins the first page at its top and keeps the page’s size', () => {
    const items = Array.from({ length: 20 }, (_, n) => sampleCommand({ id: sampleId(100 + n) }));
    const { client, page } = withPage('', { total: 50, items });
    putCommand(client, 'playroom', sampleCommand({ id: sampleId(999), status: 'QUEUED' }));
    expect(page()?.total).toBe(51);
    expect(page()?.items).toHaveLength(20);
    expect(page()?.items[0]?.id).toBe(sampleId(999));
  });

  it('leaves later pages as they are but for the count', () => {
    const { client, page } = withPage('page=1', { total: 50, items: [sampleCommand()] });
    putCommand(client, 'playroom', sampleCommand({ id: sampleId(999) }));
    expect(page()).toMatchObject({ total: 51, items: [{ id: sampleId(40) }] });
  });

  it('stays out of a list whose filter it does not meet', () => {
    const { client, page } = withPage('status=FAILED', { total: 0, items: [] });
    putCommand(client, 'playroom', sampleCommand({ id: sampleId(999) }));
    expect(page()).toEqual({ total: 0, items: [] });
  });
});
