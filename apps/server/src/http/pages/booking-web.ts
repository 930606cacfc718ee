import type { OpeningHours } from '@munjigi/contract';
import { fillText } from '@munjigi/texts';
import { BOOKING_PAGE_TEXTS } from '@munjigi/texts/booking-page';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limiterKeyOf, type ClientAddresses } from '../client-address.ts';
import {
  fillContent,
  isLoadedAhead,
  languageOf,
  hasContentPlaces,
  type FirstContents,
  type DocumentLanguage,
} from './first-content.ts';
import { guestDirectives } from './guest-directives.ts';
import { requestLimits } from '../limits/request-limits.ts';
import {
  escapeHtml,
  packDocument,
  sendDocument,
  sizeOfDocument,
  structuredData,
  type PackedDocument,
} from './packed-document.ts';
import { createShortCache } from '../short-cache.ts';

/** What the document of a store says before its code runs: to programs that show a preview of a link, and without JavaScript. */
export interface BookingPreview {
  readonly productName: string;
  readonly storeName: string;
  /** May be empty. */
  readonly address: string;
  /** May be empty. */
  readonly phone: string;
  /** The path of a photo below the address of the server. `null`: none. */
  readonly photoPath: string | null;
  readonly location: { readonly latitude: number; readonly longitude: number } | null;
  readonly hours: readonly OpeningHours[];
}

/** Reads the preview of a store. Resolves to `null` for every store that takes no online bookings (BK-1). */
export type ReadBookingPreview = (product: string, storeId: string) => Promise<BookingPreview | null>;

interface BookingPageOptions {
  readonly root: string;
  /** The address of the server for other sites. `null`: not configured. */
  readonly publicUrl: string | null;
  readonly readPreview: ReadBookingPreview;
  /** `null`: the build of the pages has none. */
  readonly contents: FirstContents | null;
  readonly addresses: ClientAddresses;
  /** 0: the operator has switched off the limits of requests. */
  readonly requestLimit: number;
}

/** Documents of one address per minute. All guests of a store may share one address. */
const MOST_DOCUMENTS_A_MINUTE = 600;
/** Many guests open one address at once, so they share the filled and packed document. */
const KEPT_MS = 5000;
/** Rendered content is kept as long as the reply of its request (BK-2). */
const CONTENT_KEPT_MS = 1000;
const MOST_KEPT = 500;

const ADDRESS = /^\/b\/([a-z][a-z0-9-]{1,38})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

/**
 * Serves the page of online booking (BK-10) at `/b/{product}/{storeId}`. Its document has the name, the address and the
 * phone number of the store, so that links have a preview and a browser without JavaScript shows whom to call. It may
 * be indexed; a store without online booking gets the same document with 404 and a plain sentence.
 */
export function serveBookingPage(http: FastifyInstance, options: BookingPageOptions): void {
  const template = readFileSync(path.join(options.root, 'book.html'), 'utf8');
  const directives = guestDirectives(template);
  const limits = requestLimits(options.requestLimit > 0 ? MOST_DOCUMENTS_A_MINUTE : 0);
  const findDocument = cacheDocuments(template, options);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = options.addresses.of(request.raw);
    limits.countRequest(limiterKeyOf(address));
    const [, product = '', storeId = ''] = ADDRESS.exec(request.url.split('?')[0] ?? '') ?? [];
    const path = { product: product.toLowerCase(), storeId: storeId.toLowerCase() };
    const document = await findDocument({
      ...path,
      address,
      language: isLoadedAhead(request) ? null : languageOf(request),
    });
    reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    return sendDocument(request, reply, document);
  };
  http.get('/b', sendPage);
  http.get('/b/*', sendPage);
}

interface DocumentOfStore {
  readonly product: string;
  readonly storeId: string;
  readonly address: string;
  /** The language of the content. `null`: without content. */
  readonly language: DocumentLanguage | null;
}

/** Finds the document of a store. All stores without online booking share one, which is packed once. */
function cacheDocuments(template: string, { publicUrl, readPreview, contents }: BookingPageOptions) {
  const documents = createShortCache<PackedDocument>({ keptMs: KEPT_MS, most: MOST_KEPT, sizeOf: sizeOfDocument });
  const filled = createShortCache<PackedDocument>({ keptMs: CONTENT_KEPT_MS, most: MOST_KEPT, sizeOf: sizeOfDocument });
  let missing: Promise<PackedDocument> | null = null;
  const findMissing = () => (missing ??= packDocument(fillBookingDocument(template, null, null), true));
  const findPlain = (product: string, storeId: string) =>
    documents.get(`${product} ${storeId}`, async () => {
      const preview = await readPreview(product, storeId);
      const url = publicUrl === null ? null : `${publicUrl}/b/${product}/${storeId}`;
      return preview === null ? findMissing() : packDocument(fillBookingDocument(template, preview, url), false);
    });
  return async ({ product, storeId, address, language }: DocumentOfStore): Promise<PackedDocument> => {
    if (storeId === '') return findMissing();
    const plain = await findPlain(product, storeId);
    if (plain.isMissing || language === null || contents === null || !hasContentPlaces(plain.page)) return plain;
    return filled.get(`${product} ${storeId} ${language}`, async () => {
      const first = await contents.ofStore({ product, storeId, address }, language);
      return first === null ? plain : packDocument(fillContent(plain.page, first), false);
    });
  };
}

