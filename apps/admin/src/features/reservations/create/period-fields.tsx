import type { Room, Store } from '@munjigi/contract';
import { zonedDate } from '@munjigi/rules';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { DateField } from '../../../ui/form/time/date-field.tsx';
import type { RoomPeriod } from './reservation-draft.ts';
import { usePeriodWords } from './period-words.ts';
import { endTimes, countMinutes, onDay, startTimes, withStart } from './slot-times.ts';

interface PeriodFieldsProps {
  readonly store: Store;
  readonly rooms: readonly Pick<Room, 'id' | 'name' | 'capacity'>[];
  readonly kind: 'GUEST' | 'BLOCK';
  readonly period: RoomPeriod;
  readonly onChange: (period: RoomPeriod) => void;
  readonly errors: Readonly<Record<string, string>>;
  /** For a reservation that has begun: its start is fixed. */
  readonly isStartFixed?: boolean;
  /** The first option: any room. */
  readonly anyRoomText?: string;
  /** For a narrow panel: two fields per row at any width. */
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
  const day = zonedDate(store.timeZone, new Date(period.startsAt));
  const fields = { store, kind, period, onChange, errors };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        // A date needs 160 px beside its icon.
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) 160px',
          sm: isNarrow ? 'minmax(0, 1fr) 160px' : 'minmax(0, 1.5fr) 160px minmax(0, 1fr) minmax(0, 1.3fr)',
        },
        alignItems: 'start',
      }}
    >
      <RoomSelect rooms={rooms} period={period} onChange={onChange} errors={errors} anyRoomText={anyRoomText} />
      <DateField
        label={t('create.date')}
        value={day}
        isClearable={false}
        isDisabled={isStartFixed}
        onChange={(other) => onChange({ ...period, ...onDay(store, period, other) })}
      />
      <StartSelect {...fields} day={day} isDisabled={isStartFixed} />
      <EndSelect {...fields} day={day} />
    </Box>
  );
}

interface RoomSelectProps extends Pick<PeriodFieldsProps, 'rooms' | 'period' | 'onChange' | 'errors'> {
  readonly anyRoomText: string | undefined;
}

function RoomSelect({ rooms, period, onChange, errors, anyRoomText }: RoomSelectProps) {
  const { t } = useTranslation('reservations');
  return (
    <SelectInput
      label={t('create.room')}
      unlisted=""
      value={period.roomId}
      error={errors['roomId']}
      onChange={(roomId) => onChange({ ...period, roomId })}
      options={[
        ...(anyRoomText === undefined ? [] : [{ value: '', label: anyRoomText }]),
        ...rooms.map((room) => ({
          value: room.id,
          label: `${room.name} (${t('create.capacity', { count: room.capacity })})`,
        })),
      ]}
    />
  );
}

interface TimeSelectProps extends Pick<PeriodFieldsProps, 'store' | 'kind' | 'period' | 'onChange' | 'errors'> {
  /** The calendar day of the start. */
  readonly day: string;
}

function StartSelect(props: TimeSelectProps & { readonly isDisabled: boolean }) {
  const { store, kind, period, onChange, errors, day } = props;
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  const starts = startTimes(store, day, kind);
  return (
    <SelectInput
      label={t('create.start')}
      unlisted=""
      value={period.startsAt}
      error={errors['startsAt']}
      isReadOnly={props.isDisabled}
      hint={starts.length === 0 ? t('create.closedDay') : undefined}
      options={withCurrent(
        starts.map((time) => ({ value: time.at, label: words.slot(time) })),
        { value: period.startsAt, label: words.slotAt(store, period.startsAt, day) },
      )}
      onChange={(startsAt) => onChange({ ...period, ...withStart(period, startsAt) })}
    />
  );
}

function EndSelect({ store, kind, period, onChange, errors, day }: TimeSelectProps) {
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  const ends = endTimes(store, period.startsAt, kind);
  return (
    <SelectInput
      label={t('create.end')}
      unlisted=""
      value={period.endsAt}
      error={errors['endsAt']}
      options={withCurrent(
        ends.map((time) => ({
          value: time.at,
          label: `${words.slot(time)} · ${words.length(countMinutes({ startsAt: period.startsAt, endsAt: time.at }))}`,
        })),
        { value: period.endsAt, label: words.slotAt(store, period.endsAt, day) },
      )}
      onChange={(endsAt) => onChange({ ...period, endsAt })}
    />
  );
}

interface TimeOption {
  readonly value: string;
  readonly label: string;
}

/** Adds the current time as the first option when the store's present settings do not offer it. */
function withCurrent(options: readonly TimeOption[], current: TimeOption): readonly TimeOption[] {
  return options.some(({ value }) => value === current.value) ? options : [current, ...options];
}
