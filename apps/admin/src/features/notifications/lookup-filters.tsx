import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZoneHint } from '../../app/store-choice.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { SearchBox } from '../../ui/form/filter-fields.tsx';
import {
  countNarrowed,
  KIND_CHOICES,
  SORT_CHOICES,
  STATE_CHOICES,
  type LookupFilter,
  type LookupPlace,
} from './lookup-filter.ts';

interface LookupFiltersProps {
  readonly filter: LookupFilter;
  readonly place: LookupPlace;
  /** Values by their parameter in the address; empty ones are removed from it. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
  readonly onClear: () => void;
}

/** The filter of the lookup and its order; all of it is in the address (SH-6). On a phone it is behind a button. */
export function LookupFilters({ filter, place, onChange, onClear }: LookupFiltersProps) {
  const { t } = useTranslation('notification-lookup');
  const [isOpen, setOpen] = useState(false);
  const narrowed = countNarrowed(filter);
  return (
    <Box role="search" aria-label={t('filter.label')} sx={{ display: 'grid', gap: 1.75 }}>
      <Box sx={{ display: 'grid', columnGap: 1, gridTemplateColumns: { xs: '1fr auto', md: '1fr' } }}>
        <SearchBox
          label={t('filter.search')}
          hint={t('filter.searchHint')}
          value={filter.q}
          onSearch={(q) => onChange({ q })}
        />
        <Button
          color="inherit"
          variant="outlined"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ display: { md: 'none' }, minHeight: 40 }}
        >
          {narrowed === 0 ? t('filter.label') : t('filter.some', { count: narrowed })}
        </Button>
      </Box>
      <Box
        sx={{
          display: { xs: isOpen ? 'grid' : 'none', md: 'grid' },
          columnGap: 1,
          rowGap: 1.75,
          alignItems: 'start',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, minmax(0, 1fr)) auto' },
        }}
      >
        <ChoiceFields filter={filter} place={place} onChange={onChange} />
        <PeriodFields filter={filter} onChange={onChange} />
        <Button color="inherit" disabled={narrowed === 0} onClick={onClear} sx={{ minHeight: 40 }}>
          {t('filter.clear')}
        </Button>
      </Box>
    </Box>
  );
}

/** State, kind and order. */
function ChoiceFields({ filter, place, onChange }: Pick<LookupFiltersProps, 'filter' | 'place' | 'onChange'>) {
  const { t } = useTranslation('notification-lookup');
  const all = { value: '', label: t('filter.all') };
  return (
    <>
      <SelectInput
        label={t('filter.state')}
        value={filter.state ?? ''}
        onChange={(state) => onChange({ state })}
        options={[all, ...STATE_CHOICES.map((value) => ({ value, label: t(`state.${value}`) }))]}
      />
      <SelectInput
        label={t('filter.kind')}
        value={filter.kind ?? ''}
        onChange={(kind) => onChange({ kind })}
        options={[all, ...KIND_CHOICES.map((value) => ({ value, label: t(`kind.${value}`) }))]}
      />
      <SelectInput
        label={t('filter.sort')}
        value={place.sort}
        onChange={(sort) => onChange({ sort: sort === SORT_CHOICES[0] ? '' : sort, page: '' })}
        options={SORT_CHOICES.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
    </>
  );
}

function PeriodFields({ filter: { from, to }, onChange }: Pick<LookupFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('notification-lookup');
  const zoneHint = useZoneHint();
  const isPeriodBad = from !== null && to !== null && to < from;
  return (
    <>
      <DateField
        label={t('filter.from')}
        value={from ?? ''}
        hint={zoneHint}
        onChange={(day) => onChange({ from: day })}
      />
      <DateField
        label={t('filter.to')}
        value={to ?? ''}
        onChange={(day) => onChange({ to: day })}
        error={isPeriodBad ? t('filter.invalidPeriod') : undefined}
      />
    </>
  );
}
