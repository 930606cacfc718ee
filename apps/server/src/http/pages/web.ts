import { readFileSync } from 'node:fs';
import path from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveBookingPage, type ReadBookingPreview } from './booking-web.ts';
import { serveChainPages } from './chain-web.ts';
import type { ClientAddresses } from '../client-address.ts';
import type { DocumentReads } from './document-reads.ts';
import { loadFirstContents } from './first-content.ts';
import { notFound, type Problem } from '../problem.ts';
import { serveGuestPages } from './guest-web.ts';
import { hashInlineParts } from './inline-parts.ts';
import { sendProblem, unknownApiPath } from '../server.ts';

/** Headers of every reply: no sniffing of types, no use by other sites, no referrer. */
const ON_EVERYTHING = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const YEAR = 'public, max-age=31536000, immutable';
/** Browsers look for a new version under this name, so it is never cached, and its policy allows only what it needs. */
const WORKER = 'push-worker.js';
const OF_THE_WORKER = "default-src 'none'";

/**
 * Sets headers that restrict a document: the content security policy and related ones (configured in web.ts), and no
 * access to devices of the visitor.
 */
export function setDocumentHeaders(reply: FastifyReply): void {
  reply.helmet();
  reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}

interface WebOptions {
  /** The built application of staff. `null`: none. */
  readonly webRoot: string | null;
  /** The built pages of guests. `null`: none. */
  readonly guestRoot: string | null;
  /** The address of the server for other sites. `null`: not configured. */
  readonly publicUrl: string | null;
  readonly readBookingPreview: ReadBookingPreview;
  readonly listBookingPaths: () => Promise<string[]>;
  readonly addresses: ClientAddresses;
  /** 0: the operator has switched off the limits of requests. */
  readonly requestLimit: number;
  readonly reads: DocumentReads;
}

/**
 * Sets the security headers of every reply, and serves the built browser applications: files with a hash in their name
 * are cached for ever, `index.html` never; unknown paths get the application, unknown `/api` paths a problem.
 */
export async function serveWeb(http: FastifyInstance, options: WebOptions): Promise<void> {
  const { webRoot, guestRoot, readBookingPreview } = options;
  const index = webRoot ? readFileSync(path.join(webRoot, 'index.html'), 'utf8') : '';
  await http.register(helmet, {
    // Sent with documents only (`reply.helmet()`): scripts, pictures and API replies do not need it.
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: documentDirectives(index),
    },
    referrerPolicy: { policy: 'no-referrer' },
    // The proxy with the certificate sets this header; over plain HTTP it would mislead.
    strictTransportSecurity: false,
  });
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ON_EVERYTHING);
    done();
  });
  // Before the next static files, because each of the two adds its own `reply.sendFile`, the inner one first.
  if (guestRoot) {
    const contents = await loadFirstContents(guestRoot, options.reads, { log: http.log });
    await serveGuestPages(http, { root: guestRoot, contents, reads: options.reads, addresses: options.addresses });
    serveBookingPages(http, { ...options, root: guestRoot, readPreview: readBookingPreview, contents });
  }
  /** Sends the application's document, with the headers for documents. */
  const sendIndex = (reply: FastifyReply): FastifyReply => {
    setDocumentHeaders(reply);
    return reply.sendFile('index.html');
  };

  if (webRoot) {
    await http.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      index: false,
      wildcard: true,
      dotfiles: 'deny',
      // A document needs its policy, so it is sent by `sendIndex` only, for every spelling of its path.
      allowedPath: (name, _root, request) => request?.routeOptions.url !== ANY_FILE || !IS_DOCUMENT.test(name),
      cacheControl: false,
      ...FEW_HEADERS,
      setHeaders(reply, file) {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        const isIndex = path.basename(file).startsWith('index.html');
        const isWorker = path.basename(file).startsWith(WORKER);
        reply.setHeader('cache-control', isHashed ? YEAR : isIndex || isWorker ? 'no-cache' : 'public, max-age=3600');
        if (isWorker) reply.setHeader('content-security-policy', OF_THE_WORKER);
        reply.setHeader('vary', 'accept-encoding');
      },
    });
    // The static files do not include the folder itself: without this route the server would refuse the start page.
    http.get('/', (_request, reply) => sendIndex(reply));
  }

  http.setNotFoundHandler(async (request, reply) => {
    if (webRoot && isPageOfStaff(request)) return sendIndex(reply);
    const problem: Problem = isBelow(request.url, '/api') ? unknownApiPath(request) : notFound();
    return sendProblem(problem, request, reply);
  });
}

/** Serves the pages of stores and of chains. */
function serveBookingPages(
  http: FastifyInstance,
  options: Parameters<typeof serveBookingPage>[1] & Omit<Parameters<typeof serveChainPages>[1], 'pages'>,
): void {
  if (options.contents !== null) serveChainPages(http, { ...options, pages: options.contents.pages });
  serveBookingPage(http, options);
}

/**
 * A first visit loads some forty files, and each header costs forty times its length. The entity tag says when a file was
 * changed.
 */
const FEW_HEADERS = { lastModified: false, acceptRanges: false };
/** The route of the static files. */
const ANY_FILE = '/*';
const IS_DOCUMENT = /\.html(?:\.(?:br|gz))?$/i;

/** Folders that the application of staff does not answer for. */
const OTHER_FOLDERS = ['/api', '/assets', '/g-assets', '/g', '/b', '/d'];

function isPageOfStaff({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !OTHER_FOLDERS.some((folder) => isBelow(url, folder));
}

/** The content security policy of the application's document. */
function documentDirectives(index: string): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashInlineParts(index)],
    // The component library writes its styles at run time; a style cannot run code.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'media-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}

function isBelow(url: string, folder: string): boolean {
  const path = url.split('?')[0] ?? '';
  return path === folder || path.startsWith(`${folder}/`);
}
