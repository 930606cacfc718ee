import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../app/auth.tsx';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { problemsByPath, type FieldErrors } from '../../ui/form/field-errors.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { toast } from '../../ui/toast.ts';
import { useRoomLinks } from './room-links.ts';
import { useCreateRoom } from './rooms.api.ts';

export const MOST_PEOPLE = 200;

interface NewRoomDialogProps {
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly storeId: string | null;
  readonly onClose: () => void;
}

/** Creates a room with its required fields and opens its screen, where the rest is filled in. */
export function NewRoomDialog({ stores, storeId, onClose }: NewRoomDialogProps) {
  const { t } = useTranslation(['rooms', 'form']);
  const { draft, errors, failure, isSaving, change, save } = useRoomForm(storeId ?? stores[0]?.id ?? '');
  return (
    <FormDialog
      title={t('create.action')}
      submitLabel={isSaving ? t('form:saving') : t('create.make')}
      isBusy={isSaving}
      error={failure}
      onSubmit={save}
      onClose={onClose}
    >
      {storeId === null && (
        <SelectInput
          label={t('create.store')}
          value={draft.storeId}
          onChange={(value) => change({ storeId: value })}
          error={errors['storeId']}
          options={stores.map((store) => ({ value: store.id, label: store.name }))}
        />
      )}
      <TextInput
        autoFocus
        isRequired
        label={t('field.name')}
        value={draft.name}
        maxLength={60}
        error={errors['name']}
        onChange={(name) => change({ name })}
      />
      <NumberInput
        isRequired
        label={t('field.capacity')}
        value={draft.capacity}
        unit={t('form:people')}
        error={errors['capacity']}
        onChange={(value) => change({ capacity: value })}
      />
    </FormDialog>
  );
}

function useRoomForm(firstStoreId: string) {
  const { t } = useTranslation(['rooms', 'form']);
  const create = useCreateRoom(useProduct());
  const navigate = useNavigate();
  const links = useRoomLinks();
  const [draft, setDraft] = useState({ storeId: firstStoreId, name: '', capacity: '4' });
  const [isChecked, setIsChecked] = useState(false);
  const capacity = wholeNumber(draft.capacity, 1, MOST_PEOPLE);
  const own = {
    ...(draft.name.trim() === '' && { name: t('form:required') }),
    ...(capacity === null && { capacity: t('form:whole', { min: 1, max: MOST_PEOPLE }) }),
  };
  const problem = isProblem(create.error) ? create.error : null;
  const errors: FieldErrors = { ...problemsByPath(t, problem), ...(isChecked && own) };

  function change(patch: Partial<typeof draft>): void {
    setDraft((now) => ({ ...now, ...patch }));
    create.reset();
  }
  function save(): void {
    setIsChecked(true);
    if (create.isPending || capacity === null || 'name' in own) return;
    create.mutate(
      { storeId: draft.storeId, name: draft.name.trim(), capacity },
      {
        onSuccess: (room) => {
          toast.success(t('create.done', { room: room.name }));
          void navigate(links.edit(room.id));
        },
      },
    );
  }
  const failure = problem?.errors === undefined ? create.error : null;
  return { draft, errors, failure, isSaving: create.isPending, change, save };
}
