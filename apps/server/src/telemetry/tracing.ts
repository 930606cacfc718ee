/**
 * Traces from the request to the answer of a device (decision 125). Without an OTLP endpoint there is no `Tracing`, and
 * nothing is wrapped.
 */
export interface Tracing {
  /** Starts a span below the parent, which is the span of the running work by default. */
  start(name: string, options: SpanOptions): TraceSpan;
  /** Runs work, and what it causes, with this span as the running one. */
  run<T>(span: TraceSpan, work: () => T): T;
  /** The span of the running work; `null` outside a trace. */
  current(): TraceSpan | null;
  /** Sends what has not been sent yet, for a limited time. */
  close(): Promise<void>;
}

/** Never holds personal data, a token, or a path, which can contain one. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

interface SpanOptions {
  /** `client`, `producer`: what this process sends; `server`, `consumer`: what it receives. */
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /** A span, or the `traceparent` of one (W3C Trace Context); an unreadable one begins a trace, and so does `null`. */
  readonly parent?: TraceSpan | string | null;
  readonly at?: Date;
}

export interface TraceSpan {
  /** For a process that continues the trace (W3C Trace Context). */
  readonly traceparent: string;
  /** `error`: what went wrong, as a code. */
  end(result?: { readonly attributes?: SpanAttributes; readonly error?: string; readonly at?: Date }): void;
}
