import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { useStoreChoice } from '../../../session/store-choice.ts';
import { useDoors } from '../doors.api.ts';
import { TestOpen } from './test-open.tsx';

interface AddedDoorProps {
  readonly door: Door;
  /** The door is not new, but got another lock. */
  readonly isReplaced?: boolean;
  readonly onClose: () => void;
}

/** Shown after a door was added or got another lock: tests it, and shows the measured round trip (DR-1). */
export function AddedDoorDialog({ door, isReplaced = false, onClose }: AddedDoorProps) {
  const { t } = useTranslation('doors');
  const { storeId } = useStoreChoice();
  const now = useDoors(useProduct(), storeId).data?.items.find((item) => item.id === door.id) ?? door;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="added-door-title">
      <DialogTitle id="added-door-title">
        {t(isReplaced ? 'replace.doneTitle' : 'tell.addedTitle', { door: now.name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('tell.addedText')}</Box>
        <TestOpen door={now} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('tell.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
