import type {
  CompanionLink,
  createCompanionLink,
  listCompanionLinks,
  ReplyOf,
  revokeCompanionLink,
} from '@munjigi/contract';
import type { AuditAction } from '@munjigi/texts/audit';
import { v7 as uuidv7 } from 'uuid';
import { notFound, Problem, type GuestCaller } from '../../http/index.ts';
import { guestAuditActor, recordAudit } from '../audit/index.ts';
import { selectReservationForUpdate } from '../reservations/index.ts';
import { actForStore, lockToken, type GuestActDeps } from './guest-acts.ts';
import type { GuestWork } from './guest-page.ts';
import { findCompanionLinks, type CompanionLinkRow } from './tokens/companion-links.sql.ts';
import { hashOfGuestToken, type GuestTokens } from './tokens/guest-token.ts';

/** Links that a guest gives to companions (GT-21 to GT-24, decision 135). */

/** Links of a reservation that are valid at the same time. */
const MOST_VALID = 5;
/** Links of a reservation in all, revoked ones included. */
const MOST_EVER = 100;
/** New links of a reservation within an hour. */
const MOST_AN_HOUR = 10;
const HOUR_MS = 3600_000;

interface CompanionDeps extends GuestActDeps {
  readonly guestTokens: GuestTokens;
}

export function listOwnCompanionLinks(
  deps: CompanionDeps,
  actor: GuestCaller,
): Promise<ReplyOf<typeof listCompanionLinks>> {
  return actForStore(deps, actor, async ({ tx }) => {
    const rows = (await findCompanionLinks(tx, actor)).filter((row) => row.is_valid);
    const items = rows.map((row) => toCompanionLink(deps.guestTokens, actor, row));
    return { total: items.length, items, most: MOST_VALID };
  });
}

/** Throws TOO_MANY_COMPANIONS for a sixth valid link or a hundred and first one, and TOO_MANY_ATTEMPTS for an eleventh one within an hour. */
export function createOwnCompanionLink(
  deps: CompanionDeps,
  actor: GuestCaller,
): Promise<ReplyOf<typeof createCompanionLink>> {
  return actForStore(deps, actor, async (work) => {
    const { tx, clock } = work;
    const { guestTokens } = deps;
    const { productId, storeId, reservationId, tokenId } = actor;
    // The reservation before the token, as every change of a reservation locks them: links of two tokens get two numbers.
    await selectReservationForUpdate(tx, reservationId);
    await lockToken(work);
    const now = clock.now();
    const links = await findCompanionLinks(tx, actor);
    const isFull = links.filter((link) => link.is_valid).length >= MOST_VALID || links.length >= MOST_EVER;
    if (isFull) throw new Problem('TOO_MANY_COMPANIONS');
    checkHour(links, now);
    const id = uuidv7();
    const row: CompanionLinkRow = {
      id,
      number: (links.at(-1)?.number ?? 0) + 1,
      key_mark: guestTokens.keyMark,
      issued_at: now,
      last_used_at: null,
      revoked_at: null,
      is_valid: true,
    };
    const { is_valid: _isValid, ...columns } = row;
    await tx
      .insertInto('companion_links')
      .values({
        ...columns,
        product_id: productId,
        store_id: storeId,
        guest_token_id: tokenId,
        reservation_id: reservationId,
        token_hash: hashOfGuestToken(guestTokens.deriveCompanion(id)),
        command_id: null,
      })
      .execute();
    await recordCompanionChange(work, 'guest-access.companion-added', {
      companionId: id,
      companionNumber: row.number,
    });
    return toCompanionLink(guestTokens, actor, row);
  });
}

function checkHour(links: readonly CompanionLinkRow[], now: Date): void {
  const since = now.getTime() - HOUR_MS;
  const recent = links.filter((link) => link.issued_at.getTime() > since);
  const [first] = recent;
  if (recent.length < MOST_AN_HOUR || first === undefined) return;
  throw new Problem('TOO_MANY_ATTEMPTS', {
    retryAfterSeconds: Math.max(1, Math.ceil((first.issued_at.getTime() - since) / 1000)),
  });
}

/** Ends a link from the next request on, also after the acts have ended. Throws NOT_FOUND for one that has ended. */
export function revokeOwnCompanionLink(
  deps: GuestActDeps,
  actor: GuestCaller,
  companionId: string,
): Promise<ReplyOf<typeof revokeCompanionLink>> {
  return actForStore(deps, actor, async (work) => {
    const { storeId, reservationId } = actor;
    const revokedAt = work.clock.now();
    const revoked = await work.tx
      .updateTable('companion_links')
      .set({ revoked_at: revokedAt })
      .where('store_id', '=', storeId)
      .where('reservation_id', '=', reservationId)
      .where('id', '=', companionId)
      .where('revoked_at', 'is', null)
      .returning('number')
      .executeTakeFirst();
    if (!revoked) throw notFound();
    await recordCompanionChange(work, 'guest-access.companion-removed', {
      companionId,
      companionNumber: revoked.number,
    });
    return { reservationId, storeId, companionId, revokedAt: revokedAt.toISOString() };
  });
}

function recordCompanionChange(
  { tx, clock, actor }: GuestWork,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(tx, {
    productId: actor.productId,
    storeId: actor.storeId,
    at: clock.now(),
    actor: guestAuditActor(actor),
    action,
    subject: { kind: 'reservation', id: actor.reservationId },
    detail,
  });
}

function toCompanionLink(tokens: GuestTokens, { storeId }: GuestCaller, row: CompanionLinkRow): CompanionLink {
  return {
    id: row.id,
    storeId,
    number: row.number,
    issuedAt: row.issued_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    path: row.key_mark === tokens.keyMark ? `/g/${tokens.deriveCompanion(row.id)}` : null,
  };
}
