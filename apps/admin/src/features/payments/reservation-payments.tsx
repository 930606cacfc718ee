import type { OwedRefund, Payment, ReservationDetail, ReservationState, Waterfall } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { ReceiptList } from './cash-receipts.tsx';
import { useOwedRefund, useRereadRefunds } from './owed-refunds.api.ts';
import { PayWithPass } from './pass-payment.tsx';
import { PaymentLine } from './payment-line.tsx';
import { usePayments, useWaterfall } from './payments.api.ts';
import { RecordForm } from './record-form.tsx';
import { SendRefundDialog } from './send-refund-dialog.tsx';
import { getRefundableAmount, RefundDialog } from './refund-dialog.tsx';
import { WaterfallTable } from './waterfall-table.tsx';

interface ReservationPaymentsProps {
  readonly reservation: Pick<ReservationDetail, 'id' | 'state'>;
  /** Called after a payment or refund, which changes the reservation. */
  readonly onChanged: () => void;
}

const PAYABLE: readonly ReservationState[] = ['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED', 'NO_SHOW'];

/** The amount due for a reservation, its payments and refunds, and the remainder (RV-5, NX-5). */
export function ReservationPayments({ reservation, onChanged }: ReservationPaymentsProps) {
  const { t } = useTranslation('payments');
  const product = useProduct();
  const payments = usePayments(product, reservation.id);
  const waterfall = useWaterfall(product, reservation.id);
  const error = payments.error ?? waterfall.error;
  return (
    <Box component="section" aria-label={t('title')} data-testid="payments">
      <Box component="h3" sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0, mb: 0.75 }}>
        {t('title')}
      </Box>
      {payments.data !== undefined && waterfall.data !== undefined ? (
        <Loaded reservation={reservation} payments={payments.data} waterfall={waterfall.data} onChanged={onChanged} />
      ) : error === null ? (
        <Skeleton variant="rounded" height={72} />
      ) : (
        <ProblemAlert error={error} />
      )}
    </Box>
  );
}

interface LoadedProps extends ReservationPaymentsProps {
  readonly payments: readonly Payment[];
  readonly waterfall: Waterfall;
}

function Loaded({ reservation, payments, waterfall, onChanged }: LoadedProps) {
  const can = useCan();
  const [isRecording, setIsRecording] = useState(false);
  const [refundId, setRefundId] = useState<string | null>(null);
  const [sentId, setSentId] = useState<string | null>(null);
  const owed = useOwedRefund(useProduct(), reservation.id, reservation.state === 'CANCELLED');
  const canRefund = can('payments:refund');
  const canRecord = can('payments:write') && PAYABLE.includes(reservation.state);
  // The amount of a pending approval request must not be started again.
  const waiting = owed?.parts.find(({ state }) => state === 'WAITING')?.amount ?? 0;
  const toStart = Math.max(0, waterfall.toRefundAmount - waiting);
  const refundableId =
    toStart > 0 && canRefund ? payments.find((payment) => getRefundableAmount(payment) > 0)?.id : undefined;
  const shared = { reservationId: reservation.id, onChanged };
  return (
    <Box sx={{ display: 'grid', gap: 1.25, typography: 'body2' }}>
      <OwedRow
        dueAmount={waterfall.dueAmount}
        toRefundAmount={toStart}
        unsentAmount={owed?.amount ?? 0}
        hasPayments={payments.length > 0}
        isRecording={isRecording}
        onRefund={refundableId === undefined ? null : () => setRefundId(refundableId)}
        onRecord={canRecord ? () => setIsRecording(!isRecording) : null}
      />
      {owed !== undefined && <RefundParts parts={owed.parts} />}
      {waterfall.dueAmount > 0 && PAYABLE.includes(reservation.state) && <PayWithPass {...shared} />}
      {isRecording && canRecord && (
        <RecordForm {...shared} dueAmount={waterfall.dueAmount} onDone={() => setIsRecording(false)} />
      )}
      {payments.length > 0 && (
        <PaymentList payments={payments} canRefund={canRefund} onTakeBack={setRefundId} onSend={setSentId} />
      )}
      {payments.length > 0 && <ReceiptList reservationId={reservation.id} />}
      {payments.length > 0 && <WaterfallTable waterfall={waterfall} />}
      <PaymentRefund
        {...shared}
        payment={payments.find(({ id }) => id === refundId)}
        suggested={toStart}
        onDone={() => setRefundId(null)}
      />
      <RefundSending {...shared} payments={payments} refundId={sentId} onDone={() => setSentId(null)} />
    </Box>
  );
}

