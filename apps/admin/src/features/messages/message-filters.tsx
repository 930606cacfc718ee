import { useTranslation } from 'react-i18next';
import { useZoneHint } from '../../session/store-choice.ts';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { countActiveFields, type ChangeAddress } from '../../ui/list/address-filter.ts';
import { ClearFilter, FilterGrid, FilterPeriodFields } from '../../ui/list/filter-bar.tsx';
import { MESSAGE_KIND_CHOICES, MESSAGE_STATE_CHOICES } from './message-choices.ts';
import { MESSAGE_FILTER_FIELDS, type MessageFilter } from './message-filter.ts';

interface MessageFiltersProps {
  readonly filter: MessageFilter;
  readonly onChange: ChangeAddress;
  readonly onClear: () => void;
}

/** Filters the log by state, kind and days. */
export function MessageFilters({ filter, onChange, onClear }: MessageFiltersProps) {
  const { t } = useTranslation('messages');
  return (
    <FilterGrid label={t('filter.label')} columns="repeat(4, minmax(0, 1fr)) auto" alignItems="start" rowGap={1.75}>
      <Choice
        label={t('filter.state')}
        all={t('filter.ended')}
        value={filter.state ?? ''}
        onPick={(state) => onChange({ state })}
        options={MESSAGE_STATE_CHOICES.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <Choice
        label={t('filter.kind')}
        all={t('filter.all')}
        value={filter.kind ?? ''}
        onPick={(kind) => onChange({ kind })}
        options={MESSAGE_KIND_CHOICES.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <FilterPeriodFields
        period={filter}
        labels={{ from: t('filter.from'), to: t('filter.to'), invalid: t('filter.invalidPeriod') }}
        hint={useZoneHint()}
        onChange={onChange}
      />
      <ClearFilter texts={t} activeCount={countActiveFields(MESSAGE_FILTER_FIELDS, filter)} onClear={onClear} />
    </FilterGrid>
  );
}
