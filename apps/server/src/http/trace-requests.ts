import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TraceSpan, Tracing } from '../telemetry/tracing.ts';

/**
 * A span for each request of the API, below the one of its `traceparent` (W3C Trace Context). It names the route and never
 * the path: the addresses of guests and tablets contain tokens. Replies of the poll fast path and event streams have none.
 */
export function traceRequests(http: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, TraceSpan>();
  http.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (route === undefined || !route.startsWith('/api/v2/') || request.headers.accept === 'text/event-stream')
      return done();
    const { traceparent } = request.headers;
    const span = tracing.start(`${request.method} ${route}`, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : null,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'munjigi.request_id': request.id },
    });
    spans.set(request, span);
    tracing.run(span, done);
  });
  // The body arrives in events of the socket, which do not belong to the span.
  http.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) tracing.run(span, done);
    else done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': status },
      ...(status >= 500 && { error: String(status) }),
    });
    done();
  });
}
