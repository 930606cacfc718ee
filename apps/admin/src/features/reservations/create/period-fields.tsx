import type { Room, Store } from '@munjigi/contract';
import { zonedDate } from '@munjigi/rules';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { NativeSelect } from './native-select.tsx';
import type { Period } from './new-reservation.ts';
import { usePeriodWords } from './period-words.ts';
import { endTimes, minutesOf, onDay, startTimes, withStart, type SlotTime } from './slot-times.ts';

interface PeriodFieldsProps {
  readonly store: Store;
  readonly rooms: readonly Pick<Room, 'id' | 'name' | 'capacity'>[];
  readonly kind: 'GUEST' | 'BLOCK';
  readonly period: Period;
  readonly onChange: (period: Period) => void;
  readonly errors: Readonly<Record<string, string>>;
  /** For a reservation that has begun: its start is fixed. */
  readonly isStartFixed?: boolean;
  /** The first option: any room. */
  readonly anyRoomText?: string;
  /** In a narrow panel: two fields a row at any width. */
  readonly isNarrow?: boolean;
}

/** Room, day, start and end: lists of the store's slot times, so that every choice is on the grid. */
export function PeriodFields({
  store,
  rooms,
  kind,
  period,
  onChange,
  errors,
  isStartFixed = false,
  anyRoomText,
  isNarrow = false,
}: PeriodFieldsProps) {
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  const day = zonedDate(store.timeZone, new Date(period.startsAt));
  const starts = startTimes(store, day, kind);
  const ends = endTimes(store, period.startsAt, kind);
  const option = (time: SlotTime) => ({ value: time.at, text: words.slot(time) });
  const known = <T extends { value: string; text: string }>(options: readonly T[], at: string) =>
    options.some((it) => it.value === at) ? options : [{ value: at, text: words.slotAt(store, at, day) }, ...options];

  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          xs: '1fr 1fr',
          sm: isNarrow ? '1fr 1fr' : 'minmax(0, 1.5fr) 160px minmax(0, 1fr) minmax(0, 1.3fr)',
        },
        alignItems: 'start',
      }}
    >
      <NativeSelect
        label={t('create.room')}
        value={period.roomId}
        error={errors['roomId']}
        onPick={(roomId) => onChange({ ...period, roomId })}
        options={[
          ...(anyRoomText === undefined ? [] : [{ value: '', text: anyRoomText }]),
          ...rooms.map((room) => ({
            value: room.id,
            text: `${room.name} (${t('create.capacity', { count: room.capacity })})`,
          })),
        ]}
      />
      <DateField
        label={t('create.date')}
        value={day}
        isClearable={false}
        isDisabled={isStartFixed}
        onChange={(other) => onChange({ ...period, ...onDay(store, period, other) })}
      />
      <NativeSelect
        label={t('create.start')}
        value={period.startsAt}
        error={errors['startsAt']}
        isDisabled={isStartFixed}
        hint={starts.length === 0 ? t('create.closedDay') : undefined}
        options={known(starts.map(option), period.startsAt)}
        onPick={(startsAt) => onChange({ ...period, ...withStart(period, startsAt) })}
      />
      <NativeSelect
        label={t('create.end')}
        value={period.endsAt}
        error={errors['endsAt']}
        options={known(
          ends.map((time) => ({
            value: time.at,
            text: `${words.slot(time)} · ${words.length(minutesOf({ startsAt: period.startsAt, endsAt: time.at }))}`,
          })),
          period.endsAt,
        )}
        onPick={(endsAt) => onChange({ ...period, endsAt })}
      />
    </Box>
  );
}
