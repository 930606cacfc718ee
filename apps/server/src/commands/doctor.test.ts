// @sweep 1/8 (decision 086)
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Aedes } from 'aedes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { foundSecret, keptSecret } from '../config/config.ts';
import { migrateDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from '../db/index.ts';
import { migrationsFolder } from '../launch.ts';
import { queryDatabase } from '../testing/database.ts';
import { sealCode, sealWebhook, setProviders } from '../testing/contents/doctor-contents.ts';
import { startTestBroker } from '../testing/index.ts';
import { startOldPostgres } from '../testing/peers/old-postgres.ts';
import { runDoctor } from './doctor.ts';

const SECRET = 'of-the-doctor-and-of-nobody-else-at-all-0';

/** Each case has one fault in an otherwise correct configuration; `doctor` names the fault and the remedy (RN-4). */
describe('doctor', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let number = 0;
  const opened: (() => void | Promise<unknown>)[] = [];
  /** The name of a migrated database that `migrated()` copies. */
  const TEMPLATE = 'doctor_template';

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-doctor-'));
    chmodSync(folder, 0o755); // PostgreSQL may run as another user than this process.
    mkdirSync(path.join(folder, 'server'));
    postgres = await startEmbeddedPostgres({
      dataDir: path.join(folder, 'server'),
      password: 'of-the-tests',
      settings: ['fsync=off'],
    });
    await admin(`create database ${TEMPLATE} owner munjigi`);
    await migrateDatabase(postgres.urlOf(TEMPLATE), migrationsFolder());
  });
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  }, 20_000);
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const asUrl = (url: string) => url.replace('@/', '@localhost/');
  const asLogin = (login: string, database: string) => asUrl(postgres.urlOf(database)).replace('munjigi:', `${login}:`);
  const admin = (text: string, database = 'postgres') =>
    queryDatabase(postgres.adminUrl.replace('/postgres?', `/${database}?`), text);
  const fresh = () => `it${(number += 1)}`;

  /** Creates a database with this version's schema, owned by the product's login. */
  async function migrated(): Promise<string> {
    const name = fresh();
    await admin(`create database ${name} owner munjigi template ${TEMPLATE}`);
    return name;
  }
  const listening = (server: Server, host = '127.0.0.1') =>
    new Promise<number>((resolve) => {
      const sockets = new Set<Socket>();
      server.on('connection', (socket: Socket) => sockets.add(socket));
      opened.push(() => {
        for (const socket of sockets) socket.destroy();
        return new Promise((done) => server.close(done));
      });
      server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
    });
  async function broker(authenticate: (password: string) => number): Promise<string> {
    const aedes = await Aedes.createBroker({
      authenticate(_client, _user, password, done) {
        const returnCode = authenticate(String(password ?? ''));
        if (returnCode === 0) done(null, true);
        else done(Object.assign(new Error('no'), { returnCode }), null);
      },
    });
    const port = await listening(createServer(aedes.handle));
    opened.unshift(() => new Promise<void>((done) => aedes.close(() => done())));
    return `127.0.0.1:${port}`;
  }

  async function say(
    env: Record<string, string>,
    more: Omit<Parameters<typeof runDoctor>[0] & object, 'env' | 'say'> = {},
  ) {
    const lines: string[] = [];
    const code = await runDoctor({
      env: { PORT: '0', MQTT_PORT: '0', ...env },
      say: (line) => lines.push(line),
      ...more,
    });
    return { code, faults: lines.filter((line) => line.startsWith('✗')), lines };
  }
  /** Expects exactly this fault. */
  async function expectFault(env: Record<string, string>, words: RegExp, more: Parameters<typeof say>[1] = {}) {
    expect(await sayFault(env, words, more)).toBe(1);
  }
  /** Expects exactly this fault of the schema. */
  async function expectOtherSchema(database: string, words: RegExp) {
    expect(await sayFault(onDatabase(asUrl(postgres.urlOf(database))), words)).toBe(2);
  }
  async function sayFault(env: Record<string, string>, words: RegExp, more: Parameters<typeof say>[1] = {}) {
    const { code, faults } = await say(env, more);
    expect(faults.join('\n')).toMatch(words);
    expect(faults).toHaveLength(1);
    expect(faults.join()).not.toContain('of-the-tests');
    return code;
  }
  const onDatabase = (url: string, env: Record<string, string> = {}) => ({
    DATABASE_URL: url,
    TOKEN_SECRET: SECRET,
    MQTT_URL: '',
    EMBEDDED_BROKER: '1',
    ...env,
  });

  it('finds no fault in a correct configuration, and creates nothing', async () => {
    const name = await migrated();
    const onServer = await say(
      onDatabase(asUrl(postgres.urlOf(name)), {
        MQTT_URL: `mqtt://me:right@${await broker((password) => (password === 'right' ? 0 : 5))}`,
      }),
    );
    expect(onServer).toMatchObject({ code: 0, faults: [] });
    expect(onServer.lines.join('\n')).toMatch(/✓ database: PostgreSQL \d+; schema \d{4}-/);
    const dataDir = path.join(folder, 'not', 'yet');
    const embedded = await say({ DATA_DIR: dataDir });
    expect(embedded).toMatchObject({ code: 0, faults: [] });
    expect(embedded.lines.join('\n')).toContain('created at the first start');
    expect(existsSync(path.join(folder, 'not'))).toBe(false);
    await admin(`create database ${fresh()} owner munjigi`);
    expect((await say(onDatabase(asUrl(postgres.urlOf(`it${number}`))))).lines.join('\n')).toContain(
      '✓ database: PostgreSQL 18; empty: the first start creates the schema',
    );
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an address of another kind for the database',
      { DATABASE_URL: 'mysql://a:b@localhost/x', TOKEN_SECRET: SECRET },
      /environment: DATABASE_URL: .*postgres:\/\/user:password@host/,
    ],
    [
      'an address of another kind for the broker',
      { MQTT_URL: 'http://localhost:1883' },
      /environment: MQTT_URL: .*mqtt:\/\/host:1883/,
    ],
    [
      'a name of a broker that is an address with its password',
      { MQTT_BROKER_NAME: 'mqtt://me:right@host' },
      /environment: MQTT_BROKER_NAME: .*no address and no password/,
    ],
    [
      'a password with a stray percent sign',
      { MQTT_URL: 'mqtt://me:100%@localhost' },
      /environment: MQTT_URL: .*Write a percent sign in them as %25/,
    ],
    [
      'no secret beside DATABASE_URL',
      { DATABASE_URL: 'postgres://a:b@localhost/x' },
      /environment: TOKEN_SECRET: .*needed.*openssl rand/,
    ],
    [
      'a secret that is too short',
      { TOKEN_SECRET: 'changeme' },
      /environment: TOKEN_SECRET: .*too short.*openssl rand/,
    ],
    ['a port that is none', { PORT: 'http' }, /environment: PORT: /],
  ])('names the setting that is wrong: %s', (_what, env, words) => expectFault(env, words));

  it('reports every wrong setting on a separate line', async () => {
    expect((await say({ PORT: '-1', MQTT_URL: 'nowhere', DEMO: 'yes' })).faults).toHaveLength(3);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'trusted proxies that are no addresses',
      { TRUST_PROXY: 'nginx' },
      /environment: TRUST_PROXY: write 0, the number/,
    ],
    [
      'trusted proxies that are everybody',
      { TRUST_PROXY: '10.0.0.0/8,0.0.0.0/0' },
      /environment: TRUST_PROXY: .*trusts every client/,
    ],
    ['more hops than there can be', { TRUST_PROXY: '99' }, /environment: TRUST_PROXY: at most 10 hops/],
    [
      'a token for metrics that can be guessed',
      { METRICS_TOKEN: 'prometheus' },
      /environment: METRICS_TOKEN: .*too short/,
    ],
  ])('names the setting that is wrong: %s', (_what, env, words) => expectFault(env, words));

  it('reports whether e-mails can have links (AU-9)', async () => {
    const url = 'https://office.example';
    const dataDir = path.join(folder, 'without-links');
    const noteOf = async (env: Record<string, string>) =>
      (await say({ DATA_DIR: dataDir, DEMO: '0', ...env })).lines.filter((line) => line.includes('public address'));
    expect(await noteOf({ PUBLIC_URL: url })).toEqual([`✓ public address: ${url}, in the links of e-mails`]);
    expect(await noteOf({})).toEqual([expect.stringContaining('✓ public address: not set')]);
  });

  it('reports which proxies are trusted', async () => {
    const dataDir = path.join(folder, 'not', 'yet');
    const lineFor = async (TRUST_PROXY: string) =>
      (await say({ DATA_DIR: dataDir, TRUST_PROXY })).lines.find((line) => line.includes('addresses of clients'));
    expect(await lineFor('')).toContain('no proxy is trusted');
    expect(await lineFor('2')).toContain('2 proxies are trusted');
    expect(await lineFor('10.0.0.5, 10.1.0.0/16')).toContain('the proxies at 10.0.0.5, 10.1.0.0/16 are trusted');
  });

  it('names a running server behind a proxy that it does not trust', async () => {
    const server = createHttp((request, reply) => {
      if (request.url === '/metrics')
        reply.end(
          request.headers.authorization === 'Bearer of-the-doctors-token'
            ? '# TYPE x counter\nmunjigi_forwarded_headers_ignored_total 12\n'
            : '',
        );
      else reply.setHeader('content-type', 'application/json').end('{"status":"alive"}');
    });
    const port = await listening(server);
    const name = await migrated();
    const env = onDatabase(asUrl(postgres.urlOf(name)), { PORT: String(port) });
    expect((await say(env)).faults).toEqual([]);
    await expectFault(
      { ...env, METRICS_TOKEN: 'of-the-doctors-token' },
      /addresses of clients: 12 requests carried X-Forwarded-For, and TRUST_PROXY is 0.*set TRUST_PROXY/,
    );
  });

  it('names a database that cannot be reached, and why', async () => {
    const port = await listening(createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
    const free = createServer();
    const closed = await listening(free);
    await opened.pop()?.();
    await expectFault(
      onDatabase('postgres://a:b@no-such-host.invalid/x'),
      /database: the host no-such-host\.invalid:5432 was not found/,
    );
    await expectFault(
      onDatabase(`postgres://a:b@127.0.0.1:${closed}/x`),
      /database: nothing listens at 127\.0\.0\.1:\d+\. Start PostgreSQL/,
    );
    await expectFault(onDatabase(`postgres://a:b@127.0.0.1:${port}/x`), /database: .*may not be PostgreSQL|database: /);
    await expectFault(
      onDatabase(asUrl(postgres.url).replace('of-the-tests', 'guessed')),
      /refuses the password of munjigi\. Correct user and password/,
    );
    await expectFault(
      onDatabase(asUrl(postgres.urlOf('nothing_here'))),
      /has no database nothing_here\. Make it with: CREATE DATABASE/,
    );
  });

  it('names a server that is too old', async () => {
    const old = await startOldPostgres('140012');
    opened.push(old.stop);
    await expectFault(onDatabase(old.url), /PostgreSQL 14 is too old: 15 or later/);
  });

  it('names rights that the login lacks', async () => {
    const name = fresh();
    await admin(`create database ${name} owner munjigi`);
    await admin("create role plain login password 'of-the-tests'");
    const other = fresh();
    // A server on which Munjigi never ran lacks the roles.
    await admin(
      'alter role munjigi_app rename to away_app; alter role munjigi_system rename to away_system; alter role munjigi_guest rename to away_guest',
    );
    try {
      await admin(`create database ${other} owner plain`);
      await expectFault(
        onDatabase(asLogin('plain', other)),
        /plain may not create the roles munjigi_app, munjigi_system, munjigi_guest\. .*CREATEROLE/,
      );
    } finally {
      await admin(
        'alter role away_app rename to munjigi_app; alter role away_system rename to munjigi_system; alter role away_guest rename to munjigi_guest',
      );
    }
    await expectFault(
      onDatabase(asLogin('plain', other)),
      /plain may not switch to munjigi_app, munjigi_system, munjigi_guest\. .*GRANT munjigi_app, munjigi_system, munjigi_guest TO "plain"/,
    );
    await admin('grant munjigi_app, munjigi_system, munjigi_guest to plain');
    await expectFault(
      onDatabase(asLogin('plain', name)),
      new RegExp(`plain may not create tables in ${name}\\. .*ALTER DATABASE "${name}" OWNER TO "plain"`),
    );
    const theirs = await migrated();
    await admin('grant create on schema public to plain', theirs);
    await expectFault(
      onDatabase(asLogin('plain', theirs)),
      /the tables belong to munjigi.*Name munjigi in DATABASE_URL/,
    );
  });

  it('reports a schema that is newer than the program, older, or not Munjigi’s', async () => {
    const [newer, older, foreign] = [await migrated(), await migrated(), fresh()];
    await queryDatabase(
      postgres.urlOf(newer),
      "insert into kysely_migration (name, timestamp) values ('9999-from-tomorrow', '')",
    );
    await expectOtherSchema(newer, /newer than this program.*9999-from-tomorrow.*newer program/);
    await queryDatabase(
      postgres.urlOf(older),
      'delete from kysely_migration where name = (select max(name) from kysely_migration)',
    );
    await expectOtherSchema(older, /older than this program.*munjigi migrate/);
    await admin(`create database ${foreign} owner munjigi`);
    await queryDatabase(postgres.urlOf(foreign), 'create table wp_posts (id int)');
    await expectOtherSchema(foreign, /not Munjigi’s/);
  });

  it('names row-level security that is not in force', async () => {
    const name = await migrated();
    const url = asUrl(postgres.urlOf(name));
    await admin('alter role munjigi_app bypassrls');
    await expectFault(onDatabase(url), /does not hold for munjigi_app.*NOBYPASSRLS/);
    await admin('alter role munjigi_app nobypassrls');
    await queryDatabase(postgres.urlOf(name), 'alter table rooms no force row level security');
    await expectFault(onDatabase(url), /not in force for rooms.*FORCE ROW LEVEL SECURITY/);
    await queryDatabase(
      postgres.urlOf(name),
      'alter table rooms force row level security; drop policy backup on doors',
    );
    await expectFault(onDatabase(url), /a backup would lack rows of doors.*let_backup_read/);
  });

  it('names a database that cannot be written to, holds no Korean, or takes too few connections', async () => {
    const name = await migrated();
    await admin(`alter database ${name} set default_transaction_read_only = on`);
    await expectFault(onDatabase(asUrl(postgres.urlOf(name))), /is read-only \(default_transaction_read_only\)/);
    const latin = fresh();
    await admin(`create database ${latin} owner munjigi encoding 'LATIN1' template template0`);
    await expectFault(onDatabase(asUrl(postgres.urlOf(latin))), /LATIN1, which cannot store Korean/);
    await expectFault(
      onDatabase(asUrl(postgres.urlOf(await migrated())), { DATABASE_POOL: '200' }),
      /one process needs 202.*Lower DATABASE_POOL/,
    );
  });

  it('reports a demo on an address that other machines reach, and the number of demo accounts', async () => {
    const name = await migrated();
    const url = asUrl(postgres.urlOf(name));
    await queryDatabase(
      postgres.urlOf(name),
      `
      set app.backup = 'off';
      insert into products (id, slug, name, created_at) values ('00000000-0000-7000-8000-000000000001', 'playroom', '플레이룸', now());
      set role munjigi_system;
      insert into users (id, product_id, email, name, password_hash, roles, created_at, is_demo)
      values ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', 'admin@demo.test', '김본부', 'none', '{ADMIN}', now(), true)`,
    );
    expect((await say(onDatabase(url))).lines.join('\n')).toMatch(
      /✓ demo accounts: 1 with a published password, refused because DEMO is 0\. .*munjigi disable-demo-accounts/,
    );
    expect((await say(onDatabase(url, { DEMO: '1' }))).lines.join('\n')).toMatch(
      /✓ demo accounts: 1 .*allowed because DEMO is 1/,
    );
    await expectFault(
      onDatabase(url, { DEMO: '1', HOST: '0.0.0.0' }),
      /demo: DEMO: .*published password, and HOST=0\.0\.0\.0 .*DEMO_ON_NETWORK=1/,
    );
    expect((await say(onDatabase(url, { DEMO: '1', HOST: '0.0.0.0', DEMO_ON_NETWORK: '1' }))).code).toBe(0);
  });

  it('names clocks that differ', async () => {
    const name = await migrated();
    const clock = (seconds: number) => ({ now: () => new Date(Date.now() + seconds * 1000) });
    await expectFault(onDatabase(asUrl(postgres.urlOf(name))), /clock of the database is 9\d s behind.*NTP/, {
      clock: clock(95),
    });
    await expectFault(onDatabase(asUrl(postgres.urlOf(name))), /clock of the database is 9\d s ahead.*NTP/, {
      clock: clock(-95),
    });
  });

  it('names a secret that is not the one that codes were sealed with', async () => {
    const name = await migrated();
    await sealCode(postgres.urlOf(name), SECRET);
    expect((await say(onDatabase(asUrl(postgres.urlOf(name))))).code).toBe(0);
    await expectFault(
      onDatabase(asUrl(postgres.urlOf(name)), { TOKEN_SECRET: `${SECRET}-but-changed` }),
      /1 of 1 access codes cannot be opened.*another TOKEN_SECRET/,
    );
  });

  it('reports secrets of outgoing webhooks that were sealed with another TOKEN_SECRET', async () => {
    const name = await migrated();
    const env = onDatabase(asUrl(postgres.urlOf(name)));
    await sealWebhook(postgres.urlOf(name), SECRET, { removed: true });
    expect((await say({ ...env, TOKEN_SECRET: `${SECRET}-but-changed` })).code).toBe(0);
    await sealWebhook(postgres.urlOf(name), SECRET, { removed: false });
    expect((await say(env)).code).toBe(0);
    await expectFault(
      { ...env, TOKEN_SECRET: `${SECRET}-but-changed` },
      /1 of 1 secrets of outgoing webhooks cannot be opened.*another TOKEN_SECRET/,
    );
  });

  it('reports a kept secret that cannot be read or is empty, and does not replace it', async () => {
    const dataDir = path.join(folder, 'unreadable');
    mkdirSync(path.join(dataDir, 'token-secret'), { recursive: true });
    await expectFault(
      { DATA_DIR: dataDir },
      /environment: .*token-secret exists but cannot be read \(EISDIR\).*TOKEN_SECRET/,
    );
    const cut = path.join(folder, 'cut-short');
    mkdirSync(cut);
    writeFileSync(path.join(cut, 'token-secret'), '');
    await expectFault({ DATA_DIR: cut }, /environment: .*token-secret is empty/);
    expect(() => keptSecret(cut, 'token-secret')).toThrow('token-secret is empty');
    expect([
      foundSecret(path.join(folder, 'nowhere'), 'token-secret'),
      keptSecret(path.join(folder, 'made'), 'token-secret').length,
    ]).toEqual([null, 43]);
    expect(foundSecret(path.join(folder, 'made'), 'token-secret')).toBe(
      keptSecret(path.join(folder, 'made'), 'token-secret'),
    );
  });

  it('names a data folder that cannot be used, and why', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    await expectFault({ DATA_DIR: file }, /data folder: .*is a file/);
    await expectFault(
      { DATA_DIR: path.join(file, 'below') },
      /data folder: .*(cannot be created|cannot be read).*DATA_DIR/,
    );
    await expectFault({ DATA_DIR: folder }, /data folder: only 12 MB are free/, { freeBytes: () => 12_000_000 });
    if (process.platform === 'linux') await expectFault({ DATA_DIR: '/proc/munjigi' }, /cannot be created/);
  });

  it('names a payment provider that an ADMIN led to a port of this machine', async () => {
    const name = await migrated();
    await setProviders(postgres.urlOf(name), SECRET, { PORTONE: 'https://api.portone.io', TOSS: 'http://127.0.0.1:9' });
    const env = onDatabase(asUrl(postgres.urlOf(name)));
    const led = /TOSS of led-away is set to http:\/\/127\.0\.0\.1:9, which this server does not call/;
    const { lines } = await say(env);
    expect(lines.filter((line) => line.includes('which this server does not call'))).toEqual([
      expect.stringMatching(led),
    ]);
    await expectFault(env, led);
    expect((await say({ ...env, PROVIDER_TEST_URLS: '1' })).code).toBe(0);
  });

  it('reports a data folder that this user may not write to', async () => {
    const theirs = path.join(folder, 'theirs');
    mkdirSync(theirs, { mode: 0o755 });
    if (process.geteuid?.() === 0) {
      // Root has the right to write everywhere, so the test switches to another user for a moment.
      process.seteuid?.(65534);
      opened.push(() => process.seteuid?.(0));
      await expectFault(
        { DATA_DIR: theirs },
        /nothing can be written into .*theirs: EACCES.*It belongs to user 0, and this is user 65534.*chown/,
      );
    } else {
      chmodSync(theirs, 0o555);
      await expectFault({ DATA_DIR: theirs }, /nothing can be written into .*theirs: EACCES.*chmod/);
    }
  });

  it('examines an embedded database that is not running, and reports what would stop it', async () => {
    const dataDir = path.join(folder, 'embedded');
    mkdirSync(dataDir);
    const env = { DATA_DIR: dataDir, TOKEN_SECRET: SECRET };
    writeFileSync(path.join(dataDir, 'database-password'), 'of-the-tests');
    const started = await startEmbeddedPostgres({ dataDir, password: 'of-the-tests', settings: ['fsync=off'] });
    await migrateDatabase(started.url, migrationsFolder());
    await sealCode(started.url, SECRET);

    expect(await say(env)).toMatchObject({ code: 0, faults: [] });
    await started.stop();
    const { code, lines } = await say(env);
    expect(lines.join('\n')).toMatch(/✓ embedded database: PostgreSQL 18; schema/);
    expect(code).toBe(0);
    await expectFault(
      { DATA_DIR: dataDir },
      /embedded database: 1 of 1 access codes cannot be opened.*token-secret back/,
    );

    const lock = path.join(dataDir, 'munjigi.pid');
    writeFileSync(lock, '4194304');
    expect((await say(env)).lines.join('\n')).toContain('takes it over');
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    opened.push(() => void stranger.kill());
    writeFileSync(lock, String(stranger.pid));
    await expectFault(
      env,
      new RegExp(`munjigi\\.pid says that process ${stranger.pid} uses the folder.*delete the file`),
    );
    rmSync(lock);

    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    await expectFault(env, /created by PostgreSQL 16, and this program contains 18.*backup.*restore/);
    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    rmSync(path.join(dataDir, 'database-password'));
    await expectFault(env, /database-password is missing/);
  });

  it('names a port that is taken, and an address that is not this machine’s', async () => {
    const port = String(await listening(createServer()));
    const dataDir = path.join(folder, 'ports');
    await expectFault(
      { DATA_DIR: dataDir, PORT: port },
      /listening on 127\.0\.0\.1:\d+: another program listens.*set PORT/,
    );
    await expectFault(
      { DATA_DIR: dataDir, MQTT_PORT: port },
      /MQTT broker on 127\.0\.0\.1:\d+: another program listens.*set MQTT_PORT/,
    );
    await expectFault(
      { DATA_DIR: dataDir, PORT: '4849', HOST: '192.0.2.1', DEMO: '0' },
      /192\.0\.2\.1 is not an address of this machine/,
    );
    const other = createHttp((_request, response) => response.end('{"status":"alive"}'));
    await expectFault(
      { DATA_DIR: dataDir, PORT: String(await listening(other)) },
      /another Munjigi, with a different DATA_DIR/,
    );
  });

  it('names a broker that cannot be used, and why', async () => {
    const dataDir = path.join(folder, 'brokers');
    const on = (url: string) => ({ DATA_DIR: dataDir, MQTT_URL: url });
    const place = await broker((password) => (password === 'right' ? 0 : password === 'known' ? 5 : 4));
    expect(await say(on(`mqtt://me:right@${place}`))).toMatchObject({ code: 0 });
    await expectFault(
      on(`mqtt://me:wrong@${place}`),
      /MQTT broker: .*refuses the user or password\. Correct both in MQTT_URL/,
    );
    await expectFault(on(`mqtt://me:known@${place}`), /MQTT broker: .*not authorized/);
    await expectFault(on('mqtt://no-such-host.invalid'), /MQTT broker: the host no-such-host\.invalid was not found/);
    const free = createServer();
    const closed = await listening(free);
    await opened.pop()?.();
    await expectFault(
      on(`mqtt://127.0.0.1:${closed}`),
      /MQTT broker: nothing listens at 127\.0\.0\.1:\d+\. Start the broker/,
    );
    const http = await listening(createHttp());
    await expectFault(on(`mqtt://127.0.0.1:${http}`), /MQTT broker: .*(hangs up|does not answer|MQTT)/);
    await expectFault(on(`mqtts://${place}`), /MQTT broker: .*(hangs up|certificate|SSL|MQTT_URL)/);
  });

  it('reports a broker that accepts anonymous clients, without user or password in the report', async () => {
    const dataDir = path.join(folder, 'brokers');
    const anyone = await broker(() => 0);
    for (const url of [`mqtt://${anyone}`, `mqtt://me:right@${anyone}`]) {
      await expectFault(
        { DATA_DIR: dataDir, MQTT_URL: url },
        /MQTT broker: 127\.0\.0\.1:\d+ accepts clients without user and password: .*allow_anonymous false/,
      );
    }
    const { lines } = await say({
      DATA_DIR: dataDir,
      MQTT_URL: `mqtt://landlord:c%6Frrect@${await broker((password) => (password === 'correct' ? 0 : 5))}`,
    });
    expect(lines.join('\n')).toMatch(
      /✓ MQTT broker: 127\.0\.0\.1:\d+ accepts the connection; refuses clients without user and password/,
    );
    const wrong = await say({ DATA_DIR: dataDir, MQTT_URL: `mqtt://landlord:guessed@${await broker(() => 4)}` });
    expect([...lines, ...wrong.lines].join('\n')).not.toMatch(/landlord|correct:|c%6Frrect|guessed/);
  });

  it('accepts a running embedded broker of this program', async () => {
    const embedded = await startTestBroker();
    opened.push(() => embedded.close());
    expect(await say({ DATA_DIR: path.join(folder, 'brokers'), MQTT_URL: embedded.url })).toMatchObject({
      code: 0,
      faults: [],
    });
  });

  it('reports an unencrypted connection to another machine', async () => {
    const place = await broker((password) => (password === 'right' ? 0 : 5));
    // Linux connects 0.0.0.0 to this machine, although the address is not a loopback address.
    const elsewhere = `0.0.0.0:${place.split(':')[1]}`;
    await expectFault(
      { DATA_DIR: path.join(folder, 'brokers'), MQTT_URL: `mqtt://me:right@${elsewhere}` },
      /connection to 0\.0\.0\.0:\d+ is not encrypted: .*mqtts:\/\/.*NODE_EXTRA_CA_CERTS/,
    );
  });

  it('requires MQTT_URL or EMBEDDED_BROKER=1 with DATABASE_URL', async () => {
    const env = onDatabase(asUrl(postgres.urlOf(await migrated())));
    expect((await say(env)).faults).toEqual([]);
    await expectFault(
      { ...env, EMBEDDED_BROKER: '' },
      /environment: MQTT_URL: it is needed with DATABASE_URL\..*EMBEDDED_BROKER=1/,
    );
  });
});
