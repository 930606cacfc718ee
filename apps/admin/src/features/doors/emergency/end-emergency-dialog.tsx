import type { Emergency } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { MuiTheme } from '../../../session/mui-theme.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useEmergencyStep } from './emergencies.api.ts';

interface EndEmergencyDialogProps {
  readonly emergency: Emergency;
  readonly storeName: string;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation before a store's doors return to their earlier state. Includes the theme, because the bar opens
 * it over any screen.
 */
export function EndEmergencyDialog({ emergency, storeName, onClose }: EndEmergencyDialogProps) {
  const { t } = useTranslation('doors');
  const end = useEmergencyStep(useProduct(), 'end');
  return (
    <MuiTheme>
      <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="end-emergency-title">
        <DialogTitle id="end-emergency-title">
          {storeName} {t(`emergency.end.${emergency.kind}`)}
        </DialogTitle>
        <DialogContent>
          <Box sx={{ typography: 'body2' }}>{t(`emergency.endText.${emergency.kind}`)}</Box>
          <ProblemAlert error={end.error} sx={{ mt: 1 }} />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('reason.cancel')}
          </Button>
          <Button
            variant="contained"
            aria-disabled={end.isPending}
            onClick={() => !end.isPending && end.mutate(emergency.id, { onSuccess: onClose })}
          >
            {t(`emergency.end.${emergency.kind}`)}
          </Button>
        </DialogActions>
      </Dialog>
    </MuiTheme>
  );
}
