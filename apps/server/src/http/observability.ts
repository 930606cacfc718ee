import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { RequestTimes } from './request-times.ts';

interface Observed {
  readonly metrics: Registry;
  readonly times: RequestTimes;
  /** Throws when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly pool: () => { total: number; idle: number; waiting: number };
  readonly isMqttConnected: () => boolean;
  readonly streams: () => number;
  /** True while data that people expect is still being put in. */
  readonly isPreparing: () => boolean;
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
    if (it.isPreparing()) return reply.code(503).send({ status: 'preparing', mqtt });
    try {
      await it.ping();
      // Without the broker doors are refused in words, and all the rest works: that is ready.
      return { status: 'ready', database: 'answers', mqtt };
    } catch (error) {
      request.log.error({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'not ready', database: 'does not answer', mqtt });
    }
  });

  http.addHook('onResponse', (request, reply, done) => {
    done();
    it.times.observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime);
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
