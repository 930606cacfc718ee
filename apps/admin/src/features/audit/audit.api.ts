import type {
  AuditActor,
  BodyInputOf,
  listAudit,
  PersonalDataTerms,
  readAuditVerification,
  ReplyOf,
  setPersonalDataTerms,
} from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readFile, saveFile } from '../../api/files.ts';
import { fillPage } from '../../ui/list/list-position.ts';
import { auditQuery, type AuditLogFilter, type AuditLogPosition } from './audit-filter.ts';

export type AuditLogPage = ReplyOf<typeof listAudit>;

/** One page of the log, newest first. While the next page loads the last one stays on screen. */
export function useAudit(product: string, filter: AuditLogFilter, position: AuditLogPosition) {
  return useQuery({
    queryKey: ['audit', product, filter, position],
    queryFn: async ({ signal }): Promise<AuditLogPage> => {
      const read = (limit: number, cursor: string | null) =>
        call('GET /api/v2/{product}/audit', {
          params: { product },
          query: { ...auditQuery(filter), limit: String(limit), ...(cursor !== null && { cursor }) },
          signal,
        });
      return await fillPage(position.limit, await read(position.limit, position.after), read);
    },
    placeholderData: keepPreviousData,
  });
}

/** The people in the filter. */
export function useAuditActors(product: string) {
  return useQuery({
    queryKey: ['audit-actors', product],
    queryFn: async ({ signal }): Promise<readonly AuditActor[]> =>
      (await call('GET /api/v2/{product}/audit/actor', { params: { product }, signal })).items,
    staleTime: 60_000,
  });
}

/** Exports all entries of the filter as a file, which the browser then saves. */
export function useAuditExport(product: string, filter: AuditLogFilter, lng: 'kr' | 'en') {
  return useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const file = await readFile('GET /api/v2/{product}/audit/export', {
        params: { product },
        query: { ...auditQuery(filter), format, lng },
      });
      saveFile(file, `audit-log-${new Date().toISOString().slice(0, 10)}.${format}`);
    },
  });
}

const verificationKey = (product: string) => ['audit-verification', product] as const;
/** How often the result is polled while the chain is being verified. */
const POLL_MS = 3000;

export function useVerification(product: string) {
  return useQuery({
    queryKey: verificationKey(product),
    queryFn: ({ signal }): Promise<ReplyOf<typeof readAuditVerification>> =>
      call('GET /api/v2/{product}/audit/verification', { params: { product }, signal }),
    refetchInterval: (query) => (query.state.data?.isUnderWay === true ? POLL_MS : false),
  });
}

export function useVerify(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/v2/{product}/audit/verification', { params: { product }, body: {} }),
    onSuccess: (reply) => client.setQueryData(verificationKey(product), reply),
  });
}

const termsKey = (product: string) => ['personal-data-terms', product] as const;

export function usePersonalDataTerms(product: string) {
  return useQuery({
    queryKey: termsKey(product),
    queryFn: ({ signal }): Promise<PersonalDataTerms> =>
      call('GET /api/v2/{product}/personal-data', { params: { product }, signal }),
  });
}

export function useSetPersonalDataTerms(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setPersonalDataTerms>) =>
      call('POST /api/v2/{product}/personal-data', { params: { product }, body }),
    // Another person may have changed the value first, so it is read again.
    onSettled: () => client.invalidateQueries({ queryKey: termsKey(product) }),
  });
}
