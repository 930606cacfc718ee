import type { AgeBasis, FinishedAgeCheck, StartedAgeCheck } from '@munjigi/contract';
import { zonedDate } from '@munjigi/rules';
import { isPhoneAbroad } from '@munjigi/typed-text';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tables, type Tx } from '../../db/index.ts';
import { notFound, Problem } from '../../http/index.ts';
import { contactMarkOf, contactMarksOf, insertAgeCheck, meetRequirements } from '../age-checks/index.ts';
import { classifyIdentity } from './classify-identity.ts';
import type { IdentityReport } from './portone-identity.ts';
import type { IdentityProviders, OpenIdentityProvider } from './providers.ts';

/**
 * An identity check from its start to its outcome (AG-5, AG-6, AG-8). The server names the check and looks its outcome up at
 * the provider; the browser only opens the window. A check that did not pass leaves nothing but that it was begun.
 */

type AttemptRow = Selectable<Tables['age_check_attempts']>;

export interface IdentityDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly identities: IdentityProviders;
}

/** Whose check it is: of a guest who books online, or of the guest of a reservation. */
export interface CheckOf {
  readonly productId: string;
  readonly storeId: string;
  /** `null`: the guest books online. */
  readonly reservationId: string | null;
  readonly guestPhone: string;
}

const MINUTE_MS = 60_000;
const ATTEMPT_MS = 30 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Each check costs the store money, and a person who is refused must not try until something passes. */
const MOST_A_DAY = 5;

const verificationIdOf = (checkId: string) => `munjigi-age-${checkId}`;

/** Begins a check. Throws PROVIDER_NOT_SET, TOO_MANY_ATTEMPTS, and STATE_NOT_ALLOWED for a guest without a Korean number. */
export async function startCheck(
  { db, clock, identities }: IdentityDeps,
  of: CheckOf,
  basis: AgeBasis,
): Promise<StartedAgeCheck> {
  const provider = await identities.open(of.productId);
  if (provider === null) throw new Problem('PROVIDER_NOT_SET');
  if (of.guestPhone === '' || isPhoneAbroad(of.guestPhone)) throw new Problem('STATE_NOT_ALLOWED');
  const attempt = await db.withActor(storeActor(of.productId, of.storeId), (tx) =>
    insertAttempt(tx, of, { basis, now: clock.now() }),
  );
  return {
    checkId: attempt.id,
    storeId: of.storeId,
    verificationId: verificationIdOf(attempt.id),
    channelKey: provider.channelKey,
    merchantId: provider.merchantId,
    checkUrl: provider.checkUrl,
    expiresAt: attempt.expires_at.toISOString(),
  };
}

