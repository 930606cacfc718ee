import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { zonedDate, zonedInstant } from '@munjigi/rules';

/**
 * Runs the browser tests with the tag `@any-width` at 05:00 and 14:00 of the store, at 390 and 1440 px (issue 14). The
 * server, its devices, the tests and the pages all have that hour of a future day as their time. `--hour=05:00` and
 * `--width=390` choose; further options are Playwright's.
 */

const ZONE = 'Asia/Seoul';
const DAY_MS = 86_400_000;
/** The time until the server of the tests has created its demo. */
const LEAD_MS = 60_000;
const root = path.resolve(import.meta.dirname, '../..');
const chosen = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const options = process.argv.slice(2).filter((word) => !/^--(hour|width)=/.test(word));

const results: { readonly sight: string; readonly isKept: boolean }[] = [];
for (const hour of ['05:00', '14:00']) {
  for (const width of ['390', '1440']) {
    if ((chosen('hour') ?? hour) !== hour || (chosen('width') ?? width) !== width) continue;
    const sight = `${hour}, ${width} px`;
    console.log(`» ${sight}`);
    results.push({ sight, isKept: (await runTests(hour, width)) === 0 });
  }
}
for (const { sight, isKept } of results) console.log(`${sight}: ${isKept ? 'kept' : 'NOT KEPT'}`);
process.exitCode = results.every(({ isKept }) => isKept) ? 0 : 1;

function runTests(hour: string, width: string): Promise<number | null> {
  const env = {
    ...process.env,
    CLOCK_SHIFT_MS: String(shiftTo(hour)),
    PAGE_WIDTH: width,
    NODE_OPTIONS:
      `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL(path.join(root, 'scripts/shifted-clock.mjs')).href}`.trim(),
  };
  const child = spawn(
    process.execPath,
    [path.join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--grep', '@any-width', ...options],
    { cwd: root, env, stdio: 'inherit' },
  );
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/**
 * Milliseconds to the next such hour that is at least a day ahead: by this distance a page recognises the moved clock.
 */
function shiftTo(hour: string): number {
  const now = Date.now() + LEAD_MS;
  const next = [1, 2].map(
    (days) => zonedInstant(ZONE, zonedDate(ZONE, new Date(now + days * DAY_MS)), hour).getTime() - now,
  );
  return next.find((shift) => shift >= DAY_MS) ?? DAY_MS;
}
