import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { candidatesFor, certainMatch, plainText, readDepositMessage } from '../../packages/rules/src/index.ts';

/**
 * Reads every shape of the corpora and prints a table: for each edge its shapes, those that are right, those of them that
 * are refused in words, and the wrong ones by name. Then the share of bank messages that confirm a stay by themselves.
 */
interface Edge {
  readonly name: string;
  readonly folder: string;
  readonly test: string;
}

const EDGES: readonly Edge[] = [
  { name: 'bank messages', folder: 'packages/rules/src/corpus/bank-messages', test: 'deposit-message-corpus' },
  { name: 'bank files', folder: 'packages/rules/src/corpus/bank-files', test: 'deposit-csv-corpus' },
  ...['zigbee2mqtt', 'esphome', 'tasmota', 'shelly', 'ha-mqtt'].map((driver) => ({
    name: `devices: ${driver}`,
    folder: `apps/server/src/modules/devices/corpus/${driver}`,
    test: 'devices/corpus',
  })),
  ...['toss', 'portone'].map((provider) => ({
    name: `payments: ${provider}`,
    folder: `apps/server/src/modules/payments/corpus/${provider}`,
    test: 'payments/corpus',
  })),
  { name: 'messages: solapi', folder: 'apps/server/src/modules/messages/corpus/solapi', test: 'messages/corpus' },
  {
    name: 'calendar clients',
    folder: 'apps/server/src/modules/calendar-feeds/corpus',
    test: 'calendar-feeds/corpus',
  },
  { name: 'typed and pasted', folder: 'packages/typed-text/src/corpus', test: '/typed-' },
];

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
const shape = z.object({ right: z.record(z.string(), z.unknown()) });
const message = z.object({ text: z.string() });

const root = path.resolve(import.meta.dirname, '../..');
const results = await runTests();
const table = EDGES.map(toRow);
console.table(table.map(({ wrongNames: _names, ...row }) => row));
for (const { edge, wrongNames } of table) for (const name of wrongNames) console.log(`wrong: ${edge}: ${name}`);
const wrong = table.reduce((sum, row) => sum + row.wrong, 0);
console.log(
  `shapes: ${table.reduce((sum, { shapes }) => sum + shapes, 0)}, promised 0 wrong, value ${wrong}, ${wrong === 0 ? 'kept' : 'NOT KEPT'}`,
);
printShareOfMessages();
process.exitCode = wrong === 0 ? 0 : 1;

interface TestResult {
  readonly file: string;
  readonly title: string;
  readonly isPassed: boolean;
}

/** Runs the tests of all corpora with their names as titles. */
async function runTests(): Promise<readonly TestResult[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-corpus-'));
  const output = path.join(folder, 'results.json');
  try {
    const tests = [...new Set(EDGES.map(({ test }) => test))];
    await promisify(execFile)('npx', ['vitest', 'run', ...tests, '--reporter=json', `--outputFile=${output}`], {
      cwd: root,
      env: { ...process.env, WHOLE_SWEEPS: '1' },
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: unknown) => {
      // A failed test is a row of the table.
      if (!(error instanceof Error && 'code' in error && error.code === 1)) throw error;
    });
    return report.parse(JSON.parse(readFileSync(output, 'utf8'))).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => ({
        file: name,
        title: fullName,
        isPassed: status === 'passed',
      })),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toRow({ name, folder, test }: Edge) {
  const files = readdirSync(path.join(root, folder)).filter((file) => file.endsWith('.json'));
  const ofEdge = results.filter(({ file }) => file.includes(test));
  const isRight = (file: string) => {
    const slug = file.replace(/\.json$/, '');
    const own = ofEdge.filter(({ title }) => new RegExp(`(?:^|[\\s/'])${slug}(?:\\.json)?(?:$|[\\s':])`).test(title));
    return own.length > 0 && own.every(({ isPassed }) => isPassed);
  };
  const wrongNames = files.filter((file) => !isRight(file));
  const refused = files.filter((file) => isRefused(path.join(root, folder, file)) && !wrongNames.includes(file));
  return {
    edge: name,
    shapes: files.length,
    right: files.length - wrongNames.length,
    'of these refused in words': refused.length,
    wrong: wrongNames.length,
    wrongNames,
  };
}

function isRefused(file: string): boolean {
  const { right } = shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  return ['refused', 'fault', 'error'].some((member) => right[member] !== undefined);
}

/** A guest holds a stay of 14,000 won in the name of the corpus, made an hour before the messages. */
function printShareOfMessages(): void {
  const folder = path.join(root, 'packages/rules/src/corpus/bank-messages');
  const receivedAt = new Date('2026-11-20T14:12:00+09:00');
  const held = {
    id: 'held',
    code: 'K7QX-29MD',
    guestName: '김하늘',
    phoneEnd: '5678',
    dueAmount: 14_000,
    createdAt: new Date(receivedAt.getTime() - 3600_000),
    isHeld: true,
    isOver: false,
  };
  const others: string[] = [];
  let [deposits, confirmed] = [0, 0];
  for (const file of readdirSync(folder)) {
    const { text } = message.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    const read = readDepositMessage(plainText(text), { receivedAt, timeZone: 'Asia/Seoul' });
    if ('fault' in read || read.kind !== 'DEPOSIT') continue;
    deposits += 1;
    const facts = { ...read, at: read.at ?? receivedAt };
    const outcome = certainMatch(facts, candidatesFor(facts, [held]));
    if ('reservationId' in outcome) confirmed += 1;
    else others.push(`${file.replace(/\.json$/, '')} (${outcome.withheld.join(', ')})`);
  }
  console.log(
    `bank messages that report a deposit: ${deposits}, confirm a stay by themselves: ${confirmed} (${((100 * confirmed) / deposits).toFixed(0)} %)`,
  );
  console.log(`a person decides about: ${others.join('; ')}`);
}
