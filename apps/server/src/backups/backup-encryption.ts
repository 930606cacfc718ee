import { Readable } from 'node:stream';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupFault } from '../db/index.ts';
import { toErrorMessage } from '../error-message.ts';

/**
 * Encrypts backups in the format of age (age-encryption.org/v1), which the program `age` opens with the same key (docs/domain.md
 * 9.2).
 */

/** Encrypts for the newest of the keys. */
export async function encryptBackup(bytes: Readable, keys: readonly string[]): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(keys[0] ?? ''));
  return encrypter.encrypt(toWebStream(bytes)) as Promise<AsyncIterable<Uint8Array> & object>;
}

/** Decrypts with any of the keys. Throws a `BackupFault` if none opens it, or if it was changed. */
export async function* decryptBackup(
  source: AsyncIterable<Uint8Array>,
  keys: readonly string[],
): AsyncIterable<Uint8Array> {
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  let sourceFault: unknown = null;
  async function* guarded(): AsyncIterable<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      sourceFault = error;
      throw error;
    }
  }
  try {
    const decrypted = await decrypter.decrypt(toWebStream(Readable.from(guarded(), { objectMode: false })));
    yield* decrypted as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw sourceFault ?? explainDecryption(error);
  }
}

/** A new key, as `age-keygen` makes it. */
export function makeBackupKey(): Promise<string> {
  return generateX25519Identity();
}

function explainDecryption(error: unknown): BackupFault {
  const message = toErrorMessage(error);
  return new BackupFault(
    message.includes('no identity matched')
      ? 'None of BACKUP_KEYS opens the backup. Set the key of that time beside the present one: BACKUP_KEYS=NEW,OLD'
      : `The backup was changed or cut short after it was encrypted (${message}). Use another one`,
    { cause: error },
  );
}

/** The types of the streams of Node.js and of the browser differ; the streams are the same. */
function toWebStream(bytes: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(bytes) as globalThis.ReadableStream<Uint8Array>;
}
