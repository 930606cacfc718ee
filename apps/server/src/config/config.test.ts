import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig, readPassword } from './config.ts';
import { ConfigError } from './config-error.ts';
import { SETTINGS } from './settings.ts';

const publicUrlOf = (env: Record<string, string>) =>
  loadConfig(null, { TOKEN_SECRET: 'of-the-tests-of-the-configuration-and-no-more', ...env }).publicUrl;
const SERVER = { DATABASE_URL: 'postgres://munjigi@db.example/munjigi' };

describe('PUBLIC_URL (AU-9)', () => {
  it.each([
    ['an origin', { ...SERVER, PUBLIC_URL: 'https://office.example/' }, 'https://office.example'],
    ['an origin with a port', { ...SERVER, PUBLIC_URL: 'http://10.0.0.5:4000' }, 'http://10.0.0.5:4000'],
    ['nothing on a server', SERVER, null],
    ['nothing in a demo on this machine', { PORT: '4123' }, 'http://127.0.0.1:4123'],
    ['nothing in a demo on the network', { PORT: '4123', HOST: '0.0.0.0', DEMO_ON_NETWORK: '1' }, null],
  ])('takes %s', (_what, env, url) => {
    expect(publicUrlOf(env)).toBe(url);
  });

  it.each([
    'office.example',
    'ftp://office.example',
    'https://office.example/path',
    'https://office.example/?a=1',
    'https://user:password@office.example',
    'https://office.example/#x',
  ])('refuses %s', (url) => {
    expect(() => publicUrlOf({ ...SERVER, PUBLIC_URL: url })).toThrow(ConfigError);
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fileWith = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const SECRET = 'of-the-tests-of-the-configuration-and-no-more';

  it('is read without the end of its line', () => {
    const config = loadConfig(null, {
      DATABASE_URL_FILE: fileWith('url', 'postgres://munjigi:p@db.example/munjigi\n'),
      TOKEN_SECRET_FILE: fileWith('token', `${SECRET}\r\n`),
      MQTT_URL_FILE: fileWith('mqtt', 'mqtts://munjigi:p@broker.example\n'),
      METRICS_TOKEN_FILE: fileWith('metrics', 'of-prometheus-only-1\n'),
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://munjigi:p@db.example/munjigi',
      tokenSecret: SECRET,
      mqttUrl: 'mqtts://munjigi:p@broker.example',
      metricsToken: 'of-prometheus-only-1',
    });
    expect(readPassword({ MUNJIGI_PASSWORD_FILE: fileWith('password', 'correct horse battery\n') })).toBe(
      'correct horse battery',
    );
  });

  const secrets = Object.entries(SETTINGS)
    .filter(([, { isSecret }]) => isSecret)
    .map(([name]) => name);

  it.each(secrets)('%s is named when its file is missing, is empty, or has a value beside it', (name) => {
    const load = (env: Record<string, string>) => () =>
      loadConfig(null, { ...SERVER, TOKEN_SECRET: SECRET, [name]: '', ...env });
    const file = `${name}_FILE`;
    expect(load({ [file]: path.join(folder, 'missing') })).toThrow(
      new RegExp(`^${file}: .*missing cannot be read \\(ENOENT\\)`),
    );
    expect(load({ [file]: folder })).toThrow(new RegExp(`^${file}: .* cannot be read \\(EISDIR\\)`));
    expect(load({ [file]: fileWith('empty', ' \n') })).toThrow(new RegExp(`^${file}: .*empty is empty`));
    expect(load({ [file]: fileWith('other', 'x'), [name]: 'y' })).toThrow(`${file}: ${name} is set too`);
  });

  it('is no setting that is not secret', () => {
    expect(loadConfig(null, { TOKEN_SECRET: SECRET, PORT_FILE: path.join(folder, 'missing') }).port).toBe(4000);
  });
});

describe('DATABASE_DIRECT_URL', () => {
  const TOKEN_SECRET = 'of-the-tests-of-the-configuration-and-no-more';

  it('names PostgreSQL itself, and makes DATABASE_URL the pooler before it', () => {
    const direct = 'postgres://munjigi@db.example/munjigi';
    const pooled = 'postgres://munjigi@pool.example:6432/munjigi';
    const env = { TOKEN_SECRET, DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct };
    expect(loadConfig(null, env)).toMatchObject({
      databaseUrl: direct,
      databasePooler: { url: pooled, keepsNames: false },
    });
    expect(loadConfig(null, { ...env, DATABASE_PREPARED: '1' }).databasePooler?.keepsNames).toBe(true);
    expect(loadConfig(null, { TOKEN_SECRET, DATABASE_URL: direct })).toMatchObject({
      databaseUrl: direct,
      databasePooler: null,
    });
  });

  it('is refused without DATABASE_URL', () => {
    expect(() => loadConfig(null, { TOKEN_SECRET, DATABASE_DIRECT_URL: SERVER.DATABASE_URL })).toThrow(
      /^DATABASE_DIRECT_URL: .*which is not set/,
    );
  });
});
