import type { OwnSecondFactor } from '@munjigi/contract';
import type { Clock } from '../../../clock.ts';
import { storeActor, SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { invalidInput, Problem, type Person } from '../../../http/index.ts';
import { keyFor, sealWith, type Seal, type SealedSample } from '../../../sealing/sealing.ts';
import { recordOwnAccountChange } from '../../audit/index.ts';
import { verifyOwnPassword, selectLiveSessionForUpdate } from '../own-account/own-password.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import {
  confirmFactor,
  findFactor,
  deleteFactor,
  replaceRecoveryCodes,
  saveUnconfirmedFactor,
  readFactorState,
  claimRecoveryCode,
  claimTotpStep,
} from '../people/second-factor.sql.ts';
import { NO_STORE } from '../sign-in/sign-in.ts';
import { countAttempt, deleteAttempt } from '../sign-in/sign-in-attempts.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';
import { endSessions, publishUserChange } from '../people/users.sql.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
}
interface Proof {
  readonly password: string;
  readonly code: string;
}

/** Encrypts the secrets of second factors, so that the database alone is not enough to generate codes. */
function factorSeal(serverSecret: string): Seal {
  return sealWith(keyFor(serverSecret, 'munjigi second factors'));
}

export function sealedFactors(serverSecret: string): SealedSample {
  return {
    what: 'second factors',
    rows: 'select user_id::text as place, secret as sealed from second_factors limit 50',
    seal: factorSeal(serverSecret),
  };
}

/** The person's own second factor (AU-5). */
export async function readFactor({ db, clock }: Deps, actor: Person): Promise<OwnSecondFactor> {
  const { confirmedAt, codesLeft, isRequired } = await db.withActor(SYSTEM, (tx) =>
    readFactorState(tx, actor.userId, clock.now()),
  );
  return {
    isOn: confirmedAt !== null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: codesLeft,
    isRequired,
  };
}

/**
 * Creates a secret that has no effect until it is confirmed. Calling it again replaces the secret. The secret is
 * returned once.
 */
export async function beginFactor(
  deps: Deps,
  actor: Person,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const { failureId } = await verifyOwnPassword(deps, actor, { path: 'password', password });
  const secret = newTotpSecret();
  const sealed = factorSeal(deps.secret).seal(secret, actor.userId);
  await asSelf(deps, actor, async (tx) => {
    await deleteAttempt(tx, failureId);
    const isKept = await saveUnconfirmedFactor(tx, {
      productId: actor.productId,
      userId: actor.userId,
      secret: sealed,
      now: deps.clock.now(),
    });
    if (!isKept) throw new Problem('STATE_NOT_ALLOWED');
  });
  return { secret, uri: totpUri(secret, actor.email) };
}

/**
 * Confirms with a first code that the app has the secret. Ends sessions elsewhere, because they started without a
 * second factor.
 */
export async function confirmOwnFactor(deps: Deps, actor: Person, code: string): Promise<{ recoveryCodes: string[] }> {
  const now = deps.clock.now();
  const failureId = await deps.db.withActor(SYSTEM, (tx) =>
    countAttempt(tx, { secret: deps.secret, email: actor.email, address: actor.address, now }),
  );
  return asSelf(deps, actor, async (tx) => {
    const factor = await findFactor(tx, actor.userId);
    if (!factor || factor.confirmed_at) throw new Problem('STATE_NOT_ALLOWED');
    if ((await claimFactorCode(deps, tx, actor.userId, code)) === null) throw wrongCode();
    await deleteAttempt(tx, failureId);
    await confirmFactor(tx, actor.userId, now);
    const recoveryCodes = await makeCodes(deps, tx, actor.userId);
    const ended = await endSessions(tx, actor.userId, { except: actor.sessionId, now, reason: 'ENDED_BY_PERSON' });
    await publishUserChange(tx, actor);
    await recordOwnAccountChange({ tx, clock: deps.clock, actor }, 'account.second-factor-set', { ended });
    return { recoveryCodes };
  });
}

export async function renewCodes(deps: Deps, actor: Person, proof: Proof): Promise<{ recoveryCodes: string[] }> {
  return withProof(deps, actor, proof, async (tx) => {
    const recoveryCodes = await makeCodes(deps, tx, actor.userId);
    await recordOwnAccountChange({ tx, clock: deps.clock, actor }, 'account.recovery-codes-renewed', {});
    return { recoveryCodes };
  });
}

export async function removeFactor(deps: Deps, actor: Person, proof: Proof): Promise<OwnSecondFactor> {
  await withProof(deps, actor, proof, async (tx) => {
    await deleteFactor(tx, actor.userId);
    await publishUserChange(tx, actor);
    await recordOwnAccountChange({ tx, clock: deps.clock, actor }, 'account.second-factor-removed', {});
  });
  return readFactor(deps, actor);
}

/**
 * Claims a code of the app, or a recovery code, in the transaction that needs it. Each works once, across all
 * processes. Returns `null` when it is wrong or was already used.
 */
export async function claimFactorCode(
  deps: Pick<Deps, 'clock' | 'secret'>,
  tx: Tx,
  userId: string,
  typed: string,
): Promise<'CODE' | 'RECOVERY_CODE' | null> {
  const factor = await findFactor(tx, userId);
  if (!factor) return null;
  const code = typed.replace(/\s/g, '');
  if (/^\d{6}$/.test(code)) {
    const secret = factorSeal(deps.secret).open(factor.secret, userId);
    const step = secret === null ? null : stepOfCode(secret, code, deps.clock.now());
    return step !== null && (await claimTotpStep(tx, userId, step)) ? 'CODE' : null;
  }
  const isTaken = await claimRecoveryCode(tx, userId, hashOfRecoveryCode(deps.secret, userId, code), deps.clock.now());
  return isTaken ? 'RECOVERY_CODE' : null;
}

/** Requires password and code together, like sign-in. A wrong one counts as a failure of sign-in. */
async function withProof<T>(
  deps: Deps,
  actor: Person,
  { password, code }: Proof,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { failureId } = await verifyOwnPassword(deps, actor, { path: 'password', password });
  return asSelf(deps, actor, async (tx) => {
    const factor = await findFactor(tx, actor.userId);
    if (!factor?.confirmed_at) throw new Problem('STATE_NOT_ALLOWED');
    if ((await claimFactorCode(deps, tx, actor.userId, code)) === null) throw wrongCode();
    await deleteAttempt(tx, failureId);
    return work(tx);
  });
}

function asSelf<T>({ db }: Deps, actor: Person, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.withActor(storeActor(actor.productId, NO_STORE), async (tx) => {
    await selectLiveSessionForUpdate(tx, actor);
    return work(tx);
  });
}

async function makeCodes({ secret }: Deps, tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOfRecoveryCode(secret, userId, code)),
  );
  return codes;
}

function wrongCode(): Problem {
  return invalidInput([{ path: 'code', code: 'CODE_WRONG', message: 'is wrong, or was used already' }]);
}
