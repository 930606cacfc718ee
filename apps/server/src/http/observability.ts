import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';

interface Observed {
  readonly metrics: Registry;
  /** Throws when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly pool: () => { total: number; idle: number; waiting: number };
  readonly isMqttConnected: () => boolean;
  readonly streams: () => number;
  /** True from the moment in which the process was asked to end. */
  readonly isStopping: () => boolean;
}

/** Health, readiness and metrics (AP-8). Alive: the process answers. Ready: send it requests. */
export function serveObservability(http: FastifyInstance, it: Observed): void {
  http.get('/healthz', async () => ({ status: 'alive' }));

  http.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const mqtt = it.isMqttConnected() ? 'connected' : 'not connected';
    if (it.isStopping()) return reply.code(503).send({ status: 'stopping', mqtt });
    try {
      await it.ping();
      // Without the broker doors are refused in words, and all the rest works: that is ready.
      return { status: 'ready', database: 'answers', mqtt };
    } catch (error) {
      request.log.error({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'not ready', database: 'does not answer', mqtt });
    }
  });

  const requests = new Histogram({
    name: 'munjigi_http_request_seconds',
    help: 'Time to answer a request, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [it.metrics],
  });
  http.addHook('onResponse', (request, reply, done) => {
    done();
    requests.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  gauge(it.metrics, 'munjigi_database_connections', 'Connections to PostgreSQL', () => it.pool().total);
  gauge(it.metrics, 'munjigi_database_waiting', 'Requests that wait for a connection', () => it.pool().waiting);
  gauge(it.metrics, 'munjigi_event_streams', 'Open event streams', it.streams);
  gauge(it.metrics, 'munjigi_mqtt_connected', '1 while there is a connection to the broker', () => Number(it.isMqttConnected()));

  http.get('/metrics', async (_request, reply) => reply.type(it.metrics.contentType).send(await it.metrics.metrics()));
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  const made = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => {
      made.set(read());
    },
  });
}
