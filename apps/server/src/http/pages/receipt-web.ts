import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ClientAddresses } from '../client-address.ts';
import { readGuestDevice } from '../guest-device.ts';
import { Problem } from '../problem.ts';
import type { DocumentReads } from './document-reads.ts';
import type { DocumentLanguage, RenderedPage, WholePages } from './first-content.ts';
import { guestDirectives } from './guest-directives.ts';
import { chooseLanguage, fillWholePage } from './whole-page.ts';

interface ReceiptPageOptions {
  readonly root: string;
  readonly pages: WholePages;
  readonly reads: Pick<DocumentReads, 'readStayReceipt'>;
  readonly addresses: ClientAddresses;
}

type GuestRead = Parameters<DocumentReads['readStayReceipt']>[0];

interface ReceiptRoute {
  Params: { token: string };
  Querystring: { lng?: unknown };
}

/**
 * Serves the receipt of a stay at `/g/{token}/receipt` (CR-13), which the server renders whole, so that it can be printed from
 * any browser. A refusal is a page too, with its status.
 */
export function serveReceiptPage(guests: FastifyInstance, { root, pages, reads, addresses }: ReceiptPageOptions): void {
  const template = readFileSync(path.join(root, 'receipt.html'), 'utf8');
  const directives = guestDirectives(template);

  async function render(read: GuestRead, language: DocumentLanguage): Promise<{ status: number; page: RenderedPage }> {
    try {
      return { status: 200, page: pages.renderReceipt(await reads.readStayReceipt(read), language) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { status: error.status, page: pages.renderMissingReceipt(error.code, language) };
    }
  }

  guests.get<ReceiptRoute>('/g/:token/receipt', async (request, reply) => {
    const language = chooseLanguage(request);
    const device = readGuestDevice(request);
    const read = { token: request.params.token, address: addresses.of(request.raw), device };
    const { status, page } = await render(read, language);
    reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
    // The data of a guest: no browser and no proxy keeps it (GP-6).
    reply.headers({ 'cache-control': 'no-store', vary: 'accept-language', 'x-robots-tag': 'noindex, nofollow' });
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(fillWholePage(template, page, language));
  });
}
