import type { BodyOf, NotificationKind, NotificationRules, setNotificationRules } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';

/** What happened as it should. Every other kind asks a person to act. */
const ROUTINE_KINDS: ReadonlySet<NotificationKind> = new Set(['PAID', 'DEPOSIT', 'CANCELED']);

/** Whether a notification of this kind needs no person (NT-1). */
export function isRoutineKind(kind: NotificationKind): boolean {
  return ROUTINE_KINDS.has(kind);
}

export async function readNotificationRules(tx: Tx, productId: string): Promise<NotificationRules> {
  const row = await tx
    .selectFrom('notification_rules')
    .select(['confirms_routine', 'version'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row ? { confirmsRoutine: row.confirms_routine, version: row.version } : { confirmsRoutine: true, version: 0 };
}

/** Sets the rule for later notifications. Throws STALE for an outdated version. */
export async function changeNotificationRules(
  work: UnitOfWork,
  { version, confirmsRoutine }: BodyOf<typeof setNotificationRules>,
): Promise<NotificationRules> {
  const { tx, clock, actor } = work;
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.productId}, 106))`.execute(tx);
  const before = await readNotificationRules(tx, actor.productId);
  if (before.version !== version) throw staleProblem(before);
  if (before.confirmsRoutine === confirmsRoutine) return before;
  await tx
    .insertInto('notification_rules')
    .values({ product_id: actor.productId, confirms_routine: confirmsRoutine })
    .onConflict((conflict) =>
      conflict.column('product_id').doUpdateSet({ confirms_routine: confirmsRoutine, version: version + 1 }),
    )
    .execute();
  await recordChange(work, {
    storeId: null,
    at: clock.now(),
    action: 'notification-rules.changed',
    subject: { kind: 'notification-rules', id: actor.productId },
    detail: { before: before.confirmsRoutine, after: confirmsRoutine },
  });
  return readNotificationRules(tx, actor.productId);
}
