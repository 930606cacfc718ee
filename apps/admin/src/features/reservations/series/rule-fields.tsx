import type { SeriesRule } from '@munjigi/contract';
import { weekdayOf } from '@munjigi/rules';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { DateField } from '../../../ui/form/time/date-field.tsx';
import { wholeNumber } from '../../../ui/form/numbers.ts';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';

/** The contract's longest series. */
const MAX_TIMES = 200;

interface RuleFieldsProps {
  readonly rule: SeriesRule;
  /** The day of the first date: it always belongs to the series. */
  readonly firstDate: string;
  readonly error: string | undefined;
  readonly onChange: (rule: SeriesRule) => void;
}

/** How often, on which weekdays, until when or how many times (RV-6). */
export function RuleFields({ rule, firstDate, error, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('reservations');
  return (
    <Box
      role="group"
      aria-label={t('series.rule')}
      sx={{
        display: 'grid',
        gap: 1.5,
        p: 1.5,
        border: 1,
        borderColor: error === undefined ? 'divider' : 'error.main',
        borderRadius: 1,
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(0, 1fr) minmax(0, 1.4fr) minmax(0, 1.3fr) 150px' },
        }}
      >
        <RhythmFields rule={rule} firstDate={firstDate} onChange={onChange} />
        <EndFields rule={rule} firstDate={firstDate} onChange={onChange} />
      </Box>
      {rule.frequency === 'WEEKLY' && (
        <WeekdayButtons weekdays={rule.weekdays} onChange={(weekdays) => onChange({ ...rule, weekdays })} />
      )}
      <ProblemAlert text={error} />
    </Box>
  );
}

type RulePartProps = Omit<RuleFieldsProps, 'error'>;

/** Weekly or daily, and every how many weeks or days. */
function RhythmFields({ rule, firstDate, onChange }: RulePartProps) {
  const { t } = useTranslation('reservations');
  const unit = rule.frequency === 'WEEKLY' ? 'weeks' : 'days';
  return (
    <>
      <SelectInput
        label={t('series.frequency')}
        value={rule.frequency}
        options={(['WEEKLY', 'DAILY'] as const).map((value) => ({ value, label: t(`series.frequencies.${value}`) }))}
        onChange={(value) =>
          onChange({
            ...rule,
            frequency: value === 'DAILY' ? 'DAILY' : 'WEEKLY',
            weekdays: value === 'DAILY' ? [] : [weekdayOf(firstDate)],
          })
        }
      />
      <SelectInput
        label={t('series.interval')}
        value={String(rule.interval)}
        onChange={(value) => onChange({ ...rule, interval: Number(value) })}
        options={Array.from({ length: 12 }, (_, index) => ({
          value: String(index + 1),
          label: t(`series.every.${unit}`, { count: index + 1 }),
        }))}
      />
    </>
  );
}

/** The last day, or the number of dates. */
function EndFields({ rule, firstDate, onChange }: RulePartProps) {
  const { t } = useTranslation('reservations');
  const { until: _until, count: _count, ...rhythm } = rule;
  const isCounted = rule.count !== undefined;
  return (
    <>
      <SelectInput
        label={t('series.ends')}
        value={isCounted ? 'count' : 'until'}
        options={[
          { value: 'until', label: t('series.until') },
          { value: 'count', label: t('series.count') },
        ]}
        onChange={(value) => onChange(value === 'count' ? { ...rhythm, count: 4 } : { ...rhythm, until: firstDate })}
      />
      {isCounted ? (
        <TimesField count={rule.count ?? 0} onChange={(count) => onChange({ ...rhythm, count })} />
      ) : (
        <DateField
          label={t('series.untilDate')}
          value={rule.until ?? ''}
          min={firstDate}
          onChange={(until) => onChange({ ...rhythm, until })}
        />
      )}
    </>
  );
}

interface TimesFieldProps {
  /** 0: the text is no number of times. */
  readonly count: number;
  readonly onChange: (count: number) => void;
}

/** How often the series repeats, as it is typed: -5 and 2.5 are no number of times. */
function TimesField({ count, onChange }: TimesFieldProps) {
  const { t } = useTranslation('reservations');
  const [typed, setTyped] = useState(String(count));
  const read = wholeNumber(typed, 1, MAX_TIMES);
  return (
    <TextField
      fullWidth
      size="small"
      label={t('series.times')}
      value={(read ?? 0) === count ? typed : String(count)}
      error={read === null}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(wholeNumber(event.target.value, 1, MAX_TIMES) ?? 0);
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4, style: { textAlign: 'right' } } }}
    />
  );
}

interface WeekdayButtonsProps {
  readonly weekdays: SeriesRule['weekdays'];
  readonly onChange: (weekdays: number[]) => void;
}

function WeekdayButtons({ weekdays, onChange }: WeekdayButtonsProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <ToggleButtonGroup
      size="small"
      value={weekdays}
      aria-label={t('series.weekdays')}
      onChange={(_event, chosen: number[]) => onChange([...chosen].sort((a, b) => a - b))}
    >
      {[1, 2, 3, 4, 5, 6, 7].map((day) => (
        <ToggleButton key={day} value={day} sx={{ px: 1.25, minWidth: 36 }}>
          {format.weekday(day)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
