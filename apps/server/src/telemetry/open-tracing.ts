import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { ExportResultCode, parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { TraceSpan, Tracing } from './tracing.ts';
import { VERSION } from '../version.ts';

interface TracingOptions {
  /** The base address of the OTLP receiver, without `/v1/traces`. */
  readonly endpoint: string;
  /** `name=value` pairs with commas between them; empty: none. */
  readonly headers: string;
  readonly log: FastifyBaseLogger;
  readonly metrics: Registry;
}

/** A receiver that does not answer holds one batch for this time; meanwhile others wait in a queue that is limited. */
const EXPORT_MS = 5000;
/** The server stops within a minute, and its last spans are worth less of it. */
const CLOSE_MS = 2000;
const FAILURES_EVERY_MS = 60_000;
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** Loaded only where an endpoint is set: the libraries take memory and time at the start. */
export function openTracing(options: TracingOptions): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'munjigi', 'service.version': VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(countFailures(openExporter(options), options))],
  });
  const tracer = provider.getTracer('munjigi', VERSION);
  const running = new AsyncLocalStorage<TraceSpan>();
  const contexts = new WeakMap<TraceSpan, Context>();

  function contextOf(parent: TraceSpan | string | null): Context {
    if (parent === null) return ROOT_CONTEXT;
    return typeof parent === 'string' ? readParent(parent) : (contexts.get(parent) ?? ROOT_CONTEXT);
  }

  return {
    start(name, { kind, attributes = {}, parent = running.getStore() ?? null, at }) {
      const context = contextOf(parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes, ...(at && { startTime: at }) }, context);
      const started = toTraceSpan(span);
      contexts.set(started, trace.setSpan(ROOT_CONTEXT, span));
      return started;
    },
    run: (span, work) => running.run(span, work),
    current: () => running.getStore() ?? null,
    async close() {
      await Promise.race([
        provider.shutdown().catch((error: unknown) => options.log.warn({ err: error }, 'the last spans were not sent')),
        new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
      ]);
    },
  };
}

function toTraceSpan(span: Span): TraceSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end({ attributes, error, at } = {}) {
      if (attributes) span.setAttributes(attributes);
      if (error !== undefined) {
        span.setAttribute('error.type', error);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end(at);
    },
  };
}

const propagator = new W3CTraceContextPropagator();

function readParent(traceparent: string): Context {
  const carrier: Record<string, string> = { traceparent };
  return propagator.extract(ROOT_CONTEXT, carrier, {
    get: (from, key) => from[key],
    keys: (from) => Object.keys(from),
  });
}

function openExporter({ endpoint, headers }: TracingOptions): SpanExporter {
  return new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: EXPORT_MS,
  });
}

/** Counts the spans of failed batches and logs a line a minute, instead of one for each batch. */
function countFailures(exporter: SpanExporter, { log, metrics }: TracingOptions): SpanExporter {
  const lost = new Counter({
    name: 'munjigi_trace_spans_lost_total',
    help: 'Spans that the OTLP receiver did not accept',
    registers: [metrics],
  });
  let loggedAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) {
          lost.inc(spans.length);
          if (performance.now() - loggedAt >= FAILURES_EVERY_MS) {
            loggedAt = performance.now();
            log.warn({ reason: result.error?.message }, 'the OTLP receiver did not accept spans');
          }
        }
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
