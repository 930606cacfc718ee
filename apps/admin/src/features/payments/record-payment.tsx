import { MANUAL_METHODS, type ManualMethod } from '@munjigi/contract/payment-methods';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useChangePayment } from './payments.api.ts';

interface RecordPaymentProps {
  readonly reservationId: string;
  readonly dueAmount: number;
  readonly onPaid: () => void;
}

/** Records the whole amount due with one tap on its method. */
export function RecordPayment({ reservationId, dueAmount, onPaid }: RecordPaymentProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const product = useProduct();
  const change = useChangePayment(product, reservationId, () => undefined);
  const [paidBy, setPaidBy] = useState<ManualMethod | null>(null);
  const amount = format.money(dueAmount);

  function recordPayment(method: ManualMethod): void {
    if (change.isPending) return;
    change.mutate(
      () =>
        call('POST /api/v2/{product}/payment', {
          params: { product },
          body: { reservationId, method, amount: dueAmount },
        }),
      {
        onSuccess: () => {
          setPaidBy(method);
          onPaid();
        },
      },
    );
  }

  if (paidBy !== null)
    return (
      <Box role="status" data-testid="payment-taken" sx={{ typography: 'body1', fontWeight: 600 }}>
        {t('take.done', { method: t(`method.${paidBy}`), amount })}
      </Box>
    );
  return (
    <>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('take.hint', { amount })}</Box>
      <Box
        role="group"
        aria-label={t('take.methods')}
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}
      >
        {MANUAL_METHODS.map((method) => (
          <Button
            key={method}
            variant="outlined"
            color="inherit"
            aria-disabled={change.isPending}
            onClick={() => recordPayment(method)}
            sx={{ minHeight: 48 }}
          >
            {t(`method.${method}`)}
          </Button>
        ))}
      </Box>
      <ProblemAlert error={change.error} />
    </>
  );
}
