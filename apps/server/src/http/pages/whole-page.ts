import type { FastifyRequest } from 'fastify';
import { languageOf, type DocumentLanguage, type RenderedPage } from './first-content.ts';
import { escapeHtml } from './packed-document.ts';

/** Documents that the server renders whole: their language, and the places of their template. */

/** The language that the link names, or that of the browser. */
export function chooseLanguage(
  request: Pick<FastifyRequest<{ Querystring: { lng?: unknown } }>, 'headers' | 'query'>,
): DocumentLanguage {
  const { lng } = request.query;
  return lng === 'kr' || lng === 'en' ? lng : languageOf(request);
}

/** Writes a rendered page into its template. `head` is trusted HTML. */
export function fillWholePage(template: string, page: RenderedPage, language: DocumentLanguage, head = ''): string {
  const tags = [
    `<title>${escapeHtml(page.title)}</title>`,
    ...(page.description === '' ? [] : [`<meta name="description" content="${escapeHtml(page.description)}" />`]),
    `<meta property="og:title" content="${escapeHtml(page.title)}" />`,
    head,
  ].join('\n');
  return template
    .replace('<html lang="ko">', `<html lang="${language === 'kr' ? 'ko' : 'en'}">`)
    .replace('<!--preview-->', () => tags)
    .replace('<!--content-->', () => page.html);
}
