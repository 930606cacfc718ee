import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/auth.tsx';
import { DialogTabs } from '../../../ui/form/dialog/dialog-tabs.tsx';
import { FeeTermsPanel } from './fee-terms-panel.tsx';
import { PayeePanel } from './payee-panel.tsx';
import { StoreTerms } from './store-terms.tsx';
import { TaxPapers } from './tax-papers.tsx';

const PARTS = ['store', 'fees', 'payee', 'tax'] as const;
type Part = (typeof PARTS)[number];

interface TermsDialogProps {
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly canChange: boolean;
  readonly onDone: () => void;
}

/**
 * The terms with their dates: of each store and, with the capability for provider settings, the fees of the providers,
 * the accounts of the stores and the issuer of tax invoices.
 */
export function TermsDialog({ storeId, stores, canChange, onDone }: TermsDialogProps) {
  const { t } = useTranslation('settlement');
  const can = useCan();
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
      {can('webhooks:read') ? (
        <TermsTabs storeId={storeId} stores={stores} canChange={canChange} onDone={onDone} />
      ) : (
        <StoreTerms storeId={storeId} stores={stores} canChange={canChange} onDone={onDone} />
      )}
    </Dialog>
  );
}

function TermsTabs({ storeId, stores, canChange, onDone }: TermsDialogProps) {
  const { t } = useTranslation('settlement');
  const [part, setPart] = useState<Part>('store');
  const [payeeOf, setPayeeOf] = useState(storeId);
  const openPayee = (of: string) => {
    setPayeeOf(of);
    setPart('payee');
  };
  return (
    <>
      <DialogTabs
        id="terms"
        labelledBy="settlement-terms"
        names={PARTS}
        value={part}
        labelOf={(name) => t(`tabs.${name}`)}
        onChange={setPart}
      />
      <Box role="tabpanel" id="terms-panel" aria-labelledby={`terms-${part}`} sx={{ minHeight: 0, overflowY: 'auto' }}>
        {part === 'store' && <StoreTerms storeId={storeId} stores={stores} canChange={canChange} onDone={onDone} />}
        {part !== 'store' && (
          <>
            <DialogContent sx={{ display: 'grid', gap: 2 }}>
              {part === 'fees' && <FeeTermsPanel canChange={canChange} />}
              {part === 'payee' && <PayeePanel storeId={payeeOf} stores={stores} canChange={canChange} />}
              {part === 'tax' && <TaxPapers canChange={canChange} onPayee={openPayee} />}
            </DialogContent>
            <DialogActions>
              <Button color="inherit" onClick={onDone}>
                {t('common:close')}
              </Button>
            </DialogActions>
          </>
        )}
      </Box>
    </>
  );
}
