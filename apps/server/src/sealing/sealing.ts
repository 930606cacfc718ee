import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts short texts, so that the database alone reveals none (AES-256-GCM: nonce, tag, text). */
export interface Seal {
  /** `place` is authenticated with the text: an encrypted text cannot be decrypted in another place. */
  seal(text: string, place: string): Buffer;
  /** `null` if it was encrypted with another key, or changed. */
  open(sealed: Buffer, place: string): string | null;
}

/** A sample of the encrypted data in the database: `rows` is a query of `place` and `sealed`. For `munjigi doctor`. */
export interface SealedSample {
  readonly what: string;
  readonly rows: string;
  /** The remedy if the sample cannot be decrypted; by default the advice for everything that TOKEN_SECRET encrypts. */
  readonly remedy?: string;
  readonly seal: Pick<Seal, 'open'>;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives 32 bytes from the server's secret; each purpose gives a different key. */
export function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

export function sealWith(key: Buffer): Seal {
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, place) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag);
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        return null; // Authentication failed; Node.js gives no more detail.
      }
    },
  };
}

/** A mark that differs between two secrets and reveals nothing else about them. */
export function markOf(secret: string): string {
  return keyFor(secret, 'munjigi backups: which secret').subarray(0, 16).toString('hex');
}
