import type {
  Approval,
  ApprovalRules,
  BodyInputOf,
  Payment,
  requestApproval,
  setApprovalRules,
} from '@munjigi/contract';
import { APPROVAL_RIGHTS } from '@munjigi/contract/approval-rights';
import { reachOf } from '@munjigi/contract/roles';
import { DAY_MS } from '@munjigi/rules';
import { keepPreviousData, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { GrowingRows } from '../../session/live-collection.ts';
import { useAuthContext, useCan } from '../../session/auth.tsx';

const listKey = (product: string) => ['approvals', product] as const;
const rulesKey = (product: string) => ['approval-rules', product] as const;

export const APPROVALS_PAGE_SIZE = 50;
/** Whether a query returns only the pending requests, or the ended ones as well. */
export type ApprovalListScope = 'OPEN' | 'ALL';

/** Requests for a second person, newest first; kept fresh by the stream. */
export function useApprovals(
  product: string,
  { shown, page = 0 }: { readonly shown: ApprovalListScope; readonly page?: number },
) {
  const can = useCan();
  return useQuery({
    queryKey: [...listKey(product), shown, page],
    queryFn: ({ signal }): Promise<GrowingRows<Approval>> =>
      call('GET /api/v2/{product}/approval', {
        params: { product },
        query: { show: shown, page: String(page), limit: String(APPROVALS_PAGE_SIZE) },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: can('approvals:use'),
  });
}

/** Reads the rules for acts that need a second person; only for people who can request one. */
export function useApprovalRules(product: string) {
  const can = useCan();
  return useQuery({
    queryKey: rulesKey(product),
    queryFn: ({ signal }): Promise<ApprovalRules> =>
      call('GET /api/v2/{product}/approval/rules', { params: { product }, signal }),
    enabled: can('approvals:use'),
  });
}

/** Uses the server's rule, which counts refunds of this payment within the last 24 hours. */
export function needsTwoForRefund(
  rules: ApprovalRules | undefined,
  { refunds }: Pick<Payment, 'refunds'>,
  amount: number,
): boolean {
  if (rules === undefined || rules.refundLimit === null) return false;
  const since = Date.now() - DAY_MS;
  const earlier = refunds.reduce(
    (sum, refund) => (refund.state === 'FAILED' || Date.parse(refund.at) <= since ? sum : sum + refund.amount),
    0,
  );
  return earlier + amount > rules.refundLimit;
}

/** This person's part in a request: its author, a possible second person, or `null`. */
export function useApprovalPart(): (approval: Pick<Approval, 'askedById' | 'kind'>) => 'ASKER' | 'SECOND' | null {
  const { user } = useAuthContext();
  return ({ askedById, kind }) =>
    askedById === user?.id ? 'ASKER' : reachOf(user?.roles ?? [], APPROVAL_RIGHTS[kind]) === null ? null : 'SECOND';
}

/** Sorts the requests that expire soonest first. */
export function sortByExpiry(items: readonly Approval[]): readonly Approval[] {
  return items.toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
}

function useRefetch(product: string) {
  const client = useQueryClient();
  return () => refetchApprovals(client, product);
}

function refetchApprovals(client: QueryClient, product: string): Promise<unknown> {
  return Promise.all([listKey(product), rulesKey(product)].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Requests approval by a second person; reads the rules again after a refusal. */
export function useRequestApproval(product: string) {
  const onSettled = useRefetch(product);
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof requestApproval>) =>
      call('POST /api/v2/{product}/approval', { params: { product }, body }),
    onSettled,
  });
}

type Decision = { readonly verb: 'approve' } | { readonly verb: 'decline'; readonly reason?: string };

export function useDecideApproval(product: string) {
  const onSettled = useRefetch(product);
  return useMutation({
    mutationFn: ({
      approvalId,
      decision,
    }: {
      readonly approvalId: string;
      readonly decision: Decision;
    }): Promise<Approval> => {
      const params = { product, approvalId };
      return decision.verb === 'approve'
        ? call('POST /api/v2/{product}/approval/{approvalId}/approve', { params, body: {} })
        : call('POST /api/v2/{product}/approval/{approvalId}/decline', {
            params,
            body: decision.reason === undefined ? {} : { reason: decision.reason },
          });
    },
    onSettled,
  });
}

export function useSetApprovalRules(product: string) {
  const onSettled = useRefetch(product);
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setApprovalRules>) =>
      call('PATCH /api/v2/{product}/approval/rules', { params: { product }, body }),
    onSettled,
  });
}
