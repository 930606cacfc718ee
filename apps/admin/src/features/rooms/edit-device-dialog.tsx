import type { Device, HandBinding } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { useEditForm } from '../../ui/form/edit-form.ts';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { StaleNotice } from '../../ui/form/stale-notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useStore } from '../stores/index.ts';
import { bindingOf, checkTold, toldDraftOf, ToldFields, topicsOf, type ToldDraft } from '../told-devices/index.ts';
import { useEditDevice } from './device-settings.api.ts';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';
import { devicesKey } from './room-devices.cache.ts';
import { useRooms } from './rooms.api.ts';

interface Draft {
  readonly name: string;
  readonly roomId: string;
  /** `null`: it announced itself, or its topics are not loaded. */
  readonly binding: ToldDraft | null;
}
interface Body {
  readonly name: string;
  readonly roomId: string;
  readonly binding?: HandBinding;
}

const draftOf = (device: Device): Draft => ({ name: device.name, roomId: device.roomId, binding: toldDraftOf(device) });
const bodyOf = ({ name, roomId, binding }: Draft): Body => ({
  name: name.trim(),
  roomId,
  ...(binding !== null && { binding: bindingOf(binding) }),
});

/** The settings of a device, with its topics if it was set up manually, and its removal. */
export function EditDeviceDialog({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const { t } = useTranslation(['rooms', 'told', 'form']);
  const product = useProduct();
  const client = useQueryClient();
  const edit = useEditDevice(product, device.id);
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
  const form = useEditForm({
    row: device,
    draftOf,
    check: ({ name, binding }): FieldErrors => ({
      ...(name.trim() === '' && { name: t('form:required') }),
      ...(binding !== null &&
        Object.fromEntries(Object.entries(checkTold(binding, t)).map(([field, text]) => [`binding.${field}`, text]))),
    }),
    bodyOf,
    send: (change) => edit(change),
    onSaved: () => {
      toast.success(t('form:saved'));
      onClose();
    },
  });
  const { draft, theirs } = form;
  const { binding } = draft;
  const isUnread = device.driver !== 'ha-mqtt' && device.driverSettings === null;
  const roomName = (roomId: string) => rooms.find((room) => room.id === roomId)?.name ?? '';
  const hears = (it: ToldDraft | null) => (it === null ? '' : topicsOf(it).hears);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="edit-device-title">
      <Box
        component="form"
        noValidate
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <DialogTitle id="edit-device-title">{t('editDevice.title')}</DialogTitle>
        <DialogContent
          sx={{
            display: 'grid',
            gap: 2,
            alignContent: 'start',
            gridTemplateColumns: 'minmax(0, 1fr)',
            '&&': { pt: 1 },
          }}
        >
          <TextInput
            autoFocus
            isRequired
            label={t('field.name')}
            value={draft.name}
            maxLength={60}
            error={form.errorAt('name')}
            onChange={(name) => form.change({ name })}
          />
          <SelectInput
            label={t('editDevice.room')}
            value={draft.roomId}
            error={form.errorAt('roomId')}
            options={rooms.map((room) => ({ value: room.id, label: room.name }))}
            onChange={(roomId) => form.change({ roomId })}
          />
          {isUnread && <Skeleton variant="rounded" height={160} aria-busy="true" />}
          {binding !== null && store.data !== undefined && (
            <ToldFields
              draft={binding}
              mqttPrefix={store.data.mqttPrefix}
              isNew={false}
              errorAt={(field) => form.errorAt(`binding.${field}`)}
              onChange={(patch) => form.change({ binding: { ...binding, ...patch } })}
            />
          )}
          {device.driver === 'ha-mqtt' && (
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('editDevice.announced')}</Box>
          )}
          {theirs !== null && (
            <StaleNotice
              onKeepTheirs={form.keepTheirs}
              rows={[
                { label: t('field.name'), theirs: theirs.name, mine: draft.name.trim() },
                { label: t('editDevice.room'), theirs: roomName(theirs.roomId), mine: roomName(draft.roomId) },
                { label: t('told:hears'), theirs: hears(toldDraftOf(theirs)), mine: hears(binding) },
              ]}
            />
          )}
          {form.failure !== null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {form.failure}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="error" sx={{ color: 'error.main' }} onClick={() => setIsRemoving(true)}>
            {t('editDevice.remove')}
          </Button>
          <Box sx={{ flex: 1 }} />
          <Button color="inherit" onClick={onClose}>
            {t('form:cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={isUnread} aria-disabled={form.isSaving}>
            {form.isSaving ? t('form:saving') : t(theirs === null ? 'form:save' : 'form:stale.saveMine')}
          </Button>
        </DialogActions>
      </Box>
      {isRemoving && <RemoveDeviceDialog device={device} onClose={() => setIsRemoving(false)} onRemoved={onClose} />}
    </Dialog>
  );
}
