import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keptSecret, loadConfig } from '../config/config.ts';
import { startTestBroker } from '../testing/index.ts';
import { describeDeviceAccount } from './device-account.ts';
import { runDoctor } from './doctor.ts';

const SECRET = 'of-the-device-account-and-of-nothing-else';

describe('device-account', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'munjigi-device-account-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const configOf = (env: Record<string, string>) =>
    loadConfig(null, { DATA_DIR: dataDir, TOKEN_SECRET: SECRET, ...env });

  it('prints an account with which the devices of a store connect to the embedded broker, and creates no secret', async () => {
    expect(() => describeDeviceAccount(configOf({}), 'playroom/gangnam')).toThrow(/there is no broker-secret/);
    expect(existsSync(path.join(dataDir, 'broker-secret'))).toBe(false);
    const embedded = await startTestBroker({ secret: keptSecret(dataDir, 'broker-secret') });
    try {
      const [server, user, password] = describeDeviceAccount(
        configOf({ MQTT_PORT: String(embedded.port) }),
        'playroom/gangnam',
      ).map((line) => line.split(/\s+/)[1] ?? '');
      expect(server).toBe(`127.0.0.1:${embedded.port}`);
      const lines: string[] = [];
      const env = {
        PORT: '0',
        DATA_DIR: dataDir,
        TOKEN_SECRET: SECRET,
        MQTT_URL: `mqtt://${encodeURIComponent(user ?? '')}:${password}@${server}`,
      };
      await runDoctor({ env, say: (line) => lines.push(line) });
      expect(lines.join('\n')).toMatch(/✓ MQTT broker: 127\.0\.0\.1:\d+ accepts the connection/);
    } finally {
      await embedded.close();
    }
  });

  it.each(['playroom/#', '/playroom', 'playroom/', '$SYS'])('refuses the prefix %s', (prefix) => {
    expect(() => describeDeviceAccount(configOf({}), prefix)).toThrow(/is no MQTT prefix/);
  });

  it('refuses an external broker, which has its own accounts', () => {
    expect(() => describeDeviceAccount(configOf({ MQTT_URL: 'mqtt://broker' }), 'playroom/gangnam')).toThrow(
      /its accounts are made there/,
    );
  });
});
