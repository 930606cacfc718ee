import {
  MESSAGE_LANGUAGES,
  type copyPaymentLink,
  type Message,
  type MessageLanguage,
  type MessageProvider,
  type PaymentLink,
  type PaymentLinkObstacle,
  type ReplyOf,
} from '@munjigi/contract';
import { LEAST_ONLINE_WON } from '@munjigi/rules';
import { sql } from 'kysely';
import { storeActor, type Tx } from '../../db/index.ts';
import { Problem, type Person } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import type { GuestLinks } from '../guest-access/index.ts';
import { canPayOnline, dueAmountOf, type ProviderDeps } from '../payments/index.ts';
import {
  isHoldOver,
  readReservation,
  selectReservationForUpdate,
  type OfferMeans,
  type ProviderState,
  type ReservationRecord,
} from '../reservations/index.ts';
import { canReceiveSms } from '../staff-messages/index.ts';
import { afterQuietHours } from './outbox/message-times.ts';
import { insertMessageOfPerson, publishQueuedMessage } from './outbox/queue-message.ts';
import { DEFAULT_QUIET, readSender } from './outbox/senders.ts';
import { readStay } from './templates/stay-facts.sql.ts';
import { readTemplate } from './templates/templates.ts';

export type PaymentLinkDeps = Pick<ProviderDeps, 'db' | 'clock' | 'providers'> & { readonly links: GuestLinks };

/** How many payment links the guest of a reservation gets within an hour (MS-8, MS-12). */
const MOST_AN_HOUR = 3;
const HOUR_MS = 3600_000;

/** Says whether staff can send the guest a link to pay, or why not (MS-12). Throws NOT_FOUND. */
export async function readPaymentLink(
  deps: PaymentLinkDeps,
  actor: Person,
  reservationId: string,
): Promise<PaymentLink> {
  const canPay = await canStayBePaid(deps, actor, reservationId);
  return deps.db.withActor(actor, async (tx) =>
    composePaymentLink(deps, tx, { record: await readReservation(tx, reservationId), canPay }),
  );
}

/**
 * Queues the message with the link to pay for now (MS-12). Throws STATE_NOT_ALLOWED with the obstacle, and
 * MESSAGE_LIMIT.
 */
