import { describe, expect, it } from 'vitest';
import { sampleCommand } from '../../testing/samples.ts';
import { commandSteps } from './command-steps.ts';

const states = (over: Parameters<typeof sampleCommand>[0]) =>
  commandSteps(sampleCommand(over))
    .map((step) => step.state)
    .join(' ');

describe('the steps of a command', () => {
  it('follow it from its request to its result', () => {
    expect(states({ status: 'QUEUED', sentAt: null, acknowledgedAt: null, latencyMs: null })).toBe(
      'done active waiting waiting',
    );
    expect(states({ status: 'SENT', acknowledgedAt: null, latencyMs: null })).toBe('done done active waiting');
    expect(states({ status: 'ACCEPTED', latencyMs: null })).toBe('done done done active');
    expect(states({ status: 'EXECUTED' })).toBe('done done done done');
  });

  it('stop where it failed', () => {
    expect(states({ status: 'REJECTED_OFFLINE', sentAt: null, acknowledgedAt: null })).toBe(
      'done failed waiting waiting',
    );
    expect(states({ status: 'TIMED_OUT', acknowledgedAt: null })).toBe('done done failed waiting');
    expect(states({ status: 'FAILED' })).toBe('done done done failed');
  });

  it('carry the milliseconds since the request', () => {
    expect(commandSteps(sampleCommand()).map((step) => step.afterMs)).toEqual([null, 10, 300, 312]);
  });
});
