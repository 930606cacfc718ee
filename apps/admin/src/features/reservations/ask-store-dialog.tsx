import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import { useStoreChoice } from '../../session/store-choice.ts';

interface AskStoreDialogProps {
  readonly onPick: (storeId: string) => void;
  readonly onClose: () => void;
}

/** Asks for the store of something new while all stores are shown (RV-71): one tap, or Tab and Enter. */
export function AskStoreDialog({ onPick, onClose }: AskStoreDialogProps) {
  const { t } = useTranslation('reservations');
  const { stores } = useStoreChoice();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="ask-store-title">
      <DialogTitle id="ask-store-title">{t('board.askStore')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        {stores.map(({ id, name }, index) => (
          <Button
            key={id}
            autoFocus={index === 0}
            variant="outlined"
            color="inherit"
            size="large"
            onClick={() => onPick(id)}
          >
            {name}
          </Button>
        ))}
        <Button color="inherit" onClick={onClose}>
          {t('create.cancel')}
        </Button>
      </DialogContent>
    </Dialog>
  );
}
