import type { SeededRandom } from '../../demo/random.ts';
import type { Schema } from './openapi-operations.ts';

/** The input of a valid request in addition to its schema. */
export interface ValueSource {
  readonly random: SeededRandom;
  /** Ids of existing rows, by the name that requests give them: `roomId`, `storeIds`. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** The start of the period in the request; each end is after it. */
  readonly startsAt: Date;
}

const HOUR_MS = 3600_000;
const NIL_ID = '00000000-0000-7000-8000-000000000000';

/** Values by the name of the field, where the schema alone would only pass the parser. */
const BY_NAME: Readonly<Record<string, (source: ValueSource) => unknown>> = {
  version: () => 1,
  state: () => 'CONFIRMED',
  url: () => 'http://127.0.0.1:9/hook',
  baseUrl: () => 'http://127.0.0.1:9',
  endpoint: () => 'https://push.example.invalid/browser',
  email: ({ random }) => `guest${random.int(1, 1e9)}@test.example`,
  password: () => 'wrong-password-1234',
  businessNumber: () => '120-81-47521',
  endsAt: ({ startsAt, random }) => new Date(startsAt.getTime() + random.int(1, 4) * HOUR_MS).toISOString(),
  to: ({ startsAt }) => new Date(startsAt.getTime() + 24 * HOUR_MS).toISOString(),
  until: ({ startsAt }) => startsAt.toISOString(),
  limit: ({ random }) => String(random.int(1, 50)),
};

/** Texts for every pattern of the contract; the first match is used. */
const TEXTS = [
  'Kim 김지은',
  'kim',
  '010-1234-5678',
  '120-81-47521',
  '12345678',
  '20:30',
  'a.b',
  'kim@test.example',
  'http://127.0.0.1:9/',
  'topic/one',
  `whsec_${'A'.repeat(43)}=`,
  'AA',
  '1',
];

/** A value that the schema accepts, with ids of existing rows where it names rows. */
export function validValue(schema: Schema, name: string, source: ValueSource): unknown {
  const { random } = source;
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return validValue(random.pick(choices), name, source);
  switch (schema.type) {
    case 'object':
      return validObject(schema, source);
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, random.int(0, 2)) }, () =>
        validValue(schema.items ?? {}, name, source),
      );
    case 'integer':
    case 'number':
      return BY_NAME[name]?.(source) ?? validNumber(schema, random);
    case 'boolean':
      return random.next() < 0.5;
    case 'null':
      return null;
    default:
      return validText(schema, name, source);
  }
}

function validObject({ properties = {}, required = [] }: Schema, source: ValueSource): Record<string, unknown> {
  const kept = Object.entries(properties).filter(([name]) => required.includes(name) || source.random.next() < 0.4);
  return Object.fromEntries(kept.map(([name, schema]) => [name, validValue(schema, name, source)]));
}

function validNumber({ minimum = 0, maximum = 1000 }: Schema, random: SeededRandom): number {
  return random.next() < 0.1 ? maximum : random.int(minimum, Math.min(maximum, minimum + 20));
}

function validText(schema: Schema, name: string, source: ValueSource): string {
  if (schema.format === 'uuid') return idNamed(name, source);
  const candidates = [
    BY_NAME[name]?.(source),
    source.startsAt.toISOString(),
    source.startsAt.toISOString().slice(0, 10),
    ...TEXTS,
  ].filter((text) => typeof text === 'string');
  const isValid = (text: string) =>
    isMatch(schema, text) && (schema.format !== undefined || isWord(text) || schema.pattern !== undefined);
  return (
    candidates.find(isValid) ?? candidates.find((text) => isMatch(schema, text)) ?? 'x'.repeat(schema.minLength ?? 1)
  );
}

/** A text that is not a date, where any text is accepted. */
function isWord(text: string): boolean {
  return !/^\d{4}-/.test(text);
}

function isMatch(schema: Schema, text: string): boolean {
  const patterns = [schema.pattern, ...(schema.allOf ?? []).map((part) => part.pattern)].filter(
    (pattern) => pattern !== undefined,
  );
  const isLongEnough = text.length >= (schema.minLength ?? 0) && text.length <= (schema.maxLength ?? Infinity);
  return (
    isLongEnough &&
    patterns.every((pattern) => new RegExp(pattern, 'u').test(text)) &&
    (schema.format !== 'email' || text.includes('@'))
  );
}

/** `roomIds` and `partRoomIds` name rooms as `roomId` does. */
export function idNamed(name: string, { ids, random }: ValueSource): string {
  const singular = name
    .replace(/Ids$/, 'Id')
    .replace(/^part(?=Room)/, '')
    .replace(/^Room/, 'room');
  const own = ids[name] ?? ids[singular];
  if (own && own.length > 0) return random.pick(own);
  const all = Object.values(ids).flat();
  return all.length > 0 ? random.pick(all) : NIL_ID;
}
