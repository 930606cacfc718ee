import type { ReservationEvent } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { prepareStatement, type Tx } from '../../../db/index.ts';
import type { Caller } from '../../../http/index.ts';
import { guestAuditActor, personAuditActor, systemAuditActor } from '../../audit/index.ts';

/** The person or program that changes a reservation. */
export interface ReservationActor {
  readonly kind: ReservationEvent['actorKind'];
  readonly id: string | null;
  readonly label: string;
  readonly address: string | null;
}

export const SERVER_ACTOR: ReservationActor = systemAuditActor('timer');

export function byCaller(actor: Caller): ReservationActor {
  switch (actor.kind) {
    case 'person':
      return personAuditActor(actor);
    case 'channel':
      return { kind: 'CHANNEL', id: actor.keyId, label: actor.name, address: actor.address };
    case 'guest':
      return guestAuditActor(actor);
  }
}

interface Happened {
  readonly kind: ReservationEvent['kind'];
  readonly at: Date;
  readonly by: ReservationActor;
  readonly reason?: string | null;
  /** In won: for `CANCELLED` the refund, for `MOVED` and `EXTENDED` the difference of the price. */
  readonly amount?: number | null;
  readonly before?: ReservationEvent['before'];
}

const INSERT_EVENT = prepareStatement(`
  insert into reservation_events
    (product_id, store_id, id, reservation_id, at, kind, actor_kind, actor_id, actor_label, reason, amount, before)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`);

/** Builds a history entry as the reservation drawer shows it. */
export function shapeHistory({ by, at, kind, reason, amount, before }: Happened): ReservationEvent {
  return {
    id: uuidv7(),
    at: at.toISOString(),
    kind,
    actorKind: by.kind,
    actorLabel: by.label,
    reason: reason || null,
    amount: amount ?? null,
    before: before ?? null,
  };
}

/** Appends to the history of a reservation (RV-1), pipelined, and returns the entry. */
export function addHistory(
  tx: Tx,
  of: { readonly product_id: string; readonly store_id: string; readonly id: string },
  item: Happened,
): ReservationEvent {
  const event = shapeHistory(item);
  INSERT_EVENT.write(
    tx,
    of.product_id,
    of.store_id,
    event.id,
    of.id,
    event.at,
    event.kind,
    item.by.kind,
    item.by.id,
    item.by.label,
    event.reason,
    event.amount,
    event.before === null ? null : JSON.stringify(event.before),
  );
  return event;
}

/** The history of `r`, oldest first, as the JSON of a `ReservationEvent[]`. */
export const HISTORY_OF_R = `
  (select coalesce(json_agg(json_build_object(
     'id', e.id, 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'kind', e.kind, 'actorKind', e.actor_kind,
     'actorLabel', e.actor_label, 'reason', e.reason, 'amount', e.amount, 'before', e.before) order by e.id), '[]')
   from reservation_events e where e.store_id = r.store_id and e.reservation_id = r.id)`;
