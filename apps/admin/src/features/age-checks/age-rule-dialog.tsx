import type { AgeRule } from '@munjigi/contract';
import { AGE_BASES } from '@munjigi/contract/age-values';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { OptionCheckboxes } from '../../ui/form/option-checkboxes.tsx';
import { TimeField } from '../../ui/form/time/time-field.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import type { NamedRoom } from '../stores/index.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const NEW_RULE: AgeRule = {
  roomIds: [],
  weekdays: WEEK,
  fromTime: '22:00',
  toTime: '09:00',
  basis: 'YOUTH_ACT',
  note: '',
};

interface AgeRuleDialogProps {
  /** `null`: a new one. */
  readonly rule: AgeRule | null;
  readonly rooms: readonly NamedRoom[];
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: (rule: AgeRule) => void;
  readonly onClose: () => void;
}

/** One rule of a store: its rooms, its hours, and how age is counted (AG-1). */
export function AgeRuleDialog({ rule, rooms, onSave, ...dialog }: AgeRuleDialogProps) {
  const { t } = useTranslation('age-checks');
  const [draft, setDraft] = useState<AgeRule>(rule ?? NEW_RULE);
  const [isEveryRoom, setEveryRoom] = useState(draft.roomIds.length === 0);
  const [wasSent, setWasSent] = useState(false);
  const change = (part: Partial<AgeRule>) => setDraft({ ...draft, ...part });
  const faults = {
    rooms: !isEveryRoom && draft.roomIds.length === 0 ? t('roomMissing') : null,
    days: draft.weekdays.length === 0 ? t('dayMissing') : null,
    time: draft.fromTime === '' || draft.toTime === '' ? t('timeMissing') : null,
  };
  function submit(): void {
    setWasSent(true);
    if (Object.values(faults).some((fault) => fault !== null)) return;
    onSave({ ...draft, roomIds: isEveryRoom ? [] : draft.roomIds, note: draft.note.trim() });
  }
  return (
    <FormDialog
      title={t(rule === null ? 'add' : 'edit')}
      submitLabel={t('save')}
      maxWidth="sm"
      onSubmit={submit}
      {...dialog}
    >
      <RoomChoice
        rooms={rooms}
        value={isEveryRoom ? null : draft.roomIds}
        fault={wasSent ? faults.rooms : null}
        onChange={(roomIds) => {
          setEveryRoom(roomIds === null);
          if (roomIds !== null) change({ roomIds });
        }}
      />
      <DayChoice weekdays={draft.weekdays} onChange={(weekdays) => change({ weekdays })} />
      <ProblemAlert text={wasSent ? faults.days : null} sx={{ typography: 'caption' }} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))' }}>
        <TimeField label={t('from')} value={draft.fromTime} onChange={(fromTime) => change({ fromTime })} />
        <TimeField label={t('to')} value={draft.toTime} onChange={(toTime) => change({ toTime })} />
      </Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t('toHint')}</Box>
      <ProblemAlert text={wasSent ? faults.time : null} sx={{ typography: 'caption' }} />
      <SelectInput
        label={t('basis')}
        hint={t('basisHint')}
        value={draft.basis}
        options={AGE_BASES.map((value) => ({ value, label: t(`bases.${value}`) }))}
        onChange={(value) => change({ basis: AGE_BASES.find((basis) => basis === value) ?? 'YOUTH_ACT' })}
      />
      <TextInput
        label={t('note')}
        hint={t('noteHint')}
        value={draft.note}
        onChange={(note) => change({ note })}
        maxLength={200}
      />
    </FormDialog>
  );
}

interface RoomChoiceProps {
  readonly rooms: readonly NamedRoom[];
  /** `null`: every room. */
  readonly value: AgeRule['roomIds'] | null;
  readonly fault: string | null;
  readonly onChange: (roomIds: AgeRule['roomIds'] | null) => void;
}

function RoomChoice({ rooms, value, fault, onChange }: RoomChoiceProps) {
  const { t } = useTranslation('age-checks');
  return (
    <Box role="group" aria-label={t('rooms')}>
      <FormControlLabel
        label={t('everyRoom')}
        control={<Checkbox checked={value === null} onChange={(event) => onChange(event.target.checked ? null : [])} />}
      />
      {value !== null && (
        <OptionCheckboxes isFramed options={rooms} value={value} onChange={(roomIds) => onChange([...roomIds])} />
      )}
      <ProblemAlert text={fault} sx={{ typography: 'caption' }} />
    </Box>
  );
}

interface DayChoiceProps {
  readonly weekdays: readonly number[];
  readonly onChange: (weekdays: number[]) => void;
}

function DayChoice({ weekdays, onChange }: DayChoiceProps) {
  const { t } = useTranslation(['age-checks', 'stores']);
  return (
    <Box>
      <Box id="age-days" sx={{ typography: 'caption', color: 'text.secondary', mb: 0.5 }}>
        {t('days')}
      </Box>
      <ToggleButtonGroup
        size="small"
        value={[...weekdays]}
        aria-labelledby="age-days"
        sx={{ flexWrap: 'wrap', gap: 0.5 }}
        onChange={(_event, days: number[]) => onChange(days.toSorted((one, other) => one - other))}
      >
        {WEEK.map((day) => (
          <ToggleButton
            key={day}
            value={day}
            title={t(`stores:weekday.${String(day)}`)}
            sx={{
              minWidth: 36,
              minHeight: 36,
              '&&': { border: '1px solid var(--control)', borderRadius: 1, ml: 0 },
              '&.Mui-selected': { color: 'var(--accent-text)', fontWeight: 700 },
              '&&.Mui-selected': { borderColor: 'var(--accent-text)' },
            }}
          >
            {t(`stores:weekdayShort.${String(day)}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}
