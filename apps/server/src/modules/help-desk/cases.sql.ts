import type { CaseOutcome, listHelpDeskCases, QueryOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { countRows, orderOf, statement, type GrowingTotal, type Tables, type Tx } from '../../db/index.ts';

export type CaseRow = Selectable<Tables['help_desk_cases']>;
type OfReservation = Pick<CaseRow, 'store_id' | 'reservation_id'>;

/** `false`: this person already has an open case for the guest. */
export async function insertCase(
  tx: Tx,
  row: Omit<CaseRow, 'resolved_at' | 'outcome' | 'note' | 'seen_at' | 'trouble'> & { readonly person_id: string },
): Promise<boolean> {
  const { rows } = await tx.executeQuery(statement<object>`
    insert into help_desk_cases (product_id, store_id, id, reservation_id, person_id, person_name, opened_at,
      business_date)
    values (${row.product_id}, ${row.store_id}, ${row.id}, ${row.reservation_id}, ${row.person_id}, ${row.person_name},
      ${row.opened_at}, ${row.business_date})
    on conflict (store_id, reservation_id, person_id) where resolved_at is null do nothing returning id`);
  return rows.length > 0;
}

/** Inserts a case of the guest, or finds the open one. */
export async function insertCaseOfGuest(
  tx: Tx,
  row: Omit<CaseRow, 'resolved_at' | 'outcome' | 'note' | 'seen_at' | 'person_id' | 'person_name'>,
): Promise<{ readonly id: string; readonly openedAt: Date; readonly isNew: boolean }> {
  const { rows } = await tx.executeQuery(statement<{ id: string; opened_at: Date; is_new: boolean }>`
    with made as (
      insert into help_desk_cases (product_id, store_id, id, reservation_id, opened_at, business_date, trouble)
      values (${row.product_id}, ${row.store_id}, ${row.id}, ${row.reservation_id}, ${row.opened_at},
        ${row.business_date}, ${row.trouble})
      on conflict (store_id, reservation_id) where resolved_at is null and person_id is null do nothing
        returning id, opened_at)
    select id, opened_at, true as is_new from made
    union all
    select id, opened_at, false from help_desk_cases
    where store_id = ${row.store_id} and reservation_id = ${row.reservation_id} and resolved_at is null
      and person_id is null limit 1`);
  const [found] = rows;
  if (!found) throw new Error('The case of the guest is neither new nor open');
  return { id: found.id, openedAt: found.opened_at, isNew: found.is_new };
}

/** Records that a person opened the guest's case. Returns its id; `null`: no case of the guest is open and unseen. */
export async function markCaseOfGuestSeen(tx: Tx, of: OfReservation, at: Date): Promise<string | null> {
  const { rows } = await tx.executeQuery(statement<{ id: string }>`
    update help_desk_cases set seen_at = greatest(opened_at, ${at}::timestamptz)
    where store_id = ${of.store_id} and reservation_id = ${of.reservation_id} and resolved_at is null
      and person_id is null and seen_at is null
    returning id`);
  return rows[0]?.id ?? null;
}

/** Locks the open case of the guest, so that it is not resolved before the transaction ends. */
export async function selectCaseOfGuestForUpdate(tx: Tx, of: OfReservation): Promise<string | null> {
  const { rows } = await tx.executeQuery(statement<{ id: string }>`
    select id from help_desk_cases
    where store_id = ${of.store_id} and reservation_id = ${of.reservation_id} and resolved_at is null
      and person_id is null for update`);
  return rows[0]?.id ?? null;
}

const MOST_RAISED = 50;

/** Finds the requests of guests that no person has opened, oldest first. Uses a partial index. */
export async function findRaised(tx: Tx): Promise<Omit<ListedCase, 'guest_name'>[]> {
  const { rows } = await tx.executeQuery(statement<Omit<ListedCase, 'guest_name'>>`
    select c.*, r.code, m.name as room_name, s.name as store_name
    from help_desk_cases c join reservations r on r.store_id = c.store_id and r.id = c.reservation_id
      join rooms m on m.store_id = r.store_id and m.id = r.room_id
      join stores s on s.product_id = c.product_id and s.id = c.store_id
    where c.resolved_at is null and c.seen_at is null and c.person_id is null
    order by c.opened_at, c.id limit ${MOST_RAISED}`);
  return rows;
}

/** Finds the person's latest case for this guest. */
export async function findOwnCase(tx: Tx, of: OfReservation, personId: string): Promise<CaseRow | null> {
  const { rows } = await tx.executeQuery(statement<CaseRow>`
    select * from help_desk_cases where store_id = ${of.store_id} and reservation_id = ${of.reservation_id}
      and person_id = ${personId} order by opened_at desc, id desc limit 1`);
  return rows[0] ?? null;
}

/** `person_id` and `person_name` are null for the case of the guest. */
type OpenCase = Pick<CaseRow, 'person_id' | 'person_name' | 'opened_at'>;

export async function findOpen(tx: Tx, of: OfReservation, since: Date): Promise<OpenCase[]> {
  const { rows } = await tx.executeQuery(statement<OpenCase>`
    select person_id, person_name, opened_at from help_desk_cases
    where store_id = ${of.store_id} and reservation_id = ${of.reservation_id} and resolved_at is null
      and opened_at > ${since} order by opened_at, id`);
  return rows;
}

/** Resolves all open cases of the guest, of every person. Returns their number. */
export async function resolveOpen(
  tx: Tx,
  of: OfReservation,
  how: { readonly outcome: CaseOutcome; readonly note: string; readonly at: Date },
): Promise<number> {
  const { rows } = await tx.executeQuery(statement<object>`
    update help_desk_cases set resolved_at = greatest(opened_at, ${how.at}), outcome = ${how.outcome},
      note = ${how.note}
    where store_id = ${of.store_id} and reservation_id = ${of.reservation_id} and resolved_at is null returning id`);
  return rows.length;
}

export type ListedCase = CaseRow & {
  readonly code: string;
  readonly guest_name: string;
  readonly room_name: string;
  readonly store_name: string;
};

export async function findCases(
  tx: Tx,
  { page, limit, sort }: QueryOf<typeof listHelpDeskCases>,
): Promise<ListedCase[]> {
  const { rows } = await sql<ListedCase>`
    select c.*, r.code, r.guest_name, m.name as room_name, s.name as store_name
    from (select * from help_desk_cases order by ${orderOf(
      sort,
      { openedAt: 'opened_at' },
      'id',
      sql`opened_at desc,
      id desc`,
    )} limit ${limit} offset ${page * limit}) c
      join reservations r on r.store_id = c.store_id and r.id = c.reservation_id
      join rooms m on m.store_id = r.store_id and m.id = r.room_id
      join stores s on s.product_id = c.product_id and s.id = c.store_id
    order by ${orderOf(sort, { openedAt: 'c.opened_at' }, 'c.id', sql`c.opened_at desc, c.id desc`)}`.execute(tx);
  return rows;
}

export function countCases(tx: Tx): Promise<GrowingTotal> {
  return countRows(tx, sql`from help_desk_cases order by opened_at desc, id desc`);
}

export async function findClocks(tx: Tx): Promise<{ id: string; time_zone: string; day_cutoff: string }[]> {
  return tx.selectFrom('stores').select(['id', 'time_zone', 'day_cutoff']).execute();
}

interface DayRow {
  readonly opened: number;
  readonly resolved: number;
  readonly median_seconds: number | null;
}

/** Sums the cases of these stores, each on its own business date. */
export async function readDay(
  tx: Tx,
  days: readonly { readonly storeId: string; readonly date: string }[],
): Promise<DayRow> {
  const { rows } = await tx.executeQuery(statement<DayRow>`
    select count(*)::integer as opened, count(c.resolved_at)::integer as resolved,
      round(percentile_cont(0.5) within group (order by extract(epoch from c.resolved_at - c.opened_at)) filter
        (where c.resolved_at is not null))::integer as median_seconds
    from unnest(${days.map((day) => day.storeId)}::uuid[], ${days.map((day) => day.date)}::date[]) as these
      (store_id, business_date)
      join help_desk_cases c on c.store_id = these.store_id and c.business_date = these.business_date`);
  return rows[0] ?? { opened: 0, resolved: 0, median_seconds: null };
}
