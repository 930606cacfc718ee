import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { todayIn } from '../../ui/form/date-text.ts';
import { useBusinessToday } from '../../ui/use-business-today.ts';
import { useZone } from '../../ui/zone.ts';
import { Choice, Day } from './filter-fields.tsx';
import { SalesExport } from './sales-export.tsx';
import {
  CHANNEL_CHOICES,
  datesOf,
  isNarrowed,
  METHOD_CHOICES,
  PERIOD_CHOICES,
  periodChange,
  type PeriodChoice,
  type SalesFilter,
} from './sales-filter.ts';
import { useSalesWords } from './sales-words.ts';
import { useSalesRooms } from './sales.api.ts';

interface SalesFiltersProps {
  readonly filter: SalesFilter;
  /** Whether this person may export the figures. */
  readonly canExport: boolean;
  /** Values by their parameter in the address; empty ones are removed from it. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** The filter of the figures; all of it is in the address (SH-6), the store in the header's choice. */
export function SalesFilters({ filter, canExport, onChange }: SalesFiltersProps) {
  const { t } = useTranslation(['sales', 'payments', 'reservations']);
  const rooms = useSalesRooms(useProduct(), filter.storeId);
  const all = { value: '', text: t('filter.all') };
  return (
    <Box
      role="search"
      aria-label={t('filter.label')}
      sx={{
        display: 'grid',
        columnGap: 1,
        rowGap: 1.75,
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      <PeriodField filter={filter} onChange={onChange} />
      {filter.storeId !== null && (
        <Choice
          label={t('filter.room')}
          value={filter.roomId ?? ''}
          unlisted={rooms.isPending ? '…' : t('filter.otherRoom')}
          onPick={(room) => onChange({ room })}
          options={[all, ...(rooms.data ?? []).map(({ id, name }) => ({ value: id, text: name }))]}
        />
      )}
      <Choice
        label={t('filter.method')}
        value={filter.method ?? ''}
        onPick={(method) => onChange({ method })}
        options={[all, ...METHOD_CHOICES.map((value) => ({ value, text: t(`payments:method.${value}`) }))]}
      />
      <Choice
        label={t('filter.channel')}
        value={filter.channel ?? ''}
        onPick={(channel) => onChange({ channel })}
        options={[all, ...CHANNEL_CHOICES.map((value) => ({ value, text: t(`reservations:channel.${value}`) }))]}
      />
      {filter.period === 'custom' && <CustomPeriod filter={filter} onChange={onChange} />}
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button
          color="inherit"
          disabled={!isNarrowed(filter)}
          sx={{ minHeight: 40 }}
          onClick={() => onChange({ room: '', method: '', channel: '' })}
        >
          {t('filter.clear')}
        </Button>
        <Box sx={{ flex: 1 }} />
        {canExport && filter.fault === null && <SalesExport filter={filter} />}
      </Box>
    </Box>
  );
}

/**
 * The date of a choice of one day, between midnight and the cut-off: sales use business days, but "today" means the
 * calendar day (decision 057). `null` while the two agree, and for other choices.
 */
function useDateWord(): (choice: PeriodChoice) => string | null {
  const businessToday = useBusinessToday();
  const isCalendarDay = businessToday === todayIn(useZone());
  const { day } = useSalesWords();
  return (choice) =>
    isCalendarDay || (choice !== 'today' && choice !== 'yesterday') ? null : day(datesOf(choice, businessToday).from);
}

function PeriodField({ filter, onChange }: Pick<SalesFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('sales');
  const dateWord = useDateWord();
  return (
    <Choice
      label={t('filter.period')}
      value={filter.period}
      options={PERIOD_CHOICES.map((value) => ({ value, text: dateWord(value) ?? t(`period.${value}`) }))}
      onPick={(picked) => {
        const choice = PERIOD_CHOICES.find((value) => value === picked);
        if (choice !== undefined) onChange(periodChange(choice, filter));
      }}
    />
  );
}

/** The first and the last day of a period that has no name. */
function CustomPeriod({ filter, onChange }: Pick<SalesFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('sales');
  return (
    <Box
      sx={{
        gridColumn: '1 / -1',
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      <Day label={t('filter.from')} value={filter.from} error="" onPick={(from) => onChange({ from })} />
      <Day
        label={t('filter.to')}
        value={filter.to}
        error={filter.fault === null ? '' : t(`filter.fault.${filter.fault}`)}
        onPick={(to) => onChange({ to })}
      />
    </Box>
  );
}
