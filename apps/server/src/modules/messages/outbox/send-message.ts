import { NEEDED_VARIABLES, type MessageKind, type MessageProvider, type MessageTemplate } from '@munjigi/contract';
import type { Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, storeActor, SYSTEM, type Tables, type Tx } from '../../../db/index.ts';
import type { CodeSeal } from '../../access-codes/index.ts';
import type { GuestLinks } from '../../guest-access/index.ts';
import { isLockedDown, splitCode } from './arrival-message.ts';
import { openCodeOfMessage } from './code-of-message.ts';
import { DEFERRED_ERROR, type GuestMessage, type SendOutcome } from '../drivers/driver.ts';
import {
  recordProviderOutcome,
  type OpenMessageProvider,
  type MessageProviderAccess,
} from '../providers/message-providers.ts';
import { findCalendar } from './message-calendar.ts';
import { isSwitchedOff } from './reminders.ts';
import { chooseRoute, type MessageProviders, type MessageRoute } from './message-route.ts';
import { renewOptOut } from './message-opt-outs.ts';
import { afterQuietHours, isUrgent } from './message-times.ts';
import { claimMessage, publishMessages, updateMessage, type MessageKey, type GuestMessageRow } from './messages.sql.ts';
import { hasLink, renderTemplate, type MessageValues } from '../templates/render-template.ts';
import { DEFAULT_QUIET } from './senders.ts';
import { readStay, type Stay } from '../templates/stay-facts.sql.ts';
import { readSubjectValues } from './subject-values.ts';
import { composeLinks, computePreviousValues, computeTemplateValues } from '../templates/template-values.ts';
import { readTemplate } from '../templates/templates.ts';
import { findReasonNotToSend } from './withdrawal.ts';

export interface SendDeps extends MessageProviderAccess {
  readonly sealOfCodes: CodeSeal;
  readonly links: GuestLinks;
}

/** An attempt that was committed and is now sent. */
interface Attempt {
  readonly key: MessageKey;
  readonly provider: OpenMessageProvider;
  readonly outgoing: GuestMessage;
}

/** These hand out a code or say that the guest may enter. They wait while the store is locked down (DR-8). */
const ABOUT_ENTERING: ReadonlySet<MessageKind> = new Set(['CODE_ACTIVE', 'CODE_CHANGED', 'ACCESS_OPENS']);
const LOCKDOWN_PAUSE_MS = 15_000;

const MASKED_CODE = '••••••';
/** Stands for the digits where only the length of the text matters. */
const CODE_OF_THIS_LENGTH = '000000';

/**
 * Sends one due message, or decides from what holds now that it is not sent (decision 067). The attempt is committed
 * before the provider gets the message. Resolves with whether the provider answered; `null`: nothing was sent.
 */
export async function sendMessage(
  deps: SendDeps,
  providers: MessageProviders,
  key: MessageKey,
): Promise<boolean | null> {
  const actor = storeActor(key.product_id, key.store_id);
  await prepareLink(deps, key);
  const attempt = await deps.db.withActor(actor, (tx) => beginAttempt(deps, tx, providers, key));
  if (!attempt) return null;
  const { provider, outgoing } = attempt;
  const outcome = await provider.driver.send(outgoing, (reference) =>
    deps.db.withActor(actor, async (tx) => {
      await tx
        .updateTable('message_attempts')
        .set({ reference })
        .where('store_id', '=', key.store_id)
        .where('id', '=', outgoing.id)
        .execute();
    }),
  );
  await recordOutcome(deps, { key, attemptId: outgoing.id, provider }, outcome);
  return outcome.kind !== 'UNREACHABLE' && outcome.kind !== 'UNKNOWN';
}

/**
 * Issues the token of the link, if the message has one and its guest has no token that the server can compose (MS-11).
 * It runs before the message is locked, because a change of a reservation locks the reservation before its messages.
 */
