import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZoneHint } from '../../app/store-choice.ts';
import { Choice, Day, SearchBox } from '../../ui/form/filter-fields.tsx';
import { HistoryExport } from './history-export.tsx';
import {
  ACTION_CHOICES,
  CAUSE_CHOICES,
  countNarrowed,
  FAILED,
  SOURCE_CHOICES,
  STATUS_CHOICES,
  type HistoryFilter,
} from './history-filter.ts';
import { Glyph } from './icons.tsx';
import { useCommandWords } from './command-words.ts';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly storeName: string;
}

interface HistoryFiltersProps {
  readonly filter: HistoryFilter;
  readonly rooms: readonly Place[];
  readonly targets: readonly Place[];
  /** The label of the person or reservation in the filter. */
  readonly causeLabel: string;
  /** Values by their parameter in the address; empty ones are removed from it. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
  readonly onClear: () => void;
}

/** The filter of the history; all of it is in the address (SH-6). On a phone the rare filters are behind a button. */
export function HistoryFilters({ filter, rooms, targets, causeLabel, onChange, onClear }: HistoryFiltersProps) {
  const { t } = useTranslation('devices');
  const [isOpen, setOpen] = useState(false);
  const narrowed = countNarrowed(filter);
  return (
    <Box role="search" aria-label={t('filter.label')} sx={{ display: 'grid', gap: 1.75 }}>
      <Box sx={{ display: 'grid', columnGap: 1, rowGap: 1.75, gridTemplateColumns: { xs: '1fr auto', md: '1fr' } }}>
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
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <PlaceChoices filter={filter} rooms={rooms} targets={targets} onChange={onChange} />
        <CommandChoices filter={filter} onChange={onChange} />
        <PeriodDays filter={filter} onChange={onChange} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {filter.causeId !== null && (
          <Button
            color="inherit"
            variant="outlined"
            endIcon={<Glyph name="cross" size={16} />}
            onClick={() => onChange({ by: '' })}
            sx={{ minHeight: 40 }}
          >
            {t('filter.by', { name: causeLabel })}
          </Button>
        )}
        <Button color="inherit" disabled={narrowed === 0} sx={{ minHeight: 40 }} onClick={onClear}>
          {t('filter.clear')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <HistoryExport filter={filter} />
      </Box>
    </Box>
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
  const optionsOf = (places: readonly Place[]) =>
    places.map(({ id, name, storeName }) => ({ value: id, text: storeName === '' ? name : `${storeName} ${name}` }));
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
          { value: FAILED.join(','), text: t('filter.failed') },
          ...STATUS_CHOICES.map((value) => ({ value, text: words.status(value) })),
        ]}
      />
      <Choice
        all={t('filter.all')}
        label={t('filter.action')}
        value={filter.action ?? ''}
        onPick={(action) => onChange({ action })}
        options={ACTION_CHOICES.map((value) => ({ value, text: words.action(value) }))}
      />
      <Choice
        all={t('filter.all')}
        label={t('filter.cause')}
        value={filter.causeKind ?? ''}
        onPick={(cause) => onChange({ cause })}
        options={CAUSE_CHOICES.map((value) => ({ value, text: t(`cause.${value}`) }))}
      />
      <Choice
        all={t('filter.all')}
        label={t('filter.source')}
        value={filter.source ?? ''}
        onPick={(source) => onChange({ source })}
        options={SOURCE_CHOICES.map((value) => ({ value, text: words.source(value) }))}
      />
    </>
  );
}

function PeriodDays({ filter: { from, to }, onChange }: FilterPartProps) {
  const { t } = useTranslation('devices');
  const zoneHint = useZoneHint();
  const isInvalid = from !== null && to !== null && to < from;
  return (
    <>
      <Day label={t('filter.from')} value={from} onPick={(day) => onChange({ from: day })} hint={zoneHint} error="" />
      <Day
        label={t('filter.to')}
        value={to}
        onPick={(day) => onChange({ to: day })}
        error={isInvalid ? t('filter.invalidPeriod') : ''}
      />
    </>
  );
}
