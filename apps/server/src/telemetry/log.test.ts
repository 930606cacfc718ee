import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../db/index.ts';
import { createLog } from './log.ts';

const refused = new DatabaseUnavailable(new Error('connect ECONNREFUSED 127.0.0.1:5432'));

describe('the log during an outage', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function openLog() {
    const lines: Record<string, unknown>[] = [];
    const log = createLog('info', { write: (text: string) => void lines.push(JSON.parse(text) as (typeof lines)[0]) });
    return { log, lines };
  }

  it('has one line at once and then one every ten seconds, with the number of failures', () => {
    const { log, lines } = openLog();
    for (let failure = 0; failure < 600; failure += 1) {
      log.error({ err: refused }, failure % 2 === 0 ? 'jobs could not be claimed' : 'a request failed');
      vi.advanceTimersByTime(100);
    }
    expect(lines.map(({ msg }) => msg)).toEqual(Array.from({ length: 7 }, () => 'the database is away'));
    expect(lines[0]).toMatchObject({ outage: 'database', reason: 'connect ECONNREFUSED 127.0.0.1:5432' });
    const counted = lines.slice(1).reduce((sum, { failures }) => sum + Number(failures), 1);
    expect([counted, lines.at(-1)?.['seconds']]).toEqual([600, 60]);
  });

  it('counts several errors of an outage as one failure, but not beside another error', () => {
    const { log, lines } = openLog();
    log.error({ err: new AggregateError([refused, refused], '2 locks did not get their codes') }, 'a job failed');
    log.error({ err: new AggregateError([refused, new Error('another fault')], 'two stores') }, 'a job failed');
    log.error({ err: new AggregateError([], 'no store') }, 'a job failed');
    expect(lines.map(({ msg }) => msg)).toEqual(['the database is away', 'a job failed', 'a job failed']);
  });

  it('begins a new outage after ten seconds without a failure, and keeps other lines and the broker apart', () => {
    const { log, lines } = openLog();
    log.error({ err: refused }, 'a request failed');
    log.warn({ outage: 'broker', err: new Error('self-signed certificate') }, 'the MQTT connection has trouble');
    log.error({ err: new Error('another fault') }, 'a job failed');
    vi.advanceTimersByTime(10_000);
    log.error({ err: refused }, 'a request failed');
    expect(lines.map(({ msg, reason }) => [msg, reason])).toEqual([
      ['the database is away', 'connect ECONNREFUSED 127.0.0.1:5432'],
      ['the MQTT broker is away', 'self-signed certificate'],
      ['a job failed', undefined],
      ['the database is away', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ]);
    expect(JSON.stringify(lines.slice(0, 2))).not.toContain('stack');
  });
});
