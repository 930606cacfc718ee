import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { COMPANION_PAGE_TITLES } from '@munjigi/texts/companion-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientAddresses } from '../client-address.ts';
import {
  fillContent,
  isLoadedAhead,
  languageOf,
  hasContentPlaces,
  type FirstContent,
  type FirstContents,
} from './first-content.ts';
import { sendFileReply } from '../files/file.ts';
import type { DocumentReads } from './document-reads.ts';
import { readGuestDevice, setGuestDevice } from '../guest-device.ts';
import { guestDirectives } from './guest-directives.ts';
import { serveReceiptPage } from './receipt-web.ts';

const YEAR = 'public, max-age=31536000, immutable';
/** Keeps pages readable without a connection (GP-6, DP-4). Never cached, so that a new version is found. */
const WORKER = 'g-worker.js';
/** The documents with a token in their path, by the folder that they answer for. */
const DOCUMENTS = { '/g': 'index.html', '/d': 'display.html' } as const;

/**
 * The documents that open the window of a provider (GP-8, AG-5), and the hosts that its script needs. Toss has hosts below its
 * domain; PortOne opens the window of the company behind the channel, whose hosts are not known in advance.
 */
const PROVIDER_WINDOWS: Readonly<Record<string, { readonly document: string; readonly hosts: readonly string[] }>> = {
  '/g-pay/toss': { document: 'pay.html', hosts: ['https://*.tosspayments.com'] },
  '/g-pay/portone': { document: 'pay.html', hosts: ['https:'] },
  '/g-pay/identity': { document: 'identity.html', hosts: ['https:'] },
};

interface GuestPagesOptions {
  readonly root: string;
  /** `null`: the build has none. */
  readonly contents: FirstContents | null;
  readonly reads: Pick<DocumentReads, 'readStayCalendar' | 'readStayReceipt'>;
  readonly addresses: ClientAddresses;
}

/**
 * Serves the pages of guests (GP-1) and of tablets at doors (DP-3): every path below `/g/` or `/d/` gets its document,
 * because the token is in the path, and `/g-assets/` has their hashed files. A path with a token matches the route `/g/*`
 * or `/d/*`, which is what log lines name.
 */
export async function serveGuestPages(http: FastifyInstance, { root, ...first }: GuestPagesOptions): Promise<void> {
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
    const findContent = first.contents === null ? null : contentOfReservation(first.contents, first.addresses);
    for (const [folder, document] of Object.entries(DOCUMENTS))
      serveDocument(guests, { root, folder, document, findContent: folder === '/g' ? findContent : null });
    serveStayCalendar(guests, first);
    if (first.contents !== null) serveReceiptPage(guests, { root, pages: first.contents.pages, ...first });
    serveProviderWindows(guests, root);
    guests.get<{ Params: { '*': string } }>('/g-assets/*', (request, reply) => {
      const { '*': name } = request.params;
      return HASHED_NAME.test(name) ? reply.sendFile(`g-assets/${name}`) : reply.callNotFound();
    });
  });
}

function serveProviderWindows(guests: FastifyInstance, root: string): void {
  for (const [address, { document, hosts }] of Object.entries(PROVIDER_WINDOWS)) {
    const directives = windowDirectives(readFileSync(path.join(root, document), 'utf8'), hosts);
    guests.get(address, (_request, reply) => {
      reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
      // The window of a provider may be a popup or a frame with the payment request of the browser.
      reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
      reply.header('x-robots-tag', 'noindex, nofollow');
      return reply.sendFile(document);
    });
  }
}

/** The name of a file in `g-assets`: a path that leaves the folder would send a document without its policy. */
const HASHED_NAME = /^[\w-][\w.-]*$/;

interface ServedDocument {
  readonly root: string;
  readonly folder: string;
  readonly document: string;
  /** `null`: all paths of the folder get the same document. */
  readonly findContent: FindContent | null;
}

type FindContent = (request: FastifyRequest, reply: FastifyReply) => Promise<FirstContent | null>;

