import type { CashReceiptState, ListedCashReceipt } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { OPENING_ROWS, RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';
import { failureKeyOf } from './cash-receipts.tsx';

const COLUMNS = ['reservation', 'paid', 'amount', 'number', 'approval', 'state'] as const;

interface ReceiptTableProps {
  readonly receipts: readonly ListedCashReceipt[];
  /** The stores whose names the rows have; none with one store. */
  readonly stores: readonly { readonly id: string; readonly name: string }[];
}

/** Cash receipts with their states; each row leads to its reservation. */
export function ReceiptTable({ receipts, stores }: ReceiptTableProps) {
  const { t } = useTranslation('cash-receipts');
  return (
    <RecordTable
      testId="receipt-table"
      columns={COLUMNS}
      heading={(column) => t(`column.${column}`)}
      sx={RECEIPT_TABLE}
    >
      {receipts.map((receipt) => (
        <ReceiptRow
          key={receipt.id}
          receipt={receipt}
          storeName={stores.find(({ id }) => id === receipt.storeId)?.name ?? ''}
        />
      ))}
    </RecordTable>
  );
}

function ReceiptRow({ receipt, storeName }: { readonly receipt: ListedCashReceipt; readonly storeName: string }) {
  const { t } = useTranslation(['cash-receipts', 'payments']);
  const format = useFormat();
  const { state, keptAmount, issuedAmount, approvalNumber, issuedAt, cancelledAt, failure, paidAt, method } = receipt;
  const endedAt = state === 'CANCELLED' ? cancelledAt : issuedAt;
  return (
    <tr data-testid="receipt-row" data-state={state} data-failed={failure === null ? undefined : ''}>
      <td data-column="reservation">
        <ReservationLink receipt={receipt} />
        {storeName !== '' && <span className="under">{storeName}</span>}
      </td>
      <td data-column="paid">
        {paidAt === null ? '' : format.dateTime(paidAt)}
        <span className="under">{t(`payments:method.${method}`)}</span>
      </td>
      <td data-column="amount">
        {format.money(keptAmount)}
        {issuedAmount !== keptAmount && issuedAmount > 0 && (
          <span className="under">{t('issued', { amount: format.money(issuedAmount) })}</span>
        )}
      </td>
      <td data-column="number">
        <NumberCell receipt={receipt} />
      </td>
      <td data-column="approval">
        {approvalNumber ?? ''}
        {approvalNumber !== null && endedAt !== null && <span className="under">{format.dateTime(endedAt)}</span>}
      </td>
      <td data-column="state">
        <ToneLabel tone={TONES[state]} isOneLine data-state={state}>
          {t(`payments:cashReceipts.state.${state}`)}
        </ToneLabel>
        {failure !== null && (
          <span className="under">
            {t(`payments:${failureKeyOf(failure.code)}`, { reason: failure.message || failure.code })}
          </span>
        )}
      </td>
    </tr>
  );
}

/** The way to the reservation, where the receipt can be requested again. */
function ReservationLink({ receipt }: { readonly receipt: ListedCashReceipt }) {
  const { t } = useTranslation('cash-receipts');
  const canOpen = useCan()('reservations:read');
  const { reservationId, reservationCode, storeId } = receipt;
  const code = reservationCode ?? t('noReservation');
  if (reservationId === null || !canOpen) return code;
  return (
    <Link className="opener" to={`/dashboard/reservation?store=${storeId}&reservation=${reservationId}`}>
      {code}
    </Link>
  );
}

function NumberCell({ receipt: { number, isSelfIssued } }: { readonly receipt: ListedCashReceipt }) {
  const { t } = useTranslation(['cash-receipts', 'payments']);
  if (isSelfIssued) return t('payments:cashReceipts.self');
  if (number === null) return '–';
  if (!number.isOfReceipt) return t('earlierNumber');
  return (
    <>
      {number.masked}
      <span className="under">
        {t(`payments:cashReceipts.purpose.${number.purpose}`)} · {t(`payments:cashReceipts.kind.${number.kind}`)}
      </span>
    </>
  );
}

const TONES: Readonly<Record<CashReceiptState, ToneStyle>> = {
  NONE: ['info', 'text.secondary'],
  WAITING: ['history', 'warning.main'],
  ISSUING: ['history', 'info.main'],
  ISSUED: ['check', 'success.main'],
  CANCELLED: ['close', 'text.secondary'],
  REFUSED: ['warning', 'error.main'],
};

const RECEIPT_TABLE = recordTableStyles(
  {
    ...OPENING_ROWS,
    '& td': { overflowWrap: 'anywhere', verticalAlign: 'top' },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& [data-column=paid], & [data-column=amount], & [data-column=number], & [data-column=approval]': {
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
    },
    '& [data-column=amount]': { textAlign: 'end' },
    '& .under': { mt: 0.25, fontSize: 'inherit' },
  },
  {
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& [data-column=reservation]': { gridColumn: 1, gridRow: 1 },
    '& [data-column=amount]': { gridColumn: 2, gridRow: 1, textAlign: 'end', fontWeight: 600 },
    '& [data-column=paid]': { gridColumn: 1, gridRow: 2, color: 'text.secondary' },
    '& [data-column=number]': { gridColumn: 2, gridRow: 2, textAlign: 'end', color: 'text.secondary' },
    '& [data-column=approval]': { gridColumn: 2, gridRow: 3, textAlign: 'end', color: 'text.secondary' },
    '& [data-column=state]': { gridColumn: 1, gridRow: 3 },
    // The reason needs the whole width.
    '& [data-failed] [data-column=state]': { gridColumn: '1 / -1', gridRow: 4 },
  },
);
