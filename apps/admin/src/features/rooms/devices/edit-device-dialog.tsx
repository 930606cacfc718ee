import type { Device, ManualBinding, Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { DIALOG_FIELDS } from '../../../ui/form/dialog/dialog-form.tsx';
import { useEditForm, type EditForm } from '../../../ui/form/edit-form.ts';
import type { FieldErrors } from '../../../ui/form/field-errors.ts';
import { SelectInput, TextInput } from '../../../ui/form/fields.tsx';
import { EditButtons } from '../../../ui/form/save-bar.tsx';
import { StaleNotice } from '../../../ui/form/stale-notice.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { OddMembers } from '../../devices/index.ts';
import { useStore } from '../../stores/index.ts';
import {
  toManualBinding,
  checkManualDraft,
  toManualDraft,
  ManualDeviceFields,
  deriveTopics,
  type ManualDeviceDraft,
} from '../../manual-devices/index.ts';
import { useEditDevice } from './device-settings.api.ts';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';
import { devicesKey } from './room-devices.cache.ts';
import { useRooms } from '../rooms.api.ts';

interface Draft {
  readonly name: string;
  readonly roomId: string;
  /** `null`: the device announced itself, or its topics are not loaded. */
  readonly binding: ManualDeviceDraft | null;
}
interface Body {
  readonly name: string;
  readonly roomId: string;
  readonly binding?: ManualBinding;
}

const draftOf = (device: Device): Draft => ({
  name: device.name,
  roomId: device.roomId,
  binding: toManualDraft(device),
});
const bodyOf = ({ name, roomId, binding }: Draft): Body => ({
  name: name.trim(),
  roomId,
  ...(binding !== null && { binding: toManualBinding(binding) }),
});

/** The settings of a device, with its topics if it was set up manually, and its removal. */
export function EditDeviceDialog({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const { t } = useTranslation(['rooms', 'manual', 'form']);
  const product = useProduct();
  const client = useQueryClient();
  const isPhone = useMediaQuery('(max-width:600px)');
  const store = useStore(product, device.storeId);
  const rooms = (useRooms(product, device.storeId).data?.items ?? []).filter(
    (room) => room.archivedAt === null || room.id === device.roomId,
  );
  const [isRemoving, setIsRemoving] = useState(false);
  // An event of the stream contains no topics: read the device again.
  useEffect(
    () => void client.invalidateQueries({ queryKey: devicesKey(product, device.roomId) }),
    [client, product, device.roomId],
  );
  const form = useDeviceForm(device, onClose);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="edit-device-title">
      <Box
        component="form"
        noValidate
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        onSubmit={form.submit}
      >
        <DialogTitle id="edit-device-title">{t('editDevice.title')}</DialogTitle>
        <DialogContent sx={DIALOG_FIELDS}>
          <DeviceFields device={device} form={form} rooms={rooms} mqttPrefix={store.data?.mqttPrefix} />
          {form.theirs !== null && (
            <DeviceStaleNotice theirs={form.theirs} mine={form.draft} rooms={rooms} onKeepTheirs={form.keepTheirs} />
          )}
          <ProblemAlert text={form.failure} />
        </DialogContent>
        <DialogActions>
          <EditButtons
            form={form}
            isDisabled={isUnread(device)}
            removeLabel={t('editDevice.remove')}
            onRemove={() => setIsRemoving(true)}
            closeLabel={t('form:cancel')}
            onClose={onClose}
          />
        </DialogActions>
      </Box>
      {isRemoving && <RemoveDeviceDialog device={device} onClose={() => setIsRemoving(false)} onRemoved={onClose} />}
    </Dialog>
  );
}

function useDeviceForm(device: Device, onClose: () => void) {
  const { t } = useTranslation(['rooms', 'manual', 'form']);
  const edit = useEditDevice(useProduct(), device.id);
  return useEditForm({
    row: device,
    draftOf,
    check: ({ name, binding }): FieldErrors => ({
      ...(name.trim() === '' && { name: t('form:required') }),
      ...(binding !== null &&
        Object.fromEntries(
          Object.entries(checkManualDraft(binding, t)).map(([field, text]) => [`binding.${field}`, text]),
        )),
    }),
    bodyOf,
    send: (change) => edit(change),
    onSaved: () => {
      toast.success(t('form:saved'));
      onClose();
    },
  });
}

/** Whether its topics are not loaded yet, so that they would look changed. */
function isUnread({ driver, driverSettings }: Device): boolean {
  return driver !== 'ha-mqtt' && driverSettings === null;
}

interface DeviceFieldsProps {
  readonly device: Device;
  readonly form: EditForm<Device, Draft>;
  readonly rooms: readonly Room[];
  /** `undefined`: not read yet. */
  readonly mqttPrefix: string | undefined;
}

function DeviceFields({ device, form, rooms, mqttPrefix }: DeviceFieldsProps) {
  const { t } = useTranslation('rooms');
  const { name, roomId, binding } = form.draft;
  return (
    <>
      <TextInput
        autoFocus
        isRequired
        label={t('field.name')}
        value={name}
        maxLength={60}
        error={form.errorAt('name')}
        onChange={(value) => form.change({ name: value })}
      />
      <SelectInput
        label={t('editDevice.room')}
        value={roomId}
        error={form.errorAt('roomId')}
        options={rooms.map((room) => ({ value: room.id, label: room.name }))}
        onChange={(value) => form.change({ roomId: value })}
      />
      {isUnread(device) && <Skeleton variant="rounded" height={160} aria-busy="true" />}
      {binding !== null && mqttPrefix !== undefined && (
        <ManualDeviceFields
          draft={binding}
          mqttPrefix={mqttPrefix}
          isNew={false}
          errorAt={(field) => form.errorAt(`binding.${field}`)}
          onChange={(patch) => form.change({ binding: { ...binding, ...patch } })}
        />
      )}
      {device.driver === 'ha-mqtt' && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('editDevice.announced')}</Box>
      )}
      <OddMembers members={device.oddMembers} />
    </>
  );
}

interface DeviceStaleNoticeProps {
  readonly theirs: Device;
  readonly mine: Draft;
  readonly rooms: readonly Room[];
  readonly onKeepTheirs: () => void;
}

function DeviceStaleNotice({ theirs, mine, rooms, onKeepTheirs }: DeviceStaleNoticeProps) {
  const { t } = useTranslation(['rooms', 'manual']);
  const roomName = (roomId: string) => rooms.find((room) => room.id === roomId)?.name ?? '';
  const hears = (binding: ManualDeviceDraft | null) => (binding === null ? '' : deriveTopics(binding).hears);
  return (
    <StaleNotice
      onKeepTheirs={onKeepTheirs}
      rows={[
        { label: t('field.name'), theirs: theirs.name, mine: mine.name.trim() },
        { label: t('editDevice.room'), theirs: roomName(theirs.roomId), mine: roomName(mine.roomId) },
        { label: t('manual:hears'), theirs: hears(toManualDraft(theirs)), mine: hears(mine.binding) },
      ]}
    />
  );
}
