import type { SeededRandom } from '../../demo/random.ts';
import {
  CONTENT_TYPES,
  HEADERS,
  hostileText,
  hostileValue,
  METHODS,
  PATH_SEGMENTS,
  UNKNOWN_FIELDS,
} from './hostile-values.ts';
import type { Operation } from './openapi-operations.ts';
import { idNamed, validValue, type ValueSource } from './valid-values.ts';

export interface WrongRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Path and query, exactly as they are sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** The method or the framing is not HTTP that a server must answer, so it may close the connection instead. */
  readonly mayBeCutOff: boolean;
}

interface Parts {
  method: string;
  segments: string[];
  query: [string, string][];
  headers: Record<string, string>;
  /** Parsed JSON, or the text or bytes to send. */
  json: unknown;
  raw: Buffer | null;
}

type Mutation = (parts: Parts, random: SeededRandom) => void;

/**
 * Generates a request that one operation would accept, and makes it wrong in one way, sometimes two; one in twenty-five
 * stays right.
 */
export function generateRequest(operation: Operation, slug: string, source: ValueSource): WrongRequest {
  const { random } = source;
  const parts = validParts(operation, slug, source);
  const times = random.next() < 0.04 ? 0 : random.next() < 0.85 ? 1 : 2;
  for (let time = 0; time < times; time += 1) mutate(operation, parts, random);
  const body = parts.raw ?? (parts.json === undefined ? null : Buffer.from(JSON.stringify(parts.json) ?? 'null'));
  const query = parts.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const target = `/${parts.segments.join('/')}${query === '' ? '' : `?${query}`}`;
  const isOddlyFramed =
    parts.headers['content-length'] !== undefined ||
    parts.headers['host'] !== undefined ||
    parts.headers['expect'] !== undefined ||
    target.length > 14_000 ||
    (body?.length ?? 0) > 200_000;
  return {
    operation,
    method: parts.method,
    target,
    headers: parts.headers,
    body,
    mayBeCutOff: isOddlyFramed || !(operation.method === parts.method),
  };
}

function validParts(operation: Operation, slug: string, source: ValueSource): Parts {
  const segments = operation.path
    .slice(1)
    .split('/')
    .map((segment) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) return segment;
      return name === 'product' ? slug : idNamed(name, source);
    });
  const query = operation.query
    .filter(({ required }) => required || source.random.next() < 0.4)
    .map(({ name, schema }): [string, string] => [name, textOf(validValue(schema, name, source))]);
  const [type, schema] = Object.entries(operation.body)[0] ?? [];
  const json = type === 'application/json' && schema ? validValue(schema, 'body', source) : undefined;
  const raw =
    type !== undefined && type !== 'application/json' ? Buffer.from('거래일시,입금액\n2026-01-01 10:00,1000\n') : null;
  return {
    method: operation.method,
    segments,
    query,
    headers: type === undefined ? {} : { 'content-type': type },
    json,
    raw,
  };
}

function mutate(operation: Operation, parts: Parts, random: SeededRandom): void {
  const ways: [number, Mutation][] = [
    [parts.json === undefined ? 0 : 10, changeField],
    [parts.json === undefined ? 0 : 3, corruptText],
    [operation.query.length === 0 ? 1 : 6, changeQuery(operation)],
    [/\{(?!product)/.test(operation.path) ? 3 : 1, changePath],
    [3, changeHeaders],
    [parts.json === undefined && parts.raw === null ? 0 : 1, changeContentType],
    [1, changeMethod],
    [parts.raw === null ? 0 : 5, sendNoise],
    [parts.json === undefined && parts.raw === null ? 1 : 0, addBody],
  ];
  let left = random.next() * ways.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, way] of ways) {
    left -= weight;
    if (left < 0) return way(parts, random);
  }
}

const changeHeaders: Mutation = (parts, random) => void Object.assign(parts.headers, random.pick(HEADERS));
const changeContentType: Mutation = (parts, random) =>
  void (parts.headers['content-type'] = random.pick(CONTENT_TYPES));
const changeMethod: Mutation = (parts, random) => void (parts.method = random.pick(METHODS));
const sendNoise: Mutation = (parts, random) =>
  void (parts.raw = Buffer.from(Array.from({ length: random.int(0, 3000) }, () => random.int(0, 255))));
const addBody: Mutation = (parts, random) => void (parts.json = hostileValue(random));

