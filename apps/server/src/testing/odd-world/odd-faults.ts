import { reservationAccess, type Payment } from '@munjigi/contract';
import { sql } from 'kysely';
import { ledgerFaults } from '../faults/ledger-faults.ts';
import { paymentsOf, type Stay } from './odd-stay.ts';
import type { OddWorld } from './odd-world.ts';
import type { JsonBody } from '../server.ts';
import { itemsOf } from '../peers/virtual-door.ts';

/** What must hold of the stays of the odd world. Each function returns what does not, in words. */

const named = ({ plan, name, reservation }: Stay) => `stay ${plan.index} (${plan.way}, ${name}, ${reservation['id']})`;

const doneOf = ({ refunds }: Payment) =>
  refunds.reduce((sum, { state, amount }) => (state === 'DONE' ? sum + amount : sum), 0);

const bookedOf = (world: OddWorld, id: string) => world.toss.book.find(id) ?? world.portone.book.find(id);

/** Whether nothing of a stay's money is under way. */
export async function isMoneyAtRest(world: OddWorld, stay: Stay): Promise<boolean> {
  const reservation = await world.read(stay.reservation);
  const payments = await paymentsOf(world, stay);
  return (
    String(reservation['state']) !== 'PENDING' &&
    reservation['heldExtension'] === null &&
    payments.every(
      ({ id, approvedAt, online, refunds }) =>
        online?.isConfirming !== true &&
        refunds.every(({ state }) => state !== 'REQUESTED') &&
        (approvedAt !== null || bookedOf(world, id)?.paidAt == null),
    )
  );
}

/** What is paid in the ledger is what the provider took minus what it gave back. */
export async function findMoneyFaults(world: OddWorld, stay: Stay): Promise<string[]> {
  const faults: string[] = [];
  const [payments, reservation] = [await paymentsOf(world, stay), await world.read(stay.reservation)];
  for (const { id, provider } of stay.agreed) {
    const booked = bookedOf(world, id);
    const existing = payments.find((payment) => payment.id === id);
    const refunded = (booked?.cancels ?? []).reduce(
      (sum, { state, amount }) => (state === 'DONE' ? sum + amount : sum),
      0,
    );
    if ((existing?.approvedAt != null) !== (booked?.paidAt != null))
      faults.push(
        `${named(stay)}: ${provider} took ${booked?.paidAt != null}, the server ${existing?.approvedAt != null}`,
      );
    if (existing && doneOf(existing) !== refunded)
      faults.push(`${named(stay)}: ${provider} gave ${refunded} back, the server ${doneOf(existing)}`);
  }
  const left = payments
    .filter(({ approvedAt, reversal }) => approvedAt !== null && reversal === null)
    .reduce((sum, payment) => sum + payment.amount - doneOf(payment), 0);
  if (Number(reservation['paidAmount']) !== left)
    faults.push(`${named(stay)}: the stay says ${reservation['paidAmount']}, its payments ${left}`);
  return [...faults, ...(await findUnpaidFaults(world, stay, { left, reservation }))];
}

/** A stay that was paid is confirmed, or a person was notified. */
async function findUnpaidFaults(
  world: OddWorld,
  stay: Stay,
  { left, reservation }: { left: number; reservation: Awaited<ReturnType<OddWorld['read']>> },
): Promise<string[]> {
  const isBank = stay.plan.way === 'BANK';
  const isLost = ['EXPIRED', 'PENDING'].includes(String(reservation['state']));
  const isShort = !stay.isCancelled && left < Number(reservation['priceAmount']);
  if (!isBank && !isLost && !isShort) return [];
  const wasPaid = isBank || left > 0 || stay.agreed.some(({ id }) => bookedOf(world, id)?.paidAt != null);
  if (!wasPaid || (isBank && !isLost && !isShort)) return [];
  const notified = await countRows(
    world,
    sql<{
      count: number;
    }>`select count(*)::int as count from notifications where store_id = ${world.storeId}
      and (reservation_id = ${String(reservation['id'])} or text like ${`%${stay.name}%`})`,
  );
  const deposits = isBank ? await findDeposits(world, stay) : [];
  const obstacles = await world.admin.call('GET', `/${world.shop.slug}/reservation/${reservation['id']}/readiness`);
  const isObstacle = itemsOf(obstacles.body).some((check) => JSON.stringify(check).includes('UNPAID'));
  if (notified > 0 || isObstacle || deposits.some(({ isNotified }) => isNotified)) return [];
  return [
    `${named(stay)}: paid ${left} of ${reservation['priceAmount']}, ${reservation['state']}, nobody was notified` +
      (isBank ? ` of ${JSON.stringify(stay.bankText)} ${JSON.stringify(deposits)}` : ''),
  ];
}

/** The transfers in the name of a stay, and whether a person was notified of each. */
async function findDeposits(
  world: OddWorld,
  stay: Stay,
): Promise<{ state: string; fault: string | null; isNotified: boolean }[]> {
  const rows = await world.server.withActor(world.admin.actor, (tx) =>
    tx
      .selectFrom('deposits as d')
      .leftJoin('notifications as n', 'n.deposit_id', 'd.id')
      .select(['d.state', 'd.fault', 'd.depositor_name', 'd.bank_text', 'n.id as notification'])
      .where('d.store_id', '=', world.storeId)
      .execute(),
  );
  return rows
    .filter((row) => row.depositor_name === stay.name || row.bank_text.includes(stay.name))
    .map(({ state, fault, notification }) => ({ state, fault, isNotified: notification !== null }));
}

