import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

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
