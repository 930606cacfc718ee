import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limiterKeyOf, type ClientAddresses } from '../client-address.ts';
import { requestLimits } from '../limits/request-limits.ts';
import { Problem } from '../problem.ts';
import { createShortCache } from '../short-cache.ts';
import type { DocumentReads } from './document-reads.ts';
import type { DocumentLanguage, WholePages } from './first-content.ts';
import { guestDirectives } from './guest-directives.ts';
import {
  escapeHtml,
  packDocument,
  sendDocument,
  sizeOfDocument,
  structuredData,
  type PackedDocument,
} from './packed-document.ts';
import { chooseLanguage, fillWholePage } from './whole-page.ts';

interface ChainPagesOptions {
  readonly root: string;
  /** The address of the server for other sites. `null`: not configured. */
  readonly publicUrl: string | null;
  readonly reads: DocumentReads;
  readonly pages: WholePages;
  readonly listBookingPaths: () => Promise<string[]>;
  readonly addresses: ClientAddresses;
  /** 0: the operator has switched off the limits of requests. */
  readonly requestLimit: number;
}

/** Documents of one address per minute. All guests of a store may share one address. */
const MOST_DOCUMENTS_A_MINUTE = 600;
const KEPT_MS = 5000;
const MOST_KEPT = 500;
const MAP_KEPT_MS = 60_000;

/**
 * Serves the pages of a chain, which the server renders whole: its stores at `/b/{product}` (SE-5) and its privacy policy at
 * `/b/{product}/privacy` (SE-3); and for search engines `/robots.txt` and `/sitemap.xml` with all pages of booking.
 */
export function serveChainPages(http: FastifyInstance, options: ChainPagesOptions): void {
  const { root, publicUrl, addresses, requestLimit } = options;
  const template = readFileSync(path.join(root, 'chain.html'), 'utf8');
  const directives = guestDirectives(template);
  const limits = requestLimits(requestLimit > 0 ? MOST_DOCUMENTS_A_MINUTE : 0);
  const documents = createShortCache<PackedDocument>({ keptMs: KEPT_MS, most: MOST_KEPT, sizeOf: sizeOfDocument });
  const render = createRenderer(template, options);

  /** Sends the document of a kind. Guests who ask for the same one share it. */
  const serve = (kind: PageKind, suffix: string) => {
    const send = async (request: PageRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const address = addresses.of(request.raw);
      limits.countRequest(limiterKeyOf(address));
      const product = request.params.product.toLowerCase();
      const language = chooseLanguage(request);
      const version = readVersion(request.query.version);
      const document = await documents.get(`${kind} ${product} ${version} ${language}`, () =>
        render(kind, { product, version, language, address }),
      );
      reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
      reply.header('permissions-policy', 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()');
      return sendDocument(request, reply, document);
    };
    for (const end of ['', '/']) http.get<PageRoute>(`/b/:product(${SLUG})${suffix}${end}`, send);
  };
  serve('chain', '');
  serve('policy', '/privacy');

  http.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(composeRobots(publicUrl)));
  const maps = createShortCache<string>({ keptMs: MAP_KEPT_MS, most: 1, sizeOf: (text) => text.length });
  http.get('/sitemap.xml', async (request, reply) => {
    limits.countRequest(limiterKeyOf(addresses.of(request.raw)));
    if (publicUrl === null) return reply.callNotFound();
    const map = await maps.get('', async () => composeSitemap(publicUrl, await options.listBookingPaths()));
    return reply.type('application/xml; charset=utf-8').send(map);
  });
}

/** Of a chain, in any case. Other paths get the document of a store that takes no bookings. */
const SLUG = '^[A-Za-z][A-Za-z0-9-]{1,38}$';

type PageKind = 'chain' | 'policy';
interface PageRoute {
  Params: { product: string };
  Querystring: { lng?: unknown; version?: unknown };
}
type PageRequest = FastifyRequest<PageRoute>;

interface PageWish {
  readonly product: string;
  /** `null`: the latest. */
  readonly version: number | null;
  readonly language: DocumentLanguage;
  readonly address: string;
}

function createRenderer(template: string, { reads, pages, publicUrl }: ChainPagesOptions) {
  return async (kind: PageKind, { product, version, language, address }: PageWish): Promise<PackedDocument> => {
    try {
      if (kind === 'policy') {
        const policy = await reads.readPublishedPolicy({ product, version, address });
        return await packDocument(fillWholePage(template, pages.renderPolicy(policy, language), language), false);
      }
      const chain = await reads.readBookingChain({ product, address });
      const head = publicUrl === null ? '' : chainTags(`${publicUrl}/b/${product}`, chain);
      return await packDocument(fillWholePage(template, pages.renderChain(chain, language), language, head), false);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
      return packDocument(fillWholePage(template, pages.renderMissingChain(kind, language), language), true);
    }
  };
}

function readVersion(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

function chainTags(url: string, { product, stores }: Awaited<ReturnType<DocumentReads['readBookingChain']>>): string {
  const list = stores.map(({ id, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: `${url}/${id}`,
  }));
  return [
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    `<meta property="og:url" content="${escapeHtml(url)}" />`,
    structuredData({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: product.name,
      url,
      itemListElement: list,
    }),
  ].join('\n');
}

/** Pages of guests with a token say themselves that they are not for search engines, which must read that. */
function composeRobots(publicUrl: string | null): string {
  return [
    'User-agent: *',
    'Allow: /api/v2/*/booking/',
    'Disallow: /api/',
    'Disallow: /dashboard',
    ...(publicUrl === null ? [] : ['', `Sitemap: ${publicUrl}/sitemap.xml`]),
    '',
  ].join('\n');
}

function composeSitemap(publicUrl: string, paths: readonly string[]): string {
  const urls = paths.map((each) => `<url><loc>${escapeHtml(`${publicUrl}${each}`)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
