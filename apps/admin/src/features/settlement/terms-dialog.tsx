import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../app/auth.tsx';
import { DialogTabs } from '../../ui/form/dialog-tabs.tsx';
import { FeeTermsPanel } from './fee-terms-panel.tsx';
import { StoreTerms } from './store-terms.tsx';
import { TaxPapers } from './tax-papers.tsx';

const PARTS = ['store', 'fees', 'tax'] as const;
type Part = (typeof PARTS)[number];

interface TermsDialogProps {
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly canChange: boolean;
  readonly onDone: () => void;
}

/**
 * The terms with their dates: of each store and, with the capability for provider settings, the fees of the providers
 * and the issuer of tax invoices.
 */
export function TermsDialog({ storeId, stores, canChange, onDone }: TermsDialogProps) {
  const { t } = useTranslation('settlement');
  const can = useCan();
  const [part, setPart] = useState<Part>('store');
  const terms = <StoreTerms storeId={storeId} stores={stores} canChange={canChange} onDone={onDone} />;
  return (
    <Dialog
      open
      onClose={onDone}
      fullWidth
      maxWidth="sm"
      aria-labelledby="settlement-terms"
      slotProps={{
        paper: {
          sx: {
            m: { xs: 1, sm: 4 },
            width: { xs: 'calc(100% - 16px)', sm: '100%' },
            '& .MuiDialogContent-root': { px: { xs: 1.5, sm: 3 } },
          },
        },
      }}
    >
      <DialogTitle id="settlement-terms">{t('terms.title')}</DialogTitle>
      {!can('webhooks:read') ? (
        terms
      ) : (
        <>
          <DialogTabs
            id="terms"
            labelledBy="settlement-terms"
            names={PARTS}
            value={part}
            labelOf={(name) => t(`tabs.${name}`)}
            onChange={setPart}
          />
          <Box
            role="tabpanel"
            id="terms-panel"
            aria-labelledby={`terms-${part}`}
            sx={{ minHeight: 0, overflowY: 'auto' }}
          >
            {part === 'store' && terms}
            {part === 'fees' && <FeeTermsPanel canChange={canChange} onDone={onDone} />}
            {part === 'tax' && <TaxPapers canChange={canChange} onDone={onDone} />}
          </Box>
        </>
      )}
    </Dialog>
  );
}
