import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { createAdmin } from './create-admin.ts';
import { readNewPassword } from './read-new-password.ts';

describe('create-admin in an existing chain', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });

  it('adds one entry without the password to the audit log of the chain', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    vi.stubEnv('MUNJIGI_PASSWORD', 'a-long-word-of-an-intruder-42');
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const given = { email: 'intruder@test.example', name: 'Intruder', product: shop.slug, productName: shop.slug };
    const codes = [await createAdmin(server.databaseUrl, given), await createAdmin(server.databaseUrl, given)];
    said.mockRestore();
    expect(codes).toEqual([0, 1]);
    const items = (await admin.call('GET', `/${shop.slug}/audit?limit=50`)).body['items'] ?? [];
    const entries = items.filter((entry) => (entry['action'] as unknown) === 'user.admin-created');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      actor: { kind: 'SYSTEM', label: 'munjigi create-admin' },
      subject: { kind: 'user' },
    });
    expect(JSON.stringify(items)).not.toContain('a-long-word');
    const users = (await admin.call('GET', `/${shop.slug}/user?q=intruder`)).body['items'] ?? [];
    expect(users.map((user) => user['roles'])).toEqual([[{ role: 'ADMIN', until: null }]]);
  });
});

/** A simulated terminal that records whether it echoes and what is written to it. */
function terminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    modes,
    setRawMode: (isRaw: boolean) => void modes.push(isRaw),
  });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  return { input, output, shown: () => shown };
}

describe('readNewPassword', () => {
  it('echoes no character of a password typed on a terminal, and requests it twice', async () => {
    const { input, output, shown } = terminal();
    const password = readNewPassword('Password', { input, output });
    for (const chunk of ['s3crët-pass', 'x', '\u007f', 'word\r', 's3crët-password\r']) input.write(chunk);
    expect(await password).toBe('s3crët-password');
    expect([shown(), input.modes]).toEqual(['Password: \nThe same password again: \n', [true, false]]);
  });

  it('handles editing keys, arrow keys and characters that arrive in pieces', async () => {
    const { input, output } = terminal();
    const password = readNewPassword('Password', { input, output });
    for (const key of ['wrong', '\u0015', '문', '\u001b[D', '\u001b[3~', '지기', '\u001bOA', '-password\r'])
      input.write(key);
    for (const byte of Buffer.from('문지기-password\n')) input.write(Buffer.from([byte]));
    expect(await password).toBe('문지기-password');
  });

  it.each([
    ['differ', 'one-password\rtwo-password\r', 'The two passwords differ'],
    ['are cancelled with Ctrl-C', 'one-pass\u0003', 'Cancelled'],
    ['are cancelled with Ctrl-D', '\u0004', 'Cancelled'],
  ])('refuses two entries that %s, and restores the terminal', async (_what, typed, words) => {
    const { input, output } = terminal();
    const password = readNewPassword('Password', { input, output });
    input.write(typed);
    await expect(password).rejects.toThrow(words);
    expect(input.modes).toEqual([true, false]);
  });

  it('reads one line of a pipe', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    input.end('piped-password\nanother line\n');
    expect(await readNewPassword('Password', { input, output })).toBe('piped-password');
    expect(output.read()).toBeNull();
  });

  it('refuses a pipe without a line', async () => {
    const input = new PassThrough();
    input.end();
    await expect(readNewPassword('Password', { input })).rejects.toThrow('There is no password');
  });
});
