import { setTimeout as sleep } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { BackupFault } from '../db/index.ts';
import { ConfigError } from '../config/config-error.ts';
import type { BackupTarget } from './backup-store.ts';
import { explainS3Fault, isPassing } from './s3-fault.ts';
import { toErrorMessage } from '../error-message.ts';

export interface S3Settings {
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKey: string | null;
  readonly secretKey: string | null;
}

/** With at most 10,000 parts (Amazon's limit) a backup has at most 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
const KIND = 'application/octet-stream';

/** A bucket of a service with the S3 protocol, by its path below the endpoint, which every service supports. */
export function openS3Target(target: string, settings: S3Settings): BackupTarget {
  const { accessKey, secretKey, region } = settings;
  const [bucket = '', ...folders] = target.slice('s3://'.length).split('/');
  const folder = folders.filter((name) => name !== '').join('/');
  for (const [name, value] of [
    ['BACKUP_S3_ACCESS_KEY', accessKey],
    ['BACKUP_S3_SECRET_KEY', secretKey],
  ])
    if (!value) throw new ConfigError(`${name}: it is needed with BACKUP_TARGET=${target}`);
  const endpoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const client = new S3mini({
    accessKeyId: accessKey ?? '',
    secretAccessKey: secretKey ?? '',
    region,
    endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}`,
  });
  const keyOf = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  const call = <T>(request: () => Promise<T>) => attempt(target, request);
  return {
    address: target,
    async listNames(prefix) {
      // The client answers null for 404, which a list gives for the bucket only.
      const found = await call(() => client.listObjects('/', keyOf(prefix)));
      if (found === null)
        throw new BackupFault(`${target}: there is no such bucket. Create it, or correct BACKUP_TARGET`);
      return found.map(({ Key }) => Key.slice(keyOf('').length));
    },
    write: (name, bytes) => upload(client, keyOf(name), { bytes, call }),
    async read(name) {
      const reply = await call(() => client.getObjectResponse(keyOf(name)));
      if (reply?.body == null)
        throw new BackupFault(`${target}: ${name} is not there any more. List the backups: munjigi backup-list`);
      return readBody(target, reply.body);
    },
    async remove(name) {
      await call(() => client.deleteObject(keyOf(name)));
    },
    async removeRemains(prefix) {
      const uploads = await call(() => client.listMultipartUploads('/', '', 'GET', { prefix: keyOf(prefix) }));
      for (const { key, uploadId } of toUploads(uploads))
        if (key.startsWith(keyOf(prefix))) await call(() => client.abortMultipartUpload(key, uploadId));
    },
  };
}

interface Upload {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly call: <T>(request: () => Promise<T>) => Promise<T>;
}

/** One request for a small backup, parts for a larger one. An upload that fails is aborted, so that no part stays. */
async function upload(client: S3mini, key: string, { bytes, call }: Upload): Promise<void> {
  let uploadId: string | null = null;
  const parts: { partNumber: number; etag: string }[] = [];
  try {
    for await (const { data, isLast } of splitIntoParts(bytes)) {
      if (isLast && uploadId === null) {
        await call(() => client.putObject(key, data, KIND));
        return;
      }
      const id: string = (uploadId ??= await call(() => client.getMultipartUploadId(key, KIND)));
      const number = parts.length + 1;
      parts.push(await call(() => client.uploadPart(key, id, data, number)));
    }
    const id = uploadId ?? '';
    const { etag } = await call(() => client.completeMultipartUpload(key, id, parts));
    // S3 can answer 200 with an error in the body, when it fails after it sent the status.
    if (!etag) throw new BackupFault(`The service could not put the parts of ${key} together. Start the backup again`);
  } catch (error) {
    const remains = uploadId === null ? null : await abortUpload(client, key, uploadId);
    throw remains === null ? error : new BackupFault(`${toErrorMessage(error)}. ${remains}`, { cause: error });
  }
}

/** The upload has failed already: what is left is named, and the next run aborts it. `null`: nothing is left. */
async function abortUpload(client: S3mini, key: string, uploadId: string): Promise<string | null> {
  try {
    await client.abortMultipartUpload(key, uploadId);
    return null;
  } catch (error) {
    return `The parts of ${key} could not be removed (${toErrorMessage(error)}). The next backup-push does`;
  }
}

async function* splitIntoParts(
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<{ readonly data: Buffer; readonly isLast: boolean }> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield { data: Buffer.concat(chunks), isLast: false };
    chunks = [];
    size = 0;
  }
  if (size > 0) yield { data: Buffer.concat(chunks), isLast: true };
}

async function* readBody(target: string, body: unknown): AsyncIterable<Uint8Array> {
  try {
    yield* body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw explainS3Fault(target, error);
  }
}

/** Repeats a request that failed for a passing reason, with growing waits. */
async function attempt<T>(target: string, request: () => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await request();
    } catch (error) {
      if (number === ATTEMPTS || !isPassing(error)) throw explainS3Fault(target, error);
      await sleep(FIRST_WAIT_MS * 2 ** (number - 1));
    }
  }
}

/** The client gives the members of the reply as they are: one upload is an object, several are a list. */
function toUploads(reply: unknown): { readonly key: string; readonly uploadId: string }[] {
  const result = memberOf(reply, 'ListMultipartUploadsResult') ?? reply;
  const found = memberOf(result, 'Upload') ?? [];
  return (Array.isArray(found) ? found : [found]).flatMap((item: unknown) => {
    const [key, uploadId] = [memberOf(item, 'Key'), memberOf(item, 'UploadId')];
    return typeof key === 'string' && typeof uploadId === 'string' ? [{ key, uploadId }] : [];
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
