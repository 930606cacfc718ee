import type { Payment, PaymentState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const LOOKS: Readonly<Record<PaymentState, readonly [icon: IconName, colour: string]>> = {
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
  readonly onTakeBack: (() => void) | null;
  /** `null` without the capability. */
  readonly onSend: ((refundId: string) => void) | null;
}

/** One payment: method, amount, state, author, and its refunds. */
export function PaymentLine({ payment: it, onTakeBack, onSend }: PaymentLineProps) {
  const { t } = useTranslation(['payments', 'refunds']);
  const format = useFormat();
  const [icon, colour] = LOOKS[it.state];
  const wasMistake = it.reversal !== null;
  const state = wasMistake ? t('state.REVERSED') : t(`state.${it.state}`);
  return (
    <Box component="li" data-testid="payment" data-state={it.state} sx={{ display: 'grid', gap: 0.25 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
        <strong>{t(`method.${it.method}`)}</strong>
        <Box component="strong" sx={wasMistake ? { textDecoration: 'line-through', color: 'text.secondary' } : {}}>
          {format.money(it.amount)}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, color: 'text.secondary' }}>
        <Box
          component="span"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: colour, fontWeight: 600 }}
        >
          <Icon name={icon} size={16} />
          {state}
        </Box>
        <span>{format.dateTime(it.approvedAt ?? it.createdAt)}</span>
        <span>{it.createdBy}</span>
        {it.provider !== 'MANUAL' && <span>{t(`provider.${it.provider}`)}</span>}
        {it.receiptUrl !== null && (
          <Link href={it.receiptUrl} target="_blank" rel="noreferrer" color="inherit">
            {t('receipt')}
          </Link>
        )}
        {it.cashReceiptNumber !== null && <span>{t('cashReceipt', { number: it.cashReceiptNumber })}</span>}
        {onTakeBack !== null && (
          <Button
            size="small"
            color="inherit"
            onClick={onTakeBack}
            aria-label={t('refund.of', { method: t(`method.${it.method}`), amount: format.money(it.amount) })}
            sx={{ ml: 'auto', minHeight: 32 }}
          >
            {t('refund.open')}
          </Button>
        )}
      </Box>
      {it.online !== null && <OnlineNotes online={it.online} />}
      {it.refunds.map((refund) => (
        <Box
          key={refund.id}
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
                {t('refunds:send.open', { amount: format.money(refund.amount) })}
              </Button>
            )}
          </Box>
        </Box>
      ))}
      {it.reversal !== null && (
        <Box sx={{ color: 'text.secondary', pl: 1.5, borderLeft: 2, borderColor: 'divider' }}>
          {[it.reversal.reason, format.dateTime(it.reversal.at), it.reversal.by].join(' · ')}
        </Box>
      )}
    </Box>
  );

  function refundWords(refund: Payment['refunds'][number]): string {
    const sentBy = refund.sentBy === null ? refund.by : t('refunds:sentBy', { name: refund.sentBy });
    return [
      t(`refundState.${refund.state}`),
      refund.reason,
      format.dateTime(refund.at),
      sentBy,
      refund.reference ?? '',
      refund.failure ?? '',
    ]
      .filter((part) => part !== '')
      .join(' · ');
  }
}

/** Pending and failed matters between a payment and its provider that a person should know. */
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
