import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ConfirmDialog } from '../../../ui/form/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useRemoveDoor } from '../doors.api.ts';

/** Asks for confirmation before a door is removed. */
export function RemoveDoorDialog({ door, onClose }: { readonly door: Door; readonly onClose: () => void }) {
  const { t } = useTranslation('doors');
  const remove = useRemoveDoor(useProduct(), () => toast.success(t('remove.done', { door: door.name })));
  return (
    <ConfirmDialog
      title={t('remove.title', { door: door.name })}
      confirmLabel={t('remove.confirm')}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(door)}
      onClose={onClose}
    >
      <Box component="p" sx={{ m: 0 }}>
        {t('remove.text')}
      </Box>
      <Box component="p" sx={{ m: 0, mt: 1, color: 'text.secondary' }}>
        {t('remove.lock')}
      </Box>
    </ConfirmDialog>
  );
}
