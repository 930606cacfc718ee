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

/**
 * The value as Jinja would print it. `undefined`: the message says nothing of it, because it is empty or has no such
 * member. Throws `Unreadable` if the place holds a list or an object, or the message is not JSON.
 */
export function valueAt(path: ValuePath, payload: Buffer): string | undefined {
  const text = payload.toString('utf8');
  if (text === '') return undefined;
  if (path === null) return text;
  let value = parseJson(text);
  for (const [index, key] of path.entries()) {
    if (value === null && index > 0) return undefined;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Unreadable('not_an_object');
    if (!Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  if (value === null) return NO_VALUE;
  if (typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number') return toPythonText(value);
  throw new Unreadable('bad_shape');
}

/** The text of Python's `None`, which Home Assistant reads as a value that is not known. */
export const NO_VALUE = 'None';

/** The text of a value in Python, which Home Assistant compares: `True` for a boolean. */
export function toPythonText(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Unreadable('not_json'); // The text is untrusted, so it is counted and not stored.
  }
}
