import type { BodyOf, FinishedAgeCheck, finishAgeCheck, startAgeCheck, StartedAgeCheck } from '@munjigi/contract';
import { finishCheck, startCheck, type IdentityDeps } from '../../identity-checks/index.ts';
import type { BookingMarks } from '../guest-proof/booking-marks.ts';
import { codeTargetOf, subjectOfCode } from '../guest-proof/guest-proof.ts';
import { verifyCode } from '../guest-proof/phone-codes.ts';
import { readOpenStore, type StorePath } from '../offer/open-stores.sql.ts';

/** The identity check of a guest who books online (AG-5). The code stays valid for the booking. */

interface AgeDeps extends IdentityDeps {
  readonly marks: BookingMarks;
}

/** Only for a confirmed phone: a check costs money, and its tries count for the phone. */
export async function startCheckOnline(
  deps: AgeDeps,
  path: StorePath,
  { guestPhone, phoneCode, basis }: BodyOf<typeof startAgeCheck>,
): Promise<StartedAgeCheck> {
  const store = await readOpenStore(deps.db, path);
  const target = codeTargetOf(deps.marks, store.productId, { guestPhone });
  await verifyCode(deps, store, { phoneMark: target.mark, code: phoneCode, ...subjectOfCode(target) });
  return startCheck(deps, { productId: store.productId, storeId: store.id, reservationId: null, guestPhone }, basis);
}

export async function finishCheckOnline(
  deps: AgeDeps,
  { checkId, ...path }: StorePath & { readonly checkId: string },
  { guestPhone }: BodyOf<typeof finishAgeCheck>,
): Promise<FinishedAgeCheck> {
  const { productId, id: storeId } = await readOpenStore(deps.db, path);
  return finishCheck(deps, { productId, storeId, reservationId: null, guestPhone }, checkId);
}
