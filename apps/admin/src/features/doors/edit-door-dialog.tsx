import type { Door } from '@munjigi/contract';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Box from '@mui/material/Box';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { toast } from '../../ui/toast.ts';
import { DriverDetails } from './driver-details.tsx';
import { useEditDoor } from './doors.api.ts';
import { StaleDoor, staleDoor } from './stale-door.tsx';

/** Changes a door's name and opening seconds. When somebody was faster, both versions are shown and the person chooses (AP-4). */
export function EditDoorDialog({ door, onClose }: { readonly door: Door; readonly onClose: () => void }) {
  const { t } = useTranslation('doors');
  const edit = useEditDoor(useProduct());
  // The version that the person saw when the dialog opened, not the one that the stream has brought since.
  const [seen, setSeen] = useState({ version: door.version });
  const [name, setName] = useState(door.name);
  const [openSeconds, setOpenSeconds] = useState(String(door.openSeconds));
  const [isChecked, setIsChecked] = useState(false);
  const current = staleDoor(edit.error);
  const seconds = Number(openSeconds);
  const isNameBad = name.trim() === '' || name.trim().length > 60;
  const areSecondsBad = !/^\d{1,3}$/.test(openSeconds) || seconds < 1 || seconds > 600;

  function save(version: number): void {
    setIsChecked(true);
    if (isNameBad || areSecondsBad || edit.isPending) return;
    edit.mutate({ doorId: door.id, version, name: name.trim(), openSeconds: seconds }, {
      onSuccess: () => {
        toast.success(t('edit.saved'));
        onClose();
      },
    });
  }
  function keepTheirs(theirs: Door): void {
    setName(theirs.name);
    setOpenSeconds(String(theirs.openSeconds));
    setSeen({ version: theirs.version });
    edit.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    save(current?.version ?? seen.version);
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="edit-door-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="edit-door-title">{t('edit.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          <TextField autoFocus fullWidth required margin="dense" label={t('edit.name')} value={name} onChange={(event) => setName(event.target.value)}
            error={isChecked && isNameBad} helperText={isChecked && isNameBad ? t('edit.nameInvalid') : ' '}
            slotProps={{ htmlInput: { maxLength: 60 } }} />
          <TextField fullWidth required margin="dense" label={t('edit.openSeconds')} value={openSeconds}
            onChange={(event) => setOpenSeconds(event.target.value)} error={isChecked && areSecondsBad}
            helperText={isChecked && areSecondsBad ? t('edit.openSecondsInvalid') : t('edit.openSecondsHint')}
            slotProps={{
              htmlInput: { inputMode: 'numeric', maxLength: 3, style: { textAlign: 'right' } },
              input: { endAdornment: <InputAdornment position="end">{t('edit.seconds')}</InputAdornment> },
            }} />
          <DriverDetails door={door} />
          {current !== null && <StaleDoor theirs={current} mine={{ name: name.trim(), openSeconds }} onKeepTheirs={() => keepTheirs(current)} />}
          {edit.error !== null && current === null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>{problemText(t, edit.error)}</Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>{t('edit.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={edit.isPending}>
            {edit.isPending ? t('edit.saving') : current === null ? t('edit.save') : t('edit.keepMine')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
