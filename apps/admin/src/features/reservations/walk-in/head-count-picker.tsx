import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';

/** The number of guests; more than eight need the dialog of a new reservation. */
const CHOICES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export function HeadCountPicker({
  value,
  onPick,
}: {
  readonly value: number;
  readonly onPick: (headCount: number) => void;
}) {
  const { t } = useTranslation('reservations');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={t('create.headCount')}
      sx={{ flexWrap: 'wrap' }}
      onChange={(_event, next: number | null) => next !== null && onPick(next)}
    >
      {CHOICES.map((count) => (
        <ToggleButton key={count} value={count} sx={{ minWidth: 36, minHeight: 40 }}>
          {count}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
