import type { DepositSource } from '@munjigi/contract';
import type { DepositReading } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { personalOf, storeActor, type Database, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { enqueueJob, type JobHandlers } from '../../jobs/index.ts';
import { decideDeposit } from './decide.ts';
import { toDeposit, type DepositRow } from './deposit-row.ts';
import {
  changeDeposit,
  endMessage,
  findAlike,
  findByText,
  findMessagesOfDeposits,
  selectDepositForUpdate,
  selectMessageForUpdate,
  acquireDepositsLock,
  type MessageRow,
} from './deposits.sql.ts';
import { findTemplates, markRuleUsed } from './message-rules.ts';
import { isSameText, parseDepositMessage, textKeysOf, type ParsedMessage } from './parse-message.ts';
import { findSameMovement } from './same-movement.ts';

export const DEPOSIT_JOB = 'deposits.work';

const job = z.object({ productId: z.string(), storeId: z.string(), messageIds: z.array(z.string()) });

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

export function depositJobs(deps: Deps): JobHandlers {
  return { [DEPOSIT_JOB]: { lane: 'timers', run: (payload) => workAll(deps, job.parse(payload)) } };
}

/** Messages processed by one run of the job: a file of a thousand lines must not delay the locking of a door. */
const AT_ONCE = 20;

/**
 * Processes each message in a separate transaction. A failed message does not stop the others; it is retried with its
 * job, after them.
 */
async function workAll({ db, clock }: Deps, { productId, storeId, messageIds }: z.infer<typeof job>): Promise<void> {
  const actor = storeActor(productId, storeId);
  const failed: string[] = [];
  const failures: unknown[] = [];
  for (const messageId of messageIds.slice(0, AT_ONCE)) {
    try {
      await db.withActor(actor, (tx) => work(tx, clock, storeId, messageId));
    } catch (error) {
      failed.push(messageId);
      failures.push(error);
    }
  }
  const rest = messageIds.slice(AT_ONCE);
  if (rest.length > 0)
    await db.withActor(actor, (tx) =>
      enqueueJob(tx, {
        kind: DEPOSIT_JOB,
        payload: { productId, storeId, messageIds: [...rest, ...failed] },
        dueAt: clock.now(),
      }),
    );
  else if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} messages about deposits were not worked`);
}

/** Reads a message, creates a deposit if it is not known yet, and decides about it, in one transaction. */
async function work(tx: Tx, clock: Clock, storeId: string, messageId: string): Promise<void> {
  await acquireDepositsLock(tx, storeId);
  const message = await selectMessageForUpdate(tx, storeId, messageId);
  if (!message) return;
  const now = clock.now();
  const { time_zone: timeZone } = await tx
    .selectFrom('stores')
    .select('time_zone')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  const templates = message.reading === null ? await findTemplates(tx, storeId) : [];
  const read = parseDepositMessage(personalOf(tx), message, { timeZone, templates });
  if (read.templateId !== null) markRuleUsed(tx, storeId, read.templateId, now);
  const at = 'fault' in read.said || read.said.at === null ? minuteOf(message.received_at) : read.said.at;
  if (!('fault' in read.said) && read.said.kind === 'WITHDRAWAL')
    return endMessage(tx, message, { outcome: 'WITHDRAWAL', depositId: null, textKey: null, now });
  const textKeys = textKeysOf(personalOf(tx), message.source, read.text, at);
  const textKey = textKeys[0] ?? null;
  const stored = await findReportedDeposit(tx, { message, read, at }, textKeys);
  if (stored !== null) return endMessage(tx, message, { outcome: 'SAME', depositId: stored, textKey, now });
  const row = await insertDeposit(tx, { message, read, at });
  endMessage(tx, message, { outcome: 'NEW', depositId: row.id, textKey, now });
  await decideDeposit(tx, clock, row);
}

function minuteOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 60_000) * 60_000);
}

/** A message as it was parsed: a deposit, its return, or a text that is unreadable. */
interface DepositMessage {
  readonly message: NonNullable<MessageRow>;
  readonly read: ParsedMessage;
  /** When the money moved; the minute of receipt when the text does not say it. */
  readonly at: Date;
}

/** Finds the deposit that the message reports again, and adds to it what it lacked. */
async function findReportedDeposit(
  tx: Tx,
  { message: { store_id: storeId, source }, read: { said, text }, at }: DepositMessage,
  textKeys: readonly Buffer[],
): Promise<string | null> {
  const sameTextId = await findByText(tx, storeId, textKeys);
  if (sameTextId !== null) return sameTextId;
  if ('fault' in said || said.kind === 'WITHDRAWAL') return null;
  const alike = await findAlike(tx, { storeId, kind: said.kind, amount: said.amount, at });
  const duplicate = findSameMovement(alike, { said, at, source });
  if (!duplicate) {
    const ofMinute = alike.filter((row) => row.at.getTime() === at.getTime());
    return findRepeated(tx, ofMinute, { storeId, source, text });
  }
  await addTo(tx, duplicate, said, source);
  return duplicate.id;
}

/**
 * Finds the deposit whose text has the keyed hash of a key that is no longer configured. A source repeats a text without
 * a balance as it was.
 */
async function findRepeated(
  tx: Tx,
  alike: readonly DepositRow[],
  { storeId, source, text }: { readonly storeId: string; readonly source: DepositSource; readonly text: string },
): Promise<string | null> {
  const depositIds = alike.filter(({ sources }) => sources.includes(source)).map(({ id }) => id);
  if (depositIds.length === 0) return null;
  const messages = await findMessagesOfDeposits(tx, { storeId, depositIds, source });
  return messages.find((message) => isSameText(personalOf(tx), message, text))?.deposit_id ?? null;
}

async function addTo(tx: Tx, deposit: DepositRow, said: DepositReading, source: DepositSource): Promise<void> {
  const row = await selectDepositForUpdate(tx, deposit.id);
  const isNameBetter =
    said.depositorName !== null &&
    (row.depositor_name === null || (row.depositor_name.includes('*') && !said.depositorName.includes('*')));
  const after = changeDeposit(tx, row, {
    sources: row.sources.includes(source) ? row.sources : [...row.sources, source],
    balance: row.balance ?? said.balance,
    bank: row.bank ?? said.bank,
    account_end: row.account_end ?? said.accountEnd,
    depositor_name: isNameBetter ? said.depositorName : row.depositor_name,
    ...(!row.is_time_known && said.at !== null && !said.isDateOnly && { at: said.at, is_time_known: true }),
  });
  await publish(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    name: 'deposit.changed',
    data: toDeposit(after),
  });
}

async function insertDeposit(tx: Tx, { message, read: { text, said }, at }: DepositMessage): Promise<DepositRow> {
  const reading = 'fault' in said ? null : said;
  const kind = reading?.kind ?? null;
  if (kind === 'WITHDRAWAL') throw new Error('A withdrawal is not stored as a deposit');
  const keys = personalOf(tx);
  return tx
    .insertInto('deposits')
    .values({
      product_id: message.product_id,
      store_id: message.store_id,
      id: uuidv7(),
      state: reading === null ? 'UNREADABLE' : 'UNMATCHED',
      kind,
      amount: reading?.amount ?? null,
      is_amount_clear: reading?.isAmountClear ?? false,
      depositor_name: reading?.depositorName == null ? null : keys.seal(reading.depositorName),
      balance: reading?.balance ?? null,
      bank: reading?.bank ?? null,
      account_end: reading?.accountEnd ?? null,
      at,
      is_time_known: (reading?.at ?? null) !== null && reading?.isDateOnly !== true,
      bank_text: keys.seal(text),
      fault: 'fault' in said ? said.fault : null,
      sources: [message.source],
      relay_id: message.relay_id,
      reservation_id: null,
      payment_id: null,
      settled_by: null,
      settled_by_name: null,
      note: null,
      received_at: message.received_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
