import Box from '@mui/material/Box';
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
        // Not the backdrop of the component library: it would join the code that sign-in loads.
        <Box
          onClick={onClose}
          sx={{
            position: 'fixed',
            inset: 0,
            zIndex: 'modal',
            display: 'grid',
            placeItems: 'center',
            bgcolor: 'rgb(0 0 0 / 50%)',
          }}
        >
          <Box
            role="progressbar"
            aria-label={t('loading')}
            sx={{
              width: 40,
              height: 40,
              border: 4,
              borderColor: 'rgb(255 255 255 / 30%)',
              borderTopColor: 'primary.main',
              borderRadius: '50%',
              animation: 'munjigi-opening 1.2s linear infinite',
              '@keyframes munjigi-opening': { to: { transform: 'rotate(360deg)' } },
            }}
          />
        </Box>
      }
    >
      {children}
    </Suspense>
  );
}
