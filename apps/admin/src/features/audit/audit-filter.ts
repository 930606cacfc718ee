import { dayAfter, startOfDay } from '../../ui/form/store-day.ts';

export const PAGE_SIZES = [20, 50, 100] as const;

/** The filter of the log. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export interface AuditFilter {
  readonly storeId: string | null;
  readonly timeZone: string;
  /** An action or a group of them. */
  readonly action: string | null;
  readonly actorId: string | null;
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
  readonly q: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The current place in the list. */
export interface AuditPlace {
  readonly after: string | null;
  /** The number of rows before this page, as far as they were shown. */
  readonly seen: number;
  readonly limit: number;
}

/** The filter's parameters in the address, without the store, which is chosen elsewhere. */
export const FILTER_NAMES = ['action', 'by', 'kind', 'subject', 'q', 'from', 'to'] as const;

/**
 * Reads the filter from the address (SH-6). A value that it cannot understand counts as not given, so that a link never
 * breaks the screen.
 */
export function readFilter(params: URLSearchParams, storeId: string | null, timeZone: string): AuditFilter {
  const match = (name: string, pattern: RegExp) => {
    const text = params.get(name);
    return text !== null && pattern.test(text) ? text : null;
  };
  const id = (name: string) => match(name, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const day = (name: string) => {
    const text = match(name, /^(19|20)\d{2}-\d{2}-\d{2}$/);
    return text !== null && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : null;
  };
  return {
    storeId,
    timeZone,
    action: match('action', /^[a-z][a-z-]{0,39}(\.[a-z][a-z-]{0,39})?$/),
    actorId: id('by'),
    subjectKind: match('kind', /^[a-z][a-z-]{0,39}$/),
    subjectId: id('subject'),
    q: params.get('q')?.trim().slice(0, 60) ?? '',
    from: day('from'),
    to: day('to'),
  };
}

export function readPlace(params: URLSearchParams): AuditPlace {
  const wanted = Number(params.get('limit') ?? '20');
  const after = params.get('after');
  const isCursor = after !== null && /^[\w-]{1,200}$/.test(after);
  const seen = Number(params.get('seen') ?? '0');
  return {
    after: isCursor ? after : null,
    seen: isCursor && Number.isSafeInteger(seen) && seen > 0 ? seen : 0,
    limit: PAGE_SIZES.find((size) => size === wanted) ?? PAGE_SIZES[0],
  };
}

/** The query of `audit` for this filter. The day `to` is included whole: a period is half-open. */
export function auditQuery(filter: AuditFilter) {
  return {
    ...(filter.storeId !== null && { storeId: filter.storeId }),
    ...(filter.action !== null && { action: filter.action }),
    ...(filter.actorId !== null && { actorId: filter.actorId }),
    ...(filter.subjectKind !== null && { subjectKind: filter.subjectKind }),
    ...(filter.subjectId !== null && { subjectId: filter.subjectId }),
    ...(filter.q !== '' && { q: filter.q }),
    ...(filter.from !== null && { from: startOfDay(filter.from, filter.timeZone) }),
    ...(filter.to !== null && { to: startOfDay(dayAfter(filter.to), filter.timeZone) }),
  };
}

/** The number of active filters (the store is chosen elsewhere). */
export function countNarrowed({ action, actorId, subjectKind, subjectId, q, from, to }: AuditFilter): number {
  return [action, actorId, subjectKind, subjectId, q === '' ? null : q, from, to].filter((value) => value !== null)
    .length;
}
