import type { Incident, listIncidents, OnCallRules, QueryOf } from '@munjigi/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { countRows, orderOf, type GrowingTotal, type Tables, type Tx } from '../../db/index.ts';
import { publishAll } from '../../events/index.ts';
import { computeNextStepAt } from './escalation-times.ts';
import { toOnCallRules } from './on-call-rules.ts';

export type IncidentRow = Selectable<Tables['incidents']>;

interface StoredNotice {
  readonly step: number;
  readonly userId: string;
  readonly userName: string;
  readonly channel: Incident['notices'][number]['channel'];
  readonly state: Incident['notices'][number]['state'];
  readonly error: string | null;
  readonly dueAt: string;
  readonly sentAt: string | null;
}

export type ListedIncident = IncidentRow & {
  readonly store_name: string;
  readonly time_zone: string;
  readonly reservation_code: string | null;
  readonly door_name: string | null;
  readonly room_name: string | null;
  readonly notices: readonly StoredNotice[];
};

async function selectIncidents(tx: Tx, rest: RawBuilder<unknown>): Promise<ListedIncident[]> {
  const { rows } = await sql<ListedIncident>`
    select i.*, s.name as store_name, s.time_zone, r.code as reservation_code, d.name as door_name, m.name as room_name,
      (select coalesce(json_agg(json_build_object('step', n.step, 'userId', n.user_id, 'userName', coalesce(u.name, ''),
        'channel', n.channel,
           'state', n.state, 'error', n.error, 'dueAt', n.due_at, 'sentAt', n.sent_at)
             order by n.step, u.name, n.user_id, n.channel), '[]')
       from incident_notices n left join users u on u.id = n.user_id
       where n.store_id = i.store_id and n.incident_id = i.id) as notices
    from incidents i join stores s on s.product_id = i.product_id and s.id = i.store_id
    left join reservations r on r.store_id = i.store_id and r.id = i.reservation_id
    left join doors d on d.store_id = i.store_id and d.id = i.door_id
    left join rooms m on m.store_id = i.store_id and m.id = i.room_id
    ${rest}`.execute(tx);
  return rows;
}

/** Lists incidents, newest first (OC-2). */
export async function findIncidents(
  tx: Tx,
  { storeId, kind, show, page, limit, sort }: QueryOf<typeof listIncidents>,
  now: Date,
): Promise<GrowingTotal & { items: Incident[] }> {
  const where = sql`where true
    ${show === 'PENDING' ? sql`and i.resolved_at is null` : sql``}
    ${storeId === undefined ? sql`` : sql`and i.store_id = ${storeId}`}
    ${kind === undefined ? sql`` : sql`and i.kind = ${kind}`}`;
  const order = orderOf(sort, { openedAt: 'i.opened_at' }, 'i.id', sql`i.opened_at desc, i.id desc`);
  const [count, rows] = await Promise.all([
    countRows(tx, sql`from incidents i ${where} order by ${order}`),
    selectIncidents(tx, sql`${where} order by ${order} limit ${limit} offset ${page * limit}`),
  ]);
  return { ...count, items: await toIncidents(tx, rows, now) };
}

/** Reads incidents as they are now, in the order in which they began. */
export async function readIncidents(tx: Tx, ids: readonly string[], now: Date): Promise<Incident[]> {
  if (ids.length === 0) return [];
  const rows = await selectIncidents(tx, sql`where i.id = any (${ids}::uuid[]) order by i.opened_at, i.id`);
  return toIncidents(tx, rows, now);
}

/** Publishes incidents as they are now. Call it after all writes to them in the transaction. */
export async function publishIncidents(
  tx: Tx,
  productId: string,
  ids: readonly string[],
  now: Date,
): Promise<Incident[]> {
  const incidents = await readIncidents(tx, ids, now);
  await publishAll(
    tx,
    incidents.map((data) => ({ productId, storeId: data.storeId, name: 'incident.changed', data })),
  );
  return incidents;
}

async function toIncidents(tx: Tx, rows: readonly ListedIncident[], now: Date): Promise<Incident[]> {
  const storeIds = [...new Set(rows.map((row) => row.store_id))];
  if (storeIds.length === 0) return [];
  const found = await tx.selectFrom('on_call_rules').selectAll().where('store_id', 'in', storeIds).execute();
  const rules = new Map(found.map((row) => [row.store_id, toOnCallRules(row)]));
  return rows.map((row) => toIncident(row, rules.get(row.store_id) ?? null, now));
}

function toIncident(row: ListedIncident, rules: OnCallRules | null, now: Date): Incident {
  const nextStepAt = rules && computeNextStepAt(row, { rules, timeZone: row.time_zone, now });
  return {
    id: row.id,
    storeId: row.store_id,
    storeName: row.store_name,
    kind: row.kind,
    state: row.resolved_at ? 'RESOLVED' : row.acknowledged_at ? 'ACKNOWLEDGED' : 'OPEN',
    reservationId: row.reservation_id,
    reservationCode: row.reservation_code,
    doorId: row.door_id,
    doorName: row.door_name,
    roomId: row.room_id,
    roomName: row.room_name,
    details: row.details,
    openedAt: row.opened_at.toISOString(),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy: row.acknowledged_by_name,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    step: row.step,
    nextStepAt: nextStepAt?.toISOString() ?? null,
    notices: row.notices.map((notice) => ({
      ...notice,
      dueAt: new Date(notice.dueAt).toISOString(),
      sentAt: notice.sentAt === null ? null : new Date(notice.sentAt).toISOString(),
    })),
  };
}
