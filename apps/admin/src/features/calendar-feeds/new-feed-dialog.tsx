import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { useCreateFeed } from './calendar-feeds.api.ts';

interface NewFeedDialogProps {
  /** `null`: no store is chosen yet. */
  readonly storeId: string | null;
  /** The rooms of the store. */
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  /** The field that chooses the store, if the dialog has one. */
  readonly storeField?: ReactNode;
  readonly onClose: () => void;
}

/** Creates a calendar feed and shows its address once. */
export function NewFeedDialog({ storeId, rooms, storeField, onClose }: NewFeedDialogProps) {
  const { t } = useTranslation(['calendar-feeds', 'form']);
  const create = useCreateFeed(useProduct(), storeId ?? '');
  const [picked, setPicked] = useState('');
  // A room of a store that is no longer chosen does not count.
  const roomId = rooms.some((room) => room.id === picked) ? picked : '';
  return (
    <FormDialog
      title={t('add')}
      submitLabel={create.data === undefined ? t('make') : undefined}
      cancelLabel={create.data === undefined ? undefined : t('done')}
      maxWidth="sm"
      isDisabled={storeId === null}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate(roomId === '' ? null : roomId)}
      onClose={onClose}
    >
      {create.data === undefined && storeField}
      {create.data === undefined && (
        <SelectInput
          label={t('what')}
          value={roomId}
          onChange={setPicked}
          hint={t('whatHint')}
          options={[
            { value: '', label: t('wholeStore') },
            ...rooms.map((room) => ({ value: room.id, label: room.name })),
          ]}
        />
      )}
      {create.data?.path === null && (
        <Box role="alert" sx={{ typography: 'body2' }}>
          {t('gone')}
        </Box>
      )}
      {create.data?.path != null && (
        <>
          <Box role="alert" sx={{ typography: 'body2' }}>
            {t('once')}
          </Box>
          <CopyField label={t('address')} value={`${window.location.origin}${create.data.path}`} />
        </>
      )}
    </FormDialog>
  );
}
