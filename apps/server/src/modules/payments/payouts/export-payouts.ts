import type { exportPayoutLines, PayoutLine, QueryOf } from '@munjigi/contract';
import { PAYOUT_LINE_HEADINGS, PAYOUT_LINE_WORDS } from '@munjigi/texts/exports';
import type { FileReply, TableCell } from '../../../http/index.ts';
import { exportTable, readPages, readPlaceNames, toExportPage, type ExportDeps } from '../../audit/index.ts';
import { readPayoutLines } from './payouts.sql.ts';

type Query = QueryOf<typeof exportPayoutLines>;

/** Exports the lines of payouts of the filter, page by page, for the accounts of head office (MC-16). */
export async function exportPayoutsFile(deps: ExportDeps, { format, lng, ...filter }: Query): Promise<FileReply> {
  return exportTable(deps, {
    name: 'payouts',
    action: 'payment.payouts-exported',
    format,
    filter,
    headings: PAYOUT_LINE_HEADINGS[lng],
    rows: cellsOf(deps, filter, lng),
  });
}

async function* cellsOf(
  deps: ExportDeps,
  filter: Omit<Query, 'format' | 'lng'>,
  lng: Query['lng'],
): AsyncGenerator<TableCell[]> {
  const { stores } = await readPlaceNames(deps);
  const words = PAYOUT_LINE_WORDS[lng];
  const nameOf = (storeId: string | null) => (storeId === null ? null : (stores.get(storeId)?.name ?? ''));
  const pages = readPages(deps, async (tx, after: Pick<PayoutLine, 'soldOn' | 'id'> | null, limit) =>
    toExportPage(await readPayoutLines(tx, { filter, after }, limit), limit, (line) => line),
  );
  for await (const { rows } of pages) {
    for (const line of rows) {
      yield [
        line.soldOn,
        line.paidOutOn ?? '',
        words[line.provider],
        nameOf(line.merchantStoreId) ?? words.chain,
        line.merchantId,
        nameOf(line.storeId) ?? '',
        line.reservationCode ?? '',
        words[line.kind],
        words[line.state],
        line.amount,
        line.feeAmount,
        line.payoutAmount,
        line.expectedAmount ?? '',
        line.expectedFeeAmount ?? '',
      ];
    }
  }
}
