import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { TWO_COLUMNS } from '../../../ui/form/layouts.ts';
import { DateField } from '../../../ui/form/time/date-field.tsx';
import { TextInput } from '../../../ui/form/fields.tsx';
import { TimeField } from '../../../ui/form/time/time-field.tsx';
import { problemsByPath, type FieldErrors } from '../../../ui/form/field-errors.ts';
import { FormDialog } from '../../../ui/form/dialog/form-dialog.tsx';
import { OptionCheckboxes } from '../../../ui/form/option-checkboxes.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { checkClosure, toClosureBody, newClosureDraft, type ClosureDraft } from './closure-draft.ts';
import type { NamedRoom } from './named-room.ts';
import { useCreateClosure } from '../stores.api.ts';
import { StrandedDialog } from '../stranded-dialog.tsx';

interface ClosureDialogProps {
  readonly store: Store;
  readonly rooms: readonly NamedRoom[];
  readonly onClose: () => void;
}

/** Closes the store or some rooms for a time. Affected reservations are shown first, and kept (ST-2). */
export function ClosureDialog({ store, rooms, onClose }: ClosureDialogProps) {
  const { t } = useTranslation(['stores', 'form']);
  const form = useClosureForm(store, onClose);
  return (
    <>
      <FormDialog
        title={t('closures.add')}
        submitLabel={form.isSaving ? t('form:saving') : t('closures.close')}
        maxWidth="sm"
        isBusy={form.isSaving}
        error={form.failure}
        onSubmit={() => form.save(false)}
        onClose={onClose}
      >
        <RoomFields draft={form.draft} error={form.errors['roomIds']} rooms={rooms} onChange={form.change} />
        <PeriodFields draft={form.draft} errors={form.errors} dayCutoff={store.dayCutoff} onChange={form.change} />
        <TextInput
          label={t('closures.reason')}
          value={form.draft.reason}
          maxLength={200}
          isRequired
          error={form.errors['reason']}
          hint={t('closures.reasonHint')}
          onChange={(reason) => form.change({ reason })}
        />
      </FormDialog>
      {form.stranded !== null && (
        <StrandedDialog
          {...form.stranded}
          isBusy={form.isSaving}
          onAnyway={() => form.save(true)}
          onClose={form.dismissStranded}
        />
      )}
    </>
  );
}

function useClosureForm(store: Store, onClose: () => void) {
  const { t } = useTranslation(['stores', 'form']);
  const create = useCreateClosure(useProduct(), store.id);
  const [draft, setDraft] = useState(() => newClosureDraft(store));
  const [isChecked, setIsChecked] = useState(false);
  const problem = isProblem(create.error) ? create.error : null;
  const own = checkClosure(store, draft, t);
  const errors: FieldErrors = { ...problemsByPath(t, problem), ...(isChecked && own) };
  const stranded =
    problem?.code === 'WOULD_STRAND'
      ? { items: problem.stranded ?? [], count: problem.strandedCount ?? problem.stranded?.length ?? 0 }
      : null;

  function change(patch: Partial<ClosureDraft>): void {
    setDraft((now) => ({ ...now, ...patch }));
    create.reset();
  }
  function save(acceptStranded: boolean): void {
    setIsChecked(true);
    if (create.isPending || Object.keys(own).length > 0) return;
    create.mutate(
      { ...toClosureBody(store, draft), ...(acceptStranded && { acceptStranded }) },
      {
        onSuccess: () => {
          toast.success(t('closures.added'));
          onClose();
        },
      },
    );
  }
  return {
    draft,
    errors,
    failure: stranded === null && problem?.errors === undefined ? create.error : null,
    stranded,
    isSaving: create.isPending,
    change,
    save,
    dismissStranded: () => create.reset(),
  };
}

interface RoomFieldsProps {
  readonly draft: ClosureDraft;
  readonly error: string | undefined;
  readonly rooms: readonly NamedRoom[];
  readonly onChange: (patch: Partial<ClosureDraft>) => void;
}

/** The whole store, or the rooms that are chosen. */
function RoomFields({ draft, error, rooms, onChange }: RoomFieldsProps) {
  const { t } = useTranslation('stores');
  return (
    <Box>
      <FormControlLabel
        label={t('closures.wholeStore')}
        control={
          <Checkbox
            checked={draft.isWholeStore}
            onChange={(event) => onChange({ isWholeStore: event.target.checked })}
          />
        }
      />
      {!draft.isWholeStore && (
        <OptionCheckboxes
          isFramed
          label={t('closures.rooms')}
          options={rooms}
          value={draft.roomIds}
          onChange={(roomIds) => onChange({ roomIds })}
        />
      )}
      {error !== undefined && (
        <Box role="alert" sx={{ typography: 'caption', color: 'error.main' }}>
          {error}
        </Box>
      )}
    </Box>
  );
}

interface PeriodFieldsProps {
  readonly draft: ClosureDraft;
  readonly errors: FieldErrors;
  readonly dayCutoff: string;
  readonly onChange: (patch: Partial<ClosureDraft>) => void;
}

/** Whole business days, or from one date and time to another. */
function PeriodFields({ draft, errors, dayCutoff, onChange }: PeriodFieldsProps) {
  const { t } = useTranslation('stores');
  // A later start moves the end too.
  const changeStart = (fromDate: string) =>
    onChange({ fromDate, ...(draft.toDate < fromDate && { toDate: fromDate }) });
  return (
    <>
      <FormControlLabel
        label={t('closures.allDay', { time: dayCutoff })}
        control={
          <Checkbox checked={draft.isAllDay} onChange={(event) => onChange({ isAllDay: event.target.checked })} />
        }
      />
      <Box sx={TWO_COLUMNS}>
        <DateField
          label={t(draft.isAllDay ? 'closures.firstDay' : 'closures.fromDate')}
          value={draft.fromDate}
          error={errors['startsAt']}
          onChange={changeStart}
        />
        {!draft.isAllDay && (
          <TimeField
            label={t('closures.fromTime')}
            value={draft.fromTime}
            onChange={(fromTime) => onChange({ fromTime })}
          />
        )}
        <DateField
          label={t(draft.isAllDay ? 'closures.lastDay' : 'closures.toDate')}
          value={draft.toDate}
          error={errors['endsAt']}
          onChange={(toDate) => onChange({ toDate })}
        />
        {!draft.isAllDay && (
          <TimeField label={t('closures.toTime')} value={draft.toTime} onChange={(toTime) => onChange({ toTime })} />
        )}
      </Box>
    </>
  );
}
