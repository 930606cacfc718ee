import Box from '@mui/material/Box';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { DialogForm } from '../../../ui/form/dialog/dialog-form.tsx';
import { problemsByPath, type FieldErrors } from '../../../ui/form/field-errors.ts';
import { SelectInput, NameInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useRooms } from '../../rooms/index.ts';
import {
  toManualBinding,
  checkManualDraft,
  LockFields,
  createManualDraft,
  type ManualDeviceDraft,
} from '../../manual-devices/index.ts';
import { useApproveLock } from '../doors.api.ts';
import { LockDialog, type LockChoice } from './lock-dialog.tsx';

interface ManualDoorDialogProps {
  /** The chosen store; `null`: one is chosen here. */
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

/**
 * Makes a door of a lock that announced itself, or of a lock or a relay that announces nothing (DR-4). Then it can be
 * tested.
 */
export function ManualDoorDialog({ storeId, stores, onClose }: ManualDoorDialogProps) {
  const { t } = useTranslation(['doors', 'manual', 'form']);
  const product = useProduct();
  const [chosenId, setChosenId] = useState(storeId ?? stores[0]?.id ?? '');
  const approve = useApproveLock(product);
  return (
    <LockDialog
      title={t('tell.title')}
      storeId={chosenId}
      done={approve.data}
      header={
        storeId === null &&
        stores.length > 1 && (
          <Box sx={{ px: 3, py: 1 }}>
            <SelectInput
              label={t('tell.store')}
              value={chosenId}
              onChange={setChosenId}
              options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Box>
        )
      }
      renderForm={(choice) => (
        // Another store has other rooms and another prefix, so the form starts empty.
        <ManualDoorForm key={choice.storeId} {...choice} approve={approve} onClose={onClose} />
      )}
      onClose={onClose}
    />
  );
}

/** The fields of the door; the others belong to its lock's binding. */
const OWN_FIELDS = new Set(['name', 'roomId', 'discoveredLockId']);

interface ManualDoorFormProps extends LockChoice {
  readonly approve: ReturnType<typeof useApproveLock>;
  readonly onClose: () => void;
}

function ManualDoorForm(props: ManualDoorFormProps) {
  const { mqttPrefix, locks, approve, onClose } = props;
  const { t } = useTranslation(['doors', 'manual', 'form']);
  const form = useManualDoorForm(props);
  return (
    <DialogForm
      testId="tell-door"
      submitLabel={approve.isPending ? t('tell.adding') : t('tell.add')}
      isBusy={approve.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <NameInput
        label={t('discovered.name')}
        value={form.name}
        error={form.errorAt('name')}
        onChange={form.changeName}
      />
      <SelectInput
        label={t('discovered.room')}
        value={form.roomId}
        error={form.errorAt('roomId')}
        onChange={form.changeRoom}
        options={[
          { value: '', label: t('discovered.noRoom') },
          ...form.rooms.map((room) => ({ value: room.id, label: room.name })),
        ]}
      />
      <LockFields
        draft={form.draft}
        mqttPrefix={mqttPrefix}
        found={locks}
        foundId={form.lockId}
        onFound={form.changeLock}
        errorAt={form.errorAt}
        onChange={form.changeDraft}
      />
      {!form.isErrorAtField && <ProblemAlert error={form.error} />}
    </DialogForm>
  );
}

/** The typed door and its lock, their problems, and the call. */
function useManualDoorForm({ storeId, mqttPrefix, locks, approve }: Omit<ManualDoorFormProps, 'onClose'>) {
  const { t } = useTranslation(['doors', 'manual', 'form']);
  const rooms = useRooms(useProduct(), storeId);
  const [name, setName] = useState('');
  const [roomId, setRoomId] = useState('');
  // Empty: a lock whose kind and name are given here.
  const [lockId, setLockId] = useState(locks[0]?.id ?? '');
  const [draft, setDraft] = useState(() => createManualDraft(mqttPrefix, { driver: 'zigbee2mqtt', kind: 'LOCK' }));
  const [isChecked, setIsChecked] = useState(false);
  const error = approve.error ?? rooms.error;
  const refused = problemsByPath(t, isProblem(error) ? error : null);
  const isErrorAtField = Object.keys(refused).some(
    (path) => OWN_FIELDS.has(path) || path.startsWith('manualBinding.binding.'),
  );
  const own: FieldErrors = {
    ...(name.trim() === '' && { name: t('edit.nameInvalid') }),
    ...(lockId === '' && checkManualDraft(draft, t)),
  };
  const errorAt = (field: string) =>
    (isChecked ? own[field] : undefined) ?? refused[OWN_FIELDS.has(field) ? field : `manualBinding.binding.${field}`];
  function change(run: () => void): void {
    run();
    approve.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (approve.isPending || Object.keys(own).length > 0) return;
    approve.mutate({
      ...(lockId === ''
        ? { manualBinding: { storeId, binding: toManualBinding(draft) } }
        : { discoveredLockId: lockId }),
      name: name.trim(),
      roomId: roomId === '' ? null : roomId,
    });
  }
  return {
    name,
    changeName: (value: string) => change(() => setName(value)),
    roomId,
    rooms: rooms.data?.items ?? [],
    changeRoom: (id: string) => change(() => setRoomId(id)),
    lockId,
    changeLock: (id: string) => change(() => setLockId(id)),
    draft,
    changeDraft: (patch: Partial<ManualDeviceDraft>) => change(() => setDraft((now) => ({ ...now, ...patch }))),
    error,
    errorAt,
    isErrorAtField,
    submit,
  };
}
