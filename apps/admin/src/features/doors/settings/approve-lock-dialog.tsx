import type { DiscoveredLock } from '@munjigi/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { SelectInput, NameInput } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/dialog/form-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useRooms } from '../../rooms/index.ts';
import { AddedDoorDialog } from './added-door-dialog.tsx';
import { useApproveLock } from '../doors.api.ts';

/**
 * Makes a discovered lock a door: a name, and the room that it leads to (none: the store's own entrance). Then it can
 * be tested.
 */
export function ApproveLockDialog({ lock, onClose }: { readonly lock: DiscoveredLock; readonly onClose: () => void }) {
  const { t } = useTranslation('doors');
  const product = useProduct();
  const rooms = useRooms(product, lock.storeId);
  const approve = useApproveLock(product);
  const [name, setName] = useState(lock.name.slice(0, 60));
  const [roomId, setRoomId] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isNameMissing = name.trim() === '';
  if (approve.data !== undefined) return <AddedDoorDialog door={approve.data} onClose={onClose} />;

  function submit(): void {
    setIsChecked(true);
    if (isNameMissing) return;
    approve.mutate(
      { discoveredLockId: lock.id, name: name.trim(), roomId: roomId === '' ? null : roomId },
      { onSuccess: (door) => toast.success(t('discovered.approved', { door: door.name })) },
    );
  }

  return (
    <FormDialog
      title={t('discovered.dialogTitle')}
      submitLabel={approve.isPending ? t('discovered.approving') : t('discovered.approve')}
      cancelLabel={t('discovered.cancel')}
      isDisabled={approve.isPending}
      error={approve.error ?? rooms.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameInput
        size="medium"
        label={t('discovered.name')}
        value={name}
        onChange={setName}
        error={isChecked && isNameMissing ? t('edit.nameInvalid') : undefined}
        hint=" "
      />
      <SelectInput
        size="medium"
        label={t('discovered.room')}
        value={roomId}
        onChange={setRoomId}
        options={[
          { value: '', label: t('discovered.noRoom') },
          ...(rooms.data?.items ?? [])
            .filter((room) => room.archivedAt === null)
            .map((room) => ({ value: room.id, label: room.name })),
        ]}
      />
    </FormDialog>
  );
}
