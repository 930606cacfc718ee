import type { BodyOf, checkInReservation } from '@munjigi/contract';
import { Problem, type UnitOfWork } from '../../../http/index.ts';
import { confirmByDocument, findRequirement } from '../../age-checks/index.ts';
import { recordChange } from '../../audit/index.ts';
import type { ReservationRow } from '../stay/reservation-row.ts';

type Adult = NonNullable<BodyOf<typeof checkInReservation>['adult']>;

/**
 * Has a person who checks a guest in answer for their age where the stay waits for a check: by the document that they saw, or
 * by a reason. The check-in gives the guest the code (AG-12). Without one of the two it throws AGE_CHECK_NEEDED.
 */
export async function decideAgeAtCheckIn(
  work: UnitOfWork,
  { store_id: storeId, id: reservationId }: ReservationRow,
  adult: Adult | null,
): Promise<void> {
  const { tx, clock, actor } = work;
  const requirement = await findRequirement(tx, storeId, reservationId);
  if (!requirement || requirement.met_at !== null) return;
  if (adult === null) throw new Problem('AGE_CHECK_NEEDED', { current: { basis: requirement.basis } });
  const { document, reason } = adult;
  const subject = { kind: 'reservation', id: reservationId } as const;
  if (document === null)
    return recordChange(work, { storeId, action: 'age-check.waived', subject, detail: { reason } });
  await confirmByDocument(tx, { storeId, reservationId }, { document, staffName: actor.name, now: clock.now() });
  await recordChange(work, { storeId, action: 'age-check.confirmed', subject, detail: { document, reason } });
}
