import Backdrop from '@mui/material/Backdrop';
import CircularProgress from '@mui/material/CircularProgress';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface OpeningDialogProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog whose code loads on demand: a tap on its button is answered at once, and a tap beside it gives up. */
export function OpeningDialog({ onClose, children }: OpeningDialogProps) {
  const { t } = useTranslation();
  return (
    <Suspense
      fallback={
        <Backdrop open onClick={onClose} sx={{ zIndex: 'modal' }}>
          <CircularProgress aria-label={t('loading')} />
        </Backdrop>
      }
    >
      {children}
    </Suspense>
  );
}
