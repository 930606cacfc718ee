import type { Incident, listIncidents, ReplyOf } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { IncidentFilter } from './incident-filter.ts';

type IncidentPage = ReplyOf<typeof listIncidents>;

export const INCIDENT_PAGE_SIZE = 20;

/** A page of incidents, newest first. While the next page loads the last one stays on screen. */
export function useIncidents(product: string, filter: IncidentFilter, page: number) {
  const { storeId, kind, show } = filter;
  return useQuery({
    queryKey: ['incidents', product, storeId, kind, show, page],
    queryFn: ({ signal }): Promise<IncidentPage> =>
      call('GET /api/v2/{product}/incident', {
        params: { product },
        query: {
          ...(storeId !== null && { storeId }),
          ...(kind !== null && { kind }),
          show: show ?? 'PENDING',
          page: String(page),
          limit: String(INCIDENT_PAGE_SIZE),
          sort: '-openedAt',
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Takes an incident as the signed-in person. The first acknowledgement stays, so a repeat is harmless (OC-5). */
export function useAcknowledgeIncident(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (incidentId: string): Promise<Incident> =>
      call('POST /api/v2/{product}/incident/{incidentId}/acknowledge', { params: { product, incidentId }, body: {} }),
    onSuccess: (incident) =>
      client.setQueriesData<IncidentPage>({ queryKey: ['incidents', product] }, (page) =>
        page === undefined
          ? page
          : { ...page, items: page.items.map((row) => (row.id === incident.id ? incident : row)) },
      ),
    onSettled: () =>
      Promise.all(
        ['incidents', 'incident-count'].map((name) => client.invalidateQueries({ queryKey: [name, product] })),
      ),
  });
}
