// @sweep 1/12 (decision 086)
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { keptSecret } from '../config/config.ts';
import { checkBackup, migrateDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from '../db/index.ts';
import { migrationsFolder } from '../launch.ts';
import type { EmbeddedBroker } from '../mqtt/index.ts';
import { buildCommandLine, type CommandLine } from '../testing/processes/command-line.ts';
import { queryDatabase } from '../testing/database.ts';
import { fillStore, startTestBroker, startTestServer, until, type TestServer } from '../testing/index.ts';

/** How often each command is killed. `npm run proof -- backup` kills more often, with more rows. */
const KILLS = Number(process.env['BACKUP_KILLS'] ?? '3');
/** Enough rows that a kill can hit the middle of a backup or restore. */
const FILLER_ROWS = KILLS > 3 ? 200_000 : 50_000;

/** An embedded server as a plain `npm start` runs it; the commands are separate processes (RN-4). */
describe('backup and restore of an embedded database', () => {
  let folder: string;
  let munjigi: CommandLine;
  let postgres: EmbeddedPostgres;
  let broker: EmbeddedBroker;
  let server: TestServer;
  let running: Record<string, string>;
  let file: string;
  let number = 0;

  /** Creates the data folder of a new server, by default with the token secret of the running one. */
  function emptyFolder(hasSecret = true): string {
    const dataDir = path.join(folder, `restored-${(number += 1)}`);
    mkdirSync(dataDir);
    if (hasSecret)
      copyFileSync(path.join(running['DATA_DIR'] ?? '', 'token-secret'), path.join(dataDir, 'token-secret'));
    return dataDir;
  }
  /** The contents of all tables except the epoch of the event stream, which a restore replaces. */
  async function tablesOf(it: string) {
    const { event_sequence: _, webhook_endpoints: __, ...tables } = (await checkBackup(it)).tables;
    return tables;
  }
  const named = (name: string) => readdirSync(folder).filter((it) => it.startsWith(name));

  beforeAll(async () => {
    munjigi = await buildCommandLine();
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-commands-'));
    chmodSync(folder, 0o755); // PostgreSQL may run as another user than this process.
    const dataDir = path.join(folder, 'running');
    mkdirSync(dataDir);
    running = { DATA_DIR: dataDir };
    keptSecret(dataDir, 'token-secret');
    postgres = await startEmbeddedPostgres({
      dataDir,
      password: keptSecret(dataDir, 'database-password'),
      settings: ['fsync=off'],
    });
    await migrateDatabase(postgres.url, migrationsFolder());
    broker = await startTestBroker();
    server = await startTestServer({ beside: { databaseUrl: postgres.url, mqttUrl: broker.url, clock: systemClock } });
    const shop = await server.makeShop({ stores: 2 });
    for (const store of shop.stores) await fillStore(server, shop, store);
    await queryDatabase(
      postgres.adminUrl.replace('/postgres?', '/munjigi?'),
      `insert into sign_in_failures select gen_random_uuid(), md5(n::text), '127.0.0.1', now() from generate_series(1, ${FILLER_ROWS}) as n`,
    );
    file = path.join(folder, 'running.backup');
    const backup = await munjigi.run(['backup', file], running);
    expect(backup, backup.output).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await server.close();
    await broker.close();
    await postgres.stop();
    munjigi.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('run while the server is running, and print what the backup leaves out', async () => {
    const secondFile = path.join(folder, 'again.backup');
    const { code, output } = await munjigi.run(['backup', secondFile], running);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /(?:20|5)\d,\d{3} rows of \d{2,3} tables, .* MB, .* s\.[^]*does not hold TOKEN_SECRET \(.*token-secret\)/,
      ),
    ]);
    expect((await munjigi.run(['restore', secondFile, '--check'])).output).toMatch(
      /whole and unchanged\. Made at .* of PostgreSQL 18/,
    );
    const twice = await munjigi.run(['backup', secondFile], running);
    expect([twice.code, twice.output]).toEqual([1, expect.stringContaining('is already there')]);
  });

  it('create an ADMIN while the server is running, once (RN-3)', async () => {
    const create = () =>
      munjigi.run(['create-admin', '--email', 'first@test.example', '--name', 'First', '--product', 'playroom'], {
        ...running,
        MUNJIGI_PASSWORD: 'a-long-word-of-a-founder-42',
      });
    const created = await create();
    expect([created.code, created.output]).toEqual([
      0,
      expect.stringContaining('first@test.example is an ADMIN of playroom now.'),
    ]);
    const second = await create();
    expect([second.code, second.output]).toEqual([1, expect.stringContaining('There is already an account')]);
  });

  it('restore everything into an empty folder, from which an equal backup can be made', async () => {
    const dataDir = emptyFolder();
    const restored = await munjigi.run(['restore', file], { DATA_DIR: dataDir });
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('All people must sign in again')]);
    const audit = await munjigi.run(['verify-audit'], { DATA_DIR: dataDir });
    expect([audit.code, audit.output]).toEqual([0, expect.stringContaining('each as it was written')]);
    const copy = path.join(folder, 'copy.backup');
    expect(await munjigi.run(['backup', copy], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    expect(await tablesOf(copy)).toEqual(await tablesOf(file));
    const second = await munjigi.run(['restore', file], { DATA_DIR: dataDir });
    expect([second.code, second.output]).toEqual([2, expect.stringContaining('not empty')]);
    const intoRunning = await munjigi.run(['restore', file], running);
    expect([intoRunning.code, intoRunning.output]).toEqual([1, expect.stringContaining('already uses this folder')]);
  });

  it('require the secret that codes were sealed with, unless its loss is accepted', async () => {
    const dataDir = emptyFolder(false);
    const refused = await munjigi.run(['restore', file], { DATA_DIR: dataDir });
    expect([refused.code, refused.output]).toEqual([
      2,
      expect.stringMatching(/TOKEN_SECRET: it is not the one[^]*Nothing was written/),
    ]);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(await munjigi.run(['restore', file, '--without-secret'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  });

  it('change nothing for a damaged file or unknown arguments', async () => {
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 4, bytes.length >> 1);
    const broken = path.join(folder, 'broken.backup');
    writeFileSync(broken, bytes);
    const dataDir = emptyFolder();
    const refused = await munjigi.run(['restore', broken], { DATA_DIR: dataDir });
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('SHA-256')]);
    expect(readdirSync(dataDir)).toEqual(['token-secret']);
    expect(await munjigi.run(['restore', file, '--force'], { DATA_DIR: dataDir })).toMatchObject({ code: 2 });
    expect(await munjigi.run(['backup'], running)).toMatchObject({ code: 2 });
    const none = await munjigi.run(['backup', path.join(folder, 'none.backup')], {
      DATA_DIR: path.join(folder, 'nowhere'),
    });
    expect([none.code, none.output]).toEqual([2, expect.stringContaining('there is no database')]);
    expect(named('nowhere')).toEqual([]);
    const unreachable = { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x', TOKEN_SECRET: 'x'.repeat(40) };
    const lost = await munjigi.run(['backup', path.join(folder, 'lost.backup')], unreachable);
    expect([lost.code, lost.output]).toEqual([
      1,
      expect.stringMatching(/^The database cannot be reached: nothing listens at 127\.0\.0\.1:9\./),
    ]);
    expect(named('lost')).toEqual([]);
  });

  it(
    'leave no file with the requested name when a backup is killed or the disk is full',
    { timeout: 90_000 + KILLS * 10_000 },
    async () => {
      let killed = 0;
      for (let time = 0; time < KILLS; time += 1) {
        const name = `killed-${time}.backup`;
        const { child, ended } = munjigi.start(['backup', path.join(folder, name)], running);
        await until('it has begun', () => named(name).length > 0 || child.exitCode !== null);
        await sleep((time % 6) * 60);
        child.kill('SIGKILL');
        await ended;
        // The file is either complete or absent.
        if (existsSync(path.join(folder, name)))
          expect(Object.keys(await tablesOf(path.join(folder, name)))).toEqual(Object.keys(await tablesOf(file)));
        else {
          killed += 1;
          expect(named(name)).toEqual([expect.stringMatching(/\.part$/)]);
        }
      }
      expect(killed).toBeGreaterThan(0);
      // The limit of the process allows no file of more than 1 MB.
      const full = await munjigi.run(['backup', path.join(folder, 'full.backup')], running, 'ulimit -f 1000');
      expect([full.code, full.output]).toEqual([
        1,
        expect.stringMatching(/full\.backup could not be written.*There is no backup/),
      ]);
      expect(named('full')).toEqual([]);
      // The failed attempt only read the database.
      expect(await munjigi.run(['backup', path.join(folder, 'after.backup')], running)).toMatchObject({ code: 0 });
    },
  );

  it(
    'leave an empty database when a restore is killed, and the next restore fills it',
    { timeout: 90_000 + KILLS * 10_000 },
    async () => {
      const dataDir = emptyFolder();
      let killed = 0;
      for (let time = 0; time < KILLS; time += 1) {
        const { child, ended } = munjigi.start(['restore', file], { DATA_DIR: dataDir });
        await until(
          'its PostgreSQL runs',
          () => existsSync(path.join(dataDir, 'postgres/postmaster.pid')) || child.exitCode !== null,
        );
        await sleep(300 + ((time * 350) % 2000));
        if (child.exitCode === null) killed += 1;
        child.kill('SIGKILL');
        await ended;
        if (killed === time) break; // The restore ended before the kill.
      }
      expect(killed).toBeGreaterThan(1);
      const last = await munjigi.run(['restore', file], { DATA_DIR: dataDir });
      if (last.code !== 0) expect(last.output).toContain('not empty');
      const copy = path.join(folder, 'after-kills.backup');
      expect(await munjigi.run(['backup', copy], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
      expect(await tablesOf(copy)).toEqual(await tablesOf(file));
    },
  );
});
