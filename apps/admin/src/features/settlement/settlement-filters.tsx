import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { clearedFilter, countActiveFields, type ChangeAddress } from '../../ui/list/address-filter.ts';
import { ClearFilter, FilterGrid } from '../../ui/list/filter-bar.tsx';
import { useBusinessToday } from '../../ui/time/use-business-today.ts';
import { latestMonths } from '../../ui/time/latest-months.ts';
import { SETTLEMENT_FIELDS, SETTLEMENT_STAGES, type SettlementFilter } from './settlement-filter.ts';
import { useSettlementWords } from './settlement-words.ts';

const MONTHS = 24;

interface SettlementFiltersProps {
  readonly filter: SettlementFilter;
  readonly onChange: ChangeAddress;
}

/** The filter of the periods; all of it is in the address (SH-6), the store in the header's choice. */
export function SettlementFilters({ filter, onChange }: SettlementFiltersProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const months = latestMonths(useBusinessToday(), MONTHS);
  return (
    <FilterGrid label={t('filter.label')} columns="200px 220px 1fr" alignItems="start" rowGap={1.75}>
      <Choice
        label={t('filter.state')}
        all={t('filter.all')}
        value={filter.stage ?? ''}
        options={SETTLEMENT_STAGES.map((value) => ({ value, label: t(`filter.stage.${value}`) }))}
        onPick={(state) => onChange({ state })}
      />
      <Choice
        label={t('filter.month')}
        all={t('filter.all')}
        value={filter.month ?? ''}
        options={months.map((value) => ({ value, label: words.month(value) }))}
        unlisted={filter.month === null ? '' : words.month(filter.month)}
        onPick={(month) => onChange({ month })}
      />
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <ClearFilter
          texts={t}
          activeCount={countActiveFields(SETTLEMENT_FIELDS, filter)}
          onClear={() => onChange(clearedFilter(SETTLEMENT_FIELDS))}
        />
      </Box>
    </FilterGrid>
  );
}