/** Changes a place in the body: another value, a missing field, or an additional one. */
const changeField: Mutation = (parts, random) => {
  const places: { holder: Record<string, unknown> | unknown[]; key: string | number }[] = [];
  const visit = (value: unknown) => {
    if (value === null || typeof value !== 'object') return;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      places.push({ holder: value as Record<string, unknown>, key });
      visit((value as Record<string | number, unknown>)[key]);
    }
  };
  visit(parts.json);
  const way = random.next();
  if (places.length === 0 || way < 0.08) return void (parts.json = hostileValue(random));
  const { holder, key } = random.pick(places);
  if (way < 0.2) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  } else if (way < 0.3) {
    // Defined and not assigned, so that `__proto__` arrives as a field.
    Object.defineProperty(holder, random.pick(UNKNOWN_FIELDS), {
      value: hostileValue(random),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else (holder as Record<string | number, unknown>)[key] = hostileValue(random);
};

/** Makes the text of the body invalid JSON, or JSON that JavaScript cannot represent. */
const corruptText: Mutation = (parts, random) => {
  const text = JSON.stringify(parts.json) ?? '';
  const at = random.int(0, text.length);
  const put = (piece: string | Buffer) =>
    Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(piece), Buffer.from(text.slice(at))]);
  const ways: (() => Buffer)[] = [
    () => Buffer.from(text.slice(0, at)),
    () => put(Buffer.from([0xff, 0xfe, 0xc0, 0x80])),
    () => put(Buffer.from([0xed, 0xa0, 0x80])),
    () => put('\u0000'),
    () => put('NaN'),
    () =>
      Buffer.from(
        text.replace(
          /:\s*(?:-?\d+(?:\.\d+)?|"[^"]*")/,
          random.pick([': NaN', ': 1e999', ': -0', ': 1E400', ': 00', ': +1', ': undefined', ': 0x1']),
        ),
      ),
    () => Buffer.from(text.replace(/^\{/, '{"__proto__":{"isAdmin":true},')),
    () => Buffer.from(text.replace(/^\{/, '{"constructor":{"prototype":{"isAdmin":true}},')),
    () => Buffer.from(text.replace(/^\{("[^"]*":(?:"[^"]*"|[\d.]+))/, '{$1,$1')),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text.replaceAll('"', "'")),
    () => Buffer.from(`${text},`),
    () => Buffer.from(`[${text}]`),
    () => Buffer.from('['.repeat(random.int(1, 100_000))),
    () => Buffer.from(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
    () => Buffer.alloc(0),
    () => Buffer.from(' '.repeat(300_000)),
    () => Buffer.from(text, 'utf16le'),
  ];
  parts.raw = random.pick(ways)();
};

function changeQuery({ query }: Operation): Mutation {
  return (parts, random) => {
    const parameter = query.length === 0 ? 'x' : random.pick(query).name;
    const way = random.next();
    if (way < 0.6)
      parts.query = [...parts.query.filter(([name]) => name !== parameter), [parameter, hostileText(random)]];
    else if (way < 0.75) parts.query.push([parameter, hostileText(random)], [parameter, hostileText(random)]);
    else if (way < 0.85) parts.query.push([random.pick(UNKNOWN_FIELDS), hostileText(random)]);
    else if (way < 0.93)
      parts.query.push([
        `${parameter}${random.pick(['[]', '[0]', '[__proto__][x]', '[a][b][c]', '.a', '%00'])}`,
        hostileText(random),
      ]);
    else
      parts.query.push(
        rawQuery(
          random.pick(['&&&', '=', '=%', '%=%', '%zz', '%ED%A0%80=1', '?', '+++', 'a;b=c', 'a=1&'.repeat(1500)]),
        ),
      );
  };
}

/** Marks text that is sent unchanged. */
const RAW = '\u0001';
const rawQuery = (text: string): [string, string] => [RAW + text, RAW];

function encode(text: string): string {
  if (text.startsWith(RAW)) return text.slice(1);
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

const changePath: Mutation = (parts, random) => {
  const from = parts.segments.findIndex((segment) => segment === 'v2') + 1;
  const at = random.int(from, parts.segments.length - 1);
  const way = random.next();
  if (way < 0.7) parts.segments[at] = random.pick(PATH_SEGMENTS);
  else if (way < 0.8) parts.segments.splice(at, 1);
  else if (way < 0.9) parts.segments.splice(at, 0, random.pick(PATH_SEGMENTS));
  else parts.segments.push('');
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
