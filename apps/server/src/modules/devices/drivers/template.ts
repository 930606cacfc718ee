import { Unreadable } from './driver.ts';

/** The place of a value in a message: `null` for the whole message, otherwise the keys to follow in its JSON. */
export type ValuePath = string[] | null;

const WHOLE = /^\{\{\s*value\s*\}\}$/;
const INTO_JSON = /^\{\{\s*value_json((?:\.[A-Za-z_]\w{0,60}|\[(?:'[^'\\]{1,60}'|"[^"\\]{1,60}")\]){1,8})\s*\}\}$/;
const STEP = /\.(\w+)|\['([^']+)'\]|\["([^"]+)"\]/g;

/**
 * Templates of Home Assistant are Jinja2, a programming language; devices use three forms of it (docs/domain.md 1.5 b).
 * `undefined`: any other form, which is not supported.
 */
export function parseTemplate(template: string | undefined): ValuePath | undefined {
  if (template === undefined) return null;
  const text = template.trim();
  if (text === '' || WHOLE.test(text)) return null;
  const match = INTO_JSON.exec(text);
  if (!match) return undefined;
  return [...(match[1] ?? '').matchAll(STEP)].map((step) => step[1] ?? step[2] ?? step[3] ?? '');
}

/** The value as Jinja would print it. Throws `Unreadable` if it is missing. */
export function valueAt(path: ValuePath, payload: Buffer): string {
  const text = payload.toString('utf8');
  if (path === null) return text;
  let value = parseJson(text);
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) throw new Unreadable('bad_shape');
    value = (value as Record<string, unknown>)[key];
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Unreadable('bad_shape');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Unreadable('not_json'); // The text is untrusted, so it is counted and not stored.
  }
}
