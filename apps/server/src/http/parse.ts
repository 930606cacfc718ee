import type { FieldProblem } from '@munjigi/contract';
import type { z } from 'zod';
import { invalidInput, notFound } from './problem.ts';

/** Parses one part of a request by the contract; a mismatch is a 400 that names each field. */
export function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.flatMap(fieldProblems));
}

function fieldProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.map(String);
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // Reports the faults of the best matching member of a union.
    const forms = issue.errors.map((issues) =>
      issues.flatMap((item) => fieldProblems({ ...item, path: [...issue.path, ...item.path] })),
    );
    return forms.reduce((nearest, form) => (form.length < nearest.length ? form : nearest));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, 20).map((key) => ({
      path: [...path, key].join('.').slice(0, 200),
      code: 'unknown_field',
      message: 'This field is not known here',
    }));
  }
  return [{ path: path.join('.').slice(0, 200), code: issue.code, message: issue.message }];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SLUG = /^[a-z][a-z0-9-]{1,38}$/;

const CODE = /^[A-Za-z][A-Za-z_]{0,39}$/;

/** Path parameters that are neither ids nor the slug: words of the contract, which the handler looks up. */
export const CODE_PARAMETERS: ReadonlySet<string> = new Set(['kind', 'language']);

/** Path parameters are ids, the product's slug or words of the contract; anything else is answered with 404. */
export function parseParams(raw: Readonly<Record<string, string>>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (!patternOf(name).test(value)) throw notFound();
    params[name] = name === 'product' || CODE_PARAMETERS.has(name) ? value : value.toLowerCase();
  }
  return params;
}

function patternOf(name: string): RegExp {
  if (name === 'product') return SLUG;
  return CODE_PARAMETERS.has(name) ? CODE : UUID;
}
