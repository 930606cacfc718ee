import type { ListedPayment, PaymentRefund } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../session/auth.tsx';
import { LabelledCard } from '../../ui/section-head.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import type { ChangeAddress } from '../../ui/list/address-filter.ts';
import { RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { PaymentSearch } from './payment-search.tsx';
import type { SalesPageFilter } from './sales-filter.ts';
import { useSalesWords } from './sales-words.ts';
import { useSalesPayments } from './sales.api.ts';

interface PaymentListProps {
  readonly filter: SalesPageFilter;
  /** '' where only one store is possible. */
  readonly storeName: (storeId: string) => string;
  readonly onChange: ChangeAddress;
}

const COLUMNS = ['at', 'reservation', 'method', 'state', 'refunded', 'amount'] as const;

/**
 * The payments of the filter, latest first. Each has its guest, masked (PD-1), and a link to the reservation, where the
 * payment can be refunded.
 */
export function PaymentList({ filter, storeName, onChange }: PaymentListProps) {
  const { t } = useTranslation('sales');
  const payments = useSalesPayments(useProduct(), filter);
  const items = payments.data?.pages.flatMap((page) => page.items);
  return (
    <LabelledCard label={t('payments.title')} isBusy={payments.isPlaceholderData} sx={{ minWidth: 0 }}>
      <Box
        sx={{
          p: { xs: 1.5, md: 2 },
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
        }}
      >
        <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
          {t('payments.title')}
        </Box>
        <PaymentSearch q={filter.q} onSearch={(q) => onChange({ q })} />
      </Box>
      {items === undefined && payments.error !== null && (
        <ErrorState error={payments.error} onRetry={() => void payments.refetch()} />
      )}
      {items === undefined && payments.error === null && (
        <Box sx={{ px: 2, pb: 2 }} data-testid="payments-loading">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} variant="text" height={40} />
          ))}
        </Box>
      )}
      {items?.length === 0 && (
        <EmptyState
          icon="payments"
          title={t('payments.none')}
          text={t(filter.q === null ? 'payments.noneText' : 'payments.noneFound')}
        />
      )}
      {items !== undefined && items.length > 0 && (
        <RecordTable
          testId="payment-table"
          columns={COLUMNS}
          heading={(column) => t(`payments.column.${column}`)}
          sx={PAYMENT_TABLE}
        >
          {items.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} storeName={storeName(payment.storeId)} />
          ))}
        </RecordTable>
      )}
      {payments.hasNextPage && items !== undefined && <MorePayments payments={payments} />}
    </LabelledCard>
  );
}

interface MorePaymentsProps {
  readonly payments: Pick<
    ReturnType<typeof useSalesPayments>,
    'error' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
  >;
}

/** The button for the next page, and why it could not be read. */
function MorePayments({ payments }: MorePaymentsProps) {
  const { t } = useTranslation('sales');
  return (
    <Box sx={{ p: 1.5, textAlign: 'center' }}>
      {payments.isFetchNextPageError && <ProblemAlert error={payments.error} sx={{ mb: 1 }} />}
      <Button
        color="inherit"
        aria-disabled={payments.isFetchingNextPage}
        onClick={() => !payments.isFetchingNextPage && void payments.fetchNextPage()}
      >
        {payments.isFetchingNextPage ? t('payments.loading') : t('payments.more')}
      </Button>
    </Box>
  );
}

function PaymentRow({ payment, storeName }: { readonly payment: ListedPayment; readonly storeName: string }) {
  const { t } = useTranslation(['sales', 'payments']);
  const format = useFormat();
  const words = useSalesWords();
  const at = payment.approvedAt ?? payment.createdAt;
  const wasMistake = payment.reversal !== null;
  const sumOf = (state: PaymentRefund['state']) =>
    payment.refunds.reduce((sum, refund) => (refund.state === state ? sum + refund.amount : sum), 0);
  const method = t(`payments:method.${payment.method}`);
  return (
    <tr data-testid="payment-row" data-payment={payment.id}>
      <td data-column="at">
        <time dateTime={at}>{format.fixedDateTime(at)}</time>
        <span className="under">{storeName}</span>
      </td>
      <td data-column="reservation">
        {payment.reservation === null ? (
          <span className="none">{t('payments.noReservation')}</span>
        ) : (
          <>
            <Link
              to={`/dashboard/reservation?store=${payment.storeId}&reservation=${payment.reservationId ?? ''}`}
              aria-label={t('payments.open', {
                guest: payment.reservation.guestName || payment.reservation.code,
                method,
                amount: words.money(payment.amount),
                at: format.time(at),
              })}
            >
              {payment.reservation.guestName || payment.reservation.code}
            </Link>
            <span className="under">{payment.reservation.code}</span>
          </>
        )}
      </td>
      <td data-column="method">
        {method}
        <span className="under">{payment.createdBy}</span>
      </td>
      <td data-column="state">{wasMistake ? t('payments:state.REVERSED') : t(`payments:state.${payment.state}`)}</td>
      <td data-column="refunded">
        {sumOf('DONE') === 0 ? '' : words.money(-sumOf('DONE'))}
        {(['REQUESTED', 'OWED'] as const).map(
          (state) =>
            sumOf(state) > 0 && (
              <span key={state} className="under">
                {t(`payments:refundState.${state}`)} {words.money(sumOf(state))}
              </span>
            ),
        )}
      </td>
      <td data-column="amount" data-mistake={wasMistake}>
        {words.money(payment.amount)}
      </td>
    </tr>
  );
}

const PAYMENT_TABLE = recordTableStyles(
  {
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { px: 2, borderBottom: 0, borderTop: 1, borderColor: 'divider' },
    '& [data-column=amount], & [data-column=refunded]': { textAlign: 'end', whiteSpace: 'nowrap' },
    '& td[data-column=amount]': { fontWeight: 600 },
    '& [data-mistake=true]': { textDecoration: 'line-through', color: 'text.secondary' },
    '& .none': { color: 'text.secondary' },
    '& a': { display: 'inline-block', minHeight: 24, fontWeight: 600 },
    '& tbody tr:hover': { bgcolor: 'action.hover' },
  },
  {
    '& tbody tr': { px: 1.5, py: 1.25, borderBottom: 0, borderTop: 1, borderColor: 'divider' },
    '& [data-column=at]': { gridColumn: 1, gridRow: 1 },
    '& [data-column=amount]': { gridColumn: 2, gridRow: 1 },
    '& [data-column=method]': {
      gridColumn: 1,
      gridRow: 2,
      color: 'text.secondary',
      '& .under': { display: 'inline', ml: 1 },
    },
    '& [data-column=refunded]': { gridColumn: 2, gridRow: 2 },
    '& [data-column=reservation]': { gridColumn: 1, gridRow: 3, '& .under': { display: 'inline', ml: 1 } },
    '& [data-column=state]': { gridColumn: 2, gridRow: 3, textAlign: 'end', color: 'text.secondary' },
  },
);
