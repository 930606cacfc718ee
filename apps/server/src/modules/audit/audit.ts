import type { AuditAction } from '@munjigi/texts/audit';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { statement, pipelineStatement, type GuestActor, type PersonActor, type Tx } from '../../db/index.ts';
import { aroundSeq, GENESIS } from './chain.ts';

export interface AuditRecord {
  readonly productId: string;
  readonly storeId: string | null;
  readonly at: Date;
  readonly actor: {
    readonly kind: 'PERSON' | 'CHANNEL' | 'GUEST' | 'SYSTEM';
    readonly id: string | null;
    readonly label: string;
    readonly address: string | null;
  };
  /** Add the texts of a new action in both languages to `AUDIT_ACTIONS` of `packages/texts`. */
  readonly action: AuditAction;
  readonly subject: { readonly kind: string; readonly id: string | null };
  /** The change, before and after. Never contains a password, a code or a guest's data. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Appends to the product's chain in one pipelined statement, which fails the transaction if it fails. Serialises
 * appends per product until commit, so call it late in the transaction. Resolves at once.
 */
export async function recordAudit(tx: Tx, entry: AuditRecord): Promise<void> {
  const id = uuidv7();
  const detail = JSON.stringify(entry.detail);
  // Only the database knows the position in the chain; the text around it is built here, like in the verification.
  const [before, after] = aroundSeq({ ...entry, id, detail: JSON.parse(detail) });
  const { productId, actor, subject } = entry;
  pipelineStatement(
    tx,
    statement`
    with head as (
      insert into audit_heads as head (product_id, seq, hash, previous_hash)
      values (${productId}, 1,
        sha256(${GENESIS}::bytea || convert_to(${before}::text || '1' || ${after}::text, 'UTF8')), ${GENESIS})
      on conflict (product_id) do update
        set seq = head.seq + 1, previous_hash = head.hash,
            hash = sha256(head.hash || convert_to(${before}::text || (head.seq + 1)::text || ${after}::text, 'UTF8'))
      returning seq, hash, previous_hash)
    insert into audit_log
      (product_id, seq, id, at, actor_kind, actor_id, actor_label, address, store_id, action, subject_kind, subject_id,
        detail, previous_hash, hash)
    select ${productId}, head.seq, ${id}, ${entry.at}, ${actor.kind}, ${actor.id}, ${actor.label}, ${actor.address},
      ${entry.storeId},
           ${entry.action}, ${subject.kind}, ${subject.id}, ${detail}, head.previous_hash, head.hash
    from head`,
  );
}

/** A change by a person. `at` is the time of the clock unless given. */
type Change = Pick<AuditRecord, 'storeId' | 'action' | 'subject' | 'detail'> & { readonly at?: Date };

/** Returns the person of an audit record. */
export function personAuditActor({
  userId,
  name,
  address,
}: Pick<PersonActor, 'userId' | 'name' | 'address'>): AuditRecord['actor'] {
  return { kind: 'PERSON', id: userId, label: name, address };
}

type ActingGuest = Pick<GuestActor, 'reservationId' | 'companion'> & { readonly reservationCode: string };

/** How logs name a guest, by the code of the reservation; a companion of theirs has the number of the link behind it. */
export function labelOfGuest({ reservationCode, companion }: Omit<ActingGuest, 'reservationId'>): string {
  return companion ? `${reservationCode} +${companion.number}` : reservationCode;
}

/**
 * Returns the guest of an audit record. The code of the reservation names the guest: the log is kept for years and holds
 * no personal data of guests, their addresses included (BK-9).
 */
export function guestAuditActor({ reservationId, ...guest }: ActingGuest): AuditRecord['actor'] & {
  readonly kind: 'GUEST';
} {
  return { kind: 'GUEST', id: reservationId, label: labelOfGuest(guest), address: null };
}

/** Returns the actor of an audit record about what the server did itself: a timer, a command, or a relay by its id. */
export function systemAuditActor(
  label: string,
  { id = null, address = null }: { readonly id?: string | null; readonly address?: string | null } = {},
): AuditRecord['actor'] & { readonly kind: 'SYSTEM' } {
  return { kind: 'SYSTEM', id, label, address };
}

interface PersonalWork {
  readonly tx: Tx;
  readonly clock: Clock;
  readonly actor: PersonActor;
}

/** Records a change with the name and the address of the person who made it. See {@link recordAudit}. */
export function recordChange({ tx, clock, actor }: PersonalWork, change: Change): Promise<void> {
  return recordAudit(tx, {
    productId: actor.productId,
    at: clock.now(),
    actor: personAuditActor(actor),
    ...change,
  });
}

/** Records what a person changed at their own account. */
export function recordOwnAccountChange(
  work: PersonalWork,
  action: AuditAction,
  detail: AuditRecord['detail'],
): Promise<void> {
  return recordChange(work, { storeId: null, action, subject: { kind: 'user', id: work.actor.userId }, detail });
}
