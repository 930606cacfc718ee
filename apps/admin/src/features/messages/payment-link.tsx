import type { ReservationDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useCan, useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { toast } from '../../ui/toast.ts';
import { usePaymentLink, useSendPaymentLink } from './messages.api.ts';
import { RefusalAlert } from './resend-dialog.tsx';

interface PaymentLinkActionProps {
  readonly reservation: Pick<
    ReservationDetail,
    'id' | 'version' | 'guestName' | 'guestPhone' | 'priceAmount' | 'paidAmount' | 'waivedAmount'
  >;
}

/** Sends the guest the link to pay, or says why it cannot be sent (MS-12). Shows nothing when nothing is due. */
export function PaymentLinkAction({ reservation }: PaymentLinkActionProps) {
  if (reservation.paidAmount + reservation.waivedAmount >= reservation.priceAmount) return null;
  return <DueLink reservation={reservation} />;
}

function DueLink({ reservation }: PaymentLinkActionProps) {
  const { t } = useTranslation('messages');
  const { data, error } = usePaymentLink(useProduct(), reservation);
  const maySend = useCan()('messages:send');
  const [isAsking, setIsAsking] = useState(false);
  if (data === undefined) return <ProblemAlert error={error} />;
  const { obstacle, dueAmount } = data;
  if (obstacle === 'NOTHING_DUE' || obstacle === 'RESERVATION_OVER' || (obstacle === null && !maySend)) return null;
  return (
    <Box data-testid="payment-link" sx={{ typography: 'body2' }}>
      {obstacle === null ? (
        <Button size="small" variant="outlined" color="inherit" onClick={() => setIsAsking(true)}>
          {t('paymentLink.send')}
        </Button>
      ) : (
        <Box sx={{ color: 'text.secondary' }}>{t(`paymentLink.obstacle.${obstacle}`)}</Box>
      )}
      {isAsking && (
        <PaymentLinkDialog reservation={reservation} dueAmount={dueAmount} onClose={() => setIsAsking(false)} />
      )}
    </Box>
  );
}

interface PaymentLinkDialogProps extends PaymentLinkActionProps {
  readonly dueAmount: number;
  readonly onClose: () => void;
}

function PaymentLinkDialog({ reservation, dueAmount, onClose }: PaymentLinkDialogProps) {
  const { t } = useTranslation('messages');
  const format = useFormat();
  /** The same key after a lost answer, so that the guest gets one message; a new one after a refusal. */
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const send = useSendPaymentLink(useProduct(), idempotencyKey);
  const confirm = () =>
    send.mutate(reservation.id, {
      onSuccess: () => {
        toast.success(t('paymentLink.done'));
        onClose();
      },
      onError: (error) => isProblem(error) && setIdempotencyKey(crypto.randomUUID()),
    });
  const { guestName: guest, guestPhone: to } = reservation;
  return (
    <ConfirmDialog
      title={t('paymentLink.title')}
      confirmLabel={t('paymentLink.send')}
      isBusy={send.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box>{t('paymentLink.text', { guest, to, amount: format.money(dueAmount) })}</Box>
        <Box sx={{ color: 'text.secondary' }}>{t('paymentLink.hint')}</Box>
        <RefusalAlert error={send.error} />
      </Box>
    </ConfirmDialog>
  );
}
