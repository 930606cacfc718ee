import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { normaliseAddress } from './client-address.ts';
import { notFound, Problem } from './problem.ts';
import type { RequestTimes } from './request-times.ts';

interface Observed {
  /** The version of this program. */
  readonly version: string;
  readonly metrics: Registry;
  readonly metricsToken: string | null;
  readonly times: RequestTimes;
  /** Throws when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly pool: () => { total: number; idle: number; waiting: number };
  /** The most connections of the pool. */
  readonly poolSize: number;
  readonly isMqttConnected: () => boolean;
  readonly streams: () => number;
  /** Events that the process has not read yet. */
  readonly unreadEvents: () => number;
  /** True while the demo's data is still being added. */
  readonly isPreparing: () => boolean;
  /** True from the moment in which the process is asked to stop. */
  readonly isStopping: () => boolean;
}

/** Health, readiness and metrics (AP-8). Alive: the process answers. Ready: it may get requests. */
export function serveObservability(http: FastifyInstance, observed: Observed): void {
  http.get('/healthz', async () => ({ status: 'alive', version: observed.version }));

  http.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const mqtt = observed.isMqttConnected() ? 'connected' : 'not connected';
    if (observed.isStopping()) return reply.code(503).send({ status: 'stopping', mqtt });
    if (observed.isPreparing()) return reply.code(503).send({ status: 'preparing', mqtt });
    try {
      await observed.ping();
      // Without the broker, doors answer with a problem and everything else works, which counts as ready.
      return { status: 'ready', database: 'answers', mqtt };
    } catch (error) {
      request.isDuringOutage = true;
      request.log.error({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'not ready', database: 'does not answer', mqtt });
    }
  });

  http.addHook('onResponse', (request, reply, done) => {
    done();
    observed.times.observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime);
  });
  observePool(observed);
  new Gauge({
    name: 'munjigi_build_info',
    help: 'Always 1; its labels are the versions of the program and of Node.js',
    labelNames: ['version', 'node'],
    registers: [observed.metrics],
  }).set({ version: observed.version, node: process.version }, 1);
  gauge(observed.metrics, 'munjigi_event_streams', 'Open event streams', observed.streams);
  gauge(observed.metrics, 'munjigi_events_unread', 'Events that this process has not read yet', observed.unreadEvents);
  gauge(observed.metrics, 'munjigi_mqtt_connected', '1 while there is a connection to the broker', () =>
    Number(observed.isMqttConnected()),
  );

  http.get('/metrics', async (request, reply) => {
    checkMetricsAccess(request, observed.metricsToken);
    return reply
      .type(observed.metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await observed.metrics.metrics());
  });
}

function observePool(observed: Observed): void {
  gauge(observed.metrics, 'munjigi_database_connections', 'Connections to PostgreSQL', () => observed.pool().total);
  gauge(
    observed.metrics,
    'munjigi_database_waiting',
    'Requests that wait for a connection',
    () => observed.pool().waiting,
  );
  gauge(
    observed.metrics,
    'munjigi_database_connections_idle',
    'Connections to PostgreSQL that no transaction uses',
    () => observed.pool().idle,
  );
  gauge(
    observed.metrics,
    'munjigi_database_connections_max',
    'The most connections of the pool',
    () => observed.poolSize,
  );
}

/** Headers that proxies add: a request with any of them did not originate on this machine. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];
const LOOPBACK = /^(127\.|::1$)/;

/**
 * Metrics show routes, counts and times of the whole server. If a token is set, it is required. Otherwise only a
 * program on this machine that connects directly gets them. HTTP/1.0 is refused, because nginx uses it to reach this
 * server by default.
 */
function checkMetricsAccess({ raw, headers }: FastifyRequest, token: string | null): void {
  if (token === null) {
    const isLocal = LOOPBACK.test(normaliseAddress(raw.socket.remoteAddress ?? '') ?? '');
    if (!isLocal || raw.httpVersion === '1.0' || PROXY_HEADERS.some((name) => headers[name] !== undefined))
      throw notFound();
    return;
  }
  if (!isSameSecret(headers.authorization ?? '', `Bearer ${token}`)) throw new Problem('NOT_SIGNED_IN');
}

/** Takes the same time for every input, because both are hashed to one length first. */
function isSameSecret(sent: string, expected: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(sent), hashOf(expected));
}

/** `doctor` reads this metric from a running server. */
export const IGNORED_PROXIES_METRIC = 'munjigi_forwarded_headers_ignored_total';

/** Counts requests that carry `X-Forwarded-For` while no proxy is trusted, and warns of the first one. */
export function reportIgnoredProxies(registry: Registry, log: FastifyBaseLogger): () => void {
  const ignored = new Counter({
    name: IGNORED_PROXIES_METRIC,
    help: 'Requests with X-Forwarded-For while TRUST_PROXY is 0',
    registers: [registry],
  });
  let isReported = false;
  return () => {
    ignored.inc();
    if (isReported) return;
    isReported = true;
    log.warn(
      'a request carries X-Forwarded-For, and TRUST_PROXY is 0: behind a proxy all clients have the address of the proxy and share its limits. Set TRUST_PROXY to the number of proxies in front, or to their addresses',
    );
  };
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  const collected = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => {
      collected.set(read());
    },
  });
}
