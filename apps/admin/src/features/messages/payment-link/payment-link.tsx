import type { PaymentLink, ReservationDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { ActDialog } from '../../../ui/form/dialog/act-dialog.tsx';
import { NoticeDialog } from '../../../ui/form/dialog/confirm-dialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { CopyPaymentLink } from './copy-payment-link.tsx';
import { usePaymentLink, useSendPaymentLink } from '../messages.api.ts';
import { RefusalAlert } from '../resend-dialog.tsx';

interface PaymentLinkActionProps {
  readonly reservation: Pick<
    ReservationDetail,
    'id' | 'version' | 'guestName' | 'guestPhone' | 'priceAmount' | 'paidAmount' | 'waivedAmount'
  >;
}

/** Sends the guest the link to pay or copies it, or says why it cannot be sent (MS-12, MS-19). Shows nothing when nothing is due. */
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
  const { obstacle, copyObstacle } = data;
  if (obstacle === 'NOTHING_DUE' || obstacle === 'RESERVATION_OVER' || (obstacle === null && !maySend)) return null;
  return (
    <Box
      data-testid="payment-link"
      sx={{ typography: 'body2', display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}
    >
      {obstacle === null ? (
        <Button size="small" variant="outlined" color="inherit" onClick={() => setIsAsking(true)}>
          {t('paymentLink.send')}
        </Button>
      ) : (
        <Box sx={{ color: 'text.secondary', flexBasis: '100%' }}>{t(`paymentLink.obstacle.${obstacle}`)}</Box>
      )}
      {copyObstacle === null && <CopyPaymentLink reservationId={reservation.id} />}
      {isAsking && <PaymentLinkDialog reservation={reservation} link={data} onClose={() => setIsAsking(false)} />}
    </Box>
  );
}

interface PaymentLinkPromptProps {
  readonly reservationId: string;
  readonly onClose: () => void;
}

/** Asks to send the link to pay of a reservation that a list shows without its guest, or says why it cannot be sent. */
export function PaymentLinkPrompt({ reservationId, onClose }: PaymentLinkPromptProps) {
  const product = useProduct();
  const reservation = useQuery({
    queryKey: ['payment-link-reservation', product, reservationId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/{reservationId}', { params: { product, reservationId }, signal }),
    gcTime: 0, // Guests' data is not cached after it is shown.
  });
  if (reservation.data === undefined) {
    if (!reservation.isError) return null;
    return (
      <PromptNotice onClose={onClose}>
        <ProblemAlert error={reservation.error} />
      </PromptNotice>
    );
  }
  return <ReadyPrompt reservation={reservation.data} onClose={onClose} />;
}

function ReadyPrompt({ reservation, onClose }: PaymentLinkActionProps & Pick<PaymentLinkPromptProps, 'onClose'>) {
  const { t } = useTranslation('messages');
  const { data, error } = usePaymentLink(useProduct(), reservation);
  if (data === undefined && error === null) return null;
  const obstacle = data?.obstacle ?? null;
  if (data !== undefined && obstacle === null)
    return <PaymentLinkDialog reservation={reservation} link={data} onClose={onClose} />;
  return (
    <PromptNotice onClose={onClose}>
      <Box sx={{ typography: 'body2', display: 'grid', gap: 1.5 }}>
        {obstacle !== null && <Box>{t(`paymentLink.obstacle.${obstacle}`)}</Box>}
        {data?.copyObstacle === null && <CopyPaymentLink reservationId={reservation.id} />}
      </Box>
      <ProblemAlert error={error} />
    </PromptNotice>
  );
}

function PromptNotice({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const { t } = useTranslation('readiness');
  return (
    <NoticeDialog title={t('unpaidStay.link')} closeLabel={t('common:close')} onClose={onClose}>
      {children}
    </NoticeDialog>
  );
}

interface PaymentLinkDialogProps extends PaymentLinkActionProps {
  readonly link: PaymentLink;
  readonly onClose: () => void;
}

function PaymentLinkDialog({ reservation, link, onClose }: PaymentLinkDialogProps) {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const send = useSendPaymentLink(useProduct());
  const { guestName: guest, guestPhone: to } = reservation;
  return (
    <ActDialog
      title={t('paymentLink.title')}
      confirmLabel={t('paymentLink.send')}
      isDangerous={false}
      mutation={send}
      input={reservation.id}
      doneText={t('paymentLink.done')}
      showsError
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box>{t('paymentLink.text', { guest, to, amount: format.money(link.dueAmount) })}</Box>
        <Box sx={{ color: 'text.secondary' }}>{t('paymentLink.hint')}</Box>
        {link.copyObstacle === null && <CopyPaymentLink reservationId={reservation.id} />}
        <RefusalAlert error={send.error} />
      </Box>
    </ActDialog>
  );
}
