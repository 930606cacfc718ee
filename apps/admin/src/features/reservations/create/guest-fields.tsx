import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';

export interface GuestDraft {
  readonly guestName: string;
  readonly guestPhone: string;
  readonly headCount: string;
}

interface GuestFieldsProps {
  readonly guest: GuestDraft;
  readonly capacity: number | null;
  readonly onChange: (change: Partial<GuestDraft>) => void;
  readonly errors: Readonly<Record<string, string>>;
  /** Focuses the name. */
  readonly isFirst?: boolean;
  readonly isNarrow?: boolean;
}

/** The guest's name and phone, and the head count. */
export function GuestFields({
  guest,
  capacity,
  onChange,
  errors,
  isFirst = false,
  isNarrow = false,
}: GuestFieldsProps) {
  const { t } = useTranslation('reservations');
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr 96px', sm: isNarrow ? '1fr 96px' : '1.3fr 1.3fr 96px' },
        alignItems: 'start',
      }}
    >
      <TextField
        autoFocus={isFirst}
        fullWidth
        required
        size="small"
        label={t('create.guestName')}
        value={guest.guestName}
        autoComplete="off"
        sx={{ gridColumn: { xs: '1 / -1', sm: isNarrow ? '1 / -1' : 'auto' } }}
        error={errors['guestName'] !== undefined}
        helperText={errors['guestName']}
        onChange={(event) => onChange({ guestName: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextField
        fullWidth
        required
        size="small"
        type="tel"
        label={t('create.guestPhone')}
        value={guest.guestPhone}
        autoComplete="off"
        placeholder="010-0000-0000"
        error={errors['guestPhone'] !== undefined}
        helperText={errors['guestPhone']}
        onChange={(event) => onChange({ guestPhone: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 24 } }}
      />
      <HeadCountField
        value={guest.headCount}
        capacity={capacity}
        error={errors['headCount']}
        onChange={(headCount) => onChange({ headCount })}
      />
    </Box>
  );
}

interface HeadCountFieldProps extends Pick<GuestFieldsProps, 'capacity'> {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (headCount: string) => void;
}

function HeadCountField({ value, capacity, error, onChange }: HeadCountFieldProps) {
  const { t } = useTranslation('reservations');
  const people = Number(value);
  const overCapacity =
    capacity !== null && Number.isInteger(people) && people > capacity
      ? t('create.overCapacity', { count: capacity })
      : undefined;
  return (
    <TextField
      fullWidth
      required
      size="small"
      label={t('create.headCount')}
      value={value}
      error={(error ?? overCapacity) !== undefined}
      helperText={error ?? overCapacity}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4, style: { textAlign: 'right' } } }}
    />
  );
}
