import { HISTORY_ACTIONS } from '@munjigi/contract/command-values';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useZoneHint } from '../../session/store-choice.ts';
import { FileExport } from '../../ui/form/file-export.tsx';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { countActiveFields, type ChangeAddress } from '../../ui/list/address-filter.ts';
import { LogFilterBar } from '../../ui/list/filter-bar.tsx';
import { useHistoryExport } from './device-history.api.ts';
import {
  CAUSE_CHOICES,
  FAILED,
  HISTORY_FILTER_FIELDS,
  SOURCE_CHOICES,
  STATUS_CHOICES,
  type DeviceHistoryFilter,
} from './history-filter.ts';
import { Glyph } from './icons.tsx';
import { useCommandWords } from './command-words.ts';

interface PlaceOption {
  readonly id: string;
  readonly name: string;
  readonly storeName: string;
}

interface HistoryFiltersProps {
  readonly filter: DeviceHistoryFilter;
  readonly rooms: readonly PlaceOption[];
  readonly targets: readonly PlaceOption[];
  /** The label of the person or reservation in the filter. */
  readonly causeLabel: string;
  readonly onChange: ChangeAddress;
  readonly onClear: () => void;
}

/** The filter of the history, and its export. */
export function HistoryFilters({ filter, rooms, targets, causeLabel, onChange, onClear }: HistoryFiltersProps) {
  const { t } = useTranslation('devices');
  const oneCause = {
    text: t('filter.by', { name: causeLabel }),
    icon: <Glyph name="cross" size={16} />,
    onRemove: () => onChange({ by: '' }),
  };
  return (
    <LogFilterBar
      texts={t}
      filter={filter}
      activeCount={countActiveFields(HISTORY_FILTER_FIELDS, filter)}
      columns="repeat(5, minmax(0, 1fr))"
      zoneHint={useZoneHint()}
      times={{
        from: filter.fromTime,
        to: filter.toTime,
        labels: { from: t('filter.fromTime'), to: t('filter.toTime') },
      }}
      removable={filter.causeId === null ? null : oneCause}
      exportMenu={<HistoryExport filter={filter} />}
      onChange={onChange}
      onClear={onClear}
    >
      <PlaceChoices filter={filter} rooms={rooms} targets={targets} onChange={onChange} />
      <CommandChoices filter={filter} onChange={onChange} />
    </LogFilterBar>
  );
}

type FilterPartProps = Pick<HistoryFiltersProps, 'filter' | 'onChange'>;

function PlaceChoices({
  filter,
  rooms,
  targets,
  onChange,
}: FilterPartProps & Pick<HistoryFiltersProps, 'rooms' | 'targets'>) {
  const { t } = useTranslation('devices');
  const optionsOf = (places: readonly PlaceOption[]) =>
    places.map(({ id, name, storeName }) => ({ value: id, label: storeName === '' ? name : `${storeName} ${name}` }));
  return (
    <>
      <Choice
        all={t('filter.all')}
        label={t('filter.target')}
        value={filter.targetId ?? ''}
        onPick={(target) => onChange({ target })}
        options={optionsOf(targets)}
      />
      <Choice
        all={t('filter.all')}
        label={t('filter.room')}
        value={filter.roomId ?? ''}
        onPick={(room) => onChange({ room })}
        options={optionsOf(rooms)}
      />
    </>
  );
}

function CommandChoices({ filter, onChange }: FilterPartProps) {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  return (
    <>
      <Choice
        all={t('filter.all')}
        label={t('filter.status')}
        value={filter.statuses.join(',')}
        onPick={(status) => onChange({ status })}
        options={[
          { value: FAILED.join(','), label: t('filter.failed') },
          ...STATUS_CHOICES.map((value) => ({ value, label: words.status(value) })),
        ]}
      />
      <Choice
        all={t('filter.all')}
        label={t('filter.action')}
        value={filter.action ?? ''}
        onPick={(action) => onChange({ action })}
        options={HISTORY_ACTIONS.map((value) => ({ value, label: words.action(value) }))}
      />
      <Choice
        all={t('filter.all')}
        label={t('filter.cause')}
        value={filter.causeKind ?? ''}
        onPick={(cause) => onChange({ cause })}
        options={CAUSE_CHOICES.map((value) => ({ value, label: t(`cause.${value}`) }))}
      />
      <Choice
        all={t('filter.all')}
        label={t('filter.source')}
        value={filter.source ?? ''}
        onPick={(source) => onChange({ source })}
        options={SOURCE_CHOICES.map((value) => ({ value, label: words.source(value) }))}
      />
    </>
  );
}

/** Exports all rows of the filter as a file (DH-1). */
function HistoryExport({ filter }: Pick<HistoryFiltersProps, 'filter'>) {
  const { i18n } = useTranslation();
  const file = useHistoryExport(useProduct(), filter, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return <FileExport file={file} />;
}
