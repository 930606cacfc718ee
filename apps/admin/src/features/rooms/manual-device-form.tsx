import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../app/auth.tsx';
import { problemsByPath, type FieldErrors } from '../../ui/form/field-errors.ts';
import { TextInput } from '../../ui/form/fields.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { toast } from '../../ui/toast.ts';
import {
  toHandBinding,
  checkManualDraft,
  createManualDraft,
  ManualDeviceFields,
  type ManualDeviceDraft,
} from '../manual-devices/index.ts';
import { useAddDevice, type NewDevice } from './device-settings.api.ts';

interface ManualDeviceFormProps {
  readonly room: Room;
  readonly mqttPrefix: string;
  readonly onClose: () => void;
}

/** A device that announces nothing: its name and its connection. */
export function ManualDeviceForm(props: ManualDeviceFormProps) {
  const { t } = useTranslation(['rooms', 'told', 'form']);
  const form = useManualDeviceForm(props);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.submit}
      data-testid="tell-device"
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <TextInput
          autoFocus
          isRequired
          label={t('field.name')}
          value={form.name}
          maxLength={60}
          hint={t('addDevice.nameHint')}
          error={form.errorAt('name')}
          onChange={form.changeName}
        />
        <ManualDeviceFields
          draft={form.told}
          mqttPrefix={props.mqttPrefix}
          isNew
          errorAt={form.errorAt}
          onChange={form.changeTold}
        />
        <ProblemAlert error={form.failure} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={props.onClose}>
          {t('form:cancel')}
        </Button>
        <Button type="submit" variant="contained" aria-disabled={form.isSaving}>
          {form.isSaving ? t('form:saving') : t('addDevice.add')}
        </Button>
      </DialogActions>
    </Box>
  );
}

function useManualDeviceForm({ room, mqttPrefix, onClose }: ManualDeviceFormProps) {
  const { t } = useTranslation(['rooms', 'told', 'form']);
  const add = useAddDevice(useProduct());
  const [name, setName] = useState('');
  const [told, setTold] = useState(() => createManualDraft(mqttPrefix, { driver: 'shelly', kind: 'SWITCH' }));
  const [isChecked, setIsChecked] = useState(false);
  const problem = isProblem(add.error) ? add.error : null;
  const own: FieldErrors = { ...(name.trim() === '' && { name: t('form:required') }), ...checkManualDraft(told, t) };
  const refused = problemsByPath(t, problem);
  const isPlaced = Object.keys(refused).some((path) => path === 'name' || path.startsWith('source.binding.'));

  function changeName(next: string): void {
    setName(next);
    add.reset();
  }
  function changeTold(patch: Partial<ManualDeviceDraft>): void {
    setTold((now) => ({ ...now, ...patch }));
    add.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (add.isPending || Object.keys(own).length > 0) return;
    const body: NewDevice = {
      roomId: room.id,
      name: name.trim(),
      source: { kind: told.kind as Exclude<ManualDeviceDraft['kind'], 'LOCK'>, binding: toHandBinding(told) },
    };
    add.mutate(body, {
      onSuccess: (device) => {
        toast.success(t('addDevice.done', { device: device.name }));
        onClose();
      },
    });
  }
  return {
    name,
    told,
    changeName,
    changeTold,
    errorAt: (field: string) =>
      (isChecked ? own[field] : undefined) ?? refused[field === 'name' ? field : `source.binding.${field}`],
    failure: isPlaced ? null : add.error,
    isSaving: add.isPending,
    submit,
  };
}
