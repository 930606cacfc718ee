import type { DiscoveredLock } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { toast } from '../../ui/toast.ts';
import { useRooms } from '../rooms/index.ts';
import { AddedDoorDialog } from './added-door-dialog.tsx';
import { useApproveLock } from './doors.api.ts';

/** Makes a discovered lock a door: a name, and the room it leads to (none: the store's own entrance). Then it can be tried. */
export function ApproveLockDialog({ lock, onClose }: { readonly lock: DiscoveredLock; readonly onClose: () => void }) {
  const { t } = useTranslation('doors');
  const product = useProduct();
  const rooms = useRooms(product, lock.storeId);
  const approve = useApproveLock(product);
  const [name, setName] = useState(lock.name.slice(0, 60));
  const [roomId, setRoomId] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isNameBad = name.trim() === '';
  if (approve.data !== undefined) return <AddedDoorDialog door={approve.data} onClose={onClose} />;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isNameBad || approve.isPending) return;
    approve.mutate(
      { discoveredLockId: lock.id, name: name.trim(), roomId: roomId === '' ? null : roomId },
      {
        onSuccess: (door) => toast.success(t('discovered.approved', { door: door.name })),
      },
    );
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="approve-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="approve-title">{t('discovered.dialogTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          <TextField
            autoFocus
            fullWidth
            required
            margin="dense"
            label={t('discovered.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={isChecked && isNameBad}
            helperText={isChecked && isNameBad ? t('edit.nameInvalid') : ' '}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <TextField
            select
            fullWidth
            label={t('discovered.room')}
            value={roomId}
            onChange={(event) => setRoomId(event.target.value)}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            <option value="">{t('discovered.noRoom')}</option>
            {(rooms.data?.items ?? [])
              .filter((room) => room.archivedAt === null)
              .map((room) => (
                <option key={room.id} value={room.id}>
                  {room.name}
                </option>
              ))}
          </TextField>
          {(approve.error ?? rooms.error) !== null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, approve.error ?? rooms.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('discovered.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={approve.isPending}>
            {approve.isPending ? t('discovered.approving') : t('discovered.approve')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
