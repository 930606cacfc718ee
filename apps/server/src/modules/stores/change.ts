import type { Clock } from '../../clock.ts';
import type { Person } from '../../http/index.ts';
import type { AuditRecord } from '../audit/index.ts';

/** The audit entry of a change of a store by a person. */
export function changeOf(
  actor: Person,
  clock: Clock,
  item: {
    readonly storeId: string;
    readonly action: AuditRecord['action'];
    readonly subject: AuditRecord['subject'];
    readonly detail: AuditRecord['detail'];
  },
): AuditRecord {
  return {
    productId: actor.productId,
    at: clock.now(),
    actor: { kind: 'PERSON', id: actor.userId, label: actor.name, address: actor.address },
    ...item,
  };
}
