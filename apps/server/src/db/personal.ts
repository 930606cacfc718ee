import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { keyFor } from '../sealing/sealing.ts';

/**
 * Encrypts the personal data of guests, so that the database alone reveals none of it, and finds it by marks that are
 * useless without the key (PD-3). Format: the key's id (4 bytes), nonce (12), tag (16), AES-256-GCM of the text in
 * UTF-8; an empty text becomes an empty value.
 */
export interface PersonalKeys {
  /** Encrypts with the newest key. */
  seal(text: string | Buffer): Buffer;
  /** Decrypts. Throws `UnknownPersonalKey` if the value was encrypted with another key, or changed. */
  open(sealed: Buffer): string;
  openBytes(sealed: Buffer): Buffer;
  /** The marks of each key, the newest first: each row was marked with one of them. */
  readonly marks: readonly PersonalMarks[];
  /** Ids of the keys, the newest first. */
  readonly ids: readonly Buffer[];
}

export interface PersonalMarks {
  /** The mark of a whole text, 16 bytes. */
  whole(of: 'phone' | 'email' | 'last-four' | 'bank-text', text: string): Buffer;
  /** For prefix searches: four bytes for each beginning of up to 16 letters, concatenated. */
  beginnings(text: string): Buffer;
}

export class UnknownPersonalKey extends Error {
  override readonly name = 'UnknownPersonalKey';
}

/** How many bytes longer an encrypted value is than its text. */
export const SEALED_OVERHEAD = 32;
/** Replaces the key's id before a value of an earlier version that is not encrypted yet. */
export const NOT_YET_SEALED = Buffer.alloc(4);
const ID_BYTES = NOT_YET_SEALED.length;
const NONCE_BYTES = 12;
const HEAD_BYTES = ID_BYTES + NONCE_BYTES;
const MARK_BYTES = 16;
const BEGINNING_BYTES = 4;
const MOST_BEGINNINGS = 16;
const PLACE = Buffer.from('munjigi personal data');

interface Key {
  readonly id: Buffer;
  readonly sealing: Buffer;
  readonly marks: PersonalMarks;
}

/** Creates the keys from the secrets of a configuration, the newest first. */
export function personalKeys(secrets: readonly string[]): PersonalKeys {
  const keys = secrets.map(keyOf);
  const [newest] = keys;
  return {
    ids: keys.map(({ id }) => id),
    marks: keys.map(({ marks }) => marks),
    seal(text) {
      if (!newest) throw new UnknownPersonalKey('There is no key for personal data');
      return text.length === 0 ? Buffer.alloc(0) : sealed(newest, Buffer.from(text));
    },
    open: (sealed) => opened(keys, sealed).toString('utf8'),
    openBytes: (sealed) => opened(keys, sealed),
  };
}

function keyOf(secret: string): Key {
  const marking = keyFor(secret, 'munjigi personal data: marks');
  const hashed = (what: string) => createHmac('sha256', marking).update(what).digest();
  return {
    id: keyFor(secret, 'munjigi personal data: id').subarray(0, ID_BYTES),
    sealing: keyFor(secret, 'munjigi personal data: sealing'),
    marks: {
      whole: (of, text) => (text === '' ? Buffer.alloc(0) : hashed(`${of}:${text}`).subarray(0, MARK_BYTES)),
      beginnings(text) {
        const letters = Array.from(text.normalize('NFC').trim().toLowerCase().replace(/\s+/g, ' ')).slice(
          0,
          MOST_BEGINNINGS,
        );
        return Buffer.concat(
          letters.map((_letter, index) =>
            hashed(`name:${letters.slice(0, index + 1).join('')}`).subarray(0, BEGINNING_BYTES),
          ),
        );
      },
    },
  };
}

function sealed({ id, sealing }: Key, text: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(PLACE);
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([id, nonce, cipher.getAuthTag(), body]);
}

function opened(keys: readonly Key[], buffer: Buffer): Buffer {
  if (buffer.length === 0) return buffer;
  const id = buffer.subarray(0, ID_BYTES);
  if (id.equals(NOT_YET_SEALED)) return buffer.subarray(ID_BYTES);
  const key = keys.find((candidate) => candidate.id.equals(id));
  if (!key)
    throw new UnknownPersonalKey(
      `Personal data was sealed with the key ${id.toString('hex')}, which is not in PERSONAL_DATA_KEYS`,
    );
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.sealing, buffer.subarray(ID_BYTES, HEAD_BYTES))
      .setAAD(PLACE)
      .setAuthTag(buffer.subarray(HEAD_BYTES, SEALED_OVERHEAD));
    return Buffer.concat([decipher.update(buffer.subarray(SEALED_OVERHEAD)), decipher.final()]);
  } catch (error) {
    throw new UnknownPersonalKey(
      `Personal data that was sealed with the key ${id.toString('hex')} has been changed since`,
      { cause: error },
    );
  }
}

/**
 * The upper bound of a prefix search: the first bytes after all texts with these marks. `null`: there is no upper
 * bound.
 */
export function afterBeginning(marks: Buffer): Buffer | null {
  const last = marks.findLastIndex((byte) => byte < 0xff);
  if (last === -1) return null;
  const after = Buffer.from(marks.subarray(0, last + 1));
  after[last] = (after[last] ?? 0) + 1;
  return after;
}

/** Columns that are decrypted when they are read, in any table. */
export const SEALED_TEXTS: ReadonlySet<string> = new Set([
  'guest_name',
  'guest_phone',
  'guest_email',
  'depositor_name',
  'bank_text',
  'answer_text',
  'note_text',
  'guest_remark',
  'guest_number',
]);
const BYTEA = 17;

/** Opens the sealed columns of a result in place. */
export function openRows(
  keys: PersonalKeys,
  fields: readonly { readonly name: string; readonly dataTypeID: number }[],
  rows: Record<string, unknown>[],
): void {
  for (const { name, dataTypeID } of fields) {
    if (dataTypeID !== BYTEA || !SEALED_TEXTS.has(name)) continue;
    for (const row of rows) if (row[name] instanceof Buffer) row[name] = keys.open(row[name]);
  }
}
