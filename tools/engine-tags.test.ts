import { describe, expect, it } from 'vitest';
import { filesBelow, readSource } from './sources.ts';

/**
 * The tag of module tests whose outcome PostgreSQL or the broker can change; `.ci/run` runs them with both pairs of
 * engines.
 */
const TAG = 'engines';
const FIRST_LINE = `/** @module-tag ${TAG} */\n`;
/** Folders whose code relies on the engine: transactions, notifications, access policies, messages, sessions. */
const FOLDERS = /\/src\/(db|jobs|events|mqtt|modules\/(devices(?!\/history)|doors|access-codes|room-devices))\//;
const NAMES =
  /(^|[/-])(races|model|ledger|sums|tampering|append-only|revocation|idempotency|stream|timers|search|backup|restore|erasure)\.test\.ts$/;
/** Statements and programs that only a real engine executes. */
const DIRECT_USE = /from 'pg'|lock table|pg_terminate_backend|pg_locks|startServerProcess|startBroker\(/;
/**
 * Exempt: tests of wrong requests, which no engine changes, and of the embedded PostgreSQL and broker,
 * which they start themselves.
 */
const EXEMPT = /\/src\/(wrong-requests|commands\/restore|modules\/devices\/device-accounts)\.test\.ts$/;
const USES_ENGINE = /startTestServer|copyTemplate|inject\(/;

const tests = filesBelow('apps/server/src', /\.test\.ts$/).map((file) => ({ file, text: readSource(file) }));
const needsTag = ({ file, text }: { file: string; text: string }) =>
  USES_ENGINE.test(text) && !EXEMPT.test(file) && (FOLDERS.test(file) || NAMES.test(file) || DIRECT_USE.test(text));

describe('the tag of tests that depend on the engine', () => {
  it('is in the first line of every test of transactions, migrations, races, messages and backups', () => {
    expect(tests.filter((it) => needsTag(it) && !it.text.startsWith(FIRST_LINE)).map(({ file }) => file)).toEqual([]);
  });

  it('is on no test that uses no engine', () => {
    expect(
      tests.filter(({ text }) => text.startsWith(FIRST_LINE) && !USES_ENGINE.test(text)).map(({ file }) => file),
    ).toEqual([]);
  });

  it('selects between a quarter and a half of the tests, so that the second run stays short and worth its time', () => {
    const share = tests.filter(({ text }) => text.startsWith(FIRST_LINE)).length / tests.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.5);
  });
});
