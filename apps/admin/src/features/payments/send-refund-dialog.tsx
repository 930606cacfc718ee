import type { Payment } from '@munjigi/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import { selectOwedRefunds, useRefundAccount, useRereadRefunds } from './owed-refunds.api.ts';
import { useChangePayment, usePayments } from './payments.api.ts';

interface SendOwedRefundProps {
  readonly reservationId: string;
  readonly onDone: () => void;
}

/** Opens the first refund of a reservation that a person has to send. Renders nothing until the payments have loaded. */
export function SendOwedRefund({ reservationId, onDone }: SendOwedRefundProps) {
  const payments = usePayments(useProduct(), reservationId).data ?? [];
  const payment = payments.find((paid) => selectOwedRefunds(paid).length > 0);
  const refund = payment && selectOwedRefunds(payment)[0];
  if (payment === undefined || refund === undefined) return null;
  return (
    <SendRefundDialog
      key={refund.id}
      payment={payment}
      refund={refund}
      reservationId={reservationId}
      onChanged={() => undefined}
      onDone={onDone}
    />
  );
}

interface SendRefundDialogProps extends SendOwedRefundProps {
  readonly payment: Payment;
  readonly refund: Payment['refunds'][number];
  readonly onChanged: () => void;
}

/** Says where the money goes, and records that a person has sent it. */
export function SendRefundDialog(props: SendRefundDialogProps) {
  const { payment, refund, onDone } = props;
  const { t } = useTranslation(['refunds', 'payments']);
  const amount = useFormat().money(refund.amount);
  const { reference, setReference, isPending, error, submit } = useSendRefundForm(props);
  return (
    <FormDialog
      title={t('send.open', { amount })}
      submitLabel={isPending ? t('payments:saving') : t('send.now', { amount })}
      cancelLabel={t('send.later')}
      isBusy={isPending}
      error={error}
      onSubmit={submit}
      onClose={onDone}
    >
      <Box sx={{ typography: 'body2' }}>{t('send.text', { method: t(`payments:method.${payment.method}`) })}</Box>
      <GuestAccount refundId={refund.id} />
      <TextField
        autoFocus
        fullWidth
        size="small"
        autoComplete="off"
        label={t('send.reference')}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
    </FormDialog>
  );
}

function useSendRefundForm({ payment, refund, reservationId, onChanged, onDone }: SendRefundDialogProps) {
  const { t } = useTranslation('refunds');
  const format = useFormat();
  const product = useProduct();
  const reread = useRereadRefunds(product);
  const mutation = useChangePayment(product, reservationId, () => {
    reread(reservationId);
    onChanged();
  });
  const [reference, setReference] = useState('');

  function submit(): void {
    const send = () =>
      call('POST /api/v2/{product}/payment/refund/{refundId}/sent', {
        params: { product, refundId: refund.id },
        body: { version: payment.version, reference: reference.trim() },
      });
    mutation.mutate(send, {
      onSuccess: () => {
        toast.success(t('send.done', { amount: format.money(refund.amount) }));
        onDone();
      },
    });
  }

  return { reference, setReference, isPending: mutation.isPending, error: mutation.error, submit };
}

/** The guest's account for the refund, once it has been read. */
function GuestAccount({ refundId }: { readonly refundId: string }) {
  const { t } = useTranslation(['refunds', 'payments']);
  const account = useRefundAccount(useProduct(), refundId).data?.account;
  if (account === undefined) return null;
  return (
    <Box sx={{ typography: 'body2' }} data-testid="refund-account">
      <Box sx={{ color: 'text.secondary' }}>{t('send.account')}</Box>
      {account === null ? (
        t('send.noAccount')
      ) : (
        <strong>{`${t(`payments:bank.${account.bank}`)} ${account.accountNumber} ${account.holderName}`}</strong>
      )}
    </Box>
  );
}
