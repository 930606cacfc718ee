import type { BodyOf, GuestAccess, issueGuestAccess } from '@munjigi/contract';
import type { AuditAction } from '@munjigi/texts/audit';
import type { Tx } from '../../db/index.ts';
import { notFound, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import {
  byCaller,
  forgetEmailOfLink,
  readReservation,
  reservationStateNotAllowed,
  returnExtension,
  returnMove,
  selectReservationForUpdate,
  type ReservationRecord,
  type ReservationRow,
} from '../reservations/index.ts';
import { insertToken, mayHaveToken } from './guest-links.ts';
import type { GuestTokens } from './tokens/guest-token.ts';
import { countCompanionLinks } from './tokens/companion-links.sql.ts';
import { findLatestToken, revokeToken } from './tokens/guest-tokens.sql.ts';

export async function readGuestAccess({ tx, clock }: UnitOfWork, reservationId: string): Promise<GuestAccess> {
  const { row } = await readReservation(tx, reservationId);
  const now = clock.now();
  const companions = await countCompanionLinks(tx, keyOf(row), now);
  return toGuestAccess(row, { token: await latestTokenOf(tx, row), companions, now });
}

/**
 * Issues a token, which only this reply contains, and revokes the ones that it replaces. Throws `STALE` if another token
 * is valid than the person knew (AP-4).
 */
export async function issueToken(
  tokens: GuestTokens,
  work: UnitOfWork,
  { reservationId, replacesTokenId }: BodyOf<typeof issueGuestAccess> & { readonly reservationId: string },
): Promise<GuestAccess & { token: string }> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const record = await selectReservationForUpdate(tx, reservationId);
  const { row } = record;
  if (!mayHaveToken(row, now)) throw reservationStateNotAllowed(record, now);
  const latest = await latestTokenOf(tx, row);
  const present = toGuestAccess(row, {
    token: latest,
    companions: await countCompanionLinks(tx, keyOf(row), now),
    now,
  });
  const valid = present.state === 'ACTIVE' ? latest : null;
  if ((valid?.id ?? null) !== replacesTokenId) throw staleProblem(present);
  await revokeToken(tx, keyOf(row), now);
  if (valid) await forgetEmailOfLink(work, record);
  const { tokenRow, token } = await insertToken(tx, tokens, { row, now, issuedBy: actor });
  await recordAccessChange(work, row, valid ? 'guest-access.replaced' : 'guest-access.issued', {
    tokenId: tokenRow.id,
    ...(valid && { replacedTokenId: valid.id }),
    expiresAt: tokenRow.expires_at.toISOString(),
  });
  return { ...toGuestAccess(row, { token: await latestTokenOf(tx, row), companions: 0, now }), token };
}

/** Revokes the valid token from the next request on. Throws NOT_FOUND without a valid token. */
export async function endGuestAccess(work: UnitOfWork, reservationId: string): Promise<GuestAccess> {
  const { tx, clock } = work;
  const now = clock.now();
  const record = await selectReservationForUpdate(tx, reservationId);
  const { row } = record;
  const latest = await latestTokenOf(tx, row);
  if (latest === null || !isReadable(stateOf(latest, now))) throw notFound();
  await revokeToken(tx, keyOf(row), now);
  // Without a token the guest cannot pay for it (GT-13).
  const present = await returnHeldTime(work, record);
  await forgetEmailOfLink(work, present);
  await recordAccessChange(work, row, 'guest-access.revoked', { tokenId: latest.id });
  return toGuestAccess(row, { token: { ...latest, revoked_at: now }, companions: 0, now });
}

async function returnHeldTime({ tx, clock, actor }: UnitOfWork, record: ReservationRecord): Promise<ReservationRecord> {
  if (record.row.held_move) return returnMove(tx, clock, record, byCaller(actor));
  return record.row.extension_ends_at === null ? record : returnExtension(tx, clock, record, byCaller(actor));
}

function keyOf(row: ReservationRow): { storeId: string; reservationId: string } {
  return { storeId: row.store_id, reservationId: row.id };
}

type LatestToken = Awaited<ReturnType<typeof findLatestToken>>;

function latestTokenOf(tx: Tx, row: ReservationRow): Promise<LatestToken> {
  return findLatestToken(tx, keyOf(row));
}

interface LatestAccess {
  readonly token: LatestToken;
  readonly companions: number;
  readonly now: Date;
}

function toGuestAccess(row: ReservationRow, { token, companions, now }: LatestAccess): GuestAccess {
  return {
    reservationId: row.id,
    storeId: row.store_id,
    state: stateOf(token, now),
    tokenId: token?.id ?? null,
    issuedAt: token?.issued_at.toISOString() ?? null,
    issuedByName: token?.issued_by_name ?? null,
    lastUsedAt: token?.last_used_at?.toISOString() ?? null,
    expiresAt: token?.expires_at.toISOString() ?? null,
    readableUntil: token?.readable_until.toISOString() ?? null,
    revokedAt: token?.revoked_at?.toISOString() ?? null,
    companions,
  };
}

function stateOf(token: LatestToken, now: Date): GuestAccess['state'] {
  if (token === null) return 'NONE';
  if (token.revoked_at !== null) return 'REVOKED';
  if (now < token.expires_at) return 'ACTIVE';
  return now < token.readable_until ? 'READABLE' : 'EXPIRED';
}

/** Whether the page can be read with the token, so that staff can revoke it. */
function isReadable(state: GuestAccess['state']): boolean {
  return state === 'ACTIVE' || state === 'READABLE';
}

function recordAccessChange(
  work: UnitOfWork,
  row: ReservationRow,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordChange(work, {
    storeId: row.store_id,
    action,
    subject: { kind: 'reservation', id: row.id },
    detail,
  });
}