/** The parts of a cancellation's refund that are not confirmed, by their state. */
function RefundParts({ parts }: Pick<OwedRefund, 'parts'>) {
  const { t } = useTranslation('refunds');
  const format = useFormat();
  return (
    <Box component="ul" aria-label={t('unsent')} data-testid="refund-parts" sx={{ m: 0, pl: 2.5 }}>
      {parts.map(({ state, amount }) => (
        <li key={state} data-state={state}>
          {t(`part.${state}`)} <strong>{format.money(amount)}</strong>
        </li>
      ))}
    </Box>
  );
}

interface PaymentListProps {
  readonly payments: readonly Payment[];
  readonly canRefund: boolean;
  readonly onTakeBack: (paymentId: string) => void;
  readonly onSend: (refundId: string) => void;
}

function PaymentList({ payments, canRefund, onTakeBack, onSend }: PaymentListProps) {
  const { t } = useTranslation('payments');
  return (
    <Box component="ul" aria-label={t('lines')} sx={{ ...PLAIN_LIST, display: 'grid', gap: 1.25 }}>
      {payments.map((payment) => (
        <PaymentLine
          key={payment.id}
          payment={payment}
          onRefund={canRefund && getRefundableAmount(payment) > 0 ? () => onTakeBack(payment.id) : null}
          onSend={canRefund ? onSend : null}
        />
      ))}
    </Box>
  );
}

interface PaymentDialogProps {
  readonly reservationId: string;
  readonly onChanged: () => void;
  readonly onDone: () => void;
}

interface PaymentRefundProps extends PaymentDialogProps {
  /** `undefined`: the dialog is closed. */
  readonly payment: Payment | undefined;
  readonly suggested: number;
}

function PaymentRefund({ payment, onChanged, ...dialog }: PaymentRefundProps) {
  const reread = useRereadRefunds(useProduct());
  if (payment === undefined) return null;
  return (
    <RefundDialog
      key={payment.id}
      {...dialog}
      payment={payment}
      onChanged={() => {
        reread(dialog.reservationId);
        onChanged();
      }}
    />
  );
}

interface RefundSendingProps extends PaymentDialogProps {
  readonly payments: readonly Payment[];
  /** `null`: the dialog is closed. */
  readonly refundId: string | null;
}

function RefundSending({ payments, refundId, ...dialog }: RefundSendingProps) {
  const sending = payments
    .flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })))
    .find(({ refund }) => refund.id === refundId);
  if (sending === undefined) return null;
  return <SendRefundDialog key={sending.refund.id} {...sending} {...dialog} />;
}

interface OwedRowProps extends OwedProps {
  readonly isRecording: boolean;
  /** `null`: there is nothing to refund, or not by this person. */
  readonly onRefund: (() => void) | null;
  /** `null`: this person cannot record a payment of this reservation. */
  readonly onRecord: (() => void) | null;
}

/** The owed amount, with the buttons that settle it. */
function OwedRow({ isRecording, onRefund, onRecord, ...owed }: OwedRowProps) {
  const { t } = useTranslation('payments');
  // While the form is open, only its button is emphasized.
  const isOffered = owed.dueAmount > 0 && !isRecording;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, minHeight: 40 }}>
      <Owed {...owed} />
      {onRefund !== null && (
        <Button size="small" variant="contained" onClick={onRefund} sx={{ minHeight: 40 }}>
          {t('refund.open')}
        </Button>
      )}
      {onRecord !== null && (
        <Button
          size="small"
          variant={isOffered ? 'contained' : 'outlined'}
          color={isOffered ? 'primary' : 'inherit'}
          aria-expanded={isRecording}
          onClick={onRecord}
          sx={{ minHeight: 40 }}
        >
          {t('record.open')}
        </Button>
      )}
    </Box>
  );
}

interface OwedProps {
  readonly dueAmount: number;
  /** Refunds that a person must start. */
  readonly toRefundAmount: number;
  /** Unconfirmed refunds of a cancellation, started or not. */
  readonly unsentAmount: number;
  readonly hasPayments: boolean;
}

function Owed({ dueAmount, toRefundAmount, unsentAmount, hasPayments }: OwedProps) {
  const { t } = useTranslation(['payments', 'refunds']);
  const format = useFormat();
  const amount = dueAmount > 0 ? dueAmount : toRefundAmount > 0 ? toRefundAmount : unsentAmount;
  const label =
    dueAmount > 0
      ? t('due')
      : toRefundAmount > 0
        ? t('toRefund')
        : unsentAmount > 0
          ? t('refunds:unsent')
          : hasPayments
            ? t('settled')
            : t('none');
  return (
    <Box
      role="status"
      data-testid="owed"
      sx={{ flexGrow: 1, display: 'flex', alignItems: 'baseline', gap: 1, fontVariantNumeric: 'tabular-nums' }}
    >
      <span>{label}</span>
      {amount > 0 && (
        <Box component="strong" sx={{ typography: 'subtitle1' }}>
          {format.money(amount)}
        </Box>
      )}
    </Box>
  );
}
