import type { PushKind } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { canBeNotified } from './notification-rights.ts';
import { findSubscribedBrowsers, type SubscribedBrowser } from './people.sql.ts';
import { insertNotices } from './spread.ts';

/** Notices for chosen people, in the transaction of their cause. The transaction acts for the store. */

interface PersonNotice {
  readonly productId: string;
  readonly storeId: string;
  readonly userId: string;
  readonly kind: PushKind;
  readonly subjectId: string;
}

export function findBrowsersOfPeople(tx: Tx, now: Date, userIds: readonly string[]): Promise<SubscribedBrowser[]> {
  return findSubscribedBrowsers(tx, now, { userIds });
}

/**
 * Adds a notice for each browser of one person that subscribed to this kind. Resolves with the number of browsers; a
 * person without the right at the store has none.
 */
export async function notifyPerson(
  tx: Tx,
  now: Date,
  { userId, kind, subjectId, productId, storeId }: PersonNotice,
): Promise<number> {
  const browsers = (await findBrowsersOfPeople(tx, now, [userId])).filter((browser) =>
    canBeNotified(browser, { kind, id: subjectId, productId, storeId }),
  );
  await insertNotices(
    tx,
    now,
    browsers.map(({ id }) => ({ subscription_id: id, kind, subject_id: subjectId })),
  );
  return browsers.length;
}

/** Whether a push service has accepted the notice for a browser of the person since it was added. */
export async function findPersonNoticeState(
  tx: Tx,
  { userId, kind, subjectId }: Pick<PersonNotice, 'userId' | 'kind' | 'subjectId'>,
  addedAt: Date,
): Promise<'WAITING' | 'SENT' | 'FAILED'> {
  const { rows } = await sql<{ is_sent: boolean; is_waiting: boolean }>`
    select coalesce(bool_or(not waits.it and turn.sent_at >= ${addedAt}), false) as is_sent,
      coalesce(bool_or(waits.it), false) as is_waiting
    from push_subscriptions p
    left join push_turns turn on turn.subscription_id = p.id and turn.kind = ${kind}
    cross join lateral (select exists (
      select from push_notices n where n.subscription_id = p.id and n.kind = ${kind} and n.subject_id = ${subjectId}) as
        it) waits
    where p.user_id = ${userId}`.execute(tx);
  const [found] = rows;
  if (found?.is_sent) return 'SENT';
  return found?.is_waiting ? 'WAITING' : 'FAILED';
}
