import type { Mode } from '@munjigi/contract';
import { reachOf } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthContext, useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { useEditForm, type EditForm } from '../../ui/form/edit-form.ts';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { EditButtons } from '../../ui/form/save-bar.tsx';
import { StaleNotice } from '../../ui/form/stale-notice.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import {
  toModeBody,
  checkMode,
  toModeDraft,
  NEW_MODE_ID,
  PURPOSES,
  type KnownDevices,
  type ModeBody,
  type ModeDraft,
} from './mode-draft.ts';
import { ModeEntries } from './mode-entries.tsx';
import { useModeWords } from './mode-words.ts';
import { useDeleteMode, useModeCalls } from './modes.api.ts';

interface ModeEditorProps {
  readonly storeId: string;
  readonly mode: Mode;
  readonly devices: KnownDevices;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

const EDITOR = {
  p: 2,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  overflow: 'visible',
  maxWidth: FORM_WIDTH,
} as const;

/** Creates or changes a mode. */
export function ModeEditor({ storeId, mode, devices, rooms, onClose }: ModeEditorProps) {
  const { t } = useTranslation(['modes', 'form', 'rooms']);
  const words = useModeWords(devices, rooms);
  const [isDeleting, setIsDeleting] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const isNew = mode.id === NEW_MODE_ID;
  const form = useModeForm({ storeId, mode, devices, onSaved: () => setIsClosing(true) });
  // Waits one step, until the guard has seen that nothing is unsaved.
  useEffect(() => {
    if (isClosing) onClose();
  }, [isClosing, onClose]);
  return (
    <Card
      variant="outlined"
      component="form"
      noValidate
      aria-labelledby="mode-editor"
      data-testid="mode-editor"
      sx={EDITOR}
      onSubmit={form.submit}
    >
      <Box component="h2" id="mode-editor" sx={{ typography: 'h6', m: 0 }}>
        {t(isNew ? 'create' : 'edit')}
      </Box>
      <ModeFields form={form} devices={devices} isNew={isNew} nameOf={words.target} />
      {form.theirs !== null && (
        <ModeStaleNotice
          theirs={form.theirs}
          mine={toModeBody(form.draft, storeId)}
          words={words}
          onKeepTheirs={form.keepTheirs}
        />
      )}
      <ProblemAlert text={form.failure} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <EditButtons
          form={form}
          removeLabel={t('delete')}
          onRemove={isNew ? null : () => setIsDeleting(true)}
          closeLabel={t('back')}
          onClose={onClose}
        />
      </Box>
      {isDeleting && (
        <DeleteDialog
          storeId={storeId}
          mode={mode}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => setIsClosing(true)}
        />
      )}
      <LeaveGuard isDirty={form.isDirty && !isClosing} />
    </Card>
  );
}

interface ModeFormOptions extends Pick<ModeEditorProps, 'storeId' | 'mode' | 'devices'> {
  readonly onSaved: () => void;
}

function useModeForm({ storeId, mode, devices, onSaved }: ModeFormOptions) {
  const { t } = useTranslation(['modes', 'form', 'rooms']);
  const { create, edit } = useModeCalls(useProduct(), storeId);
  return useEditForm({
    row: mode,
    draftOf: (row: Mode) => toModeDraft(row, devices),
    check: (draft) => checkMode(draft, t),
    bodyOf: (draft) => toModeBody(draft, storeId),
    send: ({ storeId: _storeId, ...change }, { whole }) =>
      mode.id === NEW_MODE_ID ? create(whole) : edit(mode.id, change),
    onSaved: () => {
      toast.success(t('form:saved'));
      onSaved();
    },
  });
}

interface ModeFieldsProps {
  readonly form: EditForm<Mode, ModeDraft>;
  readonly devices: KnownDevices;
  readonly isNew: boolean;
  /** The name of a kind or of a device. */
  readonly nameOf: (target: string) => string;
}

function ModeFields({ form, devices, isNew, nameOf }: ModeFieldsProps) {
  const { t } = useTranslation('modes');
  const { user } = useAuthContext();
  const { draft } = form;
  return (
    <>
      <TextInput
        isRequired
        label={t('name')}
        value={draft.name}
        maxLength={40}
        error={form.errorAt('name')}
        hint={t('nameHint')}
        onChange={(name) => form.change({ name })}
      />
      {isNew && user !== null && reachOf(user.roles, 'devices:configure') === 'all' && (
        <FormControlLabel
          label={t('everywhereChoice')}
          control={
            <Checkbox
              checked={draft.isEverywhere}
              onChange={(event) => form.change({ isEverywhere: event.target.checked })}
            />
          }
        />
      )}
      <SelectInput
        label={t('purpose')}
        value={draft.purpose}
        hint={t('purposeHint')}
        error={form.errorAt('purpose')}
        options={[
          { value: '', label: t('purposeNone') },
          ...PURPOSES.map((value) => ({ value, label: t(`purposes.${value}`) })),
        ]}
        onChange={(value) => form.change({ purpose: PURPOSES.find((purpose) => purpose === value) ?? '' })}
      />
      <ModeEntries
        entries={draft.entries}
        devices={draft.isEverywhere ? [] : devices}
        nameOf={nameOf}
        errorAt={form.errorAt}
        onChange={(entries) => form.change({ entries })}
      />
    </>
  );
}

interface ModeStaleNoticeProps {
  readonly theirs: Mode;
  readonly mine: ModeBody;
  readonly words: ReturnType<typeof useModeWords>;
  readonly onKeepTheirs: () => void;
}

function ModeStaleNotice({ theirs, mine, words, onKeepTheirs }: ModeStaleNoticeProps) {
  const { t } = useTranslation('modes');
  return (
    <StaleNotice
      onKeepTheirs={onKeepTheirs}
      rows={[
        { label: t('name'), theirs: theirs.name, mine: mine.name },
        { label: t('purpose'), theirs: words.purpose(theirs.purpose), mine: words.purpose(mine.purpose) },
        { label: t('states'), theirs: words.states(theirs.states), mine: words.states(mine.states) },
      ]}
    />
  );
}

interface DeleteDialogProps {
  readonly storeId: string;
  readonly mode: Mode;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteDialog({ storeId, mode, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation(['modes', 'form']);
  const remove = useDeleteMode(useProduct(), storeId);
  return (
    <ActDialog
      title={t('deleteTitle', { mode: mode.name })}
      confirmLabel={t('delete')}
      mutation={remove}
      input={mode.id}
      doneText={t('deleted')}
      onDone={onDeleted}
      onClose={onClose}
    >
      {t('deleteText')}
    </ActDialog>
  );
}
