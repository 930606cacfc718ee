import type { Approval, ApprovalKind, BodyOf, requestApproval } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import { accountEnd, checkRefund, checkReversal, type RefundDeps } from '../payments/index.ts';
import { byCaller } from '../reservations/index.ts';
import { checkCanPerformAct } from './acts.ts';
import { toApproval, publishApproval, type ApprovalRow, type Terms } from './approvals.sql.ts';
import { endOverdue } from './expire.ts';

const MINUTE_MS = 60_000;
/**
 * How long a request waits. A person at a door waits for minutes, and after that the reason may no longer apply.
 * Requests about money and rules wait for the shift of the next day.
 */
const WAITS_MS: Readonly<Record<ApprovalKind, number>> = {
  LOCKDOWN: 10 * MINUTE_MS,
  FIRE_RELEASE: 10 * MINUTE_MS,
  REFUND: 24 * 60 * MINUTE_MS,
  REVERSAL: 24 * 60 * MINUTE_MS,
  RULES: 24 * 60 * MINUTE_MS,
};

/**
 * Requests the approval of a second person. A refund or a reversal that would be refused now is refused with the same
 * error.
 */
export async function openApproval(
  deps: RefundDeps,
  work: UnitOfWork,
  body: BodyOf<typeof requestApproval>,
): Promise<Approval> {
  const { tx, actor } = work;
  const { kind, reason } = body;
  if ('storeId' in body) {
    checkCanPerformAct(actor, kind, await ownStore(tx, body.storeId));
    return insertApproval(work, {
      kind,
      storeId: body.storeId,
      reason,
      terms: { storeName: await nameOf(tx, body.storeId) },
    });
  }
  return requestRefundApproval(deps, work, body);
}

type MoneyRequest = Exclude<BodyOf<typeof requestApproval>, { storeId: string }> & { readonly isOwed?: boolean };

/** Requests the approval of a refund or a reversal. */
export async function requestRefundApproval(deps: RefundDeps, work: UnitOfWork, body: MoneyRequest): Promise<Approval> {
  const { tx, actor } = work;
  const { kind, reason } = body;
  const { payment, amount } =
    body.kind === 'REFUND'
      ? await checkRefund(tx, body.paymentId, body)
      : await checkReversal(tx, body.paymentId, body);
  checkCanPerformAct(actor, kind, payment.store_id);
  const reservationId = payment.reservation_id;
  const reservation =
    reservationId === null
      ? undefined
      : await tx.selectFrom('reservations').select('code').where('id', '=', reservationId).executeTakeFirst();
  const account = body.kind === 'REFUND' ? (body.refundAccount ?? null) : null;
  const terms: Terms = {
    storeName: await nameOf(tx, payment.store_id),
    paymentId: body.paymentId,
    version: body.version,
    amount,
    of: payment.amount,
    reservationId,
    reservationCode: reservation?.code ?? null,
    ...(body.isOwed === true && { isOwed: true }),
    ...(body.kind === 'REFUND' && body.isStillDue === true && { isStillDue: true }),
    ...(account && { refundTo: accountEnd(account) as NonNullable<Terms['refundTo']> }),
  };
  return insertApproval(work, {
    kind,
    storeId: payment.store_id,
    reason,
    terms,
    seal: account && ((id) => deps.accounts.seal({ store_id: payment.store_id, id }, account)),
  });
}

interface NewApproval {
  readonly kind: ApprovalKind;
  readonly storeId: string | null;
  readonly reason: string;
  readonly terms: Terms;
  readonly seal?: ((id: string) => Buffer) | null;
}

/** Throws APPROVAL_WAITING while the same request is waiting. */
export async function insertApproval(
  { tx, clock, actor }: UnitOfWork,
  { kind, storeId, reason, terms, seal }: NewApproval,
): Promise<Approval> {
  const now = clock.now();
  const id = uuidv7();
  const same = () => {
    const waiting = tx.selectFrom('approvals').selectAll().where('state', '=', 'REQUESTED');
    if (terms.paymentId !== undefined)
      return waiting
        .where('kind', 'in', ['REFUND', 'REVERSAL'])
        .where((eb) => eb(eb.ref('terms', '->>').key('paymentId' as never), '=', terms.paymentId as never));
    return waiting.where('kind', '=', kind).where('store_id', storeId === null ? 'is' : '=', storeId);
  };
  const before = (await same().executeTakeFirst()) as ApprovalRow | undefined;
  if (before && before.expires_at > now) throw new Problem('APPROVAL_WAITING', { current: toApproval(before, now) });
  if (before) await endOverdue(tx, before.id, now);
  const row = await tx
    .insertInto('approvals')
    .values({
      product_id: actor.productId,
      store_id: storeId,
      id,
      kind,
      reason,
      terms: JSON.stringify(terms),
      account: seal?.(id) ?? null,
      asked_at: now,
      asked_by: actor.userId,
      asked_by_name: actor.name,
      expires_at: new Date(now.getTime() + WAITS_MS[kind]),
      ended_by: null,
      ended_by_name: null,
      note: null,
      failure: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return publishApproval(tx, row as ApprovalRow, { at: now, action: 'approval.requested', actor: byCaller(actor) });
}

async function nameOf(tx: Tx, storeId: string): Promise<string | null> {
  return (await tx.selectFrom('stores').select('name').where('id', '=', storeId).executeTakeFirst())?.name ?? null;
}

async function ownStore(tx: Tx, storeId: string): Promise<string> {
  if ((await nameOf(tx, storeId)) === null) throw notFound();
  return storeId;
}
