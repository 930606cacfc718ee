import type { Tx } from '../../db/index.ts';
import type { ReservationRow } from '../reservations/index.ts';
import { canReceiveSms } from '../staff-messages/index.ts';
import { readProviderState } from './payment-link.ts';

/** Why no message can reach the guest of a reservation; `null`: one can. */
export async function findContactObstacle(
  tx: Tx,
  row: Pick<ReservationRow, 'product_id' | 'guest_phone' | 'guest_email'>,
): Promise<'NO_CONTACT' | 'NO_MESSAGE_PROVIDER' | null> {
  const hasMobile = canReceiveSms(row.guest_phone);
  if (!hasMobile && row.guest_email === '') return 'NO_CONTACT';
  const bySms = hasMobile && (await readProviderState(tx, row.product_id, 'SOLAPI')) !== 'NONE';
  const byEmail = row.guest_email !== '' && (await readProviderState(tx, row.product_id, 'SMTP')) !== 'NONE';
  return bySms || byEmail ? null : 'NO_MESSAGE_PROVIDER';
}
