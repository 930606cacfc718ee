import type { ChannelStatement, ChannelStatementLine, StatementLineState } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { uploadFile } from '../../api/files.ts';

const statementsKey = (product: string) => ['channel-statements', product] as const;

export const LINES_ON_A_PAGE = 20;
/** Each statement in the list is compared with the ledger, so the list has the latest ones only. */
const MOST_STATEMENTS = 24;

/** The latest imported statements of channels, latest period first. */
export function useChannelStatements(product: string) {
  return useQuery({
    queryKey: [...statementsKey(product), 'list'],
    queryFn: ({ signal }): Promise<{ total: number; items: ChannelStatement[] }> =>
      call('GET /api/v2/{product}/channel-statement', {
        params: { product },
        query: { limit: String(MOST_STATEMENTS) },
        signal,
      }),
  });
}

interface LinesFilter {
  readonly statementId: string;
  readonly state: StatementLineState | '';
  readonly page: number;
}

/** The payments of a statement beside those of the ledger. */
export function useStatementLines(product: string, { statementId, state, page }: LinesFilter) {
  return useQuery({
    queryKey: [...statementsKey(product), statementId, state, page],
    queryFn: ({ signal }): Promise<{ total: number; items: ChannelStatementLine[] }> =>
      call('GET /api/v2/{product}/channel-statement/{statementId}/line', {
        params: { product, statementId },
        query: { page: String(page), limit: String(LINES_ON_A_PAGE), ...(state !== '' && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

interface StatementFile {
  readonly apiKeyId: string;
  /** Business dates, both included. */
  readonly from: string;
  readonly to: string;
  readonly file: File;
}

export function useImportStatement(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ apiKeyId, from, to, file }: StatementFile) =>
      uploadFile('POST /api/v2/{product}/channel-statement', {
        params: { product },
        query: { apiKeyId, from, to, fileName: file.name.slice(0, 120) },
        // Browsers name the same file by many types, and some by none.
        file: new Blob([file], { type: 'text/csv' }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: statementsKey(product) }),
  });
}

export function useRemoveStatement(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (statementId: string) =>
      call('DELETE /api/v2/{product}/channel-statement/{statementId}', { params: { product, statementId } }),
    onSettled: () => client.invalidateQueries({ queryKey: statementsKey(product) }),
  });
}
