import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { problemsByPath, type FieldErrors } from '../../ui/form/field-errors.ts';
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
  const create = useCreateRoom(useProduct());
  const navigate = useNavigate();
  const links = useRoomLinks();
  const [draft, setDraft] = useState({ storeId: storeId ?? stores[0]?.id ?? '', name: '', capacity: '4' });
  const [isChecked, setIsChecked] = useState(false);
  const capacity = wholeNumber(draft.capacity, 1, MOST_PEOPLE);
  const own = {
    ...(draft.name.trim() === '' && { name: t('form:required') }),
    ...(capacity === null && { capacity: t('form:whole', { min: 1, max: MOST_PEOPLE }) }),
  };
  const problem = isProblem(create.error) ? create.error : null;
  const errors: FieldErrors = { ...problemsByPath(t, problem), ...(isChecked && own) };
  const change = (patch: Partial<typeof draft>) => {
    setDraft((now) => ({ ...now, ...patch }));
    create.reset();
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
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
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="new-room-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="new-room-title">{t('create.action')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
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
          {create.error !== null && problem?.errors === undefined && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, create.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('form:cancel')}
          </Button>
          <Button type="submit" variant="contained" aria-disabled={create.isPending}>
            {create.isPending ? t('form:saving') : t('create.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
