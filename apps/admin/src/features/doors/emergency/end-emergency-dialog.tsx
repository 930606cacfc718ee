import type { Emergency } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { MuiTheme } from '../../../session/mui-theme.tsx';
import { ConfirmDialog } from '../../../ui/form/dialog/confirm-dialog.tsx';
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
      <ConfirmDialog
        title={`${storeName} ${t(`emergency.end.${emergency.kind}`)}`}
        confirmLabel={t(`emergency.end.${emergency.kind}`)}
        cancelLabel={t('reason.cancel')}
        isBusy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(emergency.id, { onSuccess: onClose })}
        onClose={onClose}
      >
        {t(`emergency.endText.${emergency.kind}`)}
      </ConfirmDialog>
    </MuiTheme>
  );
}
