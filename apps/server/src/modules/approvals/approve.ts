import { APPROVAL_RIGHTS, type Approval } from '@munjigi/contract';
import type { Database, Tx } from '../../db/index.ts';
import { Problem, type Person, type UnitOfWork } from '../../http/index.ts';
import { readPersonNow } from '../accounts/index.ts';
import { byCaller } from '../reservations/index.ts';
import { performAct, canPerformAct, checkCanPerformAct, type ActDeps } from './acts.ts';
import {
  endApproval,
  toApproval,
  stateOf,
  selectApprovalForUpdate,
  publishApproval,
  type ApprovalRow,
} from './approvals.sql.ts';

/** The act was refused: it rolls back, and its failure is stored. */
class NotDone extends Error {
  readonly failure: NonNullable<Approval['failure']>;
  constructor(failure: NonNullable<Approval['failure']>) {
    super(failure);
    this.failure = failure;
  }
}

/**
 * Approves a request and performs its act in one transaction: after a crash neither has happened, and the request still
 * waits. A concurrent second approval waits for the lock and then finds the request decided.
 */
export async function grantApproval(
  deps: ActDeps & { readonly db: Database },
  actor: Person,
  id: string,
): Promise<Approval> {
  try {
    return await deps.db.withActor(actor, (tx) => approveAndAct(deps, { tx, clock: deps.clock, actor }, id));
  } catch (error) {
    if (!(error instanceof NotDone)) throw error;
    const { failure } = error;
    return deps.db.withActor(actor, async (tx) => {
      const at = deps.clock.now();
      const row = await selectApprovalToDecide(tx, actor, id, at);
      const ended = await endApproval(tx, row, { state: 'FAILED', by: actor, at, failure });
      return publishApproval(tx, ended, { at, action: 'approval.failed', actor: byCaller(actor), detail: { failure } });
    });
  }
}

async function approveAndAct(deps: ActDeps, { tx, clock, actor }: UnitOfWork, id: string): Promise<Approval> {
  const at = clock.now();
  const row = await selectApprovalToDecide(tx, actor, id, at);
  // The rights at this moment, not when either request came in.
  const [asker, approver] = [await readPersonNow(tx, row.asked_by, at), await readPersonNow(tx, actor.userId, at)];
  if (!approver || !canPerformAct(approver, row.kind, row.store_id))
    throw new Problem('CAPABILITY_MISSING', { capability: APPROVAL_RIGHTS[row.kind] });
  if (!asker || !canPerformAct(asker, row.kind, row.store_id)) throw new NotDone('ASKER_MAY_NOT');
  const both: Person = {
    ...actor,
    userId: asker.userId,
    name: `${asker.name} + ${approver.name}`,
    roles: asker.roles,
    assignedStoreIds: asker.storeIds,
  };
  try {
    await performAct(deps, { tx, clock, actor: both }, row);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new NotDone(error.code === 'STALE' ? 'CHANGED' : 'NOT_POSSIBLE');
  }
  const ended = await endApproval(tx, row, { state: 'DONE', by: approver, at });
  return publishApproval(tx, ended, { at, action: 'approval.approved', actor: byCaller(actor) });
}

/** Locks a waiting request. Throws when the actor is the requester or lacks the right. */
export async function selectApprovalToDecide(tx: Tx, actor: Person, id: string, now: Date): Promise<ApprovalRow> {
  const row = await selectApprovalForUpdate(tx, id);
  checkCanPerformAct(actor, row.kind, row.store_id);
  if (row.asked_by === actor.userId) throw new Problem('OWN_REQUEST');
  checkStillWaiting(row, now);
  return row;
}

export function checkStillWaiting(row: ApprovalRow, now: Date): void {
  if (stateOf(row, now) !== 'REQUESTED') throw new Problem('STATE_NOT_ALLOWED', { current: toApproval(row, now) });
}
