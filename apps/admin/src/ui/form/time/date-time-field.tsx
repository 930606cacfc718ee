import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { DateField } from './date-field.tsx';
import { TimeField } from './time-field.tsx';

interface DateTimeFieldProps {
  readonly label: string;
  /** `YYYY-MM-DDTHH:mm`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
}

/** A date with its time: a date without a time starts at midnight, and there is no time without a date. */
export function DateTimeField({ label, value, onChange, hint }: DateTimeFieldProps) {
  const { t } = useTranslation('form');
  const [day = '', time = ''] = value.split('T');
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1.6fr) minmax(0, 1fr)', columnGap: 1, rowGap: 1.5 }}
    >
      <Box aria-hidden="true" sx={{ gridColumn: '1 / -1', typography: 'caption', color: 'text.secondary' }}>
        {label}
      </Box>
      <DateField
        label={t('time.day')}
        value={day}
        hint={hint}
        onChange={(next) => onChange(next === '' ? '' : `${next}T${time === '' ? '00:00' : time}`)}
      />
      <TimeField
        label={t('time.clock')}
        value={time}
        isDisabled={day === ''}
        onChange={(next) => onChange(`${day}T${next === '' ? '00:00' : next}`)}
      />
    </Box>
  );
}
