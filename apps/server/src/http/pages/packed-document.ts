import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A document that many guests get, packed once. */
export interface PackedDocument {
  readonly isMissing: boolean;
  readonly page: string;
  readonly packed: Buffer;
}

const compress = promisify(brotliCompress);

export async function packDocument(page: string, isMissing: boolean): Promise<PackedDocument> {
  return { isMissing, page, packed: await compress(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) };
}

/** The size of a document in a cache. All missing ones are one. */
export function sizeOfDocument({ page, packed, isMissing }: PackedDocument): number {
  return isMissing ? 0 : page.length + packed.length;
}

/** Sends a document that is checked for changes on each visit; a missing one with 404, and kept out of search engines. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { isMissing, page, packed }: PackedDocument,
): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language' });
  if (isMissing) reply.code(404).header('x-robots-tag', 'noindex');
  reply.type('text/html; charset=utf-8');
  return acceptsBrotli(request) ? reply.header('content-encoding', 'br').send(packed) : reply.send(page);
}

function acceptsBrotli(request: FastifyRequest): boolean {
  return negotiate((request.headers['accept-encoding'] ?? '').toLowerCase(), ['br']) === 'br';
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Facts about a page for search engines (schema.org). It is data, so the policy of scripts does not apply. */
export function structuredData(facts: object): string {
  return `<script type="application/ld+json">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`;
}
