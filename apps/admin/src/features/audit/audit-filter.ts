import {
  dayField,
  filterQuery,
  idField,
  patternField,
  readFilterFields,
  searchField,
  type FilterScope,
  type FilterValues,
} from '../../ui/list/address-filter.ts';
import { readCursorParam, readPageSize, readWholeNumber } from '../../ui/list/list-position.ts';

/** The fields of the filter by the names of the server's query. */
export const AUDIT_FILTER_FIELDS = {
  /** An action or a group of them. */
  action: patternField('action', /^[a-z][a-z-]{0,39}(\.[a-z][a-z-]{0,39})?$/),
  actorId: idField('by'),
  subjectKind: patternField('kind', /^[a-z][a-z-]{0,39}$/),
  subjectId: idField('subject'),
  about: searchField('about'),
  q: searchField('q'),
  from: dayField('from'),
  to: dayField('to'),
};

/** The filter of the log. Days are `YYYY-MM-DD` in `timeZone`, both inclusive. */
export type AuditLogFilter = FilterScope & FilterValues<typeof AUDIT_FILTER_FIELDS>;

/** The current position in the list. */
export interface AuditLogPosition {
  readonly after: string | null;
  /** The number of rows before this page, if they were shown. */
  readonly seen: number;
  readonly limit: number;
}

export function readAuditLogFilter(params: URLSearchParams, storeId: string | null, timeZone: string): AuditLogFilter {
  return { storeId, timeZone, ...readFilterFields(AUDIT_FILTER_FIELDS, params) };
}

export function readAuditLogPosition(params: URLSearchParams): AuditLogPosition {
  const after = readCursorParam(params);
  return {
    after,
    seen: after === null ? 0 : readWholeNumber(params, 'seen', Number.MAX_SAFE_INTEGER),
    limit: readPageSize(params),
  };
}

/** The query of `audit` for this filter. */
export function auditQuery(filter: AuditLogFilter) {
  return filterQuery(filter);
}
