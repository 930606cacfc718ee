/** One field of an entry's detail. A field without `before` and `after` only adds information. */
export interface AuditChange {
  /** The field's name on the wire; `null`: the whole value, which has no fields. */
  readonly field: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly fact?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of an entry's detail: the changed ones first, then the additional information. Unchanged fields are left
 * out.
 */
export function listChanges(detail: Fields): AuditChange[] {
  const { before, after, ...facts } = detail;
  const isChange = 'before' in detail || 'after' in detail;
  return [
    ...(isChange ? changed(before, after) : []),
    ...Object.entries(facts)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => ({ field, fact: value })),
  ];
}

function changed(before: unknown, after: unknown): AuditChange[] {
  if (!isFieldsOrNothing(before) || !isFieldsOrNothing(after))
    return isSame(before, after) ? [] : [{ field: null, before, after }];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((name) => !isSame(before?.[name], after?.[name]))
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }));
}

function isFieldsOrNothing(value: unknown): value is Fields | null | undefined {
  return value === null || value === undefined || (typeof value === 'object' && !Array.isArray(value));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
