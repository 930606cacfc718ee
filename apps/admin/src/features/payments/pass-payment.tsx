import type { PassesOfStay } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePassesOfStay, usePayWithPass } from './pass-payment.api.ts';

type Pass = PassesOfStay['passes'][number];

interface PayWithPassProps {
  readonly reservationId: string;
  readonly onChanged: () => void;
}

/** The passes of the guest while something is due: what each pays, or why it does not (PS-3). Nothing without a pass. */
export function PayWithPass({ reservationId, onChanged }: PayWithPassProps) {
  const { t } = useTranslation('payments');
  const product = useProduct();
  const mayPay = useCan()('payments:write');
  const { data } = usePassesOfStay(product, reservationId);
  const pay = usePayWithPass(product, reservationId, onChanged);
  if (data === undefined || data.passes.length === 0) return null;
  const use = ({ id, payment }: Pass) => {
    if (payment === null || pay.isPending) return;
    const { units, coveredAmount } = payment;
    pay.mutate(
      { passId: id, expectedUnits: units, expectedCoveredAmount: coveredAmount },
      { onSuccess: () => toast.success(t('pass.done')) },
    );
  };
  return (
    <Box component="section" aria-label={t('pass.title')} data-testid="passes-of-stay">
      <Box component="h4" sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0, mb: 0.5 }}>
        {t('pass.title')}
      </Box>
      <Box component="ul" aria-label={t('pass.title')} sx={{ ...PLAIN_LIST, display: 'grid', gap: 1 }}>
        {data.passes.map((pass) => (
          <PassOfStay key={pass.id} pass={pass} isBusy={pay.isPending} onUse={mayPay ? () => use(pass) : null} />
        ))}
      </Box>
      <ProblemAlert error={pay.error} />
    </Box>
  );
}

interface PassOfStayProps {
  readonly pass: Pass;
  readonly isBusy: boolean;
  /** `null`: the person cannot record payments. */
  readonly onUse: (() => void) | null;
}

function PassOfStay({ pass, isBusy, onUse }: PassOfStayProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { name, payment, refusal } = pass;
  const units = (value: number) =>
    pass.unit === 'WON'
      ? format.money(value)
      : t('pass.time', { hours: Math.floor(value / 60), minutes: value % 60, context: value % 60 === 0 ? 'full' : '' });
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {name}
        <Box sx={{ color: 'text.secondary' }}>
          {t('pass.left', { units: units(pass.leftUnits), date: format.date(pass.endsAt) })}
        </Box>
        {refusal !== null && <Box sx={{ color: 'text.secondary' }}>{t(`pass.refusal.${refusal}`)}</Box>}
      </Box>
      {payment !== null && onUse !== null && (
        <Button
          size="small"
          variant="outlined"
          aria-disabled={isBusy}
          aria-label={t('pass.useOf', { units: units(payment.units), name })}
          onClick={onUse}
          sx={{ minHeight: 40 }}
        >
          {t('pass.use', { units: units(payment.units) })}
        </Button>
      )}
    </Box>
  );
}
