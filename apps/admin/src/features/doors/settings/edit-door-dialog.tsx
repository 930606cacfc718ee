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
import { isProblem } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { StaleNotice, compareFacts } from '../../../ui/form/stale-notice.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { OddMembers } from '../../devices/index.ts';
import { useRooms } from '../../rooms/index.ts';
import {
  toDoorSettingsBody,
  checkDoorSettings,
  toDoorSettingsDraft,
  useDoorSettingsWords,
  type DoorSettingsDraft,
  type DoorSettingsField,
} from './door-settings.ts';
import { DoorSettingsFields } from './door-settings-fields.tsx';
import { useDoorSpares } from '../door-spares.api.ts';
import { DriverDetails } from './driver-details.tsx';
import { useEditDoor } from '../doors.api.ts';
import { RemoveDoorDialog } from './remove-door-dialog.tsx';
import { TestOpen } from './test-open.tsx';

const ReplaceLockDialog = lazy(async () => ({
  default: (await import('./replace-lock-dialog.tsx')).ReplaceLockDialog,
}));

/**
 * The settings of a door (DR-1), and its test. After a STALE refusal both versions are shown and the person chooses
 * (AP-4).
 */
export function EditDoorDialog({ door, onClose }: { readonly door: Door; readonly onClose: () => void }) {
  const { t } = useTranslation('doors');
  const rooms = (useRooms(useProduct(), door.storeId).data?.items ?? []).filter(
    (room) => room.archivedAt === null || room.id === door.roomId,
  );
  const isPhone = useMediaQuery('(max-width:600px)');
  const form = useEditDoorForm(door, onClose);
  const { draft, current } = form;
  const [leaving, setLeaving] = useState<'lock' | 'door' | null>(null);
  const keepsCodes = useDoorSpares(door.id) !== null;
  const describe = useDoorSettingsWords(rooms, keepsCodes);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="edit-door-title">
      <Box
        component="form"
        onSubmit={form.submit}
        noValidate
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id="edit-door-title">{t('edit.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <DoorSettingsFields
            draft={draft}
            rooms={rooms}
            keepsCodes={keepsCodes}
            errorAt={form.errorAt}
            onChange={form.change}
          />
          <TestOpen door={door} />
          <DoorLock door={door} onReplace={() => setLeaving('lock')} />
          {current !== null && (
            <DoorStaleNotice
              theirs={describe(toDoorSettingsDraft(current))}
              mine={describe(draft)}
              onKeepTheirs={() => form.keepTheirs(current)}
            />
          )}
          {current === null && <ProblemAlert error={form.error} />}
        </DialogContent>
        <EditDoorActions
          isSaving={form.isSaving}
          isStale={current !== null}
          onRemove={() => setLeaving('door')}
          onClose={onClose}
        />
      </Box>
      {leaving === 'door' && <RemoveDoorDialog door={door} onClose={() => setLeaving(null)} />}
      <Suspense fallback={null}>
        {/* The typed settings stay, and are saved on the door with its new lock. */}
        {leaving === 'lock' && (
          <ReplaceLockDialog door={door} onReplaced={form.setSeenVersion} onClose={() => setLeaving(null)} />
        )}
      </Suspense>
    </Dialog>
  );
}

/** The typed settings of a door, their problems, and the call. */
function useEditDoorForm(door: Door, onSaved: () => void) {
  const { t } = useTranslation('doors');
  const edit = useEditDoor(useProduct());
  // The version that the person saw when the dialog opened, not the one that the stream has brought since.
  const [base, setBase] = useState({ version: door.version });
  const [draft, setDraft] = useState(() => toDoorSettingsDraft(door));
  const [isChecked, setIsChecked] = useState(false);
  const current = findStaleDoor(edit.error);
  const errors = checkDoorSettings(draft);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (errors.size > 0 || edit.isPending) return;
    edit.mutate(
      { doorId: door.id, version: current?.version ?? base.version, ...toDoorSettingsBody(draft) },
      {
        onSuccess: () => {
          toast.success(t('edit.saved'));
          onSaved();
        },
      },
    );
  }
  function keepTheirs(theirs: Door): void {
    setDraft(toDoorSettingsDraft(theirs));
    setBase({ version: theirs.version });
    edit.reset();
  }

  return {
    draft,
    change: (patch: Partial<DoorSettingsDraft>) => setDraft((now) => ({ ...now, ...patch })),
    errorAt: (field: DoorSettingsField) => (isChecked && errors.has(field) ? t(errors.get(field) ?? '') : undefined),
    /** The saved door, if another edit came first. */
    current,
    keepTheirs,
    setSeenVersion: ({ version }: Pick<Door, 'version'>) => setBase({ version }),
    error: edit.error,
    isSaving: edit.isPending,
    submit,
  };
}

/** The current door, when an edit was refused as STALE; otherwise `null`. */
function findStaleDoor(error: unknown): Door | null {
  return isProblem(error) && error.code === 'STALE' ? ((error.current as Door | undefined) ?? null) : null;
}

interface DoorStaleNoticeProps {
  /** Every setting in words, in the same order. */
  readonly theirs: readonly (readonly [label: string, value: string])[];
  readonly mine: readonly (readonly [label: string, value: string])[];
  readonly onKeepTheirs: () => void;
}

/** The saved and the typed settings, where they differ (AP-4). */
function DoorStaleNotice({ theirs, mine, onKeepTheirs }: DoorStaleNoticeProps) {
  const { t } = useTranslation('doors');
  return (
    <StaleNotice
      testId="stale-door"
      isCompact
      words={{
        title: t('edit.staleTitle'),
        text: t('edit.staleText'),
        field: t('edit.staleField'),
        theirs: t('edit.staleTheirs'),
        mine: t('edit.staleMine'),
        keepTheirs: t('edit.keepTheirs'),
      }}
      rows={compareFacts(theirs, mine)}
      onKeepTheirs={onKeepTheirs}
    />
  );
}

/** The connection of the lock, and the button that gives the door another one. */
function DoorLock({ door, onReplace }: { readonly door: Door; readonly onReplace: () => void }) {
  const { t } = useTranslation('doors');
  return (
    <Box>
      <OddMembers members={door.oddMembers} />
      <DriverDetails door={door} />
      <Button color="inherit" variant="outlined" sx={{ mt: 1 }} onClick={onReplace}>
        {t('replace.open')}
      </Button>
    </Box>
  );
}

interface EditDoorActionsProps {
  readonly isSaving: boolean;
  /** Another edit was saved first: saving replaces it. */
  readonly isStale: boolean;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

function EditDoorActions({ isSaving, isStale, onRemove, onClose }: EditDoorActionsProps) {
  const { t } = useTranslation('doors');
  return (
    <DialogActions>
      <Button color="error" sx={{ color: 'error.main' }} onClick={onRemove}>
        {t('remove.open')}
      </Button>
      <Box sx={{ flex: 1 }} />
      <Button color="inherit" onClick={onClose}>
        {t('edit.cancel')}
      </Button>
      <Button type="submit" variant="contained" disabled={isSaving}>
        {isSaving ? t('edit.saving') : isStale ? t('edit.keepMine') : t('edit.save')}
      </Button>
    </DialogActions>
  );
}
