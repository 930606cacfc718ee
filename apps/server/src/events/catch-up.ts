import { EVENTS, reachOf, type EventName, type Reach, type Role } from '@munjigi/contract';
import { statement, SYSTEM, type Database } from '../db/index.ts';
import { toStoredEvent, type EventRow, type PositionRange, type StoredEvent } from './positions.ts';
import { listKeys } from '../list-keys.ts';

/** A position in the event stream that a browser sends as Last-Event-ID. */
export interface StreamPlace {
  readonly epoch: string;
  readonly position: number;
}

/**
 * `OTHER_EPOCH`: from before a restore. `SWEPT`: older than the stored events. `AHEAD`: beyond the last event of this
 * database.
 */
export type PlaceFault = 'OTHER_EPOCH' | 'SWEPT' | 'AHEAD';

/** Parses what `formatPlace` wrote; `null` for any other text. */
export function parsePlace(text: string): StreamPlace | null {
  const match = /^([0-9a-f]{12})-(\d{1,15})$/.exec(text);
  return match ? { epoch: match[1] ?? '', position: Number(match[2]) } : null;
}

export function formatPlace({ epoch, position }: StreamPlace): string {
  return `${epoch}-${position}`;
}

/** The events that a person has the right to see. */
export interface EventScope {
  readonly productId: string;
  /** Names of events of the whole product. */
  readonly names: readonly EventName[];
  /** Names of events of the person's stores only. */
  readonly ownNames: readonly EventName[];
  readonly storeIds: readonly string[];
}

interface Viewer {
  readonly productId: string;
  readonly roles: readonly Role[];
  readonly assignedStoreIds: readonly string[];
}

export function scopeOf({ productId, roles, assignedStoreIds }: Viewer): EventScope {
  const all = listKeys(EVENTS);
  const reached = (reach: Reach) => all.filter((name) => reachOfEvent(roles, name) === reach);
  return { productId, names: reached('all'), ownNames: reached('own'), storeIds: assignedStoreIds };
}

/** An event of the chain belongs to no store, so people with the right for some stores see it. */
function reachOfEvent(roles: readonly Role[], name: EventName): Reach | null {
  const event = EVENTS[name];
  const reach = reachOf(roles, event.sees);
  return reach === 'own' && 'isOfChain' in event ? 'all' : reach;
}

export function isInScope(scope: EventScope, event: StoredEvent): boolean {
  if (event.productId !== scope.productId) return false;
  if (scope.names.includes(event.name)) return true;
  return event.storeId !== null && scope.ownNames.includes(event.name) && scope.storeIds.includes(event.storeId);
}

export async function findPlaceFault(db: Database, { epoch, position }: StreamPlace): Promise<PlaceFault | null> {
  const [row] = await db.doAtOnce(
    SYSTEM,
    statement<{
      epoch: string;
      last: number;
      swept: number;
    }>`select s.epoch, s.last_position as last, f.position as swept from event_sequence s, events_floor f`,
  );
  if (!row || row.epoch !== epoch) return 'OTHER_EPOCH';
  if (position < row.swept) return 'SWEPT';
  return position > row.last ? 'AHEAD' : null;
}

export async function readMissedEvents(
  db: Database,
  scope: EventScope,
  { after, upTo }: PositionRange,
  limit: number,
): Promise<StoredEvent[]> {
  const rows = await db.doAtOnce(
    SYSTEM,
    statement<EventRow>`
    select position, id, product_id, store_id, name, data from events
    where product_id = ${scope.productId} and position > ${after} and position <= ${upTo}
      and (name = any (${scope.names}::text[]) or name = any (${scope.ownNames}::text[])
        and store_id = any (${scope.storeIds}::uuid[]))
    order by position limit ${limit}`,
  );
  return rows.map(toStoredEvent);
}

export async function countMissedEvents(
  db: Database,
  scope: EventScope,
  { after, upTo }: PositionRange,
  atMost: number,
): Promise<number> {
  const [row] = await db.doAtOnce(
    SYSTEM,
    statement<{ count: number }>`
    select count(*) as count from (
      select from events
      where product_id = ${scope.productId} and position > ${after} and position <= ${upTo}
        and (name = any (${scope.names}::text[]) or name = any (${scope.ownNames}::text[])
          and store_id = any (${scope.storeIds}::uuid[]))
      limit ${atMost + 1}) missed`,
  );
  return row?.count ?? 0;
}
