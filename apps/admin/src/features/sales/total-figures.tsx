import type { Sales, SalesTotals } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { ChangeWords } from './change-words.tsx';
import { useSalesWords } from './sales-words.ts';

type Figure = Exclude<keyof SalesTotals, 'refundCount'>;

const FIGURES: readonly Figure[] = [
  'netAmount',
  'grossAmount',
  'refundAmount',
  'supplyAmount',
  'vatAmount',
  'paymentCount',
];

/** The totals of a period, each beside that of the period before. */
export function TotalFigures({ sales: { totals, before } }: { readonly sales: Sales }) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  // Amounts without VAT are rare, so the figure is shown only if there are any.
  const shown = totals.taxFreeAmount === 0 ? FIGURES : [...FIGURES, 'taxFreeAmount' as const];
  const period = t('compare.with', { days: words.days(before.from, before.to) });
  return (
    <Box component="section" aria-label={t('totals')}>
      <Box
        component="dl"
        data-testid="sales-totals"
        sx={{
          m: 0,
          display: 'grid',
          gap: 1,
          gridTemplateColumns: {
            xs: 'repeat(auto-fill, minmax(min(100%, 170px), 1fr))',
            md: 'repeat(3, 1fr)',
            xl: `repeat(${String(shown.length)}, 1fr)`,
          },
        }}
      >
        {shown.map((figure) => (
          <Total key={figure} figure={figure} now={totals[figure]} before={before.totals[figure]} />
        ))}
      </Box>
      <Box component="p" sx={{ typography: 'body2', color: 'text.secondary', m: 0, mt: 1 }}>
        {period}
      </Box>
    </Box>
  );
}

function Total({ figure, now, before }: { readonly figure: Figure; readonly now: number; readonly before: number }) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const say =
    figure === 'paymentCount' ? (value: number) => t('count', { count: value, n: words.number(value) }) : words.money;
  return (
    <Card variant="outlined" data-figure={figure} sx={{ p: { xs: 1.25, md: 2 }, minWidth: 0 }}>
      <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {t(`figure.${figure}`)}
      </Box>
      <Box
        component="dd"
        data-testid="figure"
        sx={{
          m: 0,
          fontSize: { xs: 18, md: 20 },
          lineHeight: 1.4,
          fontWeight: figure === 'netAmount' ? 700 : 600,
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
        }}
      >
        {say(now)}
      </Box>
      <Box
        component="dd"
        data-testid="change"
        sx={{ m: 0, typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        <ChangeWords now={now} before={before} />
        {before !== 0 && (
          <Box component="span" sx={{ display: 'block' }}>
            {t('compare.before', { value: say(before) })}
          </Box>
        )}
      </Box>
    </Card>
  );
}
