import type { Clock } from '../../../clock.ts';
import type { Database } from '../../../db/index.ts';
import type { GuestCaller } from '../../../http/index.ts';
import type { PhoneCodes, SentCode } from '../../guest-access/index.ts';
import { bookingMarks } from './booking-marks.ts';
import { codeTargetOf, subjectOfCode } from './guest-proof.ts';
import { lockMark } from './phone-codes.sql.ts';
import { sendCodeForReservation, useCode, verifyCode } from './phone-codes.ts';

interface GuestPhoneCodeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
}

/** The codes by which guests confirm acts with the phone or the address of their reservation (GT-14). */
export function guestPhoneCodes({ db, clock, secret }: GuestPhoneCodeDeps): PhoneCodes {
  const deps = { db, clock, marks: bookingMarks(secret) };
  const proofOf = ({ productId, reservationId }: GuestCaller, { code, ...contact }: SentCode) => {
    const target = codeTargetOf(deps.marks, productId, contact);
    return { phoneMark: target.mark, code, ...subjectOfCode(target, reservationId) };
  };
  const storeOf = ({ productId, storeId }: GuestCaller) => ({ productId, id: storeId });
  return {
    send: (guest, request) => sendCodeForReservation(deps, guest, request),
    verify: (guest, sent) => verifyCode(deps, storeOf(guest), proofOf(guest, sent)),
    use: async (tx, guest, sent) => {
      const proof = proofOf(guest, sent);
      await lockMark(tx, proof.phoneMark);
      await useCode(deps, tx, storeOf(guest), proof);
    },
  };
}
