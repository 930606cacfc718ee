import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Book, type BookedPayment } from './book.ts';
import { ProviderRefusal } from './refusal.ts';
import { settlesAsAgreed, type SettlementBehaviour } from './settlements.ts';
import { serveCheckout, type CheckoutProtocol } from './checkout.ts';
import {
  createOddPlayer,
  withoutMembers,
  type OddAnswer,
  type OddBehaviour,
  type OddPlayer,
  type RequestKind,
} from './odd.ts';

/**
 * Faults of the next requests. `lost`: the request does not arrive. `unanswered`: it is executed, and the answer does
 * not arrive.
 */
export interface ProviderFaults {
  /** The faults of the next requests, in order; `null`: no fault. */
  next: ('lost' | 'unanswered' | 'error' | 'refused' | null)[];
  /** Delay in milliseconds of every request that changes something. */
  delayMs: number;
  /** The share of requests that fail, with the kinds of faults in turn. */
  share: number;
  /** Accepts every request and never answers. */
  isSilent: boolean;
  /** Refuses every request, as after the key was revoked at the provider. */
  isRevoked: boolean;
}

/** A webhook message as the provider sends it. */
export interface SentWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface VirtualProvider {
  readonly url: string;
  readonly book: Book;
  readonly faults: ProviderFaults;
  /**
   * All messages, oldest first, for each change of a payment. The test decides how often and in which order they are
   * sent.
   */
  readonly messages: SentWebhook[];
  /** The idempotency keys of the successful requests that changed something. */
  readonly done: string[];
  requests: number;
  /** The kinds of these requests, oldest first. */
  readonly kinds: RequestKind[];
  /** Odd but documented behaviour, drawn by a seed. Off by default. */
  readonly odd: OddBehaviour;
  /** What it pays out for the payments in its book. */
  readonly settling: SettlementBehaviour;
  /** How often each kind of odd behaviour was played. */
  readonly oddPlayed: ReadonlyMap<string, number>;
  /** Plays these odd answers to the next requests of their kinds, in order. */
  playNext(...answers: readonly OddAnswer[]): void;
  close(): Promise<void>;
}

export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly header: (name: string) => string;
}

export interface ProviderProtocol {
  readonly checkout: CheckoutProtocol;
  /** Odd behaviour of this provider that its documents name. */
  readonly oddities: readonly OddAnswer[];
  readonly isAllowed: (providerRequest: ProviderRequest) => boolean;
  readonly answer: (book: Book, providerRequest: ProviderRequest, settling: SettlementBehaviour) => object;
  readonly refusal: (code: string, message: string) => object;
  readonly messagesOf: (bookedPayment: BookedPayment) => SentWebhook[];
}

export interface VirtualOptions {
  readonly apiSecret: string;
  /** The id of the account that the key belongs to, which each payment names. */
  readonly merchantId?: string;
  readonly port?: number;
  readonly now?: () => Date;
}

/**
 * Starts a provider on the loopback. A repeated idempotency key gets the first answer, or 409 while the first request
 * is under way.
 */
