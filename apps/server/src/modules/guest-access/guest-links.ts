import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { Problem, type UnitOfWork } from '../../http/index.ts';
import { guestAuditActor, recordAudit, recordChange, systemAuditActor } from '../audit/index.ts';
import { selectReservationForUpdate, type ReservationRow } from '../reservations/index.ts';
import { hashOfGuestToken, type GuestTokens } from './tokens/guest-token.ts';
import { findLatestToken, findValidTokenId, type GuestTokenRow } from './tokens/guest-tokens.sql.ts';

/** The acts of a token end so long after the end of its reservation. The trigger of 0113 follows changes of the end. */
const EXPIRES_AFTER_MS = 24 * 3600_000;
const ISSUING_STATES = new Set(['PENDING', 'CONFIRMED', 'IN_USE']);
const MASKED_TOKEN = '••••••';

interface OfReservation {
  readonly storeId: string;
  readonly reservationId: string;
}

/** The links to the guest's page in messages (MS-11). */
export interface GuestLinks {
  /** The origin of the links (`PUBLIC_URL`); `null`: this server does not know its own address, and there are none. */
  readonly origin: string | null;
  /** Composes the link of the valid token. `null`: the server can compose no valid token. */
  findLink(tx: Tx, of: OfReservation): Promise<string | null>;
  /**
   * Issues a token if the server can compose no valid one. Locks the reservation, so call it before any message
   * is locked. A token that staff revoked is not followed by another one.
   */
  prepareLink(tx: Tx, clock: Clock, of: OfReservation): Promise<void>;
  /** Whether staff revoked the token and issued no other one, so that messages have no link. */
  isRevoked(tx: Tx, of: OfReservation): Promise<boolean>;
  /**
   * Composes a link for a person to pass on, beside the one in messages, which stays valid. All copies of a reservation are
   * one link. The caller has locked the reservation. `null`: staff revoked the links. Throws TOO_MANY_ATTEMPTS.
   */
  copyLink(work: UnitOfWork, row: ReservationRow): Promise<string | null>;
  /** The link as logs and stored texts show it. */
  readonly maskedLink: string;
}

export function guestLinksOf(tokens: GuestTokens, origin: string | null): GuestLinks {
  return {
    origin,
    maskedLink: `${origin ?? ''}/g/${MASKED_TOKEN}`,
    async findLink(tx, of) {
      const id = origin === null ? null : await findValidTokenId(tx, of, tokens.keyMark);
      return id === null ? null : `${origin ?? ''}/g/${tokens.derive(id)}`;
    },
    async copyLink(work, row) {
      const token = await copyToken(tokens, work, row);
      return token === null ? null : `${origin ?? ''}${pathOf(token)}`;
    },
    async isRevoked(tx, of) {
      return (await findLatestToken(tx, of))?.revoked_at != null;
    },
    async prepareLink(tx, clock, of) {
      if (origin === null || (await findValidTokenId(tx, of, tokens.keyMark)) !== null) return;
      const now = clock.now();
      const { row } = await selectReservationForUpdate(tx, of.reservationId);
      if (!mayHaveToken(row, now)) return;
      const latest = await findLatestToken(tx, of);
      if (latest !== null && (latest.revoked_at !== null || latest.key_mark === tokens.keyMark)) return;
      const { tokenRow } = await insertToken(tx, tokens, { row, now, issuedBy: null });
      await recordAudit(tx, {
        productId: row.product_id,
        storeId: row.store_id,
        at: now,
        actor: systemAuditActor('message'),
        action: 'guest-access.issued',
        subject: { kind: 'reservation', id: row.id },
        detail: { tokenId: tokenRow.id, expiresAt: tokenRow.expires_at.toISOString() },
      });
    },
  };
}

/** How often staff copy the link of a reservation within an hour. */
const MOST_COPIES_AN_HOUR = 10;
const HOUR_MS = 3600_000;

/**
 * The link that staff copy has a separate token, because a stay cannot be rated through a link that staff know
 * (GP-5): the guest keeps the link of the messages for that.
 */
