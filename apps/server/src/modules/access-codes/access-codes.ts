import type {
  BodyOf,
  ReplyOf,
  replaceAccessCode,
  ReservationAccess,
  resendAccessCode,
  revealAccessCode,
  revealChannelCode,
} from '@munjigi/contract';
import { notFound, Problem, staleProblem, type Caller, type Channel, type UnitOfWork } from '../../http/index.ts';
import { checkReason } from '../doors/index.ts';
import { readReservation, rememberAccess, selectReservationForUpdate } from '../reservations/index.ts';
import {
  findPresentCodes,
  updatePlace,
  selectPlacesOfReservationsForUpdate,
  selectAccessReviewForUpdate,
  type CodeRow,
} from './access-codes.sql.ts';
import type { AccessDeps } from './deps.ts';
import { DUE_AT_ONCE } from './places.ts';
import { reviewCodes } from './review.ts';
import { readAccess, publishAccess } from './reservation-access.ts';
import { findGivenSpares, withdrawCode } from './spares.sql.ts';

type Deps = Pick<AccessDeps, 'seal'>;

export async function readAccessPage({ tx, clock }: UnitOfWork, reservationId: string): Promise<ReservationAccess> {
  const { row } = await readReservation(tx, reservationId);
  return requireFound(await readAccess(tx, { storeId: row.store_id, reservationId }, clock.now()));
}

/** Returns the code and the spare codes. History and audit log record the access and its reason, never the code. */
export async function showCode(
  deps: Deps,
  work: UnitOfWork,
  reservationId: string,
  { reason }: BodyOf<typeof revealAccessCode>,
): Promise<ReplyOf<typeof revealAccessCode>> {
  const { tx, actor } = work;
  checkReason(actor, reason);
  const { row } = await readReservation(tx, reservationId);
  const code = await presentCode(deps, work, row);
  const text = code.sealed === null ? null : deps.seal.open(code.sealed, code.id);
  if (text === null) throw new Problem('ACCESS_CODE_ABSENT');
  const spares = readable(deps.seal, await findGivenSpares(tx, row.store_id, [row.id]));
  await rememberAccess(work, row, { kind: 'CODE_REVEALED', reason });
  return { codeId: code.id, code: text, spares };
}

