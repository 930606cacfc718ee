import type { GuestProfile } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useSetGuestNote } from './guest-profiles.api.ts';

interface GuestNoteDialogProps {
  readonly profile: GuestProfile;
  readonly onClose: () => void;
}

/** The note of the store about a guest; an empty text removes it (RG-2). */
export function GuestNoteDialog({ profile, onClose }: GuestNoteDialogProps) {
  const { t } = useTranslation('guest-profiles');
  const save = useSetGuestNote(useProduct(), profile.reservationId);
  const [text, setText] = useState(profile.note?.text ?? '');
  function submit(): void {
    save.mutate(
      { text: text.trim(), ...(profile.note !== null && { version: profile.note.version }) },
      {
        onSuccess: () => {
          toast.success(t('note.done'));
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title={t('note.title')}
      submitLabel={t('note.submit')}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2' }}>{t('note.about')}</Box>
      <TextInput label={t('note.label')} value={text} onChange={setText} rows={3} maxLength={500} autoFocus />
    </FormDialog>
  );
}
