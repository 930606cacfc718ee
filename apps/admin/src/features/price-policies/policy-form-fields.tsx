import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { OptionCheckboxes } from '../../ui/form/option-checkboxes.tsx';
import { TimeField } from '../../ui/form/time/time-field.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { MAX_PRIORITY, type PolicyDraft } from './policy-draft.ts';

interface DraftFieldsProps {
  readonly draft: PolicyDraft;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (patch: Partial<PolicyDraft>) => void;
}

interface PolicyFormFieldsProps extends DraftFieldsProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  /** The priority was set automatically. */
  readonly isNew?: boolean;
}

const TWO = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
} as const;

/** The fields of a price policy, in the usual order of thought: what, where, when, how much, over which others. */
export function PolicyFormFields({ store, rooms, isNew = false, ...fields }: PolicyFormFieldsProps) {
  const { t } = useTranslation('prices');
  const { draft, errorAt, onChange } = fields;
  // If several policies have the largest priority, the oldest one applies, so the form cannot promise that this one
  // will.
  const isAbove = isNew && draft.priority !== '0' && Number(draft.priority) < MAX_PRIORITY;
  return (
    <>
      <TextInput
        isRequired
        label={t('policy.name')}
        value={draft.name}
        maxLength={60}
        error={errorAt('name')}
        hint={t('policy.nameHint')}
        onChange={(name) => onChange({ name })}
      />
      <RoomChoice rooms={rooms} {...fields} />
      <DayChoice {...fields} />
      <Box sx={TWO}>
        <TimeFields {...fields} />
        <SeasonFields {...fields} />
        <AmountFields store={store} {...fields} />
        <HeadCountFields {...fields} />
        <NumberInput
          label={t('policy.priority')}
          value={draft.priority}
          error={errorAt('priority')}
          hint={t(isAbove ? 'policy.priorityNew' : 'policy.priorityHint')}
          onChange={(priority) => onChange({ priority })}
        />
      </Box>
    </>
  );
}

function TimeFields({ draft, errorAt, onChange }: DraftFieldsProps) {
  const { t } = useTranslation('prices');
  const endsNextDay = draft.fromTime !== '' && draft.toTime !== '' && draft.toTime <= draft.fromTime;
  return (
    <>
      <TimeField
        label={t('policy.fromTime')}
        value={draft.fromTime}
        error={errorAt('fromTime')}
        onChange={(fromTime) => onChange({ fromTime })}
      />
      <TimeField
        label={t('policy.toTime')}
        value={draft.toTime}
        error={errorAt('toTime')}
        onChange={(toTime) => onChange({ toTime })}
        hint={
          endsNextDay
            ? t(draft.toTime === draft.fromTime ? 'policy.wholeDay' : 'nextDay', { time: draft.toTime })
            : undefined
        }
      />
    </>
  );
}

function SeasonFields({ draft, errorAt, onChange }: DraftFieldsProps) {
  const { t } = useTranslation('prices');
  return (
    <>
      <DateField
        label={t('policy.startsOn')}
        value={draft.startsOn}
        error={errorAt('startsOn')}
        hint={t('policy.seasonHint')}
        onChange={(startsOn) => onChange({ startsOn })}
      />
      <DateField
        label={t('policy.endsOn')}
        value={draft.endsOn}
        error={errorAt('endsOn')}
        onChange={(endsOn) => onChange({ endsOn })}
      />
    </>
  );
}

/** How much a slot or a package costs, and how long a package is. */
function AmountFields({ store, draft, errorAt, onChange }: DraftFieldsProps & Pick<PolicyFormFieldsProps, 'store'>) {
  const { t } = useTranslation(['prices', 'form']);
  return (
    <>
      <SelectInput
        label={t('policy.unit')}
        value={draft.unit}
        onChange={(unit) => onChange({ unit: unit === 'PACKAGE' ? 'PACKAGE' : 'SLOT' })}
        options={[
          { value: 'SLOT', label: t('policy.perSlot', { slot: store.slotMinutes }) },
          { value: 'PACKAGE', label: t('policy.perPackage') },
        ]}
      />
      <NumberInput
        label={t('policy.amount')}
        value={draft.amount}
        unit={t('form:won')}
        error={errorAt('amount')}
        onChange={(amount) => onChange({ amount })}
      />
      {draft.unit === 'PACKAGE' && (
        <NumberInput
          label={t('policy.packageMinutes')}
          value={draft.packageMinutes}
          unit={t('form:minutes')}
          error={errorAt('packageMinutes')}
          onChange={(packageMinutes) => onChange({ packageMinutes })}
        />
      )}
    </>
  );
}

function HeadCountFields({ draft, errorAt, onChange }: DraftFieldsProps) {
  const { t } = useTranslation(['prices', 'form']);
  return (
    <>
      <NumberInput
        label={t('policy.includedHeadCount')}
        value={draft.includedHeadCount}
        unit={t('form:people')}
        error={errorAt('includedHeadCount')}
        onChange={(includedHeadCount) => onChange({ includedHeadCount })}
      />
      <NumberInput
        label={t('policy.extraPersonAmount')}
        value={draft.extraPersonAmount}
        unit={t('form:won')}
        error={errorAt('extraPersonAmount')}
        hint={t(draft.unit === 'SLOT' ? 'policy.extraPerSlot' : 'policy.extraPerPackage')}
        onChange={(extraPersonAmount) => onChange({ extraPersonAmount })}
      />
    </>
  );
}

function RoomChoice({ rooms, draft, errorAt, onChange }: DraftFieldsProps & Pick<PolicyFormFieldsProps, 'rooms'>) {
  const { t } = useTranslation('prices');
  return (
    <Box role="group" aria-label={t('policy.rooms')}>
      <FormControlLabel
        label={t('everyRoom')}
        control={
          <Checkbox checked={draft.isEveryRoom} onChange={(event) => onChange({ isEveryRoom: event.target.checked })} />
        }
      />
      {!draft.isEveryRoom && (
        <OptionCheckboxes
          isFramed
          options={rooms}
          value={draft.roomIds}
          onChange={(roomIds) => onChange({ roomIds: roomIds.toSorted() })}
        />
      )}
      <ProblemAlert text={errorAt('roomIds')} sx={{ typography: 'caption' }} />
    </Box>
  );
}

function DayChoice({ draft, errorAt, onChange }: DraftFieldsProps) {
  const { t } = useTranslation(['prices', 'stores']);
  const chosen = [...draft.weekdays, ...(draft.holidays ? [0] : [])];
  return (
    <Box>
      <Box id="policy-days" sx={{ typography: 'caption', color: 'text.secondary', mb: 0.5 }}>
        {t('policy.days')}
      </Box>
      <ToggleButtonGroup
        size="small"
        value={chosen}
        aria-labelledby="policy-days"
        sx={{ flexWrap: 'wrap', gap: 0.5 }}
        onChange={(_event, days: number[]) =>
          onChange({ weekdays: days.filter((day) => day > 0).sort((a, b) => a - b), holidays: days.includes(0) })
        }
      >
        {[1, 2, 3, 4, 5, 6, 7, 0].map((day) => (
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
            {day === 0 ? t('holidays') : t(`stores:weekdayShort.${String(day)}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <ProblemAlert text={errorAt('weekdays')} sx={{ typography: 'caption' }} />
    </Box>
  );
}
