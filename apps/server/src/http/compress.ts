import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Shorter bodies fit into one packet anyway. */
const LEAST_CHARACTERS = 1400;
/** A fast level, which still compresses a list of rows to a sixth. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const GZIP = { level: 4 };

/**
 * Compresses long JSON replies if the client accepts it, because a phone on a slow line waits for bytes and not for the
 * server. The compression runs off the event loop. No reply mixes a secret with text chosen by a stranger, and no
 * cookie authenticates a request, so lengths reveal nothing (BREACH).
 */
export function compressJson(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LEAST_CHARACTERS || reply.hasHeader('content-encoding'))
      return done(null, payload);
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'] ?? '';
    const name = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
    if (name === null) return done(null, payload);
    const finish = (error: Error | null, small: Buffer): void => {
      if (error) return done(error);
      reply.removeHeader('content-length').header('content-encoding', name);
      done(null, small);
    };
    if (name === 'br') brotliCompress(payload, BROTLI, finish);
    else gzip(payload, GZIP, finish);
  });
}
