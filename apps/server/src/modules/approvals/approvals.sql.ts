import type { Approval, ApprovalKind, ApprovalState, listApprovals, QueryOf, RefundAccount } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, readGrowingPage, type GrowingTotal, type Tables, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { notFound } from '../../http/index.ts';
import { recordAudit, type AuditRecord } from '../audit/index.ts';

/**
 * The input of the act as it was requested, and what people see of it. The database allows one waiting request for a
 * `paymentId`.
 */
export interface Terms {
  readonly storeName: string | null;
  readonly paymentId?: string;
  readonly version?: number;
  readonly amount?: number;
  /** The amount of the whole payment. */
  readonly of?: number;
  readonly reservationId?: string | null;
  readonly reservationCode?: string | null;
  /** For a manual payment: a person sends the money after the approval. */
  readonly isOwed?: boolean;
  readonly isStillDue?: boolean;
  readonly refundTo?: { readonly bank: RefundAccount['bank']; readonly accountEnd: string };
  readonly before?: NonNullable<Approval['rules']>['before'];
  readonly after?: NonNullable<Approval['rules']>['after'];
}

export type ApprovalRow = Omit<Selectable<Tables['approvals']>, 'kind' | 'state' | 'terms'> & {
  readonly kind: ApprovalKind;
  readonly state: ApprovalState;
  readonly terms: Terms;
};

/** Returns the state. A request whose time is over is EXPIRED even before the timer has stored that. */
export function stateOf({ state, expires_at }: Pick<ApprovalRow, 'state' | 'expires_at'>, now: Date): ApprovalState {
  return state === 'REQUESTED' && expires_at <= now ? 'EXPIRED' : state;
}

export function toApproval(row: ApprovalRow, now: Date): Approval {
  const { terms } = row;
  return {
    id: row.id,
    storeId: row.store_id,
    storeName: terms.storeName,
    kind: row.kind,
    state: stateOf(row, now),
    reason: row.reason,
    payment:
      terms.paymentId === undefined
        ? null
        : {
            id: terms.paymentId,
            reservationId: terms.reservationId ?? null,
            reservationCode: terms.reservationCode ?? null,
            amount: terms.amount ?? 0,
            of: terms.of ?? 0,
          },
    refundTo: terms.refundTo ?? null,
    rules: terms.before && terms.after ? { before: terms.before, after: terms.after } : null,
    askedById: row.asked_by,
    askedBy: row.asked_by_name,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedById: row.ended_by,
    endedBy: row.ended_by_name,
    endedAt: (row.ended_at ?? (row.expires_at <= now ? row.expires_at : null))?.toISOString() ?? null,
    note: row.note,
    failure: row.failure as Approval['failure'],
  };
}

const isOpen = (now: Date) => sql<boolean>`state = 'REQUESTED' and expires_at > ${now}`;

/** Finds a page of requests, newest first. Row-level security limits them to the stores of the person. */
export async function findApprovals(
  tx: Tx,
  { page, limit, storeId, show, sort }: QueryOf<typeof listApprovals>,
  now: Date,
): Promise<GrowingTotal & { items: Approval[] }> {
  let found = tx.selectFrom('approvals');
  if (storeId !== undefined) found = found.where('store_id', '=', storeId);
  if (show === 'OPEN') found = found.where(isOpen(now));
  const { rows, ...count } = await readGrowingPage(tx, found.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { askedAt: 'asked_at' }, 'id', sql`id desc`),
  });
  return { ...count, items: rows.map((row) => toApproval(row as ApprovalRow, now)) };
}

/** Throws NOT_FOUND when the request does not exist or the person cannot see it. */
export async function readApproval(tx: Tx, id: string): Promise<ApprovalRow> {
  const row = await tx.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row as ApprovalRow;
}

/** Reads a request and locks it until the transaction ends. */
export async function selectApprovalForUpdate(tx: Tx, id: string): Promise<ApprovalRow> {
  const row = await tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row as ApprovalRow;
}

interface End {
  readonly state: Exclude<ApprovalState, 'REQUESTED' | 'EXPIRED'>;
  readonly by: { readonly userId: string; readonly name: string };
  readonly at: Date;
  readonly note?: string | null;
  readonly failure?: Approval['failure'];
}

/** Ends a locked request and deletes its account. */
export async function endApproval(
  tx: Tx,
  row: ApprovalRow,
  { state, by, at, note = null, failure = null }: End,
): Promise<ApprovalRow> {
  const set = { state, account: null, ended_at: at, ended_by: by.userId, ended_by_name: by.name, note, failure };
  await tx.updateTable('approvals').set(set).where('id', '=', row.id).where('state', '=', 'REQUESTED').execute();
  return { ...row, ...set };
}

/** Publishes the request and adds an audit record. */
export async function publishApproval(
  tx: Tx,
  row: ApprovalRow,
  item: {
    readonly at: Date;
    readonly action: AuditRecord['action'];
    readonly actor: AuditRecord['actor'];
    readonly detail?: Readonly<Record<string, unknown>>;
  },
): Promise<Approval> {
  const data = toApproval(row, item.at);
  await publish(tx, { productId: row.product_id, storeId: row.store_id, name: 'approval.changed', data });
  const { payment, refundTo, rules, kind, askedBy } = data;
  await recordAudit(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    at: item.at,
    actor: item.actor,
    action: item.action,
    subject: { kind: 'approval', id: row.id },
    detail: {
      kind,
      askedBy,
      askedById: row.asked_by,
      reason: row.reason,
      ...(payment && { paymentId: payment.id, amount: payment.amount }),
      ...(refundTo && { to: refundTo }),
      ...rules,
      ...item.detail,
    },
  });
  return data;
}
