import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Shorter bodies fit into one packet anyway. */
const LEAST_BYTES = 1400;
/** Compressing this much takes less than a millisecond of the event loop; more leaves as a stream. */
const MOST_BYTES_AT_ONCE = 16_384;
/** A fast level, which still compresses a list of rows to a sixth. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

/**
 * Compresses long texts if the client accepts it, because a phone on a slow line waits for bytes and not for the server.
 * Files that the build has compressed leave as they are, and so do event streams. No reply mixes a secret with text chosen
 * by a stranger, and no cookie authenticates a request, so lengths reveal nothing (BREACH).
 *
 * Routes of `http` have to be added after it. A request with a compressed body is refused, as before.
 */
export async function compressReplies(http: FastifyInstance): Promise<void> {
  await http.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: LEAST_BYTES,
    syncThreshold: MOST_BYTES_AT_ONCE,
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    },
    zlibOptions: { level: GZIP_LEVEL },
  });
}
