import { NOTIFICATION_KINDS } from '@munjigi/contract/notification-values';
import { useTranslation } from 'react-i18next';
import { useZoneHint } from '../../../session/store-choice.ts';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { countActiveFields, type ChangeAddress } from '../../../ui/list/address-filter.ts';
import { ClearFilter, FilterBar, FilterPeriodFields } from '../../../ui/list/filter-bar.tsx';
import {
  LOOKUP_FILTER_FIELDS,
  NOTIFICATION_STATES,
  SORT_CHOICES,
  type LookupFilter,
  type LookupPosition,
} from './lookup-filter.ts';

interface LookupFiltersProps {
  readonly filter: LookupFilter;
  readonly position: LookupPosition;
  readonly onChange: ChangeAddress;
  readonly onClear: () => void;
}

/** The filter of the lookup, and its order. */
export function LookupFilters({ filter, position, onChange, onClear }: LookupFiltersProps) {
  const { t } = useTranslation('notification-lookup');
  const activeCount = countActiveFields(LOOKUP_FILTER_FIELDS, filter);
  return (
    <FilterBar
      texts={t}
      q={filter.q}
      activeCount={activeCount}
      columns="repeat(5, minmax(0, 1fr)) auto"
      onChange={onChange}
    >
      <ChoiceFields filter={filter} position={position} onChange={onChange} />
      <FilterPeriodFields
        period={filter}
        labels={{ from: t('filter.from'), to: t('filter.to'), invalid: t('filter.invalidPeriod') }}
        hint={useZoneHint()}
        onChange={onChange}
      />
      <ClearFilter texts={t} activeCount={activeCount} onClear={onClear} />
    </FilterBar>
  );
}

/** State, kind and order. */
function ChoiceFields({ filter, position, onChange }: Omit<LookupFiltersProps, 'onClear'>) {
  const { t } = useTranslation('notification-lookup');
  const all = { value: '', label: t('filter.all') };
  return (
    <>
      <SelectInput
        label={t('filter.state')}
        value={filter.state ?? ''}
        onChange={(state) => onChange({ state })}
        options={[all, ...NOTIFICATION_STATES.map((value) => ({ value, label: t(`state.${value}`) }))]}
      />
      <SelectInput
        label={t('filter.kind')}
        value={filter.kind ?? ''}
        onChange={(kind) => onChange({ kind })}
        options={[all, ...NOTIFICATION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))]}
      />
      <SelectInput
        label={t('filter.sort')}
        value={position.sort}
        onChange={(sort) => onChange({ sort: sort === SORT_CHOICES[0] ? '' : sort, page: '' })}
        options={SORT_CHOICES.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
    </>
  );
}
