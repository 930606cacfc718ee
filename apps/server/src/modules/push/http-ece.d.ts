/** Types of the one function that is used; the package has no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** RFC 8188 with the keys of RFC 8291. */
  export function encrypt(
    text: Buffer,
    how: { readonly version: 'aes128gcm'; readonly dh: string; readonly authSecret: string; readonly privateKey: ECDH },
  ): Buffer;
}
