import type { Payment, ReservationDetail, ReservationState, Waterfall } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../app/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { useOwedRefund, useRereadRefunds } from './owed-refunds.api.ts';
import { PaymentLine } from './payment-line.tsx';
import { usePayments, useWaterfall } from './payments.api.ts';
import { RecordForm } from './record-form.tsx';
import { SendRefundDialog } from './send-refund-dialog.tsx';
import { leftOf, TakeBackDialog } from './take-back-dialog.tsx';
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
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {problemText(t, error)}
        </Box>
      )}
    </Box>
  );
}

interface LoadedProps extends ReservationPaymentsProps {
  readonly payments: readonly Payment[];
  readonly waterfall: Waterfall;
}

function Loaded({ reservation, payments, waterfall, onChanged }: LoadedProps) {
  const { t } = useTranslation(['payments', 'refunds']);
  const can = useCan();
  const format = useFormat();
  const product = useProduct();
  const [isRecording, setIsRecording] = useState(false);
  const [takenBack, setTakenBack] = useState<string | null>(null);
  const [sentId, setSentId] = useState<string | null>(null);
  const owed = useOwedRefund(product, reservation.id, reservation.state === 'CANCELLED');
  const reread = useRereadRefunds(product);
  const mayRefund = can('payments:refund');
  const mayRecord = can('payments:write') && PAYABLE.includes(reservation.state);
  const { dueAmount, toRefundAmount } = waterfall;
  // While the form is open, only its button is emphasized.
  const isWanted = dueAmount > 0 && !isRecording;
  const refundable = payments.find((it) => leftOf(it) > 0);
  const chosen = payments.find((it) => it.id === takenBack);
  const sending = payments
    .flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })))
    .find(({ refund }) => refund.id === sentId);
  // The amount of a pending approval request is not to be started again.
  const waiting = owed?.parts.find(({ state }) => state === 'WAITING')?.amount ?? 0;
  const toStart = Math.max(0, toRefundAmount - waiting);
  return (
    <Box sx={{ display: 'grid', gap: 1.25, typography: 'body2' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, minHeight: 40 }}>
        <Owed
          dueAmount={dueAmount}
          toRefundAmount={toStart}
          unsentAmount={owed?.amount ?? 0}
          hasPayments={payments.length > 0}
        />
        {toStart > 0 && mayRefund && refundable !== undefined && (
          <Button size="small" variant="contained" onClick={() => setTakenBack(refundable.id)} sx={{ minHeight: 40 }}>
            {t('refund.open')}
          </Button>
        )}
        {mayRecord && (
          <Button
            size="small"
            variant={isWanted ? 'contained' : 'outlined'}
            color={isWanted ? 'primary' : 'inherit'}
            aria-expanded={isRecording}
            onClick={() => setIsRecording(!isRecording)}
            sx={{ minHeight: 40 }}
          >
            {t('record.open')}
          </Button>
        )}
      </Box>
      {owed !== undefined && (
        <Box component="ul" aria-label={t('refunds:unsent')} data-testid="refund-parts" sx={{ m: 0, pl: 2.5 }}>
          {owed.parts.map(({ state, amount }) => (
            <li key={state} data-state={state}>
              {t(`refunds:part.${state}`)} <strong>{format.money(amount)}</strong>
            </li>
          ))}
        </Box>
      )}
      {isRecording && mayRecord && (
        <RecordForm
          reservationId={reservation.id}
          dueAmount={dueAmount}
          onChanged={onChanged}
          onDone={() => setIsRecording(false)}
        />
      )}
      {payments.length > 0 && (
        <Box component="ul" aria-label={t('lines')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25 }}>
          {payments.map((it) => (
            <PaymentLine
              key={it.id}
              payment={it}
              onTakeBack={mayRefund && leftOf(it) > 0 ? () => setTakenBack(it.id) : null}
              onSend={mayRefund ? setSentId : null}
            />
          ))}
        </Box>
      )}
      {payments.length > 0 && <WaterfallTable waterfall={waterfall} />}
      {chosen !== undefined && (
        <TakeBackDialog
          key={chosen.id}
          payment={chosen}
          suggested={toStart}
          reservationId={reservation.id}
          onDone={() => setTakenBack(null)}
          onChanged={() => {
            reread(reservation.id);
            onChanged();
          }}
        />
      )}
      {sending !== undefined && (
        <SendRefundDialog
          key={sending.refund.id}
          {...sending}
          reservationId={reservation.id}
          onChanged={onChanged}
          onDone={() => setSentId(null)}
        />
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
