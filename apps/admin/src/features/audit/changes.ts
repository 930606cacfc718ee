/** One field of what changed. A field that has no `before` and `after` was only told. */
export interface Change {
  /** Its name on the wire; `null`: all of it, where it has no fields. */
  readonly field: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly told?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** What an entry's detail says, field by field: what became another first, then what was told beside it. What stayed as it was is left out. */
export function changesOf(detail: Fields): Change[] {
  const { before, after, ...told } = detail;
  const isChange = 'before' in detail || 'after' in detail;
  return [...(isChange ? changed(before, after) : []), ...Object.entries(told).filter(([, value]) => value !== null).map(([field, value]) => ({ field, told: value }))];
}

function changed(before: unknown, after: unknown): Change[] {
  if (!isFieldsOrNothing(before) || !isFieldsOrNothing(after)) return isSame(before, after) ? [] : [{ field: null, before, after }];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.filter((name) => !isSame(before?.[name], after?.[name])).map((field) => ({ field, before: before?.[field], after: after?.[field] }));
}

function isFieldsOrNothing(value: unknown): value is Fields | null | undefined {
  return value === null || value === undefined || (typeof value === 'object' && !Array.isArray(value));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