async function prepareLink({ db, clock, links }: SendDeps, key: MessageKey): Promise<void> {
  if (links.origin === null) return;
  await db.withActor(storeActor(key.product_id, key.store_id), async (tx) => {
    const row = await tx
      .selectFrom('messages')
      .select(['store_id', 'kind', 'reservation_id', 'state'])
      .where('store_id', '=', key.store_id)
      .where('id', '=', key.id)
      .executeTakeFirst();
    if (row?.state !== 'QUEUED') return;
    const { language } = await readStay(tx, row, DEFAULT_QUIET);
    const { isEnabled, body } = await readTemplate(tx, { kind: row.kind, language });
    if (isEnabled && hasLink(body))
      await links.prepareLink(tx, clock, { storeId: key.store_id, reservationId: row.reservation_id });
  });
}

async function beginAttempt(
  deps: SendDeps,
  tx: Tx,
  providers: MessageProviders,
  key: MessageKey,
): Promise<Attempt | null> {
  const now = deps.clock.now();
  const claimed = await claimMessage(tx, key.store_id, key.id);
  if (
    claimed?.state !== 'QUEUED' ||
    claimed.planned_at === null ||
    claimed.sending_since !== null ||
    claimed.send_at > now
  )
    return null;
  const row = await splitCode(tx, claimed);
  if (row.expires_at <= now) return end(tx, row, { state: 'EXPIRED', error: 'TOO_LATE', ended_at: now });
  const stay = await readStay(tx, row, DEFAULT_QUIET);
  const withdrawal = await findReasonNotToSend(tx, row, stay, now);
  if (withdrawal === 'OPTED_OUT') await renewOptOut(tx, stay, { kind: row.kind, now });
  if (withdrawal !== null) return end(tx, row, { state: 'WITHDRAWN', error: withdrawal, ended_at: now });
  const kind = row.kind;
  const waitsUntil = await findWaitingEnd(tx, stay, kind, now);
  if (waitsUntil > now) return postpone(tx, row, waitsUntil);
  const template = await readTemplate(tx, { kind, language: stay.language });
  if (await isSwitchedOff(tx, row.store_id, kind))
    return end(tx, row, { state: 'WITHDRAWN', error: 'SWITCHED_OFF', ended_at: now });
  if (!template.isEnabled) return end(tx, row, { state: 'WITHDRAWN', error: 'TEMPLATE_DISABLED', ended_at: now });
  const text = await composeText(deps, tx, { row, stay, template });
  if (typeof text === 'string') return end(tx, row, { state: 'WITHDRAWN', error: text, ended_at: now });
  const body = renderTemplate(template.body, {
    ...text.values,
    ...(text.values.accessCode && { accessCode: CODE_OF_THIS_LENGTH }),
  });
  const route = await chooseRoute(tx, { row, stay, template, providers, body });
  if (typeof route === 'string') return end(tx, row, { state: 'FAILED', error: route, ended_at: now });
  const { provider } = route.provider.row;
  // The provider was chosen when the message was planned. With another one it waits for its turn there.
  if (provider !== row.provider) return changeProviderOf(tx, row, provider);
  if (route.provider.row.retry_at !== null && route.provider.row.retry_at > now) return null;
  const outgoing = {
    ...toOutgoing(route, template, text.values),
    calendar: await findCalendar(tx, { kind, channel: route.channel, stay, now }),
  };
  await insertAttempt(tx, { row, route, outgoing, now });
  await markSending(tx, { row, stay, template, route, values: text.masked, now });
  return { key, provider: route.provider, outgoing };
}

/** The end of the quiet hours, or when a lockdown is looked at again, during which no message says that a guest may enter. */
async function findWaitingEnd(tx: Tx, stay: Stay, kind: MessageKind, now: Date): Promise<Date> {
  if (ABOUT_ENTERING.has(kind) && (await isLockedDown(tx, stay.storeId)))
    return new Date(now.getTime() + LOCKDOWN_PAUSE_MS);
  return isUrgent(kind, stay, now) ? now : afterQuietHours(now, stay);
}

interface BegunSending extends TextOf {
  readonly route: MessageRoute;
  readonly values: MessageValues;
  readonly now: Date;
}

