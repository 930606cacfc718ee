import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { TimeField } from '../../../ui/form/time/time-field.tsx';
import { DayHoursRow } from './day-hours-row.tsx';
import { SettingsSection, type SettingsFieldsProps } from '../settings-section.tsx';
import {
  endsNextDay,
  toOpeningHours,
  isIncomplete,
  countOpenMinutes,
  copyToAllDays,
  toWeekHours,
  type DayHours,
} from './week-hours.ts';

const DAYS = {
  display: 'grid',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  bgcolor: 'background.paper',
  '& > * + *': { borderTop: 1, borderColor: 'divider' },
} as const;

interface Draft {
  readonly hours: readonly DayHours[];
  readonly dayCutoff: string;
}

/** The opening hours of each weekday, and the time at which the business day changes. */
export function HoursSection({ store }: { readonly store: Store }) {
  const { t } = useTranslation(['stores', 'form']);
  const timesOf = (day: DayHours) => {
    if (day.kind !== 'OPEN') return t(`hours.kind.${day.kind}`);
    return `${day.opensAt}–${endsNextDay(day) ? t('hours.nextDay', { time: day.closesAt }) : day.closesAt}`;
  };
  return (
    <SettingsSection<Draft>
      store={store}
      text={t('hours.text')}
      draftOf={({ hours, dayCutoff }) => ({ hours: toWeekHours(hours), dayCutoff })}
      bodyOf={({ hours, dayCutoff }) => ({ hours: toOpeningHours(hours), dayCutoff })}
      check={({ hours, dayCutoff }) => ({
        ...Object.fromEntries(
          hours.filter(isIncomplete).map(({ weekday }) => [`hours.day${String(weekday)}`, t('hours.incomplete')]),
        ),
        ...(dayCutoff === '' && { dayCutoff: t('form:required') }),
      })}
      describe={({ hours, dayCutoff }) => [
        ...hours.map((day) => [t(`weekday.${day.weekday}`), timesOf(day)] as const),
        [t('hours.dayCutoff'), dayCutoff],
      ]}
    >
      {(form, isReadOnly) => <HoursFields form={form} isReadOnly={isReadOnly} />}
    </SettingsSection>
  );
}

function HoursFields({ form, isReadOnly }: SettingsFieldsProps<Draft>) {
  const { t } = useTranslation('stores');
  const { hours, dayCutoff } = form.draft;
  const minutes = hours.reduce((sum, day) => sum + countOpenMinutes(day), 0);
  return (
    <>
      <WeekHours form={form} isReadOnly={isReadOnly} />
      <Box sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {minutes === 0 ? t('hours.never') : t('hours.week', { hours: Math.round(minutes / 6) / 10 })}
      </Box>
      <Box sx={{ maxWidth: 320 }}>
        <TimeField
          label={t('hours.dayCutoff')}
          value={dayCutoff}
          isReadOnly={isReadOnly}
          error={form.errorAt('dayCutoff')}
          hint={t('hours.dayCutoffHint')}
          onChange={(value) => form.change({ dayCutoff: value })}
        />
      </Box>
    </>
  );
}

function WeekHours({ form, isReadOnly }: SettingsFieldsProps<Draft>) {
  const { t } = useTranslation('stores');
  const { hours } = form.draft;
  // The server counts open days only; its errors have their places in that list.
  const openDays = hours.filter(({ kind }) => kind !== 'CLOSED').map(({ weekday }) => weekday);
  const errorOf = ({ weekday }: DayHours) =>
    form.errorAt(`hours.day${String(weekday)}`) ??
    (openDays.includes(weekday) ? form.errorAt(`hours.${String(openDays.indexOf(weekday))}`) : undefined);
  return (
    <Box role="group" aria-label={t('tab.hours')} sx={DAYS}>
      {hours.map((day) => (
        <DayHoursRow
          key={day.weekday}
          day={day}
          isReadOnly={isReadOnly}
          error={errorOf(day)}
          onChange={(changed) =>
            form.change({ hours: hours.map((other) => (other.weekday === day.weekday ? changed : other)) })
          }
          onSameForAll={() => form.change({ hours: copyToAllDays(hours, day) })}
        />
      ))}
    </Box>
  );
}