async function copyToken(tokens: GuestTokens, work: UnitOfWork, row: ReservationRow): Promise<string | null> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const of = { storeId: row.store_id, reservationId: row.id };
  const latest = await findLatestToken(tx, of);
  if (latest !== null && latest.revoked_at !== null) return null;
  await checkCopyLimit(tx, row, now);
  const keyMark = `copy:${tokens.keyMark}`;
  const existing = await findValidTokenId(tx, of, keyMark);
  const id = existing ?? (await insertToken(tx, tokens, { row, now, issuedBy: actor, keyMark })).tokenRow.id;
  await recordChange(work, {
    storeId: row.store_id,
    action: 'guest-access.copied',
    subject: { kind: 'reservation', id: row.id },
    detail: { tokenId: id, isNew: existing === null },
  });
  return tokens.derive(id);
}

async function checkCopyLimit(tx: Tx, row: ReservationRow, now: Date): Promise<void> {
  const copies = await tx
    .selectFrom('audit_log')
    .select('at')
    .where('product_id', '=', row.product_id)
    .where('subject_id', '=', row.id)
    .where('action', '=', 'guest-access.copied')
    .where('at', '>', new Date(now.getTime() - HOUR_MS))
    .orderBy('at')
    .execute();
  const [first] = copies;
  if (copies.length < MOST_COPIES_AN_HOUR || first === undefined) return;
  throw new Problem('TOO_MANY_ATTEMPTS', {
    retryAfterSeconds: Math.max(1, Math.ceil((first.at.getTime() + HOUR_MS - now.getTime()) / 1000)),
  });
}

/** Whether a reservation can get a token: a guest's, which is not over (GT-3). */
export function mayHaveToken(row: ReservationRow, now: Date): boolean {
  return row.kind === 'GUEST' && ISSUING_STATES.has(row.state) && now < expiryOfToken(row);
}

function expiryOfToken(row: ReservationRow): Date {
  return new Date(row.ends_at.getTime() + EXPIRES_AFTER_MS);
}

interface NewToken {
  readonly row: ReservationRow;
  readonly now: Date;
  /** `null`: the server, for a message. */
  readonly issuedBy: { readonly userId: string; readonly name: string } | null;
  /** Names the key and the use; by default the link of the messages. */
  readonly keyMark?: string;
}

/** Stores the hash of a new token of a locked reservation, and returns the token. */
export async function insertToken(
  tx: Tx,
  tokens: GuestTokens,
  { row, now, issuedBy, keyMark = tokens.keyMark }: NewToken,
): Promise<{ tokenRow: GuestTokenRow; token: string }> {
  const id = uuidv7();
  const token = tokens.derive(id);
  const tokenRow: GuestTokenRow = {
    product_id: row.product_id,
    store_id: row.store_id,
    id,
    reservation_id: row.id,
    reservation_code: row.code,
    issued_at: now,
    issued_by: issuedBy?.userId ?? null,
    issued_by_name: issuedBy?.name ?? null,
    expires_at: expiryOfToken(row),
    revoked_at: null,
    last_used_at: null,
    command_id: null,
    key_mark: keyMark,
  };
  await tx
    .insertInto('guest_tokens')
    .values({ ...tokenRow, token_hash: hashOfGuestToken(token) })
    .execute();
  return { tokenRow, token };
}

/** Issues the first token of a reservation that its guest made online, and returns the path of the guest's page (BK-6). */
export async function issueTokenToGuest(
  tx: Tx,
  tokens: GuestTokens,
  { row, now }: { readonly row: ReservationRow; readonly now: Date },
): Promise<string> {
  const { tokenRow, token } = await insertToken(tx, tokens, { row, now, issuedBy: null });
  await recordAudit(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    at: now,
    actor: guestAuditActor({ reservationId: row.id, reservationCode: row.code }),
    action: 'guest-access.issued',
    subject: { kind: 'reservation', id: row.id },
    detail: { tokenId: tokenRow.id, expiresAt: tokenRow.expires_at.toISOString() },
  });
  return pathOf(token);
}

/** Composes the path of the guest's page again. `null`: the reservation has no valid token that the server can compose. */
export async function findGuestPath(tx: Tx, tokens: GuestTokens, of: OfReservation): Promise<string | null> {
  const id = await findValidTokenId(tx, of, tokens.keyMark);
  return id === null ? null : pathOf(tokens.derive(id));
}

function pathOf(token: string): string {
  return `/g/${token}`;
}