/** Stores what is sent, masked, and where it goes. */
async function markSending(tx: Tx, { row, stay, template, route, values, now }: BegunSending): Promise<void> {
  const keys = personalOf(tx);
  await tx
    .updateTable('messages')
    .set({
      sending_since: now,
      tries: row.tries + 1,
      channel: route.channel,
      language: stay.language,
      template_version: template.version,
      has_link: Boolean(values.link),
      guest_phone: keys.seal(stay.guestPhone),
      guest_email: keys.seal(stay.guestEmail),
      phone_mark: stay.phoneMark,
      content: keys.seal(
        JSON.stringify({
          subject: renderTemplate(template.subject, values),
          body: renderTemplate(template.body, values),
        }),
      ),
    })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  await publishMessages(tx, row.store_id, [row.id]);
}

async function changeProviderOf(tx: Tx, row: GuestMessageRow, provider: MessageProvider): Promise<null> {
  await updateMessage(tx, row, { provider }).execute();
  return null;
}

interface TextOf {
  readonly row: GuestMessageRow;
  readonly stay: Stay;
  readonly template: MessageTemplate;
}

/**
 * The values of a text, and the same ones as they are stored, with masks for the code and the link. A string: why the
 * message is worthless without them.
 */
async function composeText(
  { clock, sealOfCodes, links }: SendDeps,
  tx: Tx,
  { row, stay, template }: TextOf,
): Promise<string | { readonly values: MessageValues; readonly masked: MessageValues }> {
  const kind = row.kind;
  const isOfCode = kind === 'CODE_ACTIVE' || kind === 'CODE_CHANGED';
  const mayHaveCode = isOfCode || (kind === 'CONFIRMED' && row.subject_id !== null);
  const accessCode = mayHaveCode ? await openCodeOfMessage(sealOfCodes, tx, row) : null;
  if (isOfCode && accessCode === null) return 'CODE_NOT_IN_LOCK';
  const link = hasLink(template.body) ? await links.findLink(tx, stay) : null;
  if (link === null && NEEDED_VARIABLES[kind]?.includes('link')) return 'NO_LINK';
  const values = {
    ...computeTemplateValues(stay, template.language),
    ...(row.before !== null && computePreviousValues(row.before, stay, template.language)),
    ...(await readSubjectValues(tx, { row, stay, language: template.language, now: clock.now() })),
  };
  return {
    values: { ...values, ...(accessCode !== null && { accessCode }), ...(link !== null && composeLinks(link)) },
    masked: {
      ...values,
      ...(accessCode !== null && { accessCode: MASKED_CODE }),
      ...(link !== null && composeLinks(links.maskedLink)),
    },
  };
}

async function end(
  tx: Tx,
  row: GuestMessageRow,
  ending: Pick<GuestMessageRow, 'state' | 'error' | 'ended_at'>,
): Promise<null> {
  await updateMessage(tx, row, ending).execute();
  await publishMessages(tx, row.store_id, [row.id]);
  return null;
}

async function postpone(tx: Tx, row: GuestMessageRow, sendAt: Date): Promise<null> {
  await updateMessage(tx, row, { send_at: sendAt }).execute();
  await publishMessages(tx, row.store_id, [row.id]);
  return null;
}

function toOutgoing(
  route: MessageRoute,
  template: MessageTemplate,
  values: MessageValues,
): Omit<GuestMessage, 'calendar'> {
  return {
    id: uuidv7(),
    channel: route.channel,
    to: route.to,
    from: route.from,
    alimtalk: route.alimtalk,
    subject: renderTemplate(template.subject, values),
    body: renderTemplate(template.body, values),
  };
}

interface NewAttempt {
  readonly row: GuestMessageRow;
  readonly route: MessageRoute;
  readonly outgoing: GuestMessage;
  readonly now: Date;
}

async function insertAttempt(tx: Tx, { row, route, outgoing, now }: NewAttempt): Promise<void> {
  await tx
    .insertInto('message_attempts')
    .values({
      product_id: row.product_id,
      store_id: row.store_id,
      id: outgoing.id,
      message_id: row.id,
      channel: route.channel,
      provider: route.provider.row.provider,
      state: 'SENDING',
      started_at: now,
    })
    .execute();
}

