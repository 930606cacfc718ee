import { CAPABILITIES, ENDPOINTS, problemBody, PROBLEMS, type Endpoint, type ProblemCode } from '@munjigi/contract';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { VERSION } from '../../version.ts';
import { CODE_PARAMETERS } from '../parse.ts';

/** The contract as OpenAPI 3.1 (AP-5), from the schemas that parse the requests and shape the replies. */
export function openApiDocument(): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const [operationId, endpoint] of Object.entries(ENDPOINTS) as [string, Endpoint][]) {
    for (const [index, path] of [endpoint.path, ...(endpoint.alsoAt ?? [])].entries()) {
      const item = (paths[path] ??= {});
      item[endpoint.method.toLowerCase() as 'get'] = operation(
        index === 0 ? operationId : `${operationId}_${index + 1}`,
        endpoint,
        path,
      );
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Munjigi',
      version: VERSION,
      description: 'Reservations, doors and money of unattended play-rooms.',
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'mk_…' },
        guestToken: { type: 'http', scheme: 'bearer', bearerFormat: 'mjg_…' },
      },
    },
    paths,
  });
}

const pathParameter = (name: string) =>
  name === 'product'
    ? z.string().meta({ description: 'The slug of the product' })
    : CODE_PARAMETERS.has(name)
      ? z.string().meta({ description: 'A word of the contract' })
      : z.uuid().meta({ description: 'Names one row' });

function operation(operationId: string, endpoint: Endpoint, path: string): ZodOpenApiOperationObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return {
    operationId,
    summary: endpoint.summary,
    description: whoMay(endpoint.access),
    security: securityOf(endpoint.access),
    requestParams: {
      ...(names.length > 0
        ? { path: z.object(Object.fromEntries(names.map((name) => [name, pathParameter(name)]))) }
        : {}),
      ...(endpoint.query instanceof z.ZodObject ? { query: endpoint.query } : {}),
      ...(endpoint.method === 'POST' && endpoint.access !== 'public'
        ? { header: z.object({ 'Idempotency-Key': z.string().max(200).optional() }) }
        : {}),
    },
    ...requestBodyOf(endpoint),
    responses: {
      '200': { description: 'Done', content: replyContentOf(endpoint) },
      ...Object.fromEntries(refusals(endpoint).map(([status, codes]) => [status, problemResponse(codes)])),
    },
  };
}

const BYTES = { type: 'string', format: 'binary' } as const;

function requestBodyOf({ body, upload }: Endpoint): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (upload)
    return {
      requestBody: {
        required: true,
        content: Object.fromEntries(upload.types.map((type) => [type, { schema: BYTES }])),
      },
    };
  return body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {};
}

function replyContentOf({ kind, reply }: Endpoint) {
  if (kind === 'file') return { '*/*': { schema: BYTES } };
  return { [kind === 'stream' ? 'text/event-stream' : 'application/json']: { schema: reply } };
}

function securityOf(access: Endpoint['access']): Record<string, never[]>[] {
  if (access === 'public') return [];
  if (access === 'guest' || access === 'companion') return [{ guestToken: [] }];
  return [access === 'channel' ? { apiKey: [] } : { bearer: [] }];
}

function whoMay(access: Endpoint['access']): string {
  if (access === 'public') return 'Nobody needs to be signed in.';
  if (access === 'signed-in') return 'Everybody who is signed in.';
  if (access === 'channel') return 'A channel, by its API key.';
  if (access === 'guest') return 'A guest, by the access token of the reservation.';
  if (access === 'companion') return 'A guest, by the access token of the reservation, or a companion, by their link.';
  const grants: Readonly<Record<string, string>> = CAPABILITIES[access];
  const roles = Object.entries(grants).map(([role, reach]) => (reach === 'all' ? role : `${role} (own stores)`));
  return `Capability \`${access}\`: ${roles.join(', ')}.`;
}

/** The problem codes of every endpoint and those of this one, by status. */
function refusals(endpoint: Endpoint): [string, ProblemCode[]][] {
  const codes = new Set<ProblemCode>(['INVALID_INPUT', 'INTERNAL', ...(endpoint.problems ?? [])]);
  if (endpoint.access !== 'public') codes.add('RATE_LIMITED');
  if (endpoint.load === 'search') codes.add('SEARCH_TOO_BROAD');
  for (const code of refusalsOfAccess(endpoint.access)) codes.add(code);
  if (endpoint.method !== 'GET' && !endpoint.upload) codes.add('BODY_NOT_JSON');
  if (endpoint.method !== 'GET')
    for (const code of ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) codes.add(code);
  if (endpoint.method === 'POST' && endpoint.access !== 'public') {
    for (const code of ['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const)
      codes.add(code);
  }
  const byStatus = new Map<string, ProblemCode[]>();
  for (const code of codes) {
    const status = String(PROBLEMS[code]);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].sort();
}

function refusalsOfAccess(access: Endpoint['access']): readonly ProblemCode[] {
  switch (access) {
    case 'public':
      return [];
    case 'channel':
      return ['API_KEY_INVALID', 'TOO_MANY_REQUESTS', 'NOT_FOUND'];
    case 'guest':
      return ['GUEST_TOKEN_INVALID', 'NOT_FOR_COMPANIONS', 'TOO_MANY_ATTEMPTS', 'NOT_FOUND'];
    case 'companion':
      return ['GUEST_TOKEN_INVALID', 'TOO_MANY_ATTEMPTS', 'NOT_FOUND'];
    case 'signed-in':
      return ['NOT_SIGNED_IN', 'SESSION_ENDED', 'NOT_FOUND'];
    default:
      return ['NOT_SIGNED_IN', 'SESSION_ENDED', 'NOT_FOUND', 'CAPABILITY_MISSING'];
  }
}

function problemResponse(codes: readonly ProblemCode[]) {
  return { description: codes.join(', '), content: { 'application/problem+json': { schema: problemBody } } };
}
