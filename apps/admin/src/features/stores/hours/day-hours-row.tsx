import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { minutesOf } from '@munjigi/rules';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeField } from '../../../ui/form/time/time-field.tsx';
import { DAY_KINDS, endsNextDay, countOpenMinutes, withKind, type DayHours } from './week-hours.ts';

/** The width of a day's bar in hours: the day, and six hours of the next. */
const BAR_HOURS = 30;

interface DayHoursRowProps {
  readonly day: DayHours;
  readonly isReadOnly: boolean;
  readonly error: string | undefined;
  readonly onChange: (day: DayHours) => void;
  readonly onSameForAll: () => void;
}

/**
 * One weekday: closed, 24 hours, or from one time to another, with a bar that shows how far it reaches into the next
 * day.
 */
export function DayHoursRow({ day, isReadOnly, error, onChange, onSameForAll }: DayHoursRowProps) {
  const { t } = useTranslation('stores');
  const id = useId();
  const name = t(`weekday.${day.weekday}`);
  return (
    <Box data-testid={`hours-day-${String(day.weekday)}`} sx={{ display: 'grid', gap: 1, p: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ width: { xs: 36, sm: 96 }, fontWeight: 600 }}>
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            {name}
          </Box>
          <Box component="span" sx={{ display: { sm: 'none' } }}>
            {t(`weekdayShort.${day.weekday}`)}
          </Box>
        </Box>
        <TextField
          select
          size="small"
          label={t('hours.kindLabel')}
          value={day.kind}
          disabled={isReadOnly}
          sx={{ minWidth: 104 }}
          onChange={(event) => onChange(withKind(day, DAY_KINDS.find((kind) => kind === event.target.value) ?? 'OPEN'))}
          slotProps={{
            select: { native: true },
            inputLabel: { shrink: true },
            htmlInput: { 'aria-label': t('hours.timeOf', { day: name, what: t('hours.kindLabel') }) },
          }}
        >
          {DAY_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`hours.kind.${kind}`)}
            </option>
          ))}
        </TextField>
        {day.kind === 'OPEN' && (
          <DayTimes
            day={day}
            dayName={name}
            isReadOnly={isReadOnly}
            errorId={error === undefined ? undefined : id}
            onChange={onChange}
          />
        )}
        <Box sx={{ flex: 1 }} />
        {!isReadOnly && (
          <Button size="small" onClick={onSameForAll} aria-label={t('hours.sameForAll_named', { day: name })}>
            {t('hours.sameForAll')}
          </Button>
        )}
      </Box>
      {error !== undefined && (
        <Box id={id} sx={{ typography: 'caption', color: 'error.main' }}>
          {error}
        </Box>
      )}
      <DayBar day={day} />
    </Box>
  );
}

interface DayTimesProps extends Pick<DayHoursRowProps, 'day' | 'isReadOnly' | 'onChange'> {
  readonly dayName: string;
  /** The id of the element with the day's error. */
  readonly errorId: string | undefined;
}

function DayTimes({ day, dayName, isReadOnly, errorId, onChange }: DayTimesProps) {
  const { t } = useTranslation('stores');
  const isNextDay = endsNextDay(day) && day.closesAt !== '';
  const time = (which: 'opensAt' | 'closesAt') => (
    <Box sx={{ width: 112 }}>
      <TimeField
        label={t(`hours.${which}`)}
        fullName={t(which === 'closesAt' && isNextDay ? 'hours.nextDayOf' : 'hours.timeOf', {
          day: dayName,
          what: t(`hours.${which}`),
        })}
        value={day[which]}
        isReadOnly={isReadOnly}
        errorId={errorId}
        onChange={(at) => onChange({ ...day, [which]: at })}
      />
    </Box>
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
      {time('opensAt')}
      <span aria-hidden="true">–</span>
      {time('closesAt')}
      {isNextDay && (
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {t('hours.nextDay', { time: day.closesAt })}
        </Box>
      )}
    </Box>
  );
}

function DayBar({ day }: { readonly day: DayHours }) {
  const from = day.opensAt === '' ? 0 : minutesOf(day.opensAt);
  const share = (minutes: number) => `${String((minutes / 60 / BAR_HOURS) * 100)}%`;
  return (
    <Box
      aria-hidden="true"
      sx={{ position: 'relative', height: 6, borderRadius: 3, bgcolor: 'action.hover', overflow: 'hidden' }}
    >
      <Box
        sx={{
          position: 'absolute',
          insetBlock: 0,
          insetInlineStart: share(from),
          width: share(countOpenMinutes(day)),
          bgcolor: 'primary.main',
          borderRadius: 3,
        }}
      />
      <Box
        sx={{
          position: 'absolute',
          insetBlock: 0,
          insetInlineStart: share(1440),
          width: '2px',
          bgcolor: 'background.paper',
        }}
      />
    </Box>
  );
}
