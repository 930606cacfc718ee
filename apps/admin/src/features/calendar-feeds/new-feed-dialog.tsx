import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
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
  const isReady = storeId !== null && !create.isPending;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="feed-title">
      <DialogTitle id="feed-title">{t('add')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
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
        <ProblemAlert error={create.error} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t(create.data === undefined ? 'form:cancel' : 'done')}
        </Button>
        {create.data === undefined && (
          <Button
            variant="contained"
            disabled={storeId === null}
            aria-disabled={!isReady}
            onClick={() => isReady && create.mutate(roomId === '' ? null : roomId)}
          >
            {t('make')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
