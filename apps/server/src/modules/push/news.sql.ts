import type { ApprovalKind, PushKind } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { readGuestNotices, readIncidentNotices } from './guest-news.sql.ts';
import type { NoticeRow, NoticeWord } from './notice-row.ts';
import { canApprove } from './notification-rights.ts';
import type { SubscribedBrowser } from './people.sql.ts';

/** The content of a message. Contains no names of people, because it appears on a locked screen. */
export interface PushContent {
  readonly count: number;
  /** The names of the stores. */
  readonly stores: readonly string[];
  /** The kind of the newest notice. */
  readonly what: NoticeWord;
  readonly amount: number | null;
  /** The room or door, and the code of the reservation; `null`: the kind names neither. */
  readonly about: string | null;
  /** The number of all unconfirmed notices of the person, including these. */
  readonly waiting: number;
  /** When the message becomes irrelevant. */
  readonly until: Date | null;
}

/** Notices of one kind, by the ids of their subjects. */
interface Notices {
  readonly kind: PushKind;
  readonly ids: readonly string[];
}

/**
 * Reads which of these are still current, as the person sees them now; `null`: none. The transaction acts for the
 * person, so row-level security limits it to their stores.
 */
export async function readPushContent(
  tx: Tx,
  browser: SubscribedBrowser,
  { kind, ids }: Notices,
  now: Date,
): Promise<PushContent | null> {
  const { rows, waiting, until = null } = await READERS[kind](tx, ids, browser, now);
  const [newest] = rows;
  if (!newest) return null;
  return {
    count: rows.length,
    stores: [...new Set(rows.flatMap(({ store }) => store ?? []))],
    what: newest.what,
    amount: newest.amount,
    about: newest.about ?? null,
    waiting,
    until,
  };
}

type Reader = (
  tx: Tx,
  ids: readonly string[],
  browser: SubscribedBrowser,
  now: Date,
) => Promise<{ rows: readonly NoticeRow[]; waiting: number; until?: Date }>;

const READERS: Readonly<Record<PushKind, Reader>> = {
  async MONEY(tx, ids) {
    const { rows } = await sql<NoticeRow>`
      select n.id, n.kind as what, s.name as store, n.amount from notifications n join stores s on s.id = n.store_id
      where n.id = any (${ids}::uuid[]) and n.confirmed_at is null order by n.id desc`.execute(tx);
    const {
      rows: [counted],
    } = await sql<{
      waiting: number;
    }>`select coalesce(sum(unconfirmed), 0)::int as waiting from notification_counts`.execute(tx);
    return { rows, waiting: counted?.waiting ?? rows.length };
  },
  async ALARM(tx, ids) {
    const { rows: pending } = await sql<NoticeRow>`
      select a.id, a.kind as what, s.name as store, null::bigint as amount from alarms a join stores s
        on s.id = a.store_id
      where a.acknowledged_at is null
        and (a.closed_at is null or a.kind in ('FORCED', 'UNKNOWN_OPENING', 'LOCKDOWN_OPENING'))
        order by a.opened_at desc, a.id desc limit 1000`.execute(tx);
    return { rows: pending.filter(({ id }) => ids.includes(id)), waiting: pending.length };
  },
  async APPROVAL(tx, ids, browser, now) {
    const { rows: open } = await sql<
      NoticeRow & { what: ApprovalKind; storeId: string | null; askedBy: string; expiresAt: Date }
    >`
      select id, kind as what, terms ->> 'storeName' as store, (terms ->> 'amount')::bigint as amount,
        store_id as "storeId", asked_by as "askedBy", expires_at as "expiresAt"
      from approvals where state = 'REQUESTED' and expires_at > ${now} order by id desc limit 1000`.execute(tx);
    const own = open.filter((item) =>
      canApprove(browser, { kind: item.what, storeId: item.storeId, askedBy: item.askedBy }),
    );
    const rows = own.filter(({ id }) => ids.includes(id));
    return {
      rows,
      waiting: own.length,
      until: new Date(Math.max(...rows.map(({ expiresAt }) => expiresAt.getTime()))),
    };
  },

  READINESS: (tx, ids, _browser, now) => readGuestNotices(tx, 'READINESS', ids, now),
  OVERRUN: (tx, ids, _browser, now) => readGuestNotices(tx, 'OVERRUN', ids, now),
  WAITLIST: (tx, ids, _browser, now) => readGuestNotices(tx, 'WAITLIST', ids, now),
  ON_CALL: (tx, ids) => readIncidentNotices(tx, ids),
};
