import type { Device } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ConfirmDialog } from '../../../ui/form/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useRemoveDevice } from './device-settings.api.ts';

interface RemoveDeviceProps {
  readonly device: Device;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Asks for confirmation before a device is removed from its room. */
export function RemoveDeviceDialog({ device, onClose, onRemoved }: RemoveDeviceProps) {
  const { t } = useTranslation('rooms');
  const remove = useRemoveDevice(useProduct(), () => {
    toast.success(t('removeDevice.done', { device: device.name }));
    onRemoved();
  });
  return (
    <ConfirmDialog
      title={t('removeDevice.title', { device: device.name })}
      confirmLabel={t('removeDevice.confirm')}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(device.id)}
      onClose={onClose}
    >
      {t('removeDevice.text')}
    </ConfirmDialog>
  );
}
