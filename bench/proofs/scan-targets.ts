import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seededRandom } from '../../apps/server/src/demo/random.ts';
import {
  readOperations,
  type Operation,
  type Schema,
} from '../../apps/server/src/testing/wrong-requests/openapi-operations.ts';
import { idNamed, validValue, type ValueSource } from '../../apps/server/src/testing/wrong-requests/valid-values.ts';

/**
 * Prepares the input for security scanners of a running server with the demo (docs/security-scan.md): `node --import
 * tsx bench/proofs/scan-targets.ts URL FOLDER` signs in as the demo's ADMIN and writes the token, the address of every reading
 * operation for wapiti, and a request file of each operation for sqlmap.
 */

const [url = 'http://127.0.0.1:4000', folder = '.cache/scan'] = process.argv.slice(2);
const SLUG = 'playroom';
/** Operations that would end the session of the scan, or delete the rows that it uses. */
const LEFT_OUT = new Set([
  'logout',
  'endOwnSession',
  'endOtherSessions',
  'editSignInRules',
  'changePassword',
  'closeStore',
  'streamEvents',
]);

const call = async (method: string, at: string, token: string | null, body?: object) => {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const reply = await fetch(`${url}/api/v2${at}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!reply.ok) throw new Error(`${method} ${at}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as { accessToken: string; items?: { id: string }[] };
};

const { accessToken: token } = await call('POST', '/auth/login', null, {
  email: 'admin@demo.test',
  password: 'demo-password-1234',
});
const idsOf = async (at: string) =>
  ((await call('GET', `/${SLUG}/${at}`, token)).items ?? []).map(({ id }) => id).slice(0, 5);
const [stores, rooms, doors, users] = [
  await idsOf('store'),
  await idsOf('room'),
  await idsOf('door'),
  await idsOf('user'),
];
const reservations = await idsOf('reservation3');
const source: ValueSource = {
  random: seededRandom(1),
  ids: { storeId: stores, roomId: rooms, doorId: doors, userId: users, reservationId: reservations },
  startsAt: new Date(Math.ceil(Date.now() / 3600_000 + 48) * 3600_000),
};

const operations = (await readOperations(url)).filter(({ operationId }) => !LEFT_OUT.has(operationId));
mkdirSync(path.join(folder, 'sqlmap'), { recursive: true });
writeFileSync(path.join(folder, 'token'), token);
writeFileSync(
  path.join(folder, 'wapiti-urls'),
  operations
    .filter(({ method }) => method === 'GET')
    .map((operation) => `${url}${targetOf(operation)}\n`)
    .join(''),
);
let files = 0;
for (const operation of operations) {
  const json = operation.body['application/json'];
  if (operation.query.length === 0 && json === undefined) continue;
  writeFileSync(path.join(folder, 'sqlmap', `${operation.operationId}.http`), requestOf(operation, json));
  files += 1;
}
console.log(`${operations.length} operations, ${files} request files, in ${folder}`);

/**
 * Includes every query parameter, as each is a target. A cursor is left out, because an invalid one makes the server
 * refuse the whole request.
 */
function targetOf(operation: Operation): string {
  const at = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'product' ? SLUG : idNamed(name, source),
  );
  const query = operation.query
    .filter(({ name }) => name !== 'cursor')
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(validValue(schema, name, source)))}`)
    .join('&');
  return query === '' ? at : `${at}?${query}`;
}

function requestOf(operation: Operation, json: Schema | undefined): string {
  const body = json ? JSON.stringify(validValue(json, 'body', source)) : '';
  const head = [
    `${operation.method} ${targetOf(operation)} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${token}`,
    'Accept: application/json',
  ];
  return [...head, ...(json ? ['Content-Type: application/json'] : []), '', body].join('\r\n');
}
