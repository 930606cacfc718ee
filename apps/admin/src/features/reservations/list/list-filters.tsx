import { RESERVATION_CHANNELS, RESERVATION_STATES, type ReservationState } from '@munjigi/contract/reservation-values';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { Day, SearchBox } from '../../../ui/form/filter-fields.tsx';
import { ReservationExport } from './reservation-export.tsx';
import { ANY_DAY, hasReservationFilters, PAYMENT_CHOICES, LIST_SORTS, type ListFilter } from './list-filter.ts';

const FILTERS = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: '1fr 1fr', md: 'minmax(200px, 1.6fr) repeat(4, minmax(0, 1fr))' },
  alignItems: 'start',
} as const;

/** Common choices of several states at once. */
const COMING: readonly ReservationState[] = ['PENDING', 'CONFIRMED', 'IN_USE'];

/** The width of a date field: on a phone two of them share a row. */
const DAY = { flex: { xs: '1 1 136px', sm: '0 0 170px' } } as const;

interface ListFiltersProps {
  readonly filter: ListFilter;
  /** The rooms with the names of their stores, which are empty in a list of one store. */
  readonly rooms: readonly { readonly id: string; readonly name: string; readonly storeName: string }[];
  /** Values by their parameter in the address; empty ones are removed from it. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
  readonly onClear: () => void;
}

/** The filter of the list; all of it is in the address (SH-6). */
export function ListFilters({ filter, rooms, onChange, onClear }: ListFiltersProps) {
  const { t } = useTranslation('reservations');
  return (
    <Box role="search" aria-label={t('list.filter')} sx={FILTERS}>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <SearchBox
          label={t('list.search')}
          hint={t('list.searchHint')}
          value={filter.q}
          onSearch={(q) => onChange({ q })}
        />
      </Box>
      <ChoiceFilters filter={filter} rooms={rooms} onChange={onChange} />
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'start' }}>
        <PeriodAndOrder filter={filter} onChange={onChange} />
        <Button
          color="inherit"
          disabled={!hasReservationFilters(filter)}
          onClick={onClear}
          sx={{ minHeight: 40, ml: { xs: -1, md: 0 } }}
        >
          {t('list.clear')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <ReservationExport filter={filter} />
      </Box>
    </Box>
  );
}

/** The first and last day, and the order of the rows. */
function PeriodAndOrder({ filter, onChange }: Pick<ListFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('reservations');
  const isPeriodBad = filter.from !== null && filter.to !== null && filter.to < filter.from;
  return (
    <>
      <Box sx={DAY}>
        <Day
          label={t('list.from')}
          value={filter.from}
          onPick={(from) => onChange({ from: from === '' ? ANY_DAY : from })}
          error=""
        />
      </Box>
      <Box sx={DAY}>
        <Day
          label={t('list.to')}
          value={filter.to}
          onPick={(to) => onChange({ to })}
          error={isPeriodBad ? t('list.invalidPeriod') : ''}
        />
      </Box>
      <Box sx={DAY}>
        <SelectInput
          label={t('list.sort')}
          value={filter.sort}
          onChange={(sort) => onChange({ sort })}
          options={LIST_SORTS.map((value) => ({ value, label: t(`list.sorts.${value}`) }))}
        />
      </Box>
    </>
  );
}

/** State, room, channel and payment, each one of a few options or all. */
function ChoiceFilters({ filter, rooms, onChange }: Omit<ListFiltersProps, 'onClear'>) {
  const { t } = useTranslation('reservations');
  const all = { value: '', label: t('list.all') };
  return (
    <>
      <SelectInput
        label={t('list.state')}
        unlisted=""
        value={filter.states.join(',')}
        onChange={(state) => onChange({ state })}
        options={[
          all,
          { value: COMING.join(','), label: t('list.coming') },
          ...RESERVATION_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
        ]}
      />
      <SelectInput
        label={t('list.room')}
        unlisted=""
        value={filter.roomId ?? ''}
        onChange={(room) => onChange({ room })}
        options={[
          all,
          ...rooms.map(({ id, name, storeName }) => ({
            value: id,
            label: [storeName, name].filter(Boolean).join(' · '),
          })),
        ]}
      />
      <SelectInput
        label={t('list.channel')}
        value={filter.channel ?? ''}
        onChange={(channel) => onChange({ channel })}
        options={[all, ...RESERVATION_CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) }))]}
      />
      <SelectInput
        label={t('list.paid')}
        value={filter.payment ?? ''}
        onChange={(payment) => onChange({ payment })}
        options={[all, ...PAYMENT_CHOICES.map((value) => ({ value, label: t(`list.payments.${value}`) }))]}
      />
    </>
  );
}
