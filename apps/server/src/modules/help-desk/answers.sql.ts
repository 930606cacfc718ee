import type { GuestHelp, HelpDeskPage } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Companion, Tx } from '../../db/index.ts';
import { readNotesOfGuest, toTrouble } from './notes.sql.ts';

type Help = NonNullable<HelpDeskPage['guestHelp']>;

/** A resolved case is shown for so long. */
const SHOWN_MS = 3600_000;
/** More answers of one case would not help the guest. */
const MOST_ANSWERS = 50;

interface HelpRow {
  readonly trouble: string | null;
  readonly opened_at: Date;
  readonly seen_at: Date | null;
  readonly resolved_at: Date | null;
  readonly answer_text: string | null;
  readonly created_at: Date | null;
  readonly by_name: string | null;
}

/** Reads the guest's latest case, if it is open or was resolved within the last hour, with its answers (GP-4). */
export function findHelpOfGuest(tx: Tx, reservationId: string, now: Date): Promise<Help | null> {
  return readHelp(tx, { reservationId, now, byName: sql`created_by_name` });
}

/** The same for the guest, without the names of staff. */
export function readHelpOfGuest(tx: Tx, reservationId: string, now: Date): Promise<Help | null> {
  return readHelp(tx, { reservationId, now, byName: sql`''` });
}

interface CompanionReading {
  readonly reservationId: string;
  readonly companion: Companion;
  readonly now: Date;
}

/**
 * What a companion sees of the guest's latest case: their own notes, and the answers since their first request (GT-26).
 * `null`: the companion has not asked.
 */
export async function readHelpOfCompanion(
  tx: Tx,
  { reservationId, companion, now }: CompanionReading,
): Promise<GuestHelp | null> {
  const [help, { rows }] = await Promise.all([
    readHelpOfGuest(tx, reservationId, now),
    sql<{ since: Date | null }>`
    select min(q.created_at) as since
    from (select store_id, id from help_desk_cases
          where reservation_id = ${reservationId} and person_id is null order by opened_at desc, id desc limit 1) c
      join companion_requests q on q.store_id = c.store_id and q.case_id = c.id
    where q.companion_id = ${companion.id}`.execute(tx),
  ]);
  const since = rows[0]?.since?.toISOString();
  if (help === null || since === undefined) return null;
  return {
    ...help,
    openedAt: since,
    notes: help.notes.filter((note) => note.companion === companion.number),
    answers: help.answers.filter(({ at }) => at >= since).map(({ text, at }) => ({ text, at })),
  };
}

interface Reading {
  readonly reservationId: string;
  readonly now: Date;
  readonly byName: RawBuilder<unknown>;
}

async function readHelp(tx: Tx, { reservationId, now, byName }: Reading): Promise<Help | null> {
  const [{ rows }, notes, companions] = await Promise.all([
    sql<HelpRow>`
    select c.trouble, c.opened_at, c.seen_at, c.resolved_at, a.answer_text, a.created_at, a.by_name
    from (select store_id, id, trouble, opened_at, seen_at, resolved_at from help_desk_cases
          where reservation_id = ${reservationId} and person_id is null order by opened_at desc, id desc limit 1) c
      left join lateral (select id, answer_text, created_at, ${byName} as by_name from guest_answers
        where store_id = c.store_id and case_id = c.id order by created_at desc, id desc limit ${MOST_ANSWERS}) a
          on true
    where c.resolved_at is null or c.resolved_at > ${new Date(now.getTime() - SHOWN_MS)}
    order by a.created_at, a.id`.execute(tx),
    readNotesOfGuest(tx, reservationId),
    findCompanionsOfCase(tx, reservationId),
  ]);
  const [latest] = rows;
  if (latest === undefined) return null;
  return {
    trouble: toTrouble(latest.trouble),
    openedAt: latest.opened_at.toISOString(),
    seenAt: latest.seen_at?.toISOString() ?? null,
    resolvedAt: latest.resolved_at?.toISOString() ?? null,
    notes,
    companions,
    answers: rows.flatMap(({ answer_text: text, created_at: at, by_name: name }) =>
      text === null || at === null ? [] : [{ text, at: at.toISOString(), byName: name ?? '' }],
    ),
  };
}

/** The numbers of the companions who asked in the guest's latest case. */
async function findCompanionsOfCase(tx: Tx, reservationId: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select distinct q.companion_number as number
    from (select store_id, id from help_desk_cases
          where reservation_id = ${reservationId} and person_id is null order by opened_at desc, id desc limit 1) c
      join companion_requests q on q.store_id = c.store_id and q.case_id = c.id
    order by q.companion_number`.execute(tx);
  return rows.map(({ number }) => number);
}
