/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { seededPart } from '../../../../tools/seeded-part.ts';
import {
  BACKUP_ENVIRONMENT,
  COMMAND_CALLS,
  expectedOutcome,
  STATE_WORDS,
  WITHOUT_DATABASE,
  type CommandFiles,
  type DatabaseState,
} from '../testing/processes/command-calls.ts';
import { buildCommandLine, type CommandLine } from '../testing/processes/command-line.ts';
import { readDatabaseFingerprint } from '../testing/faults/database-fingerprint.ts';
import { copyTemplate, createDatabase, queryDatabase } from '../testing/database.ts';
import { listFiles } from '../testing/faults/list-files.ts';
import help from './command-help.json' with { type: 'json' };

/** Statements for a migrated database (older, newer) or a new one. `npm run proof -- commands` has an older schema. */
const STATEMENTS: Readonly<Record<Exclude<DatabaseState, 'absent'>, string>> = {
  older: 'delete from kysely_migration where name in (select name from kysely_migration order by name desc limit 3)',
  newer: "insert into kysely_migration (name, timestamp) values ('9999-from-tomorrow', '')",
  empty: 'select 1',
  foreign: 'create table wp_posts (id int)',
};

const cases = (['absent', 'empty', 'older', 'newer', 'foreign'] as const).flatMap((state) =>
  Object.keys(COMMAND_CALLS)
    .filter((command) => !WITHOUT_DATABASE.includes(command) && !expectedOutcome(command, state).writes)
    .map((command) => ({ state, command })),
);

/** Each run tests a sixth of the cases; `npm run proof -- commands` runs all of them, and the commands that write. */
describe('commands on a database without the schema of this program (RN-4)', () => {
  const serverUrl = inject('databaseServerUrl');
  let folder: string;
  let munjigi: CommandLine;
  let files: CommandFiles;
  const opened: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    munjigi = await buildCommandLine();
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-schema-check-'));
    files = { newFile: path.join(folder, 'new.backup'), backup: path.join(folder, 'whole.backup') };
    const { url, drop } = await copyTemplate(serverUrl);
    const backup = await run(url, ['backup', files.backup]);
    await drop();
    expect(backup, backup.output).toMatchObject({ code: 0 });
  });
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  });
  afterAll(() => {
    munjigi.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (url: string, words: readonly string[]) =>
    munjigi.run(words, {
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: url.replace('@/', '@localhost/'),
      ...(url === '' ? {} : { TOKEN_SECRET: 'of-the-commands-on-other-schemas-0000', EMBEDDED_BROKER: '1' }),
      MUNJIGI_PASSWORD: 'a-long-word-of-a-founder-42',
      ...BACKUP_ENVIRONMENT,
      PORT: '0',
      MQTT_PORT: '0',
    });

  /** Creates a database in this state; an absent one has no URL. */
  async function makeDatabase(state: DatabaseState): Promise<string> {
    if (state === 'absent') return '';
    const { url, drop } = await (state === 'older' || state === 'newer' ? copyTemplate : createDatabase)(serverUrl);
    opened.push(drop);
    await queryDatabase(url, STATEMENTS[state]);
    return url;
  }

  it.each(seededPart('commands on other schemas', cases, 1 / 6, ({ state, command }) => `${state} ${command}`))(
    'on a database that is $state, $command explains the state and writes nothing',
    async ({ state, command }) => {
      const url = await makeDatabase(state);
      const before = [listFiles(folder), url === '' ? [] : await readDatabaseFingerprint(url)];
      const { code, output } = await run(url, [command, ...(COMMAND_CALLS[command]?.(files) ?? [])]);
      expect([code, output]).toEqual([expectedOutcome(command, state).code, expect.stringMatching(STATE_WORDS[state])]);
      expect([listFiles(folder), url === '' ? [] : await readDatabaseFingerprint(url)]).toEqual(before);
    },
  );

  it('lists a call of every command', () => {
    expect(Object.keys(COMMAND_CALLS)).toEqual(Object.keys(help.commands));
  });

  it('prints the help of a command with wrong settings, and refuses unknown options with its usage', async () => {
    const broken = { DATABASE_URL: 'mysql://nowhere' };
    const printed = await munjigi.run(['verify-audit', '--help'], broken);
    expect(printed).toEqual({ code: 0, output: `Usage: munjigi ${help.commands['verify-audit'].join('\n')}\n` });
    const refused = await munjigi.run(['migrate', '--force'], broken);
    expect([refused.code, refused.output]).toEqual([
      2,
      expect.stringMatching(/Unknown option '--force'[^]*\n\nUsage: munjigi migrate\n/),
    ]);
    const incomplete = await munjigi.run(['create-admin', '--email', 'first@test.example'], broken);
    expect([incomplete.code, incomplete.output]).toEqual([
      2,
      expect.stringMatching(/^The command needs --name\n\nUsage: munjigi create-admin/),
    ]);
  });

  it('verify-audit says that there is nothing to verify in a database without products', async () => {
    const { url, drop } = await copyTemplate(serverUrl);
    opened.push(drop);
    const { code, output } = await run(url, ['verify-audit']);
    expect([code, output]).toEqual([0, '0 products: there is no audit log to verify\n']);
  });
});