/** Returns the code and the spare codes to the channel that made the reservation, each only once. */
export async function revealCodesToChannel(
  deps: Deps,
  work: UnitOfWork<Channel>,
  reservationId: string,
): Promise<ReplyOf<typeof revealChannelCode>> {
  const { tx } = work;
  const { row } = await readReservation(tx, reservationId);
  const code = await presentCode(deps, work, row);
  const revealed = await tx
    .updateTable('access_codes')
    .set({ told_at: work.clock.now() })
    .where('store_id', '=', row.store_id)
    .where('id', '=', code.id)
    .where('told_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const spares = await revealSpares(deps, work, row);
  if (revealed || spares.length > 0) await rememberAccess(work, row, { kind: 'CODE_REVEALED' });
  const { doors } = requireFound(await readAccess(tx, { storeId: row.store_id, reservationId }, work.clock.now()));
  return {
    codeId: code.id,
    code: revealed && code.sealed !== null ? deps.seal.open(code.sealed, code.id) : null,
    doors: doors.flatMap((door) =>
      door.code === null ? [] : [{ name: door.doorName, opensAt: door.code.opensAt, closesAt: door.code.closesAt }],
    ),
    spares: spares.map((spare) => ({
      name: doors.find((door) => door.doorId === spare.doorId)?.doorName ?? '',
      code: spare.code,
    })),
  };
}

async function revealSpares(
  { seal }: Deps,
  { tx, clock }: UnitOfWork<Channel>,
  of: { readonly store_id: string; readonly id: string },
) {
  const revealed = await tx
    .updateTable('access_codes')
    .set({ told_at: clock.now() })
    .where('store_id', '=', of.store_id)
    .where('given_to', '=', of.id)
    .where('withdrawn_at', 'is', null)
    .where('told_at', 'is', null)
    .returningAll()
    .execute();
  return readable(seal, revealed);
}

/** Decrypts spare codes and pairs each with its door. */
function readable(seal: Deps['seal'], spares: readonly CodeRow[]): { id: string; doorId: string; code: string }[] {
  return spares.flatMap((spare) => {
    const code = spare.sealed === null ? null : seal.open(spare.sealed, spare.id);
    return code === null || spare.spare_door_id === null ? [] : [{ id: spare.id, doorId: spare.spare_door_id, code }];
  });
}

/** Withdraws the code named by `codeId` and the guest's spare codes, and issues new ones. */
export async function renewCode(
  deps: Deps,
  work: UnitOfWork,
  reservationId: string,
  body: BodyOf<typeof replaceAccessCode>,
): Promise<ReservationAccess> {
  const { tx, clock, actor } = work;
  checkReason(actor, body.reason);
  const { row, code } = await lockCurrentCode(deps, work, reservationId, body.codeId);
  withdrawCode(tx, code, clock.now());
  await reviewCodes({ clock, seal: deps.seal }, tx, {
    storeId: row.store_id,
    reservationIds: [row.id],
    retiresSpares: true,
  });
  await rememberAccess(work, row, { kind: 'CODE_REPLACED', reason: body.reason });
  return requireFound(await readAccess(tx, { storeId: row.store_id, reservationId }, work.clock.now()));
}

/** Sends the code to the locks again, even to those that acknowledged it. */
export async function resendCode(
  deps: Deps,
  work: UnitOfWork,
  reservationId: string,
  body: BodyOf<typeof resendAccessCode>,
): Promise<ReservationAccess> {
  const { tx } = work;
  const { row, code } = await lockCurrentCode(deps, work, reservationId, body.codeId);
  const now = work.clock.now();
  for (const place of await selectPlacesOfReservationsForUpdate(tx, row.store_id, [row.id])) {
    if (place.code_id !== code.id || !place.is_wanted) continue;
    // A code that the lock never had is sent at its scheduled time.
    const isIn = place.acknowledged === 'DISABLED' || place.acknowledged === 'ENABLED';
    const next = {
      ...place,
      retry_at: null,
      ...(isIn && place.pushed === null ? { acknowledged: 'UNKNOWN' as const } : {}),
    };
    await updatePlace(tx, { ...next, due_at: next.pushed === null ? DUE_AT_ONCE : next.push_until }).execute();
  }
  await publishAccess(tx, row, now);
  await rememberAccess(work, row, { kind: 'CODE_RESENT' });
  return requireFound(await readAccess(tx, { storeId: row.store_id, reservationId }, now));
}

/** Locks the reservation, then its review, as all writers do. Throws `STALE` if `codeId` is not current (AP-4). */
async function lockCurrentCode(deps: Deps, work: UnitOfWork, reservationId: string, codeId: string) {
  const { tx } = work;
  const { row } = await selectReservationForUpdate(tx, reservationId);
  await selectAccessReviewForUpdate(tx, row);
  const code = await presentCode(deps, work, row);
  if (code.id !== codeId)
    throw staleProblem(requireFound(await readAccess(tx, { storeId: row.store_id, reservationId }, work.clock.now())));
  return { row, code };
}

/** Returns the current code. Runs a missing review first, so that a request right after the confirmation gets one. */
async function presentCode(
  { seal }: Deps,
  { tx, clock }: UnitOfWork<Caller>,
  of: { readonly product_id: string; readonly store_id: string; readonly id: string },
): Promise<CodeRow> {
  const find = async () => (await findPresentCodes(tx, of.store_id, [of.id]))[0];
  const code = await find();
  if (code) return code;
  await selectAccessReviewForUpdate(tx, of);
  await reviewCodes({ clock, seal }, tx, { storeId: of.store_id, reservationIds: [of.id] });
  const created = await find();
  if (!created) throw new Problem('ACCESS_CODE_ABSENT');
  return created;
}

function requireFound<T>(item: T | null): T {
  if (item === null) throw notFound();
  return item;
}
