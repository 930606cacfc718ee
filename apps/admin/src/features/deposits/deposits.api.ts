import type {
  BodyOf,
  correctDeposit,
  Deposit,
  DepositDetail,
  previewDeposits,
  ReplyOf,
  undoDeposit,
} from '@munjigi/contract';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { uploadFile } from '../../api/files.ts';

const listKey = (product: string) => ['deposits', product] as const;
const detailKey = (product: string) => ['deposit', product] as const;
const rulesKey = (product: string, storeId: string) => ['deposit-rules', product, storeId] as const;
const relaysKey = (product: string, storeId: string) => ['deposit-relays', product, storeId] as const;

/** `OPEN`: deposits that wait for a person. */
export type DepositListScope = 'OPEN' | 'ALL';
export const DEPOSITS_PAGE_SIZE = 50;

/** Deposits, newest first; kept fresh by the stream. */
export function useDeposits(
  product: string,
  {
    storeId,
    shown,
    page,
  }: { readonly storeId: string | null; readonly shown: DepositListScope; readonly page: number },
) {
  return useQuery({
    queryKey: [...listKey(product), storeId, shown, page],
    queryFn: ({ signal }) => {
      const query = {
        page: String(page),
        limit: String(DEPOSITS_PAGE_SIZE),
        ...(storeId !== null && { storeId }),
        ...(shown === 'OPEN' && { state: 'OPEN' as const }),
      };
      return call('GET /api/v2/{product}/deposit', { params: { product }, query, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads one deposit with its text and candidates. */
export function useDeposit(product: string, depositId: string | null) {
  return useQuery({
    queryKey: [...detailKey(product), depositId],
    queryFn:
      depositId === null
        ? skipToken
        : ({ signal }): Promise<DepositDetail> =>
            call('GET /api/v2/{product}/deposit/{depositId}', { params: { product, depositId }, signal }),
  });
}

/** The largest number of results; more need a longer search. */
export const MAX_SEARCH_RESULTS = 10;

/** Reservations of a store by code, name or phone, masked; nothing for an empty text. */
export function useSearchReservations(
  product: string,
  { storeId, query }: { readonly storeId: string; readonly query: string },
) {
  return useQuery({
    queryKey: [...detailKey(product), 'found', storeId, query],
    queryFn:
      query === ''
        ? skipToken
        : ({ signal }) =>
            call('GET /api/v2/{product}/reservation3', {
              params: { product },
              query: { storeId, q: query, kind: 'GUEST', limit: String(MAX_SEARCH_RESULTS) },
              signal,
            }),
  });
}

export type DepositDecision =
  | { readonly verb: 'match'; readonly reservationId: string; readonly mayExceedDue: boolean }
  | { readonly verb: 'ignore' }
  | { readonly verb: 'undo'; readonly reason: string };

export type DecidedDeposit = Deposit & { readonly left?: ReplyOf<typeof undoDeposit>['left'] };

/** A person's decision about a deposit. Refetches everything when it is refused because of a stale version (AP-4). */
export function useDecideDeposit(product: string) {
  const refetch = useRefetchDeposits(product);
  return useMutation({
    mutationFn: ({
      deposit: { id: depositId, version },
      choice,
    }: {
      readonly deposit: Pick<Deposit, 'id' | 'version'>;
      readonly choice: DepositDecision;
    }): Promise<DecidedDeposit> => {
      const params = { product, depositId };
      switch (choice.verb) {
        case 'match':
          return call('POST /api/v2/{product}/deposit/{depositId}/match', {
            params,
            body: { version, reservationId: choice.reservationId, mayExceedDue: choice.mayExceedDue },
          });
        case 'ignore':
          return call('POST /api/v2/{product}/deposit/{depositId}/ignore', { params, body: { version } });
        case 'undo':
          return call('POST /api/v2/{product}/deposit/{depositId}/undo', {
            params,
            body: { version, reason: choice.reason },
          });
      }
    },
    onSettled: refetch,
  });
}

/** The whole name and text; the server records who read them (PD-1). */
export function useRevealDeposit(product: string) {
  return useMutation({
    mutationFn: ({ depositId, reason }: { readonly depositId: string; readonly reason: string }) =>
      call('POST /api/v2/{product}/deposit/{depositId}/reveal', { params: { product, depositId }, body: { reason } }),
  });
}

export type DepositCorrection = Omit<BodyOf<typeof correctDeposit>, 'version'>;

/** Corrects what the server read; it decides about the deposit again, and may keep the shape of the message. */
export function useCorrectDeposit(product: string) {
  const refetch = useRefetchDeposits(product);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      deposit: { id: depositId, version },
      correction,
    }: {
      readonly deposit: Deposit;
      readonly correction: DepositCorrection;
    }) =>
      call('POST /api/v2/{product}/deposit/{depositId}/correct', {
        params: { product, depositId },
        body: { version, ...correction },
      }),
    onSettled: (_reply, _error, { deposit }) =>
      Promise.all([refetch(), client.invalidateQueries({ queryKey: rulesKey(product, deposit.storeId) })]),
  });
}

/** The shapes of messages that people of the store taught. */
export function useDepositRules(product: string, storeId: string) {
  return useQuery({
    queryKey: rulesKey(product, storeId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/deposit-rule', { params: { product }, query: { storeId, limit: '200' }, signal }),
  });
}

export function useDeleteDepositRule(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ruleId: string) =>
      call('DELETE /api/v2/{product}/deposit-rule/{ruleId}', { params: { product, ruleId } }),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey(product, storeId) }),
  });
}

