import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BACKUP_ENVIRONMENT } from '../testing/processes/command-calls.ts';
import { decryptBackup, encryptBackup, makeBackupKey } from './backup-encryption.ts';

const WRITTEN_BY_AGE =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBkYi9ZVG0wZ2l0WXBkcDNzS2tESVdQSHlrODFCZG9XWDlnZj' +
  'BJNXJSODBFCk1pZVlIeDVibWZWNWt1QW9vMk8rRDErQzR0VEpjVnV2Y1pEdEtJdUt2SHcKLS0tIHRic2lzelBpWG5T' +
  'WU5JZFkwWndGOE01b0pTbXlyOEtxeHRjY3kwVUhBS2sKQ/1ZsoydxqlaYHUUXwwrSmMTE4MNCRJ5lMbyBrv1YNzeFu' +
  'Hk3YjhRn10twu7c0MdaRixFw==';

/** More than one chunk of age's 64 kB. */
const text = Buffer.from('무인 놀이방 '.repeat(20_000));

async function encrypt(bytes: Buffer, keys: readonly string[]): Promise<Buffer> {
  return collect(await encryptBackup(Readable.from([bytes]), keys));
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const decrypt = (bytes: Buffer, keys: readonly string[]) => collect(decryptBackup(Readable.from([bytes]), keys));

describe('the encryption of backups', () => {
  it('opens with the key, and with an older one beside a new one', async () => {
    const [old, young] = [await makeBackupKey(), await makeBackupKey()];
    const encrypted = await encrypt(text, [old]);
    expect(encrypted.includes('놀이방')).toBe(false);
    expect((await decrypt(encrypted, [old])).equals(text)).toBe(true);
    expect((await decrypt(encrypted, [young, old])).equals(text)).toBe(true);
    await expect(decrypt(encrypted, [young])).rejects.toThrow('None of BACKUP_KEYS opens the backup');
  });

  it('encrypts for the newest key only', async () => {
    const [old, young] = [await makeBackupKey(), await makeBackupKey()];
    const encrypted = await encrypt(text, [young, old]);
    await expect(decrypt(encrypted, [old])).rejects.toThrow('None of BACKUP_KEYS');
  });

  it('refuses a changed and a shortened backup, and passes the error of its source on', async () => {
    const key = await makeBackupKey();
    const encrypted = await encrypt(text, [key]);
    const changed = Buffer.from(encrypted);
    changed.writeUInt8(changed.readUInt8(encrypted.length - 5) ^ 1, encrypted.length - 5);
    await expect(decrypt(changed, [key])).rejects.toThrow('changed or cut short after it was encrypted');
    await expect(decrypt(encrypted.subarray(0, -100), [key])).rejects.toThrow('changed or cut short');
    await expect(decrypt(Buffer.from('no age file'), [key])).rejects.toThrow('changed or cut short');
    async function* broken(): AsyncIterable<Uint8Array> {
      yield encrypted.subarray(0, 70_000);
      throw new Error('the disk went away');
    }
    await expect(collect(decryptBackup(broken(), [key]))).rejects.toThrow('the disk went away');
  });

  it('opens what the program age of Debian wrote; npm run proof -- update has age open ours', async () => {
    const opened = await decrypt(Buffer.from(WRITTEN_BY_AGE, 'base64'), [BACKUP_ENVIRONMENT['BACKUP_KEYS'] ?? '']);
    expect(opened.toString()).toBe('written by age 1.1.1');
  });
});
