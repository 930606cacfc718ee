import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { guestDirectives } from './guest-directives.ts';

const YEAR = 'public, max-age=31536000, immutable';
/** Keeps the page readable without a connection (GP-6). Never cached, so that a new version is found. */
const WORKER = 'g-worker.js';

/**
 * Serves the pages of guests (GP-1): every path below `/g/` gets their document, because the token is in the path, and
 * `/g-assets/` has their hashed files. A path with a token matches the route `/g/*`, which is what log lines name.
 */
export async function serveGuestPages(http: FastifyInstance, root: string): Promise<void> {
  const directives = guestDirectives(readFileSync(path.join(root, 'index.html'), 'utf8'));
  await http.register(async (guests) => {
    await guests.register(fastifyStatic, {
      root,
      preCompressed: true,
      index: false,
      serve: false,
      dotfiles: 'deny',
      cacheControl: false,
      setHeaders(reply, file) {
        const isHashed = file.includes(`${path.sep}g-assets${path.sep}`);
        reply.setHeader('cache-control', isHashed ? YEAR : 'no-cache');
        reply.setHeader('vary', 'accept-encoding');
      },
    });
    const sendPage = (reply: FastifyReply): FastifyReply => {
      reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
      reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
      reply.header('x-robots-tag', 'noindex, nofollow');
      return reply.sendFile('index.html');
    };
    guests.get('/g', (_request, reply) => sendPage(reply));
    guests.get('/g/*', (_request, reply) => sendPage(reply));
    guests.get(`/g/${WORKER}`, (_request, reply) => {
      reply.header('content-security-policy', "default-src 'self'");
      return reply.sendFile(WORKER);
    });
    guests.get<{ Params: { '*': string } }>('/g-assets/*', (request, reply) =>
      reply.sendFile(`g-assets/${request.params['*']}`),
    );
  });
}
