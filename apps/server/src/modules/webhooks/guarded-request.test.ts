import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startSlowPeer, until, type SlowPeer } from '../../testing/index.ts';
import { postGuarded } from './guarded-request.ts';
import { resolveHost } from './resolve-host.ts';
import { webhookAddresses } from './webhook-address.ts';

describe('postGuarded', () => {
  const open: SlowPeer[] = [];
  afterEach(async () => {
    for (const peer of open.splice(0)) await peer.close();
  });
  const allowing = webhookAddresses(['127.0.0.1']);
  async function post(answer: SlowPeer['answer'], timeoutMs: number) {
    const peer = await startSlowPeer(answer);
    open.push(peer);
    const result = await postGuarded(
      allowing,
      { url: `${peer.url}/hook`, headers: {}, body: Buffer.from('{}') },
      timeoutMs,
    );
    return { peer, result };
  }
  const GENEROUS_MS = 60_000;

  it.each(['silent', 'dripping', 'dripping-body'] as const)(
    'aborts at its deadline when the receiver is %s',
    async (answer) => {
      const { peer, result } = await post(answer, 300);
      expect(result).toEqual({ status: null, error: 'TIMEOUT' });
      await until('the connection is closed', () => peer.ended() === 1);
    },
  );

  it('stops reading after the limit of the answer', async () => {
    const { peer, result } = await post('endless-body', GENEROUS_MS);
    expect(result).toMatchObject({ status: 200, error: null });
    await until('the connection is closed', () => peer.ended() === 1);
  });

  it('follows no redirect', async () => {
    const { peer, result } = await post('redirect', GENEROUS_MS);
    expect([result.status, peer.requests()]).toEqual([307, 1]);
  });

  it('aborts at its deadline during name resolution', async () => {
    const untilAborted = (_url: URL, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const hanging = { faultOf: () => null, resolve: untilAborted };
    expect(
      await postGuarded(hanging, { url: 'https://hooks.example.com/', headers: {}, body: Buffer.from('{}') }, 200),
    ).toEqual({ status: null, error: 'TIMEOUT' });
  });

  it('sends nothing when the name has no address', async () => {
    const nothing = { faultOf: () => null, resolve: async () => ({ addresses: [] }) };
    expect(
      await postGuarded(
        nothing,
        { url: 'https://hooks.example.com/', headers: {}, body: Buffer.from('{}') },
        GENEROUS_MS,
      ),
    ).toEqual({ status: null, error: 'UNKNOWN_HOST' });
  });

  it('keeps the thread pool free while name servers do not answer', async () => {
    const nameServer = createSocket('udp4');
    let questions = 0;
    nameServer.on('message', () => {
      questions += 1;
    });
    await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve));
    const ended: string[] = [];
    const giveUp = new AbortController();
    const lookups = Array.from({ length: 16 }, async (_, number) => {
      await resolveHost(`hanging-${number}.example.com`, giveUp.signal, [
        `127.0.0.1:${nameServer.address().port}`,
      ]).catch(() => undefined);
      ended.push('lookup');
    });
    await until('all names were asked for', () => questions >= 32);
    await readFile(import.meta.filename);
    ended.push('file');
    giveUp.abort();
    await Promise.all(lookups);
    expect(ended[0]).toBe('file');
    expect(ended).toHaveLength(17);
    await new Promise<void>((resolve) => nameServer.close(() => resolve()));
  });
});
