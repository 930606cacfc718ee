import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { toast } from '../../ui/toast.ts';
import { useRooms } from '../rooms/index.ts';
import { bodyOf, checkSettings, settingsDraft, useSettingsWords, type SettingsDraft } from './door-settings.ts';
import { DoorSettingsFields } from './door-settings-fields.tsx';
import { useDoorSpares } from './door-spares.api.ts';
import { DriverDetails } from './driver-details.tsx';
import { useEditDoor } from './doors.api.ts';
import { RemoveDoorDialog } from './remove-door-dialog.tsx';
import { StaleDoor, staleDoor } from './stale-door.tsx';
import { TestOpen } from './test-open.tsx';

const ReplaceLockDialog = lazy(async () => ({
  default: (await import('./replace-lock-dialog.tsx')).ReplaceLockDialog,
}));

/**
 * The settings of a door (DR-1), and trying it. After a STALE refusal both versions are shown and the person chooses
 * (AP-4).
 */
export function EditDoorDialog({ door, onClose }: { readonly door: Door; readonly onClose: () => void }) {
  const { t } = useTranslation('doors');
  const product = useProduct();
  const edit = useEditDoor(product);
  const rooms = (useRooms(product, door.storeId).data?.items ?? []).filter(
    (room) => room.archivedAt === null || room.id === door.roomId,
  );
  const isPhone = useMediaQuery('(max-width:600px)');
  // The version that the person saw when the dialog opened, not the one that the stream has brought since.
  const [seen, setSeen] = useState({ version: door.version });
  const [draft, setDraft] = useState(() => settingsDraft(door));
  const [isChecked, setIsChecked] = useState(false);
  const [leaving, setLeaving] = useState<'lock' | 'door' | null>(null);
  const keepsCodes = useDoorSpares(door.id) !== null;
  const describe = useSettingsWords(rooms, keepsCodes);
  const current = staleDoor(edit.error);
  const errors = checkSettings(draft);

  function save(version: number): void {
    setIsChecked(true);
    if (errors.size > 0 || edit.isPending) return;
    edit.mutate(
      { doorId: door.id, version, ...bodyOf(draft) },
      {
        onSuccess: () => {
          toast.success(t('edit.saved'));
          onClose();
        },
      },
    );
  }
  function keepTheirs(theirs: Door): void {
    setDraft(settingsDraft(theirs));
    setSeen({ version: theirs.version });
    edit.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    save(current?.version ?? seen.version);
  }
  const change = (patch: Partial<SettingsDraft>) => setDraft((now) => ({ ...now, ...patch }));

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="edit-door-title">
      <Box
        component="form"
        onSubmit={submit}
        noValidate
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id="edit-door-title">{t('edit.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <DoorSettingsFields
            draft={draft}
            rooms={rooms}
            keepsCodes={keepsCodes}
            errorAt={(field) => (isChecked && errors.has(field) ? t(errors.get(field) ?? '') : undefined)}
            onChange={change}
          />
          <TestOpen door={door} />
          <Box>
            <DriverDetails door={door} />
            <Button color="inherit" variant="outlined" sx={{ mt: 1 }} onClick={() => setLeaving('lock')}>
              {t('replace.open')}
            </Button>
          </Box>
          {current !== null && (
            <StaleDoor
              theirs={describe(settingsDraft(current))}
              mine={describe(draft)}
              onKeepTheirs={() => keepTheirs(current)}
            />
          )}
          {edit.error !== null && current === null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, edit.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="error" sx={{ color: 'error.main' }} onClick={() => setLeaving('door')}>
            {t('remove.open')}
          </Button>
          <Box sx={{ flex: 1 }} />
          <Button color="inherit" onClick={onClose}>
            {t('edit.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={edit.isPending}>
            {edit.isPending ? t('edit.saving') : current === null ? t('edit.save') : t('edit.keepMine')}
          </Button>
        </DialogActions>
      </Box>
      {leaving === 'door' && <RemoveDoorDialog door={door} onClose={() => setLeaving(null)} />}
      <Suspense fallback={null}>
        {/* The typed settings stay, and are saved on the door with its new lock. */}
        {leaving === 'lock' && (
          <ReplaceLockDialog
            door={door}
            onReplaced={({ version }) => setSeen({ version })}
            onClose={() => setLeaving(null)}
          />
        )}
      </Suspense>
    </Dialog>
  );
}
