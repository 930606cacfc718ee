import { createHash } from 'node:crypto';
import type { Endpoint } from '@munjigi/contract';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { isStaleRightsError, pipelineStatement, type Database, type Tx } from '../db/index.ts';
import {
  admitChannel,
  admitGuest,
  admitPerson,
  authenticatePerson,
  isForGuests,
  limitToEndpoint,
  type Admission,
} from './admit.ts';
import type { PendingRead } from './coalesced-reads.ts';
import { sendFileReply, acceptUploads, type FileReply, type UploadedFile } from './files/file.ts';
import {
  claimKey,
  claimKeyAlone,
  endKeyClaim,
  keepReply,
  keyedRequest,
  releaseKey,
  type KeyedRequest,
} from './idempotency.ts';
import { retryAfterLostRace } from './lost-race.ts';
import { parseParams, parsePart } from './parse.ts';
import type { PollFastPath } from './poll-fast-path.ts';
import { Problem } from './problem.ts';
import { callerId, type Caller, type Channel, type GuestCaller, type Person } from './caller.ts';
import { SharedReply, type Route, type SharedQuestion } from './route.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type { WorkSlots } from './limits/work-slots.ts';

export interface Serving extends Admission {
  readonly db: Database;
  readonly clock: Clock;
  readonly pollFastPath: PollFastPath;
  readonly slots: Readonly<Record<'search' | 'export', WorkSlots>>;
  readonly searchTimeoutMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
    channel: Channel | null;
    guest: GuestCaller | null;
    /** The checked path parameters; empty before the check. */
    checkedParams: Record<string, string> | null;
    /** The query of the request, if other requests may share its reply. */
    question: PendingRead['question'] | null;
    /** The database was away when the request needed it. */
    isDuringOutage: boolean;
  }
}

/**
 * The request pipeline, the same for every endpoint (ARCHITECTURE.md). Requests without permission are refused before
 * the body is read.
 */
export function serveRoutes(http: FastifyInstance, serving: Serving, route: Route): void {
  const { upload } = route.endpoint;
  if (!upload) return serveIn(http, serving, route);
  void http.register(async (scope) => {
    acceptUploads(scope, upload);
    serveIn(scope, serving, route);
  });
}

function serveIn(http: FastifyInstance, serving: Serving, route: Route): void {
  const { endpoint } = route;
  for (const path of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
    http.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      // A stream has no end, so HEAD has no reply.
      exposeHeadRoute: endpoint.kind !== 'stream',
      ...(endpoint.upload ? { bodyLimit: endpoint.upload.maxBytes } : {}),
      onRequest: async (request, reply) => {
        if (endpoint.access === 'channel') request.channel = await admitChannel(serving, request, reply);
        else if (isForGuests(endpoint)) request.guest = await admitGuest(serving, endpoint, request, reply);
        else if (endpoint.access !== 'public') request.person = await admitPerson(serving, route, request, reply);
      },
      handler: (request, reply) => answer(serving, route, request, reply),
      ...(route.kind === 'shared' ? { onResponse: rememberIn(serving.pollFastPath) } : {}),
    });
  }
}

function rememberIn(fastPath: PollFastPath): onResponseHookHandler {
  return (request, reply, done) => {
    const { person, question } = request;
    if (person && question) fastPath.remember(request, reply, { person, question });
    done();
  };
}

/** An unknown query parameter is refused like an unknown field. */
const NO_QUERY = z.strictObject({});

/** Equal query strings of one endpoint are parsed once. Strings longer than a browser's are parsed each time. */
const parsedQueries = new LRUCache<string, { readonly query: unknown }>({
  max: 1000,
  maxSize: 1_000_000,
  sizeCalculation: (_parsed, key) => 200 + 4 * key.length,
});
const LONGEST_QUERY_KEY = 300;

function parseQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.ignoresQuery === true) return undefined;
  const at = request.url.indexOf('?');
  const key = `${endpoint.method} ${endpoint.path}${at < 0 ? '' : request.url.slice(at)}`;
  const parsed = parsedQueries.get(key);
  if (parsed) return parsed.query;
  const query = Object.freeze(parsePart(endpoint.query ?? NO_QUERY, request.query));
  if (key.length <= LONGEST_QUERY_KEY) parsedQueries.set(key, { query });
  return query;
}

const RESTART = Symbol('begin again');

/** A request whose rights from memory are outdated, or that failed before they were checked, begins again. */
async function answer(serving: Serving, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const rights = request.person?.rightsAt;
  if (!rights) return answerOnce(serving, route, request, reply);
  const answered = await answerOnce(serving, route, request, reply).catch((error: unknown) => {
    if (!rights.isUnchecked && !isStaleRightsError(error)) throw error;
    return RESTART;
  });
  if (answered !== RESTART) {
    if (rights.isUnchecked) throw new Error(`${route.endpoint.path} answered without a transaction of its caller`);
    return answered;
  }
  const person = await authenticatePerson(serving, request);
  request.person = limitToEndpoint(route.endpoint, request, person);
  return answerOnce(serving, route, request, reply);
}

async function answerOnce(
  serving: Serving,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const parsed = parseRequest(serving, route.endpoint, request, reply);
  const { actor } = parsed.input;
  const load = actor === null ? null : loadOf(route.endpoint, parsed.input);
  if (actor === null || load === null) return respond(serving, route, request, parsed);
  const release = await serving.slots[load].acquire({ callerId: callerId(actor), productId: actor.productId });
  // A file is written after the handler has returned it.
  const isWritten = load === 'export' && !reply.raw.destroyed;
  if (isWritten) reply.raw.once('close', release);
  try {
    return await respond(serving, route, request, parsed);
  } catch (error) {
    const isTimeout = load === 'search' && (error as { code?: unknown }).code === QUERY_CANCELED;
    throw isTimeout ? new Problem('SEARCH_TOO_BROAD') : error;
  } finally {
    if (!isWritten) release();
  }
}

/** The SQLSTATE of a statement that exceeded its time-out. */
const QUERY_CANCELED = '57014';

/** A searchable list is expensive only during a search. */
function loadOf(
  { load }: Endpoint,
  { query, body }: { readonly query: unknown; readonly body: unknown },
): 'search' | 'export' | null {
  if (load !== 'search') return load ?? null;
  return [query, body].some((part) => (part as { q?: unknown } | undefined)?.q !== undefined) ? 'search' : null;
}

type ParsedRequest = ReturnType<typeof parseRequest>;

function parseRequest({ addresses }: Serving, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const params = request.checkedParams ?? parseParams(request.params as Record<string, string>);
  const query = parseQuery(endpoint, request);
  const upload = endpoint.upload ? uploadOf(request) : undefined;
  const body = parsePart(endpoint.body, request.body ?? undefined);
  const actor = request.person ?? request.channel ?? request.guest;
  if (!actor && endpoint.access !== 'public') throw new Problem('NOT_SIGNED_IN');
  const keyed = actor
    ? keyedRequest(endpoint, request.headers['idempotency-key'], params, upload ? hashOfUpload(upload) : body)
    : null;
  const input = {
    params,
    query,
    body,
    upload,
    address: actor?.address ?? addresses.of(request.raw),
    log: request.log,
    actor,
    requestKey: actor && keyed ? `${callerId(actor)}:${keyed.key}` : null,
    reply,
    // Few handlers need these values, so each is computed when it is read.
    get userAgent() {
      return (request.headers['user-agent'] ?? '').slice(0, 300);
    },
    header(name: string) {
      const value = request.headers[name];
      return typeof value === 'string' ? value : null;
    },
    get lastEventId() {
      const value = request.headers['last-event-id'];
      return typeof value === 'string' ? value : null;
    },
    get ifNoneMatch() {
      return request.headers['if-none-match'] ?? null;
    },
    get signal() {
      const aborter = new AbortController();
      reply.raw.once('close', () => aborter.abort());
      return aborter.signal;
    },
    tx: null as Tx | null,
    work: null as UnitOfWork<Caller> | null,
  };
  return { input, keyed, reply };
}