export async function queuePaymentLink(deps: PaymentLinkDeps, actor: Person, reservationId: string): Promise<Message> {
  const canPay = await canStayBePaid(deps, actor, reservationId);
  return deps.db.withActor(actor, async (tx) => {
    const now = deps.clock.now();
    // Requests of one reservation wait for each other here, so the limit holds.
    const record = await selectReservationForUpdate(tx, reservationId);
    const current = await composePaymentLink(deps, tx, { record, canPay });
    if (current.obstacle !== null) throw new Problem('STATE_NOT_ALLOWED', { detail: current.obstacle, current });
    const since = new Date(now.getTime() - HOUR_MS);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from messages where store_id = ${record.row.store_id}
        and reservation_id = ${reservationId} and kind = 'PAYMENT_LINK' and queued_at > ${since}`.execute(tx);
    if ((rows[0]?.count ?? 0) >= MOST_AN_HOUR) throw new Problem('MESSAGE_LIMIT');
    const stay = await readStay(tx, { store_id: record.row.store_id, reservation_id: reservationId }, DEFAULT_QUIET);
    const id = await insertMessageOfPerson(tx, {
      stay,
      kind: 'PAYMENT_LINK',
      subjectId: null,
      resendOf: null,
      now,
    });
    const message = await publishQueuedMessage(tx, stay, id);
    await recordChange(
      { tx, clock: deps.clock, actor },
      {
        storeId: stay.storeId,
        at: now,
        action: 'message.payment-link-sent',
        subject: { kind: 'message', id },
        detail: { reservationId, dueAmount: current.dueAmount },
      },
    );
    return message;
  });
}

/**
 * Composes a link to pay for a person to pass on (MS-19). Throws STATE_NOT_ALLOWED with the obstacle, and
 * TOO_MANY_ATTEMPTS.
 */
export async function composeCopiedLink(
  deps: PaymentLinkDeps,
  actor: Person,
  reservationId: string,
): Promise<ReplyOf<typeof copyPaymentLink>> {
  const canPay = await canStayBePaid(deps, actor, reservationId);
  return deps.db.withActor(actor, async (tx) => {
    // Requests of one reservation wait for each other here, so the limit holds.
    const record = await selectReservationForUpdate(tx, reservationId);
    const current = await composePaymentLink(deps, tx, { record, canPay });
    if (current.copyObstacle !== null)
      throw new Problem('STATE_NOT_ALLOWED', { detail: current.copyObstacle, current });
    const link = await deps.links.copyLink({ tx, clock: deps.clock, actor }, record.row);
    return { reservationId, storeId: record.row.store_id, dueAmount: current.dueAmount, link };
  });
}

/** Throws NOT_FOUND for a reservation that the actor does not see. */
async function canStayBePaid(deps: PaymentLinkDeps, actor: Person, reservationId: string): Promise<boolean> {
  const storeId = await deps.db.withActor(actor, async (tx) => {
    const { row } = await readReservation(tx, reservationId);
    return row.store_id;
  });
  return canPayOnline(deps, { productId: actor.productId, storeId });
}

interface LinkState {
  readonly record: ReservationRecord;
  readonly canPay: boolean;
}

async function composePaymentLink(
  deps: PaymentLinkDeps,
  tx: Tx,
  { record: existing, canPay }: LinkState,
): Promise<PaymentLink> {
  const { row } = existing;
  const dueAmount = isHoldOver(existing, deps.clock.now()) ? null : dueAmountOf(row);
  const isRevoked = await deps.links.isRevoked(tx, { storeId: row.store_id, reservationId: row.id });
  const request = { row, canPay, dueAmount, isRevoked };
  return {
    reservationId: row.id,
    storeId: row.store_id,
    dueAmount: dueAmount ?? 0,
    obstacle: await findSendingObstacle(deps, tx, request),
    copyObstacle: findCopyingObstacle(request),
  };
}

interface PayingFacts {
  readonly row: ReservationRecord['row'];
  readonly canPay: boolean;
  /** `null`: the hold is over. */
  readonly dueAmount: number | null;
  readonly isRevoked: boolean;
}

/** Why nothing can be paid for the reservation, however the link reaches the guest. */
function findPayingObstacle({ row, dueAmount }: PayingFacts): PaymentLinkObstacle | null {
  if (row.kind !== 'GUEST' || !['PENDING', 'CONFIRMED', 'IN_USE'].includes(row.state) || dueAmount === null)
    return 'RESERVATION_OVER';
  if (dueAmount === 0) return 'NOTHING_DUE';
  return dueAmount < LEAST_ONLINE_WON ? 'AMOUNT_TOO_SMALL' : null;
}

function findCopyingObstacle(facts: PayingFacts): PaymentLinkObstacle | null {
  const obstacle = findPayingObstacle(facts);
  if (obstacle !== null) return obstacle;
  if (!facts.canPay) return 'NO_PAYMENT_PROVIDER';
  return facts.isRevoked ? 'LINK_REVOKED' : null;
}

async function findSendingObstacle(
  { links }: PaymentLinkDeps,
  tx: Tx,
  facts: PayingFacts,
): Promise<PaymentLinkObstacle | null> {
  const { row, canPay, isRevoked } = facts;
  const obstacle = findPayingObstacle(facts);
  if (obstacle !== null) return obstacle;
  const hasMobile = canReceiveSms(row.guest_phone);
  if (!hasMobile && row.guest_email === '') return 'NO_PHONE';
  if (!canPay) return 'NO_PAYMENT_PROVIDER';
  const bySms = hasMobile && (await readProviderState(tx, row.product_id, 'SOLAPI')) !== 'NONE';
  const byEmail = row.guest_email !== '' && (await readProviderState(tx, row.product_id, 'SMTP')) !== 'NONE';
  if (!bySms && !byEmail) return 'NO_MESSAGE_PROVIDER';
  if (links.origin === null) return 'NO_PUBLIC_URL';
  const language = row.guest_language;
  if (!(await readTemplate(tx, { kind: 'PAYMENT_LINK', language })).isEnabled) return 'TEMPLATE_DISABLED';
  return isRevoked ? 'LINK_REVOKED' : null;
}

export async function readProviderState(tx: Tx, productId: string, provider: MessageProvider): Promise<ProviderState> {
  const row = await tx
    .selectFrom('message_providers')
    .select('failures')
    .where('product_id', '=', productId)
    .where('provider', '=', provider)
    .where('is_enabled', '=', true)
    .executeTakeFirst();
  if (!row) return 'NONE';
  return row.failures > 0 ? 'FAILS' : 'WORKS';
}

/**
 * How the server reaches the waiting guests of a store with an offer now. `null`: they could not pay, or it is quiet
 * hours, when a guest does not read messages (WL-2).
 */
export function createOfferCheck(deps: PaymentLinkDeps) {
  return async ({
    productId,
    storeId,
  }: {
    readonly productId: string;
    readonly storeId: string;
  }): Promise<OfferMeans | null> => {
    if (deps.links.origin === null || !(await canPayOnline(deps, { productId, storeId }))) return null;
    return deps.db.withActor(storeActor(productId, storeId), async (tx) => {
      const now = deps.clock.now();
      const { time_zone: timeZone } = await tx
        .selectFrom('stores')
        .select('time_zone')
        .where('id', '=', storeId)
        .executeTakeFirstOrThrow();
      if (afterQuietHours(now, { timeZone, ...(await readSender(tx, storeId)) }) > now) return null;
      const languages: MessageLanguage[] = [];
      for (const language of MESSAGE_LANGUAGES)
        if ((await readTemplate(tx, { kind: 'SLOT_OFFERED', language })).isEnabled) languages.push(language);
      return {
        sms: await readProviderState(tx, productId, 'SOLAPI'),
        email: await readProviderState(tx, productId, 'SMTP'),
        languages,
      };
    });
  };
}
