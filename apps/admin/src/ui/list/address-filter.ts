import { dayAfter, startOfDay } from '../form/time/store-day.ts';

/** Changes parameters of the address; an empty value removes its parameter. */
export type ChangeAddress = (values: Readonly<Record<string, string>>) => void;

/** The address with these values; empty ones are removed from it. */
export function withParams(params: URLSearchParams, values: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** One value of a filter: its parameter in the address, and how it is read. Invalid text counts as not given. */
interface FilterField<Value> {
  readonly name: string;
  readonly read: (text: string | null) => Value;
}
type FilterFields = Readonly<Record<string, FilterField<unknown>>>;

/** The values of a filter with these fields; `null`, an empty text or an empty list: not given. */
export type FilterValues<Fields extends FilterFields> = {
  readonly [Key in keyof Fields]: ReturnType<Fields[Key]['read']>;
};

/** The chosen store, and the zone of the filter's days. They are chosen outside the filter. */
export interface FilterScope {
  readonly storeId: string | null;
  readonly timeZone: string;
}

export function patternField(name: string, pattern: RegExp): FilterField<string | null> {
  return { name, read: (text) => (text !== null && pattern.test(text) ? text : null) };
}

export function idField(name: string): FilterField<string | null> {
  return patternField(name, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
}

export function choiceField<Choice extends string>(
  name: string,
  choices: readonly Choice[],
): FilterField<Choice | null> {
  return { name, read: (text) => choices.find((choice) => choice === text) ?? null };
}

/** A search text. */
export function searchField(name: string, maxLength = 60): FilterField<string> {
  return { name, read: (text) => text?.trim().slice(0, maxLength) ?? '' };
}

/** A day `YYYY-MM-DD` of the calendar. */
export function dayField(name: string): FilterField<string | null> {
  return { name, read: (text) => (text !== null && isDay(text) ? text : null) };
}

/** A time of day `HH:mm`. */
export function timeField(name: string): FilterField<string | null> {
  return patternField(name, /^([01]\d|2[0-3]):[0-5]\d$/);
}

function isDay(text: string): boolean {
  if (!/^(19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Reads a filter from the address (SH-6). A link with invalid values never breaks the screen. */
export function readFilterFields<Fields extends FilterFields>(
  fields: Fields,
  params: URLSearchParams,
): FilterValues<Fields> {
  const values = Object.entries(fields).map(([key, { name, read }]) => [key, read(params.get(name))] as const);
  return Object.fromEntries(values) as FilterValues<Fields>;
}

/** The change of the address that removes the whole filter. */
export function clearedFilter(fields: FilterFields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(fields).map(({ name }) => [name, '']));
}

/** The number of fields with a value. */
export function countActiveFields(fields: FilterFields, filter: object): number {
  return Object.entries(filter).filter(([key, value]) => key in fields && isGiven(value)).length;
}

interface FilterPeriod {
  readonly timeZone: string;
  readonly from: string | null;
  readonly to: string | null;
}

type GivenValues<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> };

/**
 * The query of the server for a filter: the values that are given, and the instants of the days in their zone. The day
 * `to` is included whole: a period is half-open.
 */
export function filterQuery<Filter extends FilterPeriod>({ timeZone, from, to, ...values }: Filter) {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)));
  return {
    ...(filled as GivenValues<Omit<Filter, keyof FilterPeriod>>),
    ...(from !== null && { from: startOfDay(from, timeZone) }),
    ...(to !== null && { to: startOfDay(dayAfter(to), timeZone) }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
