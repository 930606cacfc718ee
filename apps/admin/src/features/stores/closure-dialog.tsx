import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { addDays, businessDateOf } from '@munjigi/rules';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { TimeField } from '../../ui/form/time-field.tsx';
import { problemsByPath } from '../../ui/form/field-errors.ts';
import { toast } from '../../ui/toast.ts';
import { checkClosure, closureOf, type ClosureDraft } from './closure-draft.ts';
import type { NamedRoom } from './named-room.ts';
import { useCreateClosure } from './stores.api.ts';
import { StrandedDialog } from './stranded-dialog.tsx';

interface ClosureDialogProps {
  readonly store: Store;
  readonly rooms: readonly NamedRoom[];
  readonly onClose: () => void;
}

/** Closes the store or some rooms for a time. Affected reservations are shown first, and kept (ST-2). */
export function ClosureDialog({ store, rooms, onClose }: ClosureDialogProps) {
  const { t } = useTranslation(['stores', 'form']);
  const create = useCreateClosure(useProduct(), store.id);
  const [draft, setDraft] = useState<ClosureDraft>(() => {
    const tomorrow = addDays(businessDateOf(store, new Date()), 1);
    return {
      roomIds: [],
      isWholeStore: true,
      isAllDay: true,
      fromDate: tomorrow,
      fromTime: store.dayCutoff,
      toDate: tomorrow,
      toTime: store.dayCutoff,
      reason: '',
    };
  });
  const [isChecked, setIsChecked] = useState(false);
  const problem = isProblem(create.error) ? create.error : null;
  const own = checkClosure(store, draft, t);
  const errors = { ...problemsByPath(t, problem), ...(isChecked && own) };
  const isUnplaced = create.error !== null && problem?.code !== 'WOULD_STRAND' && problem?.errors === undefined;
  const change = (patch: Partial<ClosureDraft>) => {
    setDraft((now) => ({ ...now, ...patch }));
    create.reset();
  };

  function save(acceptStranded: boolean): void {
    setIsChecked(true);
    if (create.isPending || Object.keys(own).length > 0) return;
    create.mutate(
      { ...closureOf(store, draft), ...(acceptStranded && { acceptStranded }) },
      {
        onSuccess: () => {
          toast.success(t('closures.added'));
          onClose();
        },
      },
    );
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    save(false);
  }
  // A later start moves the end too.
  const from = (fromDate: string) => change({ fromDate, ...(draft.toDate < fromDate && { toDate: fromDate }) });

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="closure-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="closure-title">{t('closures.add')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <Box>
            <FormControlLabel
              label={t('closures.wholeStore')}
              control={
                <Checkbox
                  checked={draft.isWholeStore}
                  onChange={(event) => change({ isWholeStore: event.target.checked })}
                />
              }
            />
            {!draft.isWholeStore && (
              <Box
                role="group"
                aria-label={t('closures.rooms')}
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  columnGap: 2,
                  maxHeight: 200,
                  overflowY: 'auto',
                  border: 1,
                  borderColor: 'divider',
                  borderRadius: 1,
                  px: 1.5,
                }}
              >
                {rooms.map((room) => (
                  <FormControlLabel
                    key={room.id}
                    label={room.name}
                    control={
                      <Checkbox
                        size="small"
                        checked={draft.roomIds.includes(room.id)}
                        onChange={(event) =>
                          change({
                            roomIds: event.target.checked
                              ? [...draft.roomIds, room.id]
                              : draft.roomIds.filter((id) => id !== room.id),
                          })
                        }
                      />
                    }
                  />
                ))}
              </Box>
            )}
            {errors['roomIds'] !== undefined && (
              <Box role="alert" sx={{ typography: 'caption', color: 'error.main' }}>
                {errors['roomIds']}
              </Box>
            )}
          </Box>
          <FormControlLabel
            label={t('closures.allDay', { time: store.dayCutoff })}
            control={
              <Checkbox checked={draft.isAllDay} onChange={(event) => change({ isAllDay: event.target.checked })} />
            }
          />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <DateField
              label={t(draft.isAllDay ? 'closures.firstDay' : 'closures.fromDate')}
              value={draft.fromDate}
              error={errors['startsAt']}
              onChange={from}
            />
            {!draft.isAllDay && (
              <TimeField
                label={t('closures.fromTime')}
                value={draft.fromTime}
                onChange={(fromTime) => change({ fromTime })}
              />
            )}
            <DateField
              label={t(draft.isAllDay ? 'closures.lastDay' : 'closures.toDate')}
              value={draft.toDate}
              error={errors['endsAt']}
              onChange={(toDate) => change({ toDate })}
            />
            {!draft.isAllDay && (
              <TimeField label={t('closures.toTime')} value={draft.toTime} onChange={(toTime) => change({ toTime })} />
            )}
          </Box>
          <TextInput
            label={t('closures.reason')}
            value={draft.reason}
            maxLength={200}
            isRequired
            error={errors['reason']}
            hint={t('closures.reasonHint')}
            onChange={(reason) => change({ reason })}
          />
          {isUnplaced && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, create.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('form:cancel')}
          </Button>
          <Button type="submit" variant="contained" aria-disabled={create.isPending}>
            {create.isPending ? t('form:saving') : t('closures.close')}
          </Button>
        </DialogActions>
      </form>
      {problem?.code === 'WOULD_STRAND' && (
        <StrandedDialog
          items={problem.stranded ?? []}
          count={problem.strandedCount ?? problem.stranded?.length ?? 0}
          isBusy={create.isPending}
          onAnyway={() => save(true)}
          onClose={() => create.reset()}
        />
      )}
    </Dialog>
  );
}