export type BankFilePreview = ReplyOf<typeof previewDeposits>;

/** What an import of the file would read; `columns` are those that a person chose, `null` those of the server. */
export function useBankFilePreview(
  product: string,
  { storeId, file, columns }: { readonly storeId: string; readonly file: File; readonly columns: string | null },
) {
  return useQuery({
    queryKey: ['deposit-file', product, storeId, file.name, file.size, file.lastModified, columns],
    queryFn: ({ signal }): Promise<BankFilePreview> =>
      uploadFile('POST /api/v2/{product}/deposit/csv/preview', {
        params: { product },
        query: { storeId, ...(columns !== null && { columns }) },
        file: toCsv(file),
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

/** Uploads a bank's file. The server turns its lines into deposits a moment later; the stream reports them. */
export function useImportBankFile(product: string, storeId: string) {
  return useMutation({
    mutationFn: ({
      file,
      columns,
      headLine,
    }: {
      readonly file: Blob;
      readonly columns: string | null;
      readonly headLine: number | null;
    }) =>
      uploadFile('POST /api/v2/{product}/deposit/csv', {
        params: { product },
        query: {
          storeId,
          ...(columns !== null && { columns }),
          ...(columns !== null && headLine !== null && { headLine: String(headLine) }),
        },
        file: toCsv(file),
      }),
  });
}

/** Browsers name the same file by many types, and some by none. */
function toCsv(file: Blob): Blob {
  return new Blob([file], { type: 'text/csv' });
}

export function useRelays(product: string, storeId: string) {
  return useQuery({
    queryKey: relaysKey(product, storeId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/deposit-relay', { params: { product }, query: { storeId, limit: '200' }, signal }),
  });
}

export function useCreateRelay(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly name: string; readonly mostAutomaticAmount: number }) =>
      call('POST /api/v2/{product}/deposit-relay', { params: { product }, body: { storeId, ...body } }),
    onSettled: () => client.invalidateQueries({ queryKey: relaysKey(product, storeId) }),
  });
}

export function useRevokeRelay(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (relayId: string) =>
      call('DELETE /api/v2/{product}/deposit-relay/{relayId}', { params: { product, relayId } }),
    onSettled: () => client.invalidateQueries({ queryKey: relaysKey(product, storeId) }),
  });
}

function useRefetchDeposits(product: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([listKey(product), detailKey(product)].map((queryKey) => client.invalidateQueries({ queryKey })));
}
