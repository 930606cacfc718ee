import { choiceField, idField, readFilterFields, type FilterValues } from '../../ui/list/address-filter.ts';
import { readWholeNumber } from '../../ui/list/list-position.ts';
import { INCIDENT_KIND_CHOICES } from './on-call-choices.ts';

export const INCIDENT_FILTER_FIELDS = {
  kind: choiceField('kind', INCIDENT_KIND_CHOICES),
  /** `null`: the pending ones. */
  show: choiceField('show', ['ALL']),
};

export type IncidentFilter = FilterValues<typeof INCIDENT_FILTER_FIELDS> & { readonly storeId: string | null };

export function readIncidentFilter(params: URLSearchParams, storeId: string | null): IncidentFilter {
  return { storeId, ...readFilterFields(INCIDENT_FILTER_FIELDS, params) };
}

/** The page, from 0, and the incident that a link points at. */
export function readIncidentPosition(params: URLSearchParams) {
  return {
    page: readWholeNumber(params, 'page', 999_999),
    ...readFilterFields({ pointed: idField('incident') }, params),
  };
}