export async function startProvider(
  wire: ProviderProtocol,
  { port = 0, now = () => new Date() }: VirtualOptions,
): Promise<VirtualProvider> {
  const messages: SentWebhook[] = [];
  const faults: ProviderFaults = { next: [], delayMs: 0, share: 0, isSilent: false, isRevoked: false };
  const book = new Book(now, (bookedPayment) => messages.push(...wire.messagesOf(bookedPayment)));
  const nextFault = faultsInOrder(faults);
  const odd: OddBehaviour = { rate: 0, seed: 1 };
  const settling = settlesAsAgreed();
  const player = createOddPlayer(odd, wire.oddities);
  const provider: Omit<VirtualProvider, 'url'> = {
    book,
    faults,
    messages,
    done: [],
    requests: 0,
    kinds: [],
    odd,
    settling,
    oddPlayed: player.played,
    playNext: player.playNext,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const answerOnce = answersByKey(wire, { book, faults, done: provider.done, settling });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await serveCheckout(wire.checkout, book, request, response)) return;
    provider.requests += 1;
    const providerRequest = await readRequest(request);
    if (faults.isSilent) return;
    provider.kinds.push(kindOf(providerRequest));
    const oddAnswer = player.take(kindOf(providerRequest));
    if (oddAnswer?.delayMs !== undefined) await sleep(oddAnswer.delayMs);
    if (oddAnswer?.answer && !oddAnswer.isExecuted) return sendOdd(response, oddAnswer.answer);
    if (odd.rate > 0) beOddWithCancels(book, player, providerRequest);
    const fault = nextFault();
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'error') return send(response, { status: 500, json: wire.refusal('INTERNAL', 'on purpose') });
    if (fault === 'refused') return send(response, { status: 400, json: wire.refusal('REFUSED', 'on purpose') });
    const answer = faults.isRevoked ? keyRefused(wire) : await answerOnce(providerRequest);
    if (fault === 'unanswered') return void request.socket.destroy();
    if (oddAnswer?.answer) return sendOdd(response, oddAnswer.answer);
    send(response, { ...answer, json: withoutMembers(answer.json, oddAnswer?.without ?? []) });
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) =>
      send(response, { status: 500, json: { message: String(error) } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(provider, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function kindOf({ method, path }: ProviderRequest): RequestKind {
  if (path.includes('/cash-receipt')) return 'receipt';
  if (method === 'GET') return 'lookUp';
  if (path.endsWith('/cancel')) return 'cancel';
  return path.endsWith('/pre-register') ? 'preregister' : 'confirm';
}

/** The share of refunds that a provider accepts and makes later. */
const PENDING_SHARE = 0.3;

/** Accepts some refunds and makes them after a few lookups. */
function beOddWithCancels(book: Book, player: OddPlayer, providerRequest: ProviderRequest): void {
  const kind = kindOf(providerRequest);
  if (kind === 'cancel') book.nextCancels.splice(0, 1, player.draw() < PENDING_SHARE ? 'PENDING' : 'DONE');
  if (kind !== 'lookUp') return;
  const payment = book.find(decodeURIComponent(providerRequest.path.split('/').at(-1) ?? ''));
  if (payment) book.countLookup(payment);
}

function sendOdd(response: ServerResponse, { status, body }: NonNullable<OddAnswer['answer']>): void {
  if (typeof body !== 'string') return send(response, { status, json: body });
  if (!response.destroyed) response.writeHead(status, { 'content-type': 'text/html' }).end(body);
}

interface Served {
  readonly book: Book;
  readonly faults: ProviderFaults;
  readonly done: string[];
  readonly settling: SettlementBehaviour;
}

/** Carries requests out. A repeated idempotency key gets the first answer, or 409 while the first request is under way. */
function answersByKey(wire: ProviderProtocol, { book, faults, done, settling }: Served) {
  const answers = new Map<string, Answer | null>();
  return async (providerRequest: ProviderRequest): Promise<Answer> => {
    const isChange = providerRequest.method === 'POST';
    const key = isChange ? providerRequest.header('idempotency-key') : '';
    if (key !== '' && answers.has(key))
      return (
        answers.get(key) ?? {
          status: 409,
          json: wire.refusal('IDEMPOTENCY_OUTSTANDING_REQUEST', 'The first is under way'),
        }
      );
    if (key !== '') answers.set(key, null);
    if (isChange && faults.delayMs > 0) await sleep(faults.delayMs);
    const answer = answerFrom(wire, { book, settling }, providerRequest);
    if (key !== '') answers.set(key, answer);
    if (key !== '' && answer.status === 200) done.push(key);
    return answer;
  };
}

interface Answer {
  readonly status: number;
  readonly json: object;
}

/** The fault of each request, in the order of their arrival. */
function faultsInOrder(faults: ProviderFaults): () => ProviderFaults['next'][number] {
  let turn = 0;
  return () => {
    if (faults.next.length > 0) return faults.next.shift() ?? null;
    turn += 1;
    const isFaulty = faults.share > 0 && turn % Math.max(1, Math.round(1 / faults.share)) === 0;
    return isFaulty ? ((['lost', 'unanswered', 'error'] as const)[turn % 3] ?? null) : null;
  };
}

async function readRequest(request: IncomingMessage): Promise<ProviderRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const header = (name: string) => String(request.headers[name] ?? '');
  const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as ProviderRequest['body']) : {};
  return { method: request.method ?? '', path: request.url ?? '', body, header };
}

function keyRefused(wire: ProviderProtocol): Answer {
  return { status: 401, json: wire.refusal('UNAUTHORIZED_KEY', 'This key is not known') };
}

function answerFrom(
  wire: ProviderProtocol,
  { book, settling }: Pick<Served, 'book' | 'settling'>,
  providerRequest: ProviderRequest,
): Answer {
  if (!wire.isAllowed(providerRequest)) return keyRefused(wire);
  try {
    return { status: 200, json: wire.answer(book, providerRequest, settling) };
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    return { status: error.status, json: wire.refusal(error.code, error.message) };
  }
}

function send(response: ServerResponse, { status, json }: Answer): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}