/** Fills the three places of the document. Every text of the store is escaped. */
export function fillBookingDocument(template: string, preview: BookingPreview | null, address: string | null): string {
  return template
    .replace('<!--preview-->', () => (preview === null ? missingTags() : previewTags(preview, address)))
    .replace('<!--store-->', () => (preview === null ? MISSING : storeHead(preview)))
    .replace('<!--call-->', () => (preview === null ? MISSING : callStore(preview)));
}

const { kr: KR, en: EN } = BOOKING_PAGE_TEXTS;

const MISSING = `<h1>${KR.missingTitle}</h1>
<p>${KR.missing}</p>
<p lang="en">${EN.missing}</p>`;

function missingTags(): string {
  return `<title>${KR.title}</title><meta name="robots" content="noindex" />`;
}

function previewTags(preview: BookingPreview, url: string | null): string {
  const { productName, storeName, address, photoPath } = preview;
  const title = fillText(KR.storeTitle, { store: storeName, product: productName });
  const description = `${fillText(KR.storeDescription, { store: storeName })}${address === '' ? '' : ` · ${address}`}`;
  const tags = [
    ['og:type', 'website'],
    ['og:site_name', productName],
    ['og:title', title],
    ['og:description', description],
    ['og:locale', 'ko_KR'],
    ...(url === null ? [] : [['og:url', url]]),
    // A preview needs whole addresses, also of the picture.
    ...(url === null || photoPath === null ? [] : [['og:image', new URL(photoPath, url).href]]),
  ].map(([name = '', value = '']) => `<meta property="${name}" content="${escapeHtml(value)}" />`);
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...(url === null ? [] : [`<link rel="canonical" href="${escapeHtml(url)}" />`]),
    ...tags,
    ...(url === null ? [] : [structuredData(describeStore(preview, url))]),
  ].join('\n');
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The store for search engines (schema.org/EntertainmentBusiness). Open all day is written as 00:00 to 23:59. */
function describeStore(
  { productName, storeName, address, phone, photoPath, location, hours }: BookingPreview,
  url: string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'EntertainmentBusiness',
    name: storeName,
    url,
    ...(address !== '' && { address: { '@type': 'PostalAddress', streetAddress: address, addressCountry: 'KR' } }),
    ...(phone !== '' && { telephone: phone }),
    ...(photoPath !== null && { image: new URL(photoPath, url).href }),
    ...(location && { geo: { '@type': 'GeoCoordinates', ...location } }),
    openingHoursSpecification: hours.map(({ weekday, opensAt, closesAt }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: WEEKDAYS[weekday - 1],
      opens: opensAt === closesAt ? '00:00' : opensAt,
      closes: opensAt === closesAt ? '23:59' : closesAt,
    })),
    parentOrganization: { '@type': 'Organization', name: productName },
    potentialAction: { '@type': 'ReserveAction', target: url },
  };
}

/** Has the sizes of the head that the code renders later, so that nothing moves. */
function storeHead({ productName, storeName, address, phone, photoPath }: BookingPreview): string {
  return `<header class="top"><p>${escapeHtml(productName)}</p><span class="button small" aria-hidden="true">English</span></header>
<header class="store-head"><div class="store-words"><h1 class="store-name">${escapeHtml(storeName)}</h1>
${address === '' ? '' : `<p class="quiet">${escapeHtml(address)}</p>`}</div>
${photoPath === null ? '' : '<span class="store-photo"></span>'}
<p class="row store-links">${phone === '' ? '' : telLink(phone, 'button small')}</p></header>`;
}

function callStore({ storeName, phone }: BookingPreview): string {
  return `<p><strong>${fillText(KR.noScripts, { store: escapeHtml(storeName) })}</strong><br />
${KR.turnOn}${phone === '' ? '' : KR.orCall}</p>
<p lang="en">${EN.noScripts}${phone === '' ? '' : EN.orCall}</p>
${phone === '' ? '' : telLink(phone, 'button')}`;
}

function telLink(phone: string, className: string): string {
  const shown = `<span class="nowrap">${escapeHtml(phone)}</span>`;
  return `<a class="${className}" href="tel:${phone.replace(/[^\d+]/g, '')}">${KR.call} <span lang="en">${EN.call}</span> ${shown}</a>`;
}