/** Serves a document at every path of its folder, and there the worker that keeps it. */
function serveDocument(guests: FastifyInstance, { root, folder, document, findContent }: ServedDocument): void {
  const template = readFileSync(path.join(root, document), 'utf8');
  const directives = guestDirectives(template);
  const ofCompanion = (request: FastifyRequest) =>
    template.replace(TITLE, `<title>${COMPANION_PAGE_TITLES[languageOf(request)]}</title>`);
  const find = hasContentPlaces(template) ? findContent : null;
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const first = find === null ? null : await find(request, reply);
    reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    reply.header('x-robots-tag', 'noindex, nofollow');
    if (first === null && OF_COMPANION.test(request.url))
      return reply
        .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
        .type('text/html; charset=utf-8')
        .send(ofCompanion(request));
    if (first === null) return reply.sendFile(document);
    // The data of a guest: no browser and no proxy keeps it (GP-6).
    reply.headers({ 'cache-control': 'no-store', vary: 'accept-encoding' });
    return reply.type('text/html; charset=utf-8').send(fillContent(template, first));
  };
  guests.get(folder, sendPage);
  guests.get(`${folder}/*`, sendPage);
  guests.get(`${folder}/${WORKER}`, (_request, reply) => {
    reply.header('content-security-policy', "default-src 'self'");
    return reply.sendFile(WORKER);
  });
}

/** The link of a companion (GT-22): a messenger shows the title, which names no reservation of the reader. */
const OF_COMPANION = /^\/g\/mjc_/;
const TITLE = /<title>[^<]*<\/title>/;

/**
 * Serves the calendar entry of a stay beside its page: a phone opens the address without a header (MS-24). The service
 * worker of the page does not answer this address.
 */
function serveStayCalendar(
  guests: FastifyInstance,
  { reads, addresses }: Pick<GuestPagesOptions, 'reads' | 'addresses'>,
): void {
  guests.get<{ Params: { token: string } }>('/g/:token/stay.ics', async (request, reply) => {
    // Of a refusal too.
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
    return sendFileReply(
      reply,
      await reads.readStayCalendar({
        token: request.params.token,
        address: addresses.of(request.raw),
        device: readGuestDevice(request),
      }),
    );
  });
}

const WITH_TOKEN = /^\/g\/(mjg_[\w-]+)\/?$/;

/** Finds the page of the token in the address, for a browser that opens it. */
function contentOfReservation(contents: FirstContents, addresses: ClientAddresses): FindContent {
  return async (request, reply) => {
    const [, token] = WITH_TOKEN.exec(request.url.split('?')[0] ?? '') ?? [];
    if (token === undefined || !isOpened(request)) return null;
    const device = readGuestDevice(request);
    const first = await contents.ofReservation(
      { token, address: addresses.of(request.raw), device },
      languageOf(request),
    );
    // The first poll of the page is then the second request of the device (GT-14).
    if (first !== null && first.content !== null && device.length === 0) setGuestDevice(request, reply, '/');
    return first;
  };
}

/**
 * Whether a person opens the address in a browser. A messenger that makes a preview of a link, a program that checks links
 * and a browser that loads a page ahead get the document without the data of the guest.
 */
function isOpened(request: FastifyRequest): boolean {
  const { method, headers } = request;
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && !isLoadedAhead(request);
}

/** The policy of a document that runs the script of a payment provider. It has no token in its address or its code. */
function windowDirectives(document: string, hosts: readonly string[]): Record<string, string[]> {
  return {
    ...guestDirectives(document),
    'script-src': ["'self'", ...hosts],
    // Scripts of providers write styles into the document.
    'style-src': ["'self'", "'unsafe-inline'", ...hosts],
    'img-src': ["'self'", 'data:', ...hosts],
    'font-src': [...hosts],
    'connect-src': ["'self'", ...hosts],
    'frame-src': [...hosts],
    'form-action': [...hosts],
  };
}
