// @sweep 1/8 (decision 086)
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { until } from './testing/index.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../dist/main.js');

it('ends the database that it has started when a signal comes during the start (RN-5)', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-signal-'));
  chmodSync(folder, 0o755); // PostgreSQL may run as another user than this process.
  const { child, ended } = startProgram({ DATA_DIR: folder, DATABASE_URL: '' });
  try {
    const pidFile = path.join(folder, 'postgres/postmaster.pid');
    await until('the database runs', () => existsSync(pidFile), 60_000);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

it('ends without waiting for an absent database when a signal comes during the start (RN-5)', async () => {
  const { child, ended } = startProgram({
    DATABASE_URL: 'postgres://munjigi@127.0.0.1:1/munjigi',
    DATABASE_WAIT_SECONDS: '600',
    MQTT_URL: 'mqtt://127.0.0.1:1',
    TOKEN_SECRET: 'a-secret-of-a-test-with-32-signs-or-more',
  });
  try {
    const output: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    await until('the start waits', () => output.join('').includes('Waiting up to 600 s'), 60_000);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});

function startProgram(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, MQTT_URL: '', PORT: '0', MQTT_PORT: '0', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.resume();
  return { child, ended: new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code))) };
}
