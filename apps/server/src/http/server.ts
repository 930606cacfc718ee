import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  LogController,
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactoryHandler,
} from 'fastify';
import { ENDPOINTS, type Endpoint } from '@munjigi/contract';
import { DatabaseUnavailable, findExhaustion } from '../db/index.ts';
import { compressReplies } from './compress.ts';
import { callerId } from './caller.ts';
import type { ClientAddresses } from './client-address.ts';
import type { PollFastPath } from './poll-fast-path.ts';
import { Problem } from './problem.ts';

const BODY_LIMIT = 256 * 1024;
/** Headers of data: not cached, and never rendered as a page. */
const ON_DATA = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
const HEADER_LIMIT = 16 * 1024;

interface HttpOptions {
  readonly log: FastifyBaseLogger;
  readonly addresses: ClientAddresses;
  readonly fastPath: PollFastPath;
}

/** Creates the Fastify server with our limits; every error leaves as problem details (AP-2). */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const isTalkative = options.log.level === 'debug';
  const unusedConnections: UnusedConnections = new Set();
  const http = Fastify({
    loggerInstance: options.log,
    // The server writes its own line per request: no address, query or personal data (AP-8).
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify does not read forwarding headers: `addresses` does, and accepts only valid IP addresses.
    trustProxy: false,
    genReqId: () => randomUUID(),
    // A logger per request is expensive, so log entries name their request themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    serverFactory: (ordinary) => createNodeServer(ordinary, options, unusedConnections),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: (error, request, reply) => void sendProblem(asProblem(error), request, reply),
    clientErrorHandler: answerClientError,
  });
  http.decorateRequest('person', null);
  http.decorateRequest('channel', null);
  http.decorateRequest('guest', null);
  http.decorateRequest('checkedParams', null);
  http.decorateRequest('question', null);
  http.decorateRequest('isDuringOutage', false);
  http.addHook('preClose', async () => {
    options.fastPath.stop();
    for (const socket of unusedConnections) socket.destroy();
  });
  // Only JSON is accepted, and an empty body counts as none.
  http.removeContentTypeParser('text/plain');
  http.addHook('onRequest', (request, reply, done) => {
    // No one reports a file of the application by its request.
    if (!request.url.startsWith('/assets/')) reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/v2/')) reply.headers(ON_DATA);
    done();
  });
  await compressReplies(http);
  logRequests(http, isTalkative);
  http.setErrorHandler((error: FastifyError | Problem, request, reply) =>
    sendProblem(asProblem(error, request.routeOptions.bodyLimit), request, reply, error),
  );
  return http;
}

/**
 * Connections without a request, which browsers open in advance. Node.js counts them as busy and would wait up to a
 * minute for them on close.
 */
type UnusedConnections = Set<Socket>;

function createNodeServer(
  ordinary: FastifyServerFactoryHandler,
  { log, addresses, fastPath }: HttpOptions,
  unusedConnections: UnusedConnections,
): Server {
  const isTalkative = log.level === 'debug';
  const server = createServer(
    { maxHeaderSize: HEADER_LIMIT, headersTimeout: 20_000, requestTimeout: 30_000, keepAliveTimeout: 72_000 },
    (request, response) => {
      unusedConnections.delete(request.socket);
      // At the log level with a line per request, every request uses the pipeline, which writes the line.
      if (isTalkative || !fastPath.tryAnswer(request, response, () => ordinary(request, response)))
        ordinary(request, response);
    },
  );
  // Without this listener Node.js answers an unknown `Expect` with a 417 without problem details.
  server.on('checkExpectation', ordinary);
  return server.on('connection', (socket) => {
    addresses.connected(socket);
    unusedConnections.add(socket);
    socket.once('close', () => unusedConnections.delete(socket));
  });
}

/** Answers bytes that Node.js could not parse as a request, with problem details (AP-2). */
function answerClientError(error: ConnectionError, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'HEADERS_TOO_LARGE'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'REQUEST_TIMEOUT'
        : 'INVALID_INPUT';
  const problem = new Problem(code);
  const body = JSON.stringify(problem.body(randomUUID()));
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.message}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Logs one line per change and per refusal; at the level `debug` one per request. */
function logRequests(http: FastifyInstance, isTalkative: boolean): void {
  http.addHook('onResponse', (request, reply, done) => {
    done();
    const isQuiet = request.method === 'GET' && reply.statusCode < 400;
    // The log of failures counts the requests of an outage.
    if ((isQuiet || request.isDuringOutage) && !isTalkative) return;
    const line = {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.person ? { userId: request.person.userId } : {}),
      ...(request.channel ? { apiKeyId: request.channel.keyId } : {}),
      ...(request.guest ? { guestTokenId: callerId(request.guest) } : {}),
    };
    if (isQuiet) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
}

/** The problem for paths below `/api` without an endpoint. */
export function unknownApiPath(request: FastifyRequest): Problem {
  const path = request.url.split('?')[0] ?? '';
  const methods = METHODS_BY_PATH.filter((route) => route.pattern.test(path)).map((route) => route.method);
  return methods.length > 0 && !methods.includes(request.method)
    ? new Problem('METHOD_NOT_ALLOWED', { allow: [...new Set(methods)] })
    : new Problem('NOT_FOUND');
}

const METHODS_BY_PATH = (Object.values(ENDPOINTS) as readonly Endpoint[]).flatMap((endpoint) =>
  [endpoint.path, ...(endpoint.alsoAt ?? [])].map((path) => ({
    method: endpoint.method as string,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  error?: unknown,
): FastifyReply {
  if (problem.code === 'INTERNAL' || problem.code === 'DATABASE_UNAVAILABLE')
    request.log.error({ err: problem.cause ?? error, reqId: request.id }, 'a request failed');
  if (problem.code === 'DATABASE_UNAVAILABLE') request.isDuringOutage = true;
  if (problem.extras.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(problem.extras.retryAfterSeconds));
  if (problem.extras.allow) reply.header('allow', problem.extras.allow.join(', '));
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  const instance = request.url.split('?')[0]?.slice(0, 300);
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(problem.body(request.id, instance)));
}

/** Text that PostgreSQL cannot store: a NUL, or an unpaired surrogate. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** The database is usually back within a restart of its server. */
const RETRY_AFTER_SECONDS = 2;

function asProblem(error: unknown, bodyLimit = BODY_LIMIT): Problem {
  if (error instanceof Problem) return error;
  const unavailable = error instanceof DatabaseUnavailable ? error : findExhaustion(error);
  if (unavailable !== null)
    return new Problem('DATABASE_UNAVAILABLE', { cause: unavailable, retryAfterSeconds: RETRY_AFTER_SECONDS });
  const { code, statusCode } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('BODY_TOO_LARGE', { detail: `At most ${bodyLimit} bytes` });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('UNSUPPORTED_MEDIA_TYPE');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Problem('BODY_NOT_JSON');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_PARAM_LENGTH':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('NOT_FOUND');
    default:
      if (code !== undefined && UNSTORABLE.has(code))
        return new Problem('INVALID_INPUT', { detail: 'A text holds characters that cannot be stored' });
      if (statusCode === 400) return new Problem('BODY_NOT_JSON', { cause: error });
      if (statusCode !== undefined && statusCode >= 401 && statusCode < 500)
        return new Problem('INVALID_INPUT', { cause: error });
      return new Problem('INTERNAL', { cause: error });
  }
}
