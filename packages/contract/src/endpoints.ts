import type { Endpoint } from './endpoint.ts';
import * as schemas from './schemas.ts';

type EndpointsOf<T> = { readonly [K in keyof T as T[K] extends Endpoint ? K : never]: T[K] };

const isEndpoint = (item: unknown): item is Endpoint =>
  typeof item === 'object' && item !== null && 'method' in item && 'path' in item && 'access' in item;

/**
 * Every endpoint of the server in the order of the paths, by the name of its export, which the OpenAPI document uses as
 * `operationId` (AP-5).
 */
export const ENDPOINTS = Object.fromEntries(
  Object.entries<unknown>(schemas)
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
    .sort(([, a], [, b]) => compareTexts(a.path, b.path) || compareTexts(a.method, b.method)),
) as EndpointsOf<typeof schemas>;

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