async function respond(
  serving: Serving,
  route: Route,
  request: FastifyRequest,
  { input, keyed, reply }: ParsedRequest,
): Promise<unknown> {
  const { endpoint } = route;
  const { actor } = input;
  const handle = route.handle as (item: typeof input) => Promise<unknown>;
  const work = async () => {
    const result = await handle(input);
    return result instanceof SharedReply ? result : endpoint.reply.parse(result);
  };

  switch (route.kind) {
    case 'nobody': {
      const result = await work();
      return result instanceof SharedReply ? reply.type(JSON_TYPE).send(result.body) : result;
    }
    case 'shared': {
      const { key, read } = (await handle(input)) as SharedQuestion<Endpoint>;
      const question = { key: `${endpoint.path} ${key}`, read: async () => SharedReply.check(endpoint, await read()) };
      // The fast path has no slots, so a search always uses the pipeline.
      if (loadOf(endpoint, input) === null) request.question = question;
      const shared = await new Promise<SharedReply<Endpoint>>((resolve, reject) => {
        serving.pollFastPath.read({ question, onReply: resolve, onError: reject });
      });
      return reply.type(JSON_TYPE).send(shared.json);
    }
    case 'stream':
      await handle(input);
      return reply;
    case 'file':
      return sendFileReply(reply, (await handle(input)) as FileReply);
    case 'transaction':
      return retryAfterLostRace(() =>
        serving.db.withActor(actor as Caller, (tx) => {
          input.tx = tx;
          input.work = { tx, clock: serving.clock, actor: actor as Caller };
          if (loadOf(endpoint, input) === 'search')
            pipelineStatement(
              tx,
              sql`select set_config('statement_timeout', ${String(serving.searchTimeoutMs)}, true)`,
            );
          return inTransaction({ tx, actor: actor as Caller, keyed, clock: serving.clock }, work);
        }),
      );
    case 'steps': {
      const shaped = await inSteps(serving, { actor: actor as Caller, keyed, log: request.log }, work);
      return shaped instanceof SharedReply ? reply.type(JSON_TYPE).send(shaped.body) : shaped;
    }
  }
}

function uploadOf(request: FastifyRequest): UploadedFile {
  // Without a media type the body was not parsed.
  if (!Buffer.isBuffer(request.body)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  return {
    type: (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    bytes: request.body,
  };
}

/** Identifies an uploaded body, so that a key that is reused with another body is recognised. */
function hashOfUpload({ type, bytes }: UploadedFile): unknown {
  return [type, createHash('sha256').update(bytes).digest('base64url')];
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The key, the changes and the stored reply commit together or not at all. */
async function inTransaction(
  item: { tx: Tx; actor: Caller; keyed: KeyedRequest | null; clock: Clock },
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!item.keyed) return work();
  const earlier = await claimKey(item.tx, item.actor, item.keyed, item.clock);
  if (earlier) return earlier.reply;
  const reply = await work();
  await keepReply(item.tx, item.actor, item.keyed, reply);
  return reply;
}

async function inSteps(
  serving: Serving,
  { actor, keyed, log }: { actor: Caller; keyed: KeyedRequest | null; log: FastifyBaseLogger },
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!keyed) return work();
  const { db, clock } = serving;
  const claimedAt = clock.now();
  const earlier = await claimKeyAlone(db, actor, keyed, claimedAt);
  if (earlier) return earlier.reply;
  const endClaim = (end: (tx: Tx) => Promise<void>) => endKeyClaim({ db, actor, log }, end);
  let reply: unknown;
  try {
    reply = await work();
  } catch (error) {
    await endClaim((tx) => releaseKey(tx, actor, keyed, claimedAt));
    throw error;
  }
  await endClaim((tx) => keepReply(tx, actor, keyed, reply));
  return reply;
}
