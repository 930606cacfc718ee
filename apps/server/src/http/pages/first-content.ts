import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  BookingChain,
  BookingStore,
  GuestPage,
  ProblemBody,
  PublishedPolicy,
  StayReceipt,
} from '@munjigi/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { DocumentReads } from './document-reads.ts';
import { Problem } from '../problem.ts';

/** The part of the build of the guest pages that renders their first content (decision 130). */
interface Renderer extends WholePages {
  readonly renderReservation: (page: GuestPage, language: DocumentLanguage) => string;
  readonly renderBooking: (store: BookingStore, language: DocumentLanguage) => string;
}

/** A page that the server renders whole. The texts of `html` are escaped. */
export interface RenderedPage {
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

/** Renders the pages that need no state in the browser. */
export interface WholePages {
  readonly renderChain: (chain: BookingChain, language: DocumentLanguage) => RenderedPage;
  readonly renderPolicy: (policy: PublishedPolicy, language: DocumentLanguage) => RenderedPage;
  readonly renderMissingChain: (kind: 'chain' | 'policy', language: DocumentLanguage) => RenderedPage;
  readonly renderReceipt: (receipt: StayReceipt, language: DocumentLanguage) => RenderedPage;
  readonly renderMissingReceipt: (code: string, language: DocumentLanguage) => RenderedPage;
}

export type DocumentLanguage = 'kr' | 'en';

/** What the server adds to a document: the reply of the first request, and the content that it rendered from it. */
export interface FirstContent {
  readonly status: number;
  readonly body: GuestPage | BookingStore | ProblemBody;
  /** `null`: the reply is a refusal, which the code of the page explains. */
  readonly content: { readonly html: string; readonly language: DocumentLanguage } | null;
}

/** Finds the first content of a document. Resolves to `null` when the page has to request it. */
export interface FirstContents {
  readonly ofReservation: (read: Parameters<DocumentReads['readGuestPage']>[0], language: DocumentLanguage) => Answer;
  readonly pages: WholePages;
  readonly ofStore: (read: Parameters<DocumentReads['readBookingStore']>[0], language: DocumentLanguage) => Answer;
}
type Answer = Promise<FirstContent | null>;

/** A document waits no longer for its content: the page then requests it. */
const LONGEST_WAIT_MS = 300;
/** Reads at the same time. A busy or waiting database gets no more of them, only the requests of the pages. */
const MOST_AT_ONCE = 16;

/** Above this part of its time the process is so busy that it leaves the rendering to the browsers. */
const BUSY_PART = 0.95;
const BUSY_PERIOD_MS = 1000;

interface ServerState {
  readonly log: FastifyBaseLogger;
  readonly isBusy?: () => boolean;
}

/** `null`: the build of the pages renders nothing. */
export async function loadFirstContents(
  root: string,
  reads: Pick<DocumentReads, 'readGuestPage' | 'readBookingStore'>,
  { log, isBusy = createBusyMeter() }: ServerState,
): Promise<FirstContents | null> {
  const file = path.join(root, 'server/first-content.js');
  if (!existsSync(file)) return null;
  const renderer = (await import(pathToFileURL(file).href)) as Renderer;
  const limit = limitReads(log, isBusy);
  return {
    pages: renderer,
    ofReservation: (read, language) =>
      limit(async () => {
        const body = await reads.readGuestPage(read);
        return { status: 200, body, content: { html: renderer.renderReservation(body, language), language } };
      }),
    ofStore: (read, language) =>
      limit(async () => {
        const body = await reads.readBookingStore(read);
        return { status: 200, body, content: { html: renderer.renderBooking(body, language), language } };
      }),
  };
}

function limitReads(log: FastifyBaseLogger, isBusy: () => boolean): (read: () => Promise<FirstContent>) => Answer {
  let underWay = 0;
  return async (read) => {
    if (underWay >= MOST_AT_ONCE || isBusy()) return null;
    underWay += 1;
    const content = read()
      .catch((error: unknown) => refusalOf(error, log))
      .finally(() => (underWay -= 1));
    return Promise.race([content, waitInVain()]);
  };
}

/** Measures whether the process had no pause in the last second. */
function createBusyMeter(): () => boolean {
  let last = { at: performance.now(), use: performance.eventLoopUtilization() };
  let wasBusy = false;
  return () => {
    const at = performance.now();
    if (at - last.at < BUSY_PERIOD_MS) return wasBusy;
    const use = performance.eventLoopUtilization();
    wasBusy = performance.eventLoopUtilization(use, last.use).utilization > BUSY_PART;
    last = { at, use };
    return wasBusy;
  };
}

/** A token that is not valid is an answer. After any other failure the request of the page says what is wrong. */
function refusalOf(error: unknown, log: FastifyBaseLogger): FirstContent | null {
  if (error instanceof Problem) {
    if (error.code !== 'GUEST_TOKEN_INVALID') return null;
    return { status: error.status, body: error.body(''), content: null };
  }
  log.warn({ err: error }, 'a document of a guest has no content');
  return null;
}

function waitInVain(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), LONGEST_WAIT_MS).unref();
  });
}

/** The language of the browser, as the script of the document chooses it. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): DocumentLanguage {
  return /^\s*ko/i.test(headers['accept-language'] ?? 'ko') ? 'kr' : 'en';
}

/** Whether a browser loads a document ahead, which a person may never see. */
export function isLoadedAhead({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['sec-purpose'] !== undefined || headers['purpose'] !== undefined;
}

const ROOT = { start: '<div id="root">', end: '<!--root-->' };
const START = '<html lang="ko">';

/** Whether the document has places for content. */
export function hasContentPlaces(document: string): boolean {
  return document.includes(ROOT.start) && document.includes(ROOT.end) && document.includes(START);
}

/** Writes the content into the places of the document. The rendered texts are escaped already. */
export function fillContent(document: string, { status, body, content }: FirstContent): string {
  const reply = JSON.stringify({ status, body, language: content?.language ?? null }).replaceAll('<', '\\u003c');
  const data = `<script type="application/json" id="first-reply">${reply}</script>`;
  if (content === null)
    return document.replace(START, '<html lang="ko" data-reply>').replace('<!--root-->', () => data);
  const [from, to] = [document.indexOf(ROOT.start), document.indexOf(ROOT.end)];
  const filled = `${document.slice(0, from)}${ROOT.start}${content.html}</div>${data}${document.slice(to + ROOT.end.length)}`;
  return filled.replace(START, `<html lang="${content.language === 'kr' ? 'ko' : 'en'}" data-reply data-content>`);
}
