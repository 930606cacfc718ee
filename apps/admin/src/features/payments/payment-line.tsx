import type { Payment, PaymentState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const STYLES: Readonly<Record<PaymentState, readonly [icon: IconName, colour: string]>> = {
  READY: ['history', 'text.secondary'],
  WAITING_FOR_DEPOSIT: ['history', 'warning.main'],
  DONE: ['check', 'success.main'],
  PARTIAL_CANCELED: ['history', 'warning.main'],
  CANCELED: ['close', 'text.secondary'],
  ABORTED: ['error', 'error.main'],
  EXPIRED: ['close', 'text.secondary'],
};

interface PaymentLineProps {
  readonly payment: Payment;
  /** `null`: nothing of it can be refunded, or not by this person. */
  readonly onRefund: (() => void) | null;
  /** `null` without the capability. */
  readonly onSend: ((refundId: string) => void) | null;
}

/** The row of one payment: method, amount, state, author, and its refunds. */
export function PaymentLine({ payment, onRefund, onSend }: PaymentLineProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { reversal } = payment;
  return (
    <Box component="li" data-testid="payment" data-state={payment.state} sx={{ display: 'grid', gap: 0.25 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
        <strong>{t(`method.${payment.method}`)}</strong>
        <Box
          component="strong"
          sx={reversal === null ? {} : { textDecoration: 'line-through', color: 'text.secondary' }}
        >
          {format.money(payment.amount)}
        </Box>
      </Box>
      <PaymentFacts payment={payment} onRefund={onRefund} />
      {payment.online !== null && <OnlineNotes online={payment.online} />}
      {payment.refunds.map((refund) => (
        <RefundLine key={refund.id} refund={refund} onSend={onSend} />
      ))}
      {reversal !== null && (
        <Box sx={{ color: 'text.secondary', pl: 1.5, borderLeft: 2, borderColor: 'divider' }}>
          {[reversal.reason, format.dateTime(reversal.at), reversal.by].join(' · ')}
        </Box>
      )}
    </Box>
  );
}

/** The state of a payment, when and by whom it was recorded, its receipt, and the button that refunds it. */
function PaymentFacts({ payment, onRefund }: Pick<PaymentLineProps, 'payment' | 'onRefund'>) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const [icon, colour] = STYLES[payment.state];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, color: 'text.secondary' }}>
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: colour, fontWeight: 600 }}
      >
        <Icon name={icon} size={16} />
        {payment.reversal === null ? t(`state.${payment.state}`) : t('state.REVERSED')}
      </Box>
      <span>{format.dateTime(payment.approvedAt ?? payment.createdAt)}</span>
      <span>{payment.createdBy}</span>
      {payment.provider !== 'MANUAL' && <span>{t(`provider.${payment.provider}`)}</span>}
      {payment.receiptUrl !== null && (
        <a href={payment.receiptUrl} target="_blank" rel="noreferrer">
          {t('receipt')}
        </a>
      )}
      {payment.cashReceiptNumber !== null && <span>{t('cashReceipt', { number: payment.cashReceiptNumber })}</span>}
      {onRefund !== null && (
        <Button
          size="small"
          color="inherit"
          onClick={onRefund}
          aria-label={t('refund.of', { method: t(`method.${payment.method}`), amount: format.money(payment.amount) })}
          sx={{ ml: 'auto', minHeight: 32 }}
        >
          {t('refund.open')}
        </Button>
      )}
    </Box>
  );
}

type Refund = Payment['refunds'][number];

interface RefundLineProps extends Pick<PaymentLineProps, 'onSend'> {
  readonly refund: Refund;
}

function RefundLine({ refund, onSend }: RefundLineProps) {
  const { t } = useTranslation('refunds');
  const format = useFormat();
  const refundWords = useRefundWords();
  return (
    <Box
      data-testid="refund"
      data-state={refund.state}
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 1,
        pl: 1.5,
        borderLeft: 2,
        borderColor: 'divider',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {refundWords(refund)}
      </Box>
      <Box component="span" sx={{ whiteSpace: 'nowrap', textAlign: 'end' }}>
        {refund.state === 'DONE' ? `−${format.money(refund.amount)}` : format.money(refund.amount)}
        {refund.state === 'OWED' && onSend !== null && (
          <Button
            size="small"
            variant="contained"
            onClick={() => onSend(refund.id)}
            sx={{ display: 'block', minHeight: 40 }}
          >
            {t('send.open', { amount: format.money(refund.amount) })}
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** The state of a refund, its reason, its time and its author. */
function useRefundWords(): (refund: Refund) => string {
  const { t } = useTranslation(['payments', 'refunds']);
  const format = useFormat();
  return ({ state, reason, at, by, sentBy, reference, failure }) =>
    [
      t(`refundState.${state}`),
      reason,
      format.dateTime(at),
      sentBy === null ? by : t('refunds:sentBy', { name: sentBy }),
      reference ?? '',
      failure ?? '',
    ]
      .filter((part) => part !== '')
      .join(' · ');
}

/** Pending and failed steps between a payment and its provider that a person should know about. */
function OnlineNotes({
  online: { isConfirming, isDisputed, fault },
}: {
  readonly online: NonNullable<Payment['online']>;
}) {
  const { t } = useTranslation('payments');
  const notes = [
    ...(isConfirming ? [t('online.confirming')] : []),
    ...(isDisputed ? [t('online.disputed')] : []),
    ...(fault === null ? [] : [t(`online.fault.${fault}`)]),
  ];
  return notes.map((note) => (
    <Box key={note} sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'warning.main', fontWeight: 600 }}>
      <Icon name="warning" size={16} />
      {note}
    </Box>
  ));
}
