import type { TaxInvoice } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { useSettlementWords } from './settlement-words.ts';

/** The values of the royalty's tax invoice, for its issuer and its recipient. */
export function TaxInvoiceCard({
  invoice: { writtenOn, issueBy, supplier, recipient, supplyAmount, vatAmount, amount },
}: {
  readonly invoice: TaxInvoice;
}) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const party = ({ name, representative, businessNumber, address }: TaxInvoice['recipient']) =>
    [name, representative, businessNumber === '' ? t('tax.noNumber') : businessNumber, address]
      .filter((text) => text !== '')
      .join(' · ');
  return (
    <Card
      component="section"
      variant="outlined"
      data-testid="tax-invoice"
      aria-labelledby="tax-invoice"
      sx={{ p: { xs: 1.5, md: 2 }, typography: 'body2', overflowWrap: 'anywhere' }}
    >
      <Box component="h2" id="tax-invoice" sx={{ typography: 'subtitle2', m: 0, mb: 1 }}>
        {t('tax.title')}
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'max-content minmax(0, 1fr)',
          columnGap: 2,
          rowGap: 0.5,
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0 },
        }}
      >
        <dt>{t('tax.supplier')}</dt>
        <dd>{supplier === null ? t('tax.noSupplier') : party(supplier)}</dd>
        <dt>{t('tax.recipient')}</dt>
        <dd>{party(recipient)}</dd>
        <dt>{t('head.amount')}</dt>
        <Box component="dd" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {t('tax.amounts', {
            supply: words.money(supplyAmount),
            vat: words.money(vatAmount),
            amount: words.money(amount),
          })}
        </Box>
      </Box>
      <Box sx={{ mt: 1, color: 'text.secondary' }}>
        {t('tax.writtenOn', { day: words.day(writtenOn), by: words.day(issueBy) })}
      </Box>
    </Card>
  );
}
