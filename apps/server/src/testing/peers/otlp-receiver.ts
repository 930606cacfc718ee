import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

/** The part of the OTLP messages that the tests read, by the numbers of the official definitions (docs/domain.md, S176). */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; Kind kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; Status status = 15;
  }
  enum Kind { UNSPECIFIED = 0; INTERNAL = 1; SERVER = 2; CLIENT = 3; PRODUCER = 4; CONSUMER = 5; }
  message Status { string message = 2; Code code = 3; }
  enum Code { UNSET = 0; OK = 1; ERROR = 2; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`);

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: string;
  readonly startNanos: bigint;
  readonly endNanos: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** The attributes of the resources that sent spans. */
  readonly resources: Readonly<Record<string, unknown>>[];
  readonly headers: IncomingMessage['headers'][];
  /** What it does with the next requests: it accepts them, refuses them, or never answers. */
  mode: 'accepts' | 'refuses' | 'hangs';
  close(): Promise<void>;
}

interface Message {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly KeyValue[] };
    readonly scopeSpans?: readonly { readonly spans?: readonly SpanMessage[] }[];
  }[];
}
interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface SpanMessage extends Pick<ReceivedSpan, 'name' | 'kind'> {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly KeyValue[];
  readonly status?: { readonly code?: string };
}

/** Receives traces over OTLP, as a collector does. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receiver.headers.push(request.headers);
      if (receiver.mode === 'hangs') return;
      if (receiver.mode === 'accepts' && request.url === '/v1/traces') read(receiver, Buffer.concat(parts));
      response.writeHead(receiver.mode === 'accepts' ? 200 : 400, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    resources: [],
    headers: [],
    mode: 'accepts',
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

function read({ spans, resources }: OtlpReceiver, body: Buffer): void {
  const type = root.lookupType('Request');
  const message = type.toObject(type.decode(body), { longs: String, enums: String, bytes: String }) as Message;
  for (const { resource, scopeSpans = [] } of message.resourceSpans ?? []) {
    resources.push(toRecord(resource?.attributes));
    for (const span of scopeSpans.flatMap((scope) => scope.spans ?? []))
      spans.push({
        traceId: toHex(span.traceId),
        spanId: toHex(span.spanId),
        parentSpanId: toHex(span.parentSpanId ?? ''),
        name: span.name,
        kind: span.kind,
        startNanos: BigInt(span.startTimeUnixNano),
        endNanos: BigInt(span.endTimeUnixNano),
        attributes: toRecord(span.attributes),
        isError: span.status?.code === 'ERROR',
      });
  }
}

function toHex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

function toRecord(attributes: readonly KeyValue[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