/** Whether a check says of the stay's own door that the guest cannot come in; a warning calls no person. */
function isBlocked(check: JsonBody | undefined, { door }: Stay): boolean {
  return (check?.['obstacles'] ?? []).some(
    ({ severity, door: of }) => severity === 'BLOCKING' && of?.['id'] === door.doorId,
  );
}

/** What called a person because of a stay or its door, since a time. */
export async function findCalls(world: OddWorld, stay: Stay, since: Date): Promise<string[]> {
  const id = String(stay.reservation['id']);
  const calls: string[] = [];
  const alarms = await countRows(
    world,
    sql<{
      count: number;
    }>`select count(*)::int as count from alarms where store_id = ${world.storeId} and door_id = ${stay.door.doorId}
      and opened_at >= ${since} and kind in ('OFFLINE', 'JAMMED')`,
  );
  if (alarms > 0) calls.push('alarm');
  const checks = await world.admin.call('GET', `/${world.shop.slug}/reservation/${id}/readiness`);
  if (isBlocked(itemsOf(checks.body).at(-1), stay)) calls.push('readiness check');
  const coming = await world.admin.call('GET', `/${world.shop.slug}/reservation/readiness?hours=3&limit=200`);
  if (
    isBlocked(
      itemsOf(coming.body).find((one) => one['reservationId'] === id),
      stay,
    )
  )
    calls.push('readiness now');
  const cases = await countRows(
    world,
    sql<{
      count: number;
    }>`select count(*)::int as count from help_desk_cases where store_id = ${world.storeId} and reservation_id = ${id}`,
  );
  if (cases > 0) calls.push('help desk');
  return calls;
}

/** A code that the server believes to be in a lock is there, and one that is missing shows. */
export async function findCodeFaults(world: OddWorld, stay: Stay, since: Date): Promise<string[]> {
  if (!stay.door.keypad) return [];
  const { body } = await world.admin.call(
    'GET',
    `/${world.shop.slug}/reservation/${String(stay.reservation['id'])}/access`,
  );
  const access = reservationAccess.parse(body).doors.find(({ doorId }) => doorId === stay.door.doorId);
  if (!access) return [`${named(stay)}: its door is not on its way`];
  if (access.spare !== null) return [];
  if (access.code?.wanted === 'ENABLED' && access.code.acknowledged === 'ENABLED') {
    const page = await stay.guest('GET', `/${world.shop.slug}/guest/access-code`);
    const code = (page.body['doors'] ?? []).find((door) => door['doorId'] === stay.door.doorId)?.['code'];
    const isThere = [...stay.door.keypad.codes.values()].some((kept) => kept.code === code && kept.isEnabled);
    return isThere ? [] : [`${named(stay)}: the server believes that the lock has its code`];
  }
  const calls = await findCalls(world, stay, since);
  return calls.length > 0
    ? []
    : [`${named(stay)}: its code is missing (${JSON.stringify(access.code)}), without a sign`];
}

/** The ledger, and the closed settlements beside it. */
export async function findLedgerFaults(world: OddWorld): Promise<string[]> {
  const faults = await world.server.withActor(world.admin.actor, ledgerFaults);
  const { rows } = await world.server.withActor(world.admin.actor, (tx) =>
    sql<{ fault: string }>`
      select 'settlement ' || s.number || ' is not the ledger: ' || row_to_json(s)::text as fault from (
        select s.number, s.gross_amount - s.refund_amount as net, s.royalty_amount as royalty,
          s.payout_amount as payout,
          (select coalesce(-sum(e.amount) filter (where e.account like 'SALES%'), 0)::bigint from settlement_entries m
            join ledger_entries e on e.transaction_id = m.transaction_id where m.settlement_id = s.id) as sales,
          (select coalesce(sum(e.amount) filter (where e.account like 'ROYALTY%'), 0)::bigint from ledger_transactions t
            join ledger_entries e on e.transaction_id = t.id where t.settlement_id = s.id) as royalties,
          (select coalesce(sum(e.amount) filter (where e.account = 'PAYOUT'), 0)::bigint from ledger_transactions t
            join ledger_entries e on e.transaction_id = t.id where t.settlement_id = s.id) as payouts
        from settlements s where s.store_id = ${world.storeId} and s.state <> 'OPEN') s
      where s.net <> s.sales or s.royalty <> s.royalties or s.payout <> s.payouts`.execute(tx),
  );
  return [...faults, ...rows.map(({ fault }) => fault)];
}

/** The messages of devices that were refused as a whole, for any reason. */
export async function countRefusedMessages({ server }: OddWorld): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return [...text.matchAll(/^munjigi_device_messages_refused_total\{[^}]*\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

async function countRows(world: OddWorld, query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  const { rows } = await world.server.withActor(world.admin.actor, (tx) => query.execute(tx));
  return rows[0]?.count ?? 0;
}
