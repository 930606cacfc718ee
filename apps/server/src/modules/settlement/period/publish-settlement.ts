import { publish } from '../../../events/index.ts';
import type { UnitOfWork } from '../../../http/index.ts';
import { recordChange, type AuditRecord } from '../../audit/index.ts';

interface Change {
  readonly storeId: string;
  readonly action: AuditRecord['action'];
  readonly subjectId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Publishes the change, so that open screens read it again, and records it in the audit log with the actor. */
export async function recordSettlementChange(
  work: UnitOfWork,
  { storeId, action, subjectId, detail }: Change,
): Promise<void> {
  const { tx, actor } = work;
  await publish(tx, { productId: actor.productId, storeId, name: 'settlement.changed', data: { storeId } });
  await recordChange(work, {
    storeId,
    action,
    subject: { kind: 'settlement', id: subjectId },
    detail,
  });
}
