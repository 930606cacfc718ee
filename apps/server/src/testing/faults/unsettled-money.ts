import { sql } from 'kysely';
import { storeActor, SYSTEM, type Tx } from '../../db/index.ts';
import type { PayingDesk } from '../desks/paying-desk.ts';
import type { Answer } from '../server.ts';

/**
 * Describes what can keep the money of a reservation from coming to rest, for the error of a test that waited in vain:
 * the reservation, its payments with their lookups and refunds, the jobs, and the sessions of the database.
 */
export async function describeUnsettledMoney(
  { server, shop: { productId }, storeId }: PayingDesk,
  reservation: Answer['body'],
): Promise<string> {
  const id = String(reservation['id']);
  const money = await server.withActor(storeActor(productId, storeId), (tx) => readMoney(tx, id));
  const work = await server.withActor(SYSTEM, readWork);
  return JSON.stringify({ now: server.clock.now(), ...money, ...work }, null, 1);
}

async function readMoney(tx: Tx, reservationId: string) {
  const { rows: reservations } = await sql`
    select state, version, paid_amount, price_amount, hold_expires_at, ends_at, extension_amount, extension_held_at,
      extension_expires_at
    from reservations where id = ${reservationId}`.execute(tx);
  const { rows: payments } = await sql`
    select p.id, p.provider, p.state, p.amount, p.paid_at, o.confirm_asked_at, o.look_at, o.looked_at, o.wanted,
      o.failures, o.last_error, o.fault,
      (select json_agg(json_build_object('state', f.state, 'amount', f.amount, 'failure', f.failure) order by f.id)
       from payment_refunds f where f.store_id = p.store_id and f.payment_id = p.id) as refunds
    from payments p left join provider_payments o on o.store_id = p.store_id and o.id = p.id
    where p.reservation_id = ${reservationId} order by p.id`.execute(tx);
  return { reservations, payments };
}

async function readWork(tx: Tx) {
  // A recurring job is described while it is claimed, fails or is late; any other job always.
  const { rows: jobs } = await sql`
    select kind, attempts, due_at, locked_until, claimed_by, last_error from jobs
    where claimed_by is not null or last_error is not null or payload <> '{}' or kind like 'payments.%'
      or kind like 'reservations.%'
    order by due_at limit 50`.execute(tx);
  const { rows: sessions } = await sql`
    select pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
      clock_timestamp() - state_change as since, left(query, 120) as query
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(
    tx,
  );
  return { jobs, sessions };
}