interface OfAttempt {
  readonly key: MessageKey;
  readonly attemptId: string;
  readonly provider: OpenMessageProvider;
}

/** Stores what became of an attempt, and what follows for its message and its provider. */
export async function recordOutcome(
  { db, clock }: Pick<SendDeps, 'db' | 'clock'>,
  { key, attemptId, provider }: OfAttempt,
  outcome: SendOutcome | { readonly kind: 'NOT_SENT' },
): Promise<void> {
  const now = clock.now();
  await db.withActor(storeActor(key.product_id, key.store_id), async (tx) => {
    const row = await tx
      .selectFrom('messages')
      .select(['store_id', 'id', 'state', 'sending_since'])
      .where('store_id', '=', key.store_id)
      .where('id', '=', key.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const pause = outcome.kind === 'DEFERRED' ? await computePause(tx, key) : null;
    const changed = await tx
      .updateTable('message_attempts')
      .set({ ...attemptAfter(outcome, now), ...(outcome.kind === 'DEFERRED' && { is_final: pause === null }) })
      .where('store_id', '=', key.store_id)
      .where('id', '=', attemptId)
      // A delivery report can overtake the answer.
      .where('state', 'in', ['SENDING', 'UNKNOWN'])
      .returning('id')
      .executeTakeFirst();
    if (!changed || row.state !== 'QUEUED') return;
    if (outcome.kind === 'ACCEPTED')
      await updateMessage(tx, row, {
        state: outcome.isDelivered === true ? 'DELIVERED' : 'ACCEPTED',
        error: null,
        ended_at: now,
        sending_since: null,
      }).execute();
    // Only this message waits, and it is planned already.
    else if (pause !== null)
      await updateMessage(tx, row, { sending_since: null, send_at: new Date(now.getTime() + pause) }).execute();
    // What is unknown stays under way until the provider says what became of it.
    else if (outcome.kind !== 'UNKNOWN')
      await updateMessage(tx, row, { sending_since: null, planned_at: null }).execute();
    await publishMessages(tx, row.store_id, [row.id]);
  });
  await db.withActor(SYSTEM, (tx) => recordProviderOutcome(tx, provider.row, outcome, now));
}

const MOST_DEFERRALS = 5;
const FIRST_PAUSE_MS = 60_000;

/** How long a message waits whose recipient was deferred: 1, 4, 16 and 64 minutes. `null`: it is not tried again. */
async function computePause(tx: Tx, { store_id: storeId, id }: MessageKey): Promise<number | null> {
  const earlier = await tx
    .selectFrom('message_attempts')
    .select('id')
    .where('store_id', '=', storeId)
    .where('message_id', '=', id)
    .where('error', 'like', `${DEFERRED_ERROR}%`)
    .execute();
  return earlier.length + 1 >= MOST_DEFERRALS ? null : FIRST_PAUSE_MS * 4 ** earlier.length;
}

function attemptAfter(
  outcome: SendOutcome | { readonly kind: 'NOT_SENT' },
  now: Date,
): Updateable<Tables['message_attempts']> {
  switch (outcome.kind) {
    case 'ACCEPTED':
      return {
        // A report that came before the server knew the message changed nothing.
        ...(outcome.isDelivered === true
          ? { state: 'DELIVERED', is_final: true, reported_at: now }
          : { state: 'ACCEPTED' }),
        accepted_at: now,
        provider_message_id: outcome.providerMessageId,
        cost: outcome.cost,
        error: null,
      };
    case 'REFUSED':
      return { state: 'FAILED', is_final: true, error: outcome.error };
    case 'DEFERRED':
    case 'UNREACHABLE':
      return { state: 'FAILED', is_final: false, error: outcome.error };
    case 'UNKNOWN':
      return { state: 'UNKNOWN', is_final: false, error: outcome.error };
    case 'NOT_SENT':
      return { state: 'FAILED', is_final: false, error: 'NOT_SENT' };
  }
}
