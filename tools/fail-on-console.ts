import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';
import { expectedErrors } from './expected-errors.ts';

/** Fails a test with an unexpected `console.error` or an unhandled rejection. */

/** One list per process, because files that share a process load this module once each. */
const shared = globalThis as { munjigiComplaints?: string[] };

function watchProcess(): string[] {
  const complaints: string[] = [];
  const print = console.error;
  console.error = (...args: unknown[]) => {
    const text = format(...args);
    if (expectedErrors.some((pattern) => pattern.test(text))) return;
    complaints.push(`console.error: ${text}`);
    print(...args);
  };
  process.on('unhandledRejection', (reason) => {
    complaints.push(
      `unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : format(reason)}`,
    );
  });
  return complaints;
}

const complaints = (shared.munjigiComplaints ??= watchProcess());

beforeEach(() => {
  complaints.length = 0;
  expectedErrors.length = 0;
});

afterEach(() => {
  if (complaints.length > 0) throw new Error(complaints.splice(0).join('\n'));
});
