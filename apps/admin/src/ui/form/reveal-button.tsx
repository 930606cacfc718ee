import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import { ProblemAlert } from '../states/problem-alert.tsx';
import { QuickReasons } from './quick-reasons.tsx';

const REASONS = ['call', 'identity', 'leftThings', 'money'] as const;

interface RevealButtonProps {
  readonly children: ReactNode;
  readonly isBusy: boolean;
  /** Why revealing was refused. */
  readonly error: Error | null;
  readonly onReason: (reason: string) => void;
}

/**
 * Reveals masked personal data after a reason is given; the server records the reason and the person (PD-1). The parent
 * removes the button when the data is shown.
 */
export function RevealButton({ children, isBusy, error, onReason }: RevealButtonProps) {
  const { t } = useTranslation('form');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="eye" size={16} />}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </Button>
      <Dialog open={isOpen} onClose={close} fullWidth maxWidth="xs" aria-labelledby={id}>
        <DialogTitle id={id}>{t('reveal.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1.5, '&&': { pt: 1 } }}>
          <QuickReasons
            reasons={REASONS.map((key) => t(`reveal.reason.${key}`))}
            submitText={t('reveal.now')}
            isPending={isBusy}
            onReason={onReason}
          />
          <ProblemAlert error={error} />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close}>
            {t('cancel')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
