import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { PayoutChart } from './payout-chart.tsx';
import { SettlementDetail } from './settlement-detail.tsx';
import { SettlementList } from './settlement-list.tsx';
import { TermsDialog } from './terms/terms-dialog.tsx';

/**
 * The payouts of head office to stores (SL-4): for head office under System, for a franchisee's own stores under
 * statistics. Both use this screen.
 */
export function SettlementPage() {
  const { t } = useTranslation('settlement');
  const can = useCan();
  const { storeId, stores } = useStoreChoice();
  const [params, setParams] = useSearchParams();
  const [areTermsOpen, setAreTermsOpen] = useState(false);
  const id = params.get('id');
  const change = (name: string, value: string | null) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (value === null) after.delete(name);
      else after.set(name, value);
      return after;
    });
  const canClose = can('sales:close');
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader
        title={t('title')}
        text={t(canClose ? 'text' : 'textOwner')}
        actions={
          id === null ? (
            <Button variant="outlined" color="inherit" onClick={() => setAreTermsOpen(true)}>
              {t('terms.open')}
            </Button>
          ) : (
            <Button variant="outlined" color="inherit" onClick={() => change('id', null)}>
              {t('back')}
            </Button>
          )
        }
      />
      {id === null ? (
        <>
          <SettlementList
            key={storeId}
            storeId={storeId}
            stores={stores}
            canClose={canClose}
            onOpen={(next) => change('id', next)}
            onTerms={() => setAreTermsOpen(true)}
          />
          <PayoutChart storeId={storeId} />
        </>
      ) : (
        <SettlementDetail id={id} canClose={canClose} onOpen={(next) => change('id', next)} />
      )}
      {areTermsOpen && (
        <TermsDialog storeId={storeId} stores={stores} canChange={canClose} onDone={() => setAreTermsOpen(false)} />
      )}
    </Box>
  );
}
