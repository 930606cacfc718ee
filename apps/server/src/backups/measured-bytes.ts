import { createHash } from 'node:crypto';

export interface Measured {
  readonly bytes: number;
  readonly sha256: string;
}

/** Passes bytes on; `figures` are those of what has passed. */
export function measureBytes(source: AsyncIterable<Uint8Array>): {
  readonly bytes: AsyncIterable<Uint8Array>;
  figures(): Measured;
} {
  const checksum = createHash('sha256');
  let size = 0;
  async function* pass(): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      checksum.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  return { bytes: pass(), figures: () => ({ bytes: size, sha256: checksum.copy().digest('hex') }) };
}
