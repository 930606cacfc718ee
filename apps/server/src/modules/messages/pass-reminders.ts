import type { MessageLanguage } from '@munjigi/contract';
import { leftUnitsOf, zonedTime } from '@munjigi/rules';
import { fillText } from '@munjigi/texts';
import { PASS_ENDING_TEXTS } from '@munjigi/texts/guests';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { readPassRow, stateOfPass, type PassWithBalance } from '../passes/index.ts';
import { matchingGuest, phoneMarksOf } from '../reservations/index.ts';
import { canReceiveSms, queueVisitorMessage } from '../staff-messages/index.ts';
import { isPassReminderOn } from './outbox/reminders.ts';
import { formatDate, formatWon } from './templates/template-values.ts';

/**
 * Reminds the guest of a prepaid pass with something left of its end: a week before, by day and once (PS-8). A pass that was
 * sold for less than two weeks has no reminder: its guest bought it just now.
 */

const DAY_MS = 24 * 3600_000;
const AHEAD_MS = 7 * DAY_MS;
const SHORT_MS = 14 * DAY_MS;
/** Local hours in which reminders are sent. */
const [FIRST_HOUR, LAST_HOUR] = [10, 19];
/** After this time a reminder that no provider took would come at night. */
const VALID_MS = 2 * 3600_000;
/** Of one run; the next one follows after ten minutes. */
const MOST = 500;

interface EndingPass {
  readonly product_id: string;
  readonly store_id: string;
  readonly id: string;
}

/** Decides about the passes that end within a week, each in a separate transaction, so that one fault stops no other. */
export async function remindOfPasses(deps: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const { db, clock } = deps;
  const faults: unknown[] = [];
  for (const pass of await findEnding(db, clock.now())) {
    try {
      await db.withActor(storeActor(pass.product_id, pass.store_id), (tx) => decide(tx, clock.now(), pass));
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} passes have no decision about a reminder`);
}

async function findEnding(db: Database, now: Date): Promise<readonly EndingPass[]> {
  const until = new Date(now.getTime() + AHEAD_MS);
  return db.withActor(SYSTEM, async (tx) => {
    const { rows } = await sql<EndingPass>`
      select s.product_id, s.store_id, s.id from passes s
      join stores t on t.product_id = s.product_id and t.id = s.store_id
      where s.ends_at > ${now} and s.ends_at <= ${until}
        and not exists (select from pass_reminders r where r.store_id = s.store_id and r.id = s.id)
        and extract(hour from ${now}::timestamptz at time zone t.time_zone) between ${FIRST_HOUR} and ${LAST_HOUR}
      order by s.ends_at, s.id limit ${MOST}`.execute(tx);
    return rows;
  });
}

/** Two processes that find a pass at the same time wait at its row of decisions, and the second writes none. */
async function decide(tx: Tx, now: Date, { product_id, store_id, id }: EndingPass): Promise<void> {
  const pass = await readPassRow(tx, id);
  const recipient = await findRecipient(tx, pass, now);
  const added = await tx
    .insertInto('pass_reminders')
    .values({ product_id, store_id, id, decided_at: now, is_sent: recipient !== null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added && recipient !== null) await queueReminder(tx, pass, { recipient, now });
}

/** The number that gets the reminder. `null`: none. */
async function findRecipient(tx: Tx, pass: PassWithBalance, now: Date): Promise<string | null> {
  const { row } = pass;
  const state = stateOfPass(pass, now);
  const isLong = row.ends_at.getTime() - row.sold_at.getTime() >= SHORT_MS;
  if (!isLong || (state !== 'ACTIVE' && state !== 'GIFT') || !canReceiveSms(row.guest_phone)) return null;
  if (!(await isPassReminderOn(tx, row.store_id))) return null;
  const refusal = await tx
    .selectFrom('message_opt_outs')
    .select('id')
    .where('product_id', '=', row.product_id)
    .where('phone_mark', 'in', phoneMarksOf(tx, row.guest_phone))
    // Who wants no reminder of a stay wants none of a pass.
    .where('kind', '=', 'DAY_BEFORE')
    .where('reservation_id', 'is', null)
    .executeTakeFirst();
  return refusal ? null : row.guest_phone;
}

interface Reminder {
  readonly recipient: string;
  readonly now: Date;
}

async function queueReminder(tx: Tx, { row, balance }: PassWithBalance, { recipient, now }: Reminder): Promise<void> {
  const [store, language] = await Promise.all([
    tx
      .selectFrom('stores')
      .select(['name', 'phone', 'time_zone'])
      .where('id', '=', row.store_id)
      .executeTakeFirstOrThrow(),
    findLanguage(tx, row),
  ]);
  const texts = PASS_ENDING_TEXTS[language];
  const { name, phone, time_zone: timeZone } = store;
  const left = leftUnitsOf(balance);
  const date = formatDate(row.ends_at, timeZone, language);
  const lines = [
    fillText(texts.ends, { store: name, pass: row.name, date, time: zonedTime(timeZone, row.ends_at) }),
    fillText(texts.left, {
      left: balance.unit === 'WON' ? formatWon(left, language) : describeMinutes(left, language),
    }),
    texts.refund,
    ...(phone === '' ? [] : [fillText(texts.phone, { phone })]),
  ];
  await queueVisitorMessage(tx, {
    productId: row.product_id,
    kind: 'PASS_ENDING',
    channel: 'SMS',
    recipient,
    language,
    subject: '',
    dedupeKey: `PASS_ENDING:${row.id}`,
    body: lines.join('\n'),
    now,
    expiresAt: new Date(Math.min(now.getTime() + VALID_MS, row.ends_at.getTime())),
  });
}

/** That of the latest stay of the number at the store. */
async function findLanguage(tx: Tx, row: PassWithBalance['row']): Promise<MessageLanguage> {
  const stay = await tx
    .selectFrom('reservations')
    .select('guest_language')
    .where('store_id', '=', row.store_id)
    .where(matchingGuest(tx, row.guest_phone))
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return stay?.guest_language ?? 'ko';
}

function describeMinutes(count: number, language: MessageLanguage): string {
  const texts = PASS_ENDING_TEXTS[language];
  const [hours, minutes] = [Math.floor(count / 60), count % 60];
  return [
    ...(hours > 0 ? [fillText(texts.hours, { hours })] : []),
    ...(minutes > 0 || hours === 0 ? [fillText(texts.minutes, { minutes })] : []),
  ].join(' ');
}