async function insertAttempt(
  tx: Tx,
  of: CheckOf,
  { basis, now }: { readonly basis: AgeBasis; readonly now: Date },
): Promise<AttemptRow> {
  const mark = contactMarkOf(tx, of);
  if (mark === null) throw new Problem('STATE_NOT_ALLOWED');
  // Two requests of one guest count one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`age check ${mark.toString('hex')}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('age_check_attempts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('store_id', '=', of.storeId)
    .where('contact_mark', 'in', contactMarksOf(tx, of))
    // Those of a clock that was ahead count as well.
    .where('started_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (count >= MOST_A_DAY) throw new Problem('TOO_MANY_ATTEMPTS');
  return tx
    .insertInto('age_check_attempts')
    .values({
      product_id: of.productId,
      store_id: of.storeId,
      id: uuidv7(),
      reservation_id: of.reservationId,
      contact_mark: mark,
      basis,
      started_at: now,
      expires_at: new Date(now.getTime() + ATTEMPT_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Looks up what came of a check and, once it has passed, marks the guest and the stays that wait for it. No transaction is
 * open while the provider answers. Throws NOT_FOUND for the check of another guest, and STATE_NOT_ALLOWED for one that is over.
 */
export async function finishCheck(deps: IdentityDeps, of: CheckOf, checkId: string): Promise<FinishedAgeCheck> {
  const { db, clock, identities } = deps;
  const actor = storeActor(of.productId, of.storeId);
  const isPassed = await db.withActor(actor, async (tx) => {
    const attempt = await findAttempt(tx, of, checkId);
    return attempt.ended_at === null ? checkExpiry(attempt, clock.now()) : wasPassed(tx, attempt);
  });
  const reply = (outcome: FinishedAgeCheck['outcome']): FinishedAgeCheck => ({
    checkId,
    storeId: of.storeId,
    outcome,
  });
  if (isPassed) return reply('PASSED');
  const provider = await identities.open(of.productId);
  const found = await provider?.driver.lookUp(verificationIdOf(checkId));
  if (!provider || found?.kind !== 'OK') return reply('WAITING');
  return reply(await db.withActor(actor, (tx) => endCheck(tx, clock, { of, checkId, provider, report: found.value })));
}

/** Resolves with false for a check that is open, so that the provider is looked up. */
function checkExpiry({ expires_at: expiresAt }: AttemptRow, now: Date): false {
  if (expiresAt <= now) throw new Problem('STATE_NOT_ALLOWED');
  return false;
}

/** Of an answer that was lost: whether the check passed. Throws STATE_NOT_ALLOWED for every other one that is over. */
async function wasPassed(tx: Tx, { store_id: storeId, id }: AttemptRow): Promise<true> {
  const check = await tx
    .selectFrom('age_checks')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!check) throw new Problem('STATE_NOT_ALLOWED');
  return true;
}

async function findAttempt(
  tx: Tx,
  of: CheckOf,
  checkId: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<AttemptRow> {
  const row = await tx
    .selectFrom('age_check_attempts')
    .selectAll()
    .where('store_id', '=', of.storeId)
    .where('id', '=', checkId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  const isOwn =
    row?.reservation_id === of.reservationId && contactMarksOf(tx, of).some((mark) => mark.equals(row.contact_mark));
  if (!isOwn) throw notFound();
  return row;
}

interface Reported {
  readonly of: CheckOf;
  readonly checkId: string;
  readonly provider: OpenIdentityProvider;
  readonly report: IdentityReport;
}

async function endCheck(
  tx: Tx,
  clock: Clock,
  { of, checkId, provider, report }: Reported,
): Promise<FinishedAgeCheck['outcome']> {
  const attempt = await findAttempt(tx, of, checkId, { isLocked: true });
  if (attempt.ended_at !== null) return (await wasPassed(tx, attempt)) && 'PASSED';
  const now = clock.now();
  const { time_zone: timeZone } = await tx
    .selectFrom('stores')
    .select('time_zone')
    .where('id', '=', of.storeId)
    .executeTakeFirstOrThrow();
  const outcome = classifyIdentity(report, {
    verificationId: verificationIdOf(checkId),
    basis: attempt.basis,
    today: zonedDate(timeZone, now),
    allowsTest: provider.allowsTest,
    isOwnPhone: (phone) => contactMarksOf(tx, { guestPhone: phone }).some((mark) => mark.equals(attempt.contact_mark)),
  });
  if (outcome === 'WAITING' || outcome === 'FAILED') return outcome;
  await tx
    .updateTable('age_check_attempts')
    .set({ ended_at: now })
    .where('store_id', '=', of.storeId)
    .where('id', '=', checkId)
    .execute();
  if (outcome === 'PASSED') await keepCheck(tx, attempt, now);
  return outcome;
}

async function keepCheck(tx: Tx, attempt: AttemptRow, now: Date): Promise<void> {
  const { product_id: productId, store_id: storeId, id, contact_mark: mark, basis } = attempt;
  await insertAgeCheck(tx, { productId, storeId, id, mark, basis, way: 'IDENTITY', now });
  await meetRequirements(tx, { storeId, marks: [mark], basis, way: 'IDENTITY', now });
}
