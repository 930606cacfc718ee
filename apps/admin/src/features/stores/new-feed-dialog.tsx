import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import type { NamedRoom } from './named-room.ts';
import { StoreGlyph } from './icons.tsx';
import { useCreateFeed } from './stores.api.ts';

interface NewFeedDialogProps {
  readonly store: Store;
  readonly rooms: readonly NamedRoom[];
  readonly onClose: () => void;
}

/** Makes a calendar feed and shows its address this once. */
export function NewFeedDialog({ store, rooms, onClose }: NewFeedDialogProps) {
  const { t } = useTranslation(['stores', 'form']);
  const create = useCreateFeed(useProduct(), store.id);
  const [roomId, setRoomId] = useState('');
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="feed-title">
      <DialogTitle id="feed-title">{t('feeds.add')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
        {create.data === undefined
          ? (
            <SelectInput label={t('feeds.what')} value={roomId} onChange={setRoomId} hint={t('feeds.whatHint')}
              options={[{ value: '', label: t('feeds.wholeStore') }, ...rooms.map((room) => ({ value: room.id, label: room.name }))]} />
          )
          : create.data.path === null ? <Box role="alert" sx={{ typography: 'body2' }}>{t('feeds.gone')}</Box>
          : <Address url={`${window.location.origin}${create.data.path}`} />}
        {create.error !== null && <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>{problemText(t, create.error)}</Box>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>{t(create.data === undefined ? 'form:cancel' : 'feeds.done')}</Button>
        {create.data === undefined && (
          <Button variant="contained" aria-disabled={create.isPending} onClick={() => !create.isPending && create.mutate(roomId === '' ? null : roomId)}>{t('feeds.make')}</Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Address({ url }: { readonly url: string }) {
  const { t } = useTranslation('stores');
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('copied');
    } catch (error) {
      console.warn('The address cannot be copied', error);
      setOutcome('notCopied');
    }
  }
  return (
    <>
      <Box role="alert" sx={{ typography: 'body2' }}>{t('feeds.once')}</Box>
      <TextInput label={t('feeds.address')} value={url} rows={3} isReadOnly onChange={() => undefined} />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Button variant="contained" startIcon={<StoreGlyph name="copy" />} onClick={() => void copy()}>{t('feeds.copy')}</Button>
        <Box role="status" sx={{ typography: 'body2' }}>{outcome !== null && t(`feeds.${outcome}`)}</Box>
      </Box>
    </>
  );
}
