import type { IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  BUCKET,
  S3_KEYS,
  startOddS3Server,
  startS3Server,
  type OddAnswer,
  type S3Server,
} from '../testing/peers/s3-server.ts';
import type { BackupTarget } from './backup-store.ts';
import { openS3Target } from './s3-target.ts';

/** Two full parts of 16 MB and a shorter one. */
const LARGE_BYTES = 40 * 1024 * 1024;

async function* bytesOf(size: number): AsyncIterable<Uint8Array> {
  const chunk = 1024 * 1024;
  for (let at = 0; at < size; at += chunk) yield Buffer.alloc(Math.min(chunk, size - at), at / chunk);
}

async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

/** The package s3rver does not abort uploads; it shows no object before all parts are put together. */
const answerAbort = (request: IncomingMessage) =>
  request.method === 'DELETE' && request.url?.includes('uploadId') ? ({ status: 204, code: '' } as const) : null;

describe('backups in a bucket', () => {
  let real: S3Server;
  const opened: S3Server[] = [];
  beforeAll(async () => {
    real = await startS3Server();
  });
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.close();
  });
  afterAll(() => real.close());

  const targetAt = (endpoint: string, address = `s3://${BUCKET}/chain one`, keys: object = S3_KEYS): BackupTarget =>
    openS3Target(address, { endpoint, region: 'us-east-1', ...S3_KEYS, ...keys });

  /** A target behind a service that gives these answers, and the requests that it got. */
  async function oddTarget(answerOf: (request: IncomingMessage) => OddAnswer | null) {
    const requests: string[] = [];
    const odd = await startOddS3Server(real.endpoint, (request) => {
      requests.push(`${request.method} ${(request.url ?? '').replaceAll(/=[^&]{3,}/g, '=…')}`);
      return answerOf(request);
    });
    opened.push(odd);
    return { target: targetAt(odd.endpoint), requests };
  }

  it.each([
    { what: 'a small one in one request', size: 1000 },
    { what: 'a large one in parts', size: LARGE_BYTES },
    { what: 'one of exactly a part', size: 16 * 1024 * 1024 },
  ])('stores $what, lists it, returns it unchanged and removes it', async ({ size }) => {
    const target = targetAt(real.endpoint);
    await target.write('one.age', bytesOf(size));
    expect(await target.listNames('o')).toEqual(['one.age']);
    expect(await target.listNames('x')).toEqual([]);
    expect(await hashOf(await target.read('one.age'))).toBe(await hashOf(bytesOf(size)));
    await target.remove('one.age');
    expect(await target.listNames('')).toEqual([]);
  });

  it('explains a wrong bucket, a missing key and a backup that is not there', async () => {
    await expect(targetAt(real.endpoint, 's3://no-such-bucket').listNames('')).rejects.toThrow(
      's3://no-such-bucket: there is no such bucket. Create it',
    );
    await expect(targetAt(real.endpoint).read('other.age')).rejects.toThrow('other.age is not there any more');
    expect(() => targetAt(real.endpoint, undefined, { secretKey: null })).toThrow(
      'BACKUP_S3_SECRET_KEY: it is needed with BACKUP_TARGET=s3://',
    );
  });

  it.each([
    { status: 403, code: 'AccessDenied', words: 'the access key has no right to it. Allow it s3:ListBucket' },
    { status: 404, code: 'NoSuchBucket', words: 'there is no such bucket. Create it' },
    { status: 403, code: 'RequestTimeTooSkewed', words: 'the clock of this machine differs by more than 15' },
    { status: 403, code: 'SignatureDoesNotMatch', words: 'the secret key is not the one of the access key' },
    { status: 403, code: 'InvalidAccessKeyId', words: 'the service does not know the access key' },
    { status: 301, code: 'PermanentRedirect', words: 'the bucket is in another region' },
    { status: 400, code: 'SomethingNew', words: 'look the code up in the documents of the service' },
  ])('says what to do when the service answers $status $code, without a second attempt', async (answer) => {
    const { target, requests } = await oddTarget(() => answer);
    await expect(target.write('one.age', bytesOf(1000))).rejects.toThrow(
      `s3://${BUCKET}/chain one answered ${answer.status} ${answer.code}: ${answer.words}`,
    );
    expect(requests).toHaveLength(1);
  });

  it('tries again after SlowDown and a cut connection, and gives up after the fourth attempt', async () => {
    let answers = 2;
    const { target } = await oddTarget(() => (answers-- > 0 ? { status: 503, code: 'SlowDown' } : null));
    await target.write('one.age', bytesOf(1000));
    expect(await targetAt(real.endpoint).listNames('')).toEqual(['one.age']);
    await target.remove('one.age');

    const slow = await oddTarget(() => ({ status: 503, code: 'SlowDown' }));
    await expect(slow.target.write('two.age', bytesOf(1000))).rejects.toThrow(
      'answered 503 SlowDown: the service asks for fewer requests',
    );
    expect(slow.requests).toHaveLength(4);

    const cut = await oddTarget(() => 'cut');
    await expect(cut.target.write('two.age', bytesOf(1000))).rejects.toThrow(/cannot be reached \(\w+\)\. Check/);
    expect(cut.requests).toHaveLength(4);
    expect(await targetAt(real.endpoint).listNames('')).toEqual([]);
  });

  it.each([
    { what: 'refuses the second part', answer: { status: 403, code: 'AccessDenied' } },
    { what: 'cuts the connection at the second part', answer: 'cut' as const },
  ])('aborts the upload and leaves nothing when the service $what', async ({ answer }) => {
    const { target, requests } = await oddTarget((request) =>
      request.url?.includes('partNumber=2') ? answer : answerAbort(request),
    );
    await expect(target.write('half.age', bytesOf(LARGE_BYTES))).rejects.toThrow(`s3://${BUCKET}/chain one`);
    expect(await targetAt(real.endpoint).listNames('')).toEqual([]);
    expect(requests.at(-1)).toMatch(/^DELETE .*uploadId=/);
  });

  it('refuses the 200 with an error in its body that S3 can answer when it puts parts together', async () => {
    const { target } = await oddTarget((request) =>
      request.method === 'POST' && request.url?.includes('uploadId')
        ? { status: 200, code: 'InternalError' }
        : answerAbort(request),
    );
    await expect(target.write('half.age', bytesOf(LARGE_BYTES))).rejects.toThrow('could not put the parts');
    expect(await targetAt(real.endpoint).listNames('')).toEqual([]);
  });

  it('aborts the uploads that a killed run left, and no others', async () => {
    const found = ['chain one/own-1', 'chain one/own-2', 'chain one/other-1'].map(
      (key) => `<Upload><Key>${key}</Key><UploadId>${key.slice(-5)}</UploadId></Upload>`,
    );
    const aborted: string[] = [];
    for (const uploads of [found, found.slice(0, 1), []]) {
      const odd = await startOddS3Server(real.endpoint, (request) => {
        if (request.method === 'DELETE') aborted.push(request.url ?? '');
        return request.method === 'DELETE'
          ? { status: 204, code: '' }
          : { body: `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>` };
      });
      opened.push(odd);
      await targetAt(odd.endpoint).removeRemains('own-');
    }
    expect(aborted).toEqual([
      `/${BUCKET}/chain%20one/own-1?uploadId=own-1`,
      `/${BUCKET}/chain%20one/own-2?uploadId=own-2`,
      `/${BUCKET}/chain%20one/own-1?uploadId=own-1`,
    ]);
  });
});
