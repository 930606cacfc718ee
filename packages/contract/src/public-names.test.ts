import { expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './index.ts';

const NAMES = /^(name|.*Name|address|subject|amenities|representative)$/;
const HOSTILE = '가\n나\t다\u202e라\u2066마\u2028바';

/** The schemas of fields that pages and messages show as one line, in the bodies of all endpoints. */
function namesIn(schema: unknown, path: string): [string, z.ZodType][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return namesIn(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return namesIn(schema.element, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => namesIn(option, path));
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, value]) => namesIn(value, `${path}.${key}`));
  return schema instanceof z.ZodString && NAMES.test(path.split('.').at(-1) ?? '') ? [[path, schema]] : [];
}

it('removes line breaks and signs of direction from every name in a request', () => {
  const names = Object.values(ENDPOINTS).flatMap((endpoint) =>
    'body' in endpoint ? namesIn(endpoint.body, endpoint.path) : [],
  );
  expect(names.length).toBeGreaterThan(30);
  const kept = names.filter(([, schema]) => {
    const { success, data } = schema.safeParse(HOSTILE);
    return success && data !== '가 나 다라마 바';
  });
  expect(kept.map(([path]) => path)).toEqual([]);
});
