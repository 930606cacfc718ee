import type { FreePeriod, Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { RoomPeriod } from './reservation-draft.ts';
import { usePeriodWords } from './period-words.ts';

interface FreeChipsProps {
  readonly free: readonly FreePeriod[];
  readonly rooms: readonly Pick<Room, 'id' | 'name'>[];
  readonly onPick: (period: RoomPeriod) => void;
}

/** Free times near a taken one (RV-2): one tap chooses it. */
export function FreeChips({ free, rooms, onPick }: FreeChipsProps) {
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  if (free.length === 0) return <Box sx={{ typography: 'body2' }}>{t('free.none')}</Box>;
  return (
    <Box
      role="group"
      aria-label={t('free.title')}
      data-testid="free-chips"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      <Box sx={{ typography: 'body2', width: '100%' }}>{t('free.title')}</Box>
      {free.map((period) => (
        <Button
          key={`${period.roomId} ${period.startsAt} ${period.endsAt}`}
          size="small"
          variant="outlined"
          color="inherit"
          onClick={() => onPick(period)}
        >
          {rooms.find((room) => room.id === period.roomId)?.name ?? ''} {words.period(period.startsAt, period.endsAt)}
        </Button>
      ))}
    </Box>
  );
}
