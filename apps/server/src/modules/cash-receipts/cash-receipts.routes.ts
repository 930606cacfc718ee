import {
  exportCashReceipts,
  getCashReceiptSettings,
  getCashReceiptsOfReservation,
  listCashReceipts,
  retryCashReceipt,
  setCashReceiptSettings,
  setReceiptNumberOfReservation,
  type CashReceipt,
} from '@munjigi/contract';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { Problem, route, routeFile, type Route, type UnitOfWork } from '../../http/index.ts';
import { personAuditActor, recordChange } from '../audit/index.ts';
import { readReservation, selectReservationForUpdate } from '../reservations/index.ts';
import { exportReceiptsFile } from './export-receipts.ts';
import { listReceipts } from './list-receipts.ts';
import { readReceipt, readReceiptsOfStay } from './read-receipts.ts';
import { enterReceiptNumber } from './receipt-number.ts';
import { changeReceiptSettings, readReceiptSettings } from './receipt-settings.ts';

/** What staff do about cash receipts. The endpoints of guests are among those of the guest's token. */
export function cashReceiptRoutes({ db, clock }: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    route(listCashReceipts, ({ tx, query }) => listReceipts(tx, query)),
    routeFile(exportCashReceipts, ({ actor, query }) => exportReceiptsFile({ db, clock, actor }, query)),
    route(retryCashReceipt, ({ work, params }) => retryReceipt(work, params.paymentId)),
    route(getCashReceiptsOfReservation, async ({ tx, params }) => {
      const { row } = await readReservation(tx, params.reservationId);
      return readReceiptsOfStay(tx, { storeId: row.store_id, reservationId: row.id });
    }),
    route(setReceiptNumberOfReservation, async ({ work, params, body }) => {
      const { tx, clock, actor } = work;
      const { row } = await selectReservationForUpdate(tx, params.reservationId);
      const entering = { tx, now: clock.now(), actor: personAuditActor(actor), staffName: actor.name };
      await enterReceiptNumber(entering, row, body);
      return readReceiptsOfStay(tx, { storeId: row.store_id, reservationId: row.id });
    }),
    route(getCashReceiptSettings, ({ tx, params }) => readReceiptSettings(tx, params.storeId)),
    route(setCashReceiptSettings, ({ work, params, body }) => changeReceiptSettings(work, params.storeId, body)),
  ];
}

/** Has a refused request sent again. Throws STATE_NOT_ALLOWED for a receipt that is not refused. */
async function retryReceipt(work: UnitOfWork, paymentId: string): Promise<CashReceipt> {
  const { tx, clock } = work;
  const receipt = await readReceipt(tx, paymentId);
  const retried = await tx
    .updateTable('cash_receipts')
    .set({ wanted: sql`wanted + 1`, next_at: clock.now(), attempts: 0 })
    .where('store_id', '=', receipt.storeId)
    .where('id', '=', paymentId)
    .where('failure_code', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!retried) throw new Problem('STATE_NOT_ALLOWED');
  await recordChange(work, {
    storeId: receipt.storeId,
    action: 'cash-receipt.retried',
    subject: { kind: 'payment', id: paymentId },
    detail: { reservationId: receipt.reservationId },
  });
  return readReceipt(tx, paymentId);
}
