import type { Room } from '@munjigi/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { DialogForm } from '../../../ui/form/dialog/dialog-form.tsx';
import { problemsByPath, type FieldErrors } from '../../../ui/form/field-errors.ts';
import { NameInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import {
  toManualBinding,
  checkManualDraft,
  createManualDraft,
  ManualDeviceFields,
  type ManualDeviceDraft,
} from '../../manual-devices/index.ts';
import { useAddDevice, type NewDevice } from './device-settings.api.ts';

interface ManualDeviceFormProps {
  readonly room: Room;
  readonly mqttPrefix: string;
  readonly onClose: () => void;
}

/** A device that announces nothing: its name and its connection. */
export function ManualDeviceForm(props: ManualDeviceFormProps) {
  const { t } = useTranslation(['rooms', 'manual', 'form']);
  const form = useManualDeviceForm(props);
  return (
    <DialogForm
      testId="tell-device"
      submitLabel={form.isSaving ? t('form:saving') : t('addDevice.add')}
      isBusy={form.isSaving}
      isBelowTabs
      onSubmit={form.submit}
      onClose={props.onClose}
    >
      <NameInput
        label={t('field.name')}
        value={form.name}
        hint={t('addDevice.nameHint')}
        error={form.errorAt('name')}
        onChange={form.changeName}
      />
      <ManualDeviceFields
        draft={form.draft}
        mqttPrefix={props.mqttPrefix}
        isNew
        errorAt={form.errorAt}
        onChange={form.changeDraft}
      />
      <ProblemAlert error={form.failure} />
    </DialogForm>
  );
}

function useManualDeviceForm({ room, mqttPrefix, onClose }: ManualDeviceFormProps) {
  const { t } = useTranslation(['rooms', 'manual', 'form']);
  const add = useAddDevice(useProduct());
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(() => createManualDraft(mqttPrefix, { driver: 'shelly', kind: 'SWITCH' }));
  const [isChecked, setIsChecked] = useState(false);
  const problem = isProblem(add.error) ? add.error : null;
  const own: FieldErrors = { ...(name.trim() === '' && { name: t('form:required') }), ...checkManualDraft(draft, t) };
  const refused = problemsByPath(t, problem);
  const isPlaced = Object.keys(refused).some((path) => path === 'name' || path.startsWith('source.binding.'));

  function changeName(next: string): void {
    setName(next);
    add.reset();
  }
  function changeDraft(patch: Partial<ManualDeviceDraft>): void {
    setDraft((now) => ({ ...now, ...patch }));
    add.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (add.isPending || Object.keys(own).length > 0) return;
    const body: NewDevice = {
      roomId: room.id,
      name: name.trim(),
      source: { kind: draft.kind as Exclude<ManualDeviceDraft['kind'], 'LOCK'>, binding: toManualBinding(draft) },
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
    draft,
    changeName,
    changeDraft,
    errorAt: (field: string) =>
      (isChecked ? own[field] : undefined) ?? refused[field === 'name' ? field : `source.binding.${field}`],
    failure: isPlaced ? null : add.error,
    isSaving: add.isPending,
    submit,
  };
}
