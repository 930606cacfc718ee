import { PAYMENT_METHODS } from '@munjigi/contract/payment-methods';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { todayIn } from '../../ui/form/time/date-text.ts';
import { FileExport } from '../../ui/form/file-export.tsx';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { clearedFilter, countActiveFields, type ChangeAddress } from '../../ui/list/address-filter.ts';
import { FilterActions, FilterGrid } from '../../ui/list/filter-bar.tsx';
import { useBusinessToday } from '../../ui/time/use-business-today.ts';
import { useZone } from '../../ui/time/zone.ts';
import {
  PERIOD_CHOICES,
  periodChange,
  periodDates,
  SALES_CHANNELS,
  SALES_CHOICE_FIELDS,
  type PeriodChoice,
  type SalesPageFilter,
} from './sales-filter.ts';
import { useSalesWords } from './sales-words.ts';
import { useSalesExport, useSalesRooms } from './sales.api.ts';

interface SalesFiltersProps {
  readonly filter: SalesPageFilter;
  /** Whether this person may export the figures. */
  readonly canExport: boolean;
  readonly onChange: ChangeAddress;
}

/** The filter of the figures; all of it is in the address (SH-6), the store in the header's choice. */
export function SalesFilters({ filter, canExport, onChange }: SalesFiltersProps) {
  const { t } = useTranslation(['sales', 'payments', 'reservations']);
  const rooms = useSalesRooms(useProduct(), filter.storeId);
  const all = t('filter.all');
  // Without the field of the room, and without those of a period, the fourth column is free.
  const hasPlaceBeside = filter.storeId === null && filter.period !== 'custom';
  return (
    <FilterGrid label={t('filter.label')} columns="repeat(4, minmax(0, 1fr))" alignItems="start" rowGap={1.75}>
      <PeriodField filter={filter} onChange={onChange} />
      {filter.storeId !== null && (
        <Choice
          label={t('filter.room')}
          all={all}
          value={filter.roomId ?? ''}
          unlisted={rooms.isPending ? '…' : t('filter.otherRoom')}
          onPick={(room) => onChange({ room })}
          options={(rooms.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Choice
        label={t('filter.method')}
        all={all}
        value={filter.method ?? ''}
        onPick={(method) => onChange({ method })}
        options={PAYMENT_METHODS.map((value) => ({ value, label: t(`payments:method.${value}`) }))}
      />
      <Choice
        label={t('filter.channel')}
        all={all}
        value={filter.channel ?? ''}
        onPick={(channel) => onChange({ channel })}
        options={SALES_CHANNELS.map((value) => ({ value, label: t(`reservations:channel.${value}`) }))}
      />
      {filter.period === 'custom' && <CustomPeriod filter={filter} onChange={onChange} />}
      <Box sx={{ gridColumn: { xs: '1 / -1', md: hasPlaceBeside ? 'auto' : '1 / -1' } }}>
        <FilterActions
          texts={t}
          activeCount={countActiveFields(SALES_CHOICE_FIELDS, filter)}
          removable={null}
          onClear={() => onChange(clearedFilter(SALES_CHOICE_FIELDS))}
        >
          {canExport && filter.fault === null && <SalesExport filter={filter} />}
        </FilterActions>
      </Box>
    </FilterGrid>
  );
}

/**
 * The date for a choice of one day between midnight and the cut-off, when sales use business days but "today" means the
 * calendar day (decision 057). `null` while the two agree, and for other choices.
 */
function useDateWord(): (choice: PeriodChoice) => string | null {
  const businessToday = useBusinessToday();
  const isCalendarDay = businessToday === todayIn(useZone());
  const { day } = useSalesWords();
  return (choice) =>
    isCalendarDay || (choice !== 'today' && choice !== 'yesterday')
      ? null
      : day(periodDates(choice, businessToday).from);
}

function PeriodField({ filter, onChange }: Pick<SalesFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('sales');
  const dateWord = useDateWord();
  return (
    <Choice
      label={t('filter.period')}
      value={filter.period}
      options={PERIOD_CHOICES.map((value) => ({ value, label: dateWord(value) ?? t(`period.${value}`) }))}
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
      <DateField
        label={t('filter.from')}
        value={filter.from}
        isClearable={false}
        onChange={(from) => onChange({ from })}
      />
      <DateField
        label={t('filter.to')}
        value={filter.to}
        isClearable={false}
        error={filter.fault === null ? undefined : t(`filter.fault.${filter.fault}`)}
        onChange={(to) => onChange({ to })}
      />
    </Box>
  );
}

/** Exports every payment and refund of the filter as a file (SL-1). */
function SalesExport({ filter }: Pick<SalesFiltersProps, 'filter'>) {
  const { i18n } = useTranslation();
  const file = useSalesExport(useProduct(), filter, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return <FileExport file={file} />;
}
