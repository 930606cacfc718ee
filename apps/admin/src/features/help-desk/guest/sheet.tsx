import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Button from '@mui/material/Button';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A question before an action, at the lower edge of a phone, within reach of the thumb. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const { t } = useTranslation('help-desk');
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      slotProps={{
        container: { sx: { alignItems: { xs: 'flex-end', sm: 'center' } } },
        paper: {
          sx: {
            m: { xs: 0, sm: 4 },
            width: { xs: '100%', sm: 'calc(100% - 64px)' },
            maxHeight: '90vh',
            borderRadius: { xs: '16px 16px 0 0', sm: 1 },
          },
        },
      }}
    >
      <DialogTitle id={titleId} sx={{ pb: 1 }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, pb: 1 }}>{children}</DialogContent>
      <DialogActions sx={{ px: 3, pt: 0, pb: 2 }}>
        <Button fullWidth color="inherit" onClick={onClose} sx={{ minHeight: 48 }}>
          {t('dismiss')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
