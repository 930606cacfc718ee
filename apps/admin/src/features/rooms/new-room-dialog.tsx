import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { NumberInput, SelectInput, TextInput, NameInput } from '../../ui/form/fields.tsx';
import { problemsByPath, type FieldErrors } from '../../ui/form/field-errors.ts';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useRoomLinks } from './room-links.ts';
import { continueNames, MOST_NEW_ROOMS } from './room-names.ts';
import { useCreateRoom, useCreateRooms } from './rooms.api.ts';

export const MOST_PEOPLE = 200;

interface NewRoomDialogProps {
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly storeId: string | null;
  readonly onClose: () => void;
}

/**
 * Creates one room with its required fields and opens its screen, where the rest is filled in; or several at a time, whose
 * names can be changed before they are saved (RM-20).
 */
export function NewRoomDialog({ stores, storeId, onClose }: NewRoomDialogProps) {
  const { t } = useTranslation(['rooms', 'form']);
  const form = useRoomForm(storeId ?? stores[0]?.id ?? '', onClose);
  const { draft, errors, failure, isSaving, change, save } = form;
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
      <NameInput
        label={t('field.name')}
        value={draft.name}
        error={errors['name']}
        onChange={(name) => change({ name, renamed: {} })}
      />
      <NumberInput
        label={t('create.count')}
        value={draft.count}
        unit={t('create.rooms')}
        hint={t('create.countHint')}
        error={errors['count']}
        onChange={(count) => change({ count })}
      />
      {form.names.length > 1 && <RoomNames {...form} />}
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

type RoomForm = ReturnType<typeof useRoomForm>;

/** The names of several rooms, each to be changed. */
function RoomNames({ names, draft, errorOfName, change }: RoomForm) {
  const { t } = useTranslation('rooms');
  const places = names.map((name, place) => ({ place, name }));
  return (
    <Box
      role="group"
      aria-label={t('create.names')}
      data-testid="room-names"
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, minmax(0, 1fr))' } }}
    >
      {places.map(({ place, name }) => (
        <TextInput
          key={place}
          label={t('create.nameOf', { number: place + 1 })}
          value={name}
          maxLength={60}
          error={errorOfName(place)}
          onChange={(value) => change({ renamed: { ...draft.renamed, [place]: value } })}
        />
      ))}
    </Box>
  );
}

interface RoomDraft {
  readonly storeId: string;
  readonly name: string;
  readonly capacity: string;
  readonly count: string;
  /** The names that the person changed, by their place. */
  readonly renamed: Readonly<Record<number, string>>;
}

/** The names of the rooms to create: one, or as many as the count says. */
function namesOf({ name, renamed }: RoomDraft, count: number | null): readonly string[] {
  if (count === null || count === 1) return [name.trim()];
  return continueNames(name, count).map((continued, index) => renamed[index] ?? continued);
}

function useRoomForm(firstStoreId: string, onClose: () => void) {
  const { t } = useTranslation(['rooms', 'form']);
  const [draft, setDraft] = useState<RoomDraft>({
    storeId: firstStoreId,
    name: '',
    capacity: '4',
    count: '1',
    renamed: {},
  });
  const [isChecked, setIsChecked] = useState(false);
  const saving = useSaveRooms(onClose);
  const capacity = wholeNumber(draft.capacity, 1, MOST_PEOPLE);
  const count = wholeNumber(draft.count, 1, MOST_NEW_ROOMS);
  const names = namesOf(draft, count);
  const faultOfName = (index: number) => {
    const name = names[index]?.trim() ?? '';
    if (name === '') return t('form:required');
    return names.some((other, place) => place !== index && other.trim() === name) ? t('create.sameName') : undefined;
  };
  const own = {
    ...(draft.name.trim() === '' && { name: t('form:required') }),
    ...(capacity === null && { capacity: t('form:whole', { min: 1, max: MOST_PEOPLE }) }),
    ...(count === null && { count: t('form:whole', { min: 1, max: MOST_NEW_ROOMS }) }),
  };
  const problem = isProblem(saving.error) ? saving.error : null;
  const errors: FieldErrors = { ...problemsByPath(t, problem), ...(isChecked && own) };

  function change(patch: Partial<RoomDraft>): void {
    setDraft((now) => ({ ...now, ...patch }));
    saving.reset();
  }
  function save(): void {
    setIsChecked(true);
    const isFaulty = names.some((_, index) => faultOfName(index) !== undefined);
    if (saving.isSaving || capacity === null || count === null || isFaulty) return;
    saving.save({ storeId: draft.storeId, capacity, names: names.map((name) => name.trim()) });
  }
  const failure = problem?.errors === undefined ? saving.error : null;
  const errorOfName = (index: number) => (isChecked ? faultOfName(index) : undefined);
  return { draft, names, errors, errorOfName, failure, isSaving: saving.isSaving, change, save };
}

interface NewRooms {
  readonly storeId: string;
  readonly names: readonly string[];
  readonly capacity: number;
}

/** Creates one room and opens it, or several and closes the dialog. */
function useSaveRooms(onClose: () => void) {
  const { t } = useTranslation('rooms');
  const product = useProduct();
  const one = useCreateRoom(product);
  const several = useCreateRooms(product);
  const navigate = useNavigate();
  const links = useRoomLinks();
  function save({ storeId, names, capacity }: NewRooms): void {
    const [name = ''] = names;
    if (names.length > 1) {
      const onSuccess = ({ items }: { readonly items: readonly unknown[] }) => {
        toast.success(t('create.doneSeveral', { count: items.length }));
        onClose();
      };
      return several.mutate({ storeId, names: [...names], capacity }, { onSuccess });
    }
    one.mutate(
      { storeId, name, capacity },
      {
        onSuccess: (room) => {
          toast.success(t('create.done', { room: room.name }));
          void navigate(links.edit(room.id));
        },
      },
    );
  }
  function reset(): void {
    one.reset();
    several.reset();
  }
  return { save, reset, error: one.error ?? several.error, isSaving: one.isPending || several.isPending };
}
