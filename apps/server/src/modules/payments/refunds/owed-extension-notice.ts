import { z } from 'zod';
import { storeActor, type Database } from '../../../db/index.ts';
import type { JobHandlers } from '../../../jobs/index.ts';
import { OWED_EXTENSION_JOB, readReservation } from '../../reservations/index.ts';
import { addNotification } from '../notifications/notifications.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import { sumOpenRefunds } from '../payment/payments.sql.ts';

const owedPayload = z.object({
  productId: z.uuid(),
  storeId: z.uuid(),
  reservationId: z.uuid(),
  amount: z.number().int().positive(),
  at: z.iso.datetime(),
});

/** Adds the notification about money that a returned extension left owed (GT-13). A job that runs twice adds one. */
export function owedExtensionJobs({ db }: { readonly db: Database }): JobHandlers {
  return {
    [OWED_EXTENSION_JOB]: {
      lane: 'timers',
      run: async (payload) => {
        const { productId, storeId, reservationId, amount, at } = owedPayload.parse(payload);
        await db.withActor(storeActor(productId, storeId), async (tx) => {
          const { row } = await readReservation(tx, reservationId);
          const added = await tx
            .selectFrom('notifications')
            .select('id')
            .where('store_id', '=', storeId)
            .where('reservation_id', '=', reservationId)
            .where('kind', '=', 'REFUND_OWED')
            .where('created_at', '=', new Date(at))
            .executeTakeFirst();
          if (added !== undefined) return;
          // A provider that took the money late was asked to return it: no person refunds it once more.
          const unrequested = (row.refund_due_amount ?? 0) - (await sumOpenRefunds(tx, reservationId));
          if (unrequested <= 0) return;
          const text = paymentNotices.extensionReturned(row.guest_name, amount);
          const of = { productId, storeId, reservationId, amount, at: new Date(at) };
          await addNotification(tx, { ...of, kind: 'REFUND_OWED', text });
        });
      },
    },
  };
}
