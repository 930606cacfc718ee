import type { SeededRandom } from '../../demo/random.ts';

/** JSON values that servers trip over: of the wrong type, too large, too long, too deep, or named like what an object already has. */
const VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1, 1.5, -0.1, 1e21, -1e308, 5e-324, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 2 ** 64, 1e15,
  '', ' ', '0', '-1', 'NaN', 'Infinity', '-Infinity', 'null', 'undefined', 'true', '1e999', '0x10', '९', '１２', '9007199254740993', '99999999999999999999999999',
  '\u0000', 'a\u0000b', '\ud800', 'a\udfff', '\ud83d\ude00'.repeat(30), '\u202eabc', '\ufeff', '\u200b', '\r\nX-Injected: 1', '%00', '%', '%25%', '{{7*7}}', '${7*7}', '../../etc/passwd', 'C:\\x',
  `'`, `"`, `\\`, `' or '1'='1`, `1; drop table rooms`, `%_%`, `<script>alert(1)</script>`, `$1`, `\${x}`, 'x'.repeat(61), 'x'.repeat(10_000), '가'.repeat(30_000), '\u0301'.repeat(500),
  '0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00.000Z', '+275760-09-13T00:00:00.001Z', '2027-02-29T00:00:00Z',
  '2027-13-01T00:00:00Z', '2027-01-01T24:00:00Z', '2027-01-01T00:00:60Z', '2027-01-01T00:00:00+23:59', '2027-01-01T00:00:00.123456789012345Z', '2027-01-01', '0000-01-01', '9999-12-31', '275760-09-13', '2027-00-00',
  '1900-01-01', '2199-12-31', '2199-12-31T23:59:59Z', '1900-01-01T00:00:00Z', '24:00', '23:60', '-1:00', '00:00',
  '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '018f0000-0000-7000-8000-000000000001', '018F0000-0000-7000-8000-00000000000G',
  [], [null], [[]], {}, { length: -1 }, { toString: 'x' }, { constructor: { prototype: { isAdmin: true } } }, { $gt: '' }, { toJSON: 'x' },
  Array.from({ length: 5000 }, () => 0), Array.from({ length: 600 }, () => '018f0000-0000-7000-8000-000000000001'),
];

/** A new copy each time, because a second mutation may change it. */
export function hostileValue(random: SeededRandom): unknown {
  return random.next() < 0.03 ? nested(random.int(10, 1000)) : structuredClone(random.pick(VALUES));
}

/** As a query parameter or a header has it: text. */
export function hostileText(random: SeededRandom): string {
  for (;;) {
    const value = random.pick(VALUES);
    if (typeof value === 'string' && value.length < 5000) return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  }
}

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Names that an object has already, or that no schema knows. */
export const UNKNOWN_FIELDS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'isAdmin', 'productId', 'product_id', 'id', '', ' ', '\u0000', 'ｖersion', 'x'.repeat(2000)] as const;

/** Path segments: encodings that do not decode, that decode to what no text may hold, and ways out of the folder. */
export const PATH_SEGMENTS = [
  '%', '%zz', '%2', '%00', '%0d%0a', '%c0%ae%c0%ae', '%ED%A0%80', '%ff', '%2e%2e%2f', '..', '.', '%2F', '%5c', ';a=b', 'null', '0', '-1', 'undefined', '__proto__', 'x'.repeat(199), 'x'.repeat(201), 'x'.repeat(6000),
  '018f0000-0000-7000-8000-00000000000', '{reservationId}', ':id', '*', '%3Cscript%3E', '%F0%9F%98%80',
] as const;

export const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'idempotency-key': '' }, { 'idempotency-key': 'x'.repeat(201) }, { 'idempotency-key': 'a b' }, { 'idempotency-key': 'same-key' }, { 'idempotency-key': 'constructor' }, { 'idempotency-key': 'é' },
  { 'last-event-id': '' }, { 'last-event-id': '-1' }, { 'last-event-id': 'NaN' }, { 'last-event-id': '99999999999999999999-1' }, { 'last-event-id': '0-0' }, { 'last-event-id': '9223372036854775807' }, { 'last-event-id': 'x'.repeat(3000) },
  { 'if-none-match': '*' }, { 'if-none-match': '"' }, { 'if-none-match': 'W/"x", "y"' }, { 'if-modified-since': 'yesterday' }, { range: 'bytes=0-' }, { range: 'bytes=-1' }, { range: 'bytes=9-1,0-0,0-0' }, { range: 'items=0-1' },
  { accept: 'application/xml' }, { accept: '*/*;q=x' }, { 'accept-encoding': 'gzip;q=0, identity;q=0' }, { 'accept-encoding': 'br;q=nan, *' }, { 'accept-language': 'x'.repeat(500) }, { 'user-agent': 'é'.repeat(500) },
  { 'x-forwarded-for': '<b>not an address</b>' }, { 'x-forwarded-for': '1.2.3.4, 5.6.7.8' }, { 'x-http-method-override': 'DELETE' }, { expect: '200-maybe' }, { te: 'trailers' }, { 'content-encoding': 'gzip' }, { cookie: 'a=b; __proto__=c' },
  { host: '' }, { host: 'a b' }, { host: 'evil.example' }, { origin: 'null' }, { 'if-match': '*' }, { 'content-length': '5' }, { 'upgrade-insecure-requests': '1' }, { 'x-request-id': '\u00ff'.repeat(50) },
];

export const CONTENT_TYPES = [
  'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'multipart/form-data', 'application/xml', 'application/json; charset=utf-16', 'application/json; charset=x', 'application/jsonp', 'application/json;',
  'application/merge-patch+json', 'APPLICATION/JSON', '', '/', 'application', 'text/csv', 'image/png', 'x'.repeat(300),
] as const;

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'BREW'] as const;
