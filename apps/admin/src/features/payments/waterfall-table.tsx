import type { Waterfall } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

const CELLS = {
  '& th, & td': { fontWeight: 400, textAlign: 'right', py: 0.25, pl: 1 },
  '& th[scope=row]': { textAlign: 'left', pl: 0 },
  '& tfoot th, & tfoot td': { fontWeight: 600, borderTop: 1, borderColor: 'divider' },
} as const;

/** The waterfall from the price to the remainder, with the accounts of the ledger (NX-5). */
export function WaterfallTable({ waterfall: { lines, accounts } }: { readonly waterfall: Waterfall }) {
  const { t } = useTranslation('payments');
  return (
    <Box
      component="details"
      data-testid="waterfall"
      sx={{ '& summary': { cursor: 'pointer', minHeight: 32, display: 'list-item', alignContent: 'center' } }}
    >
      <summary>{t('waterfall.title')}</summary>
      <StepTable lines={lines} />
      {accounts.length > 0 && <LedgerTable accounts={accounts} />}
    </Box>
  );
}

function StepTable({ lines }: Pick<Waterfall, 'lines'>) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const steps = lines.filter(({ step }) => step !== 'LEFT');
  // The lines sum to zero: the remainder is the sum of the others.
  const remainder = steps.reduce((sum, { amount }) => sum + amount, 0);
  const money = (won: number) => (won < 0 ? `−${format.money(-won)}` : format.money(won));
  return (
    <Box component="table" sx={{ width: 1, borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums', ...CELLS }}>
      <tbody>
        {steps.map(({ step, amount }) => (
          <tr key={step}>
            <th scope="row">{t(`waterfall.step.${step}`)}</th>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('waterfall.step.LEFT')}</th>
          <td>{money(remainder)}</td>
        </tr>
      </tfoot>
    </Box>
  );
}

function LedgerTable({ accounts }: Pick<Waterfall, 'accounts'>) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const debits = accounts.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  return (
    <Box
      component="table"
      aria-label={t('waterfall.ledger')}
      sx={{
        width: 1,
        mt: 1,
        borderCollapse: 'collapse',
        fontVariantNumeric: 'tabular-nums',
        color: 'text.secondary',
        ...CELLS,
      }}
    >
      <thead>
        <tr>
          <th scope="row">{t('waterfall.ledger')}</th>
          <th scope="col">{t('waterfall.debit')}</th>
          <th scope="col">{t('waterfall.credit')}</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ account, amount }) => (
          <tr key={account}>
            <th scope="row">{t(`account.${account}`)}</th>
            <td>{amount > 0 ? format.money(amount) : ''}</td>
            <td>{amount < 0 ? format.money(-amount) : ''}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('waterfall.sum')}</th>
          <td>{format.money(debits)}</td>
          <td>{format.money(debits)}</td>
        </tr>
      </tfoot>
    </Box>
  );
}
