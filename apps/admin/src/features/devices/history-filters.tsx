import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { ACTION_CHOICES, isNarrowed, STATUS_CHOICES, type HistoryFilter } from './history-filter.ts';
import { useCommandWords } from './command-words.ts';
import { DATE_RANGE } from '../../ui/tokens.ts';

interface HistoryFiltersProps {
  readonly filter: HistoryFilter;
  readonly targets: readonly { id: string; name: string; storeName: string }[];
  /** Values by their name in the address; empty ones are taken out of it. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** What the history is narrowed to; all of it lives in the address (SH-6). */
export function HistoryFilters({ filter, targets, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  const isPeriodBad = filter.from !== null && filter.to !== null && filter.to < filter.from;
  return (
    <Box role="search" aria-label={t('filter.label')} sx={{ display: 'grid', columnGap: 1, rowGap: 1.75,
      gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, minmax(0, 1fr)) auto' }, alignItems: 'start' }}>
      <Choice label={t('filter.target')} value={filter.targetId} onPick={(target) => onChange({ target })}
        options={targets.map(({ id, name, storeName }) => ({ value: id, text: storeName === '' ? name : `${storeName} ${name}` }))} />
      <Choice label={t('filter.status')} value={filter.status} onPick={(status) => onChange({ status })}
        options={STATUS_CHOICES.map((value) => ({ value, text: words.status(value) }))} />
      <Choice label={t('filter.action')} value={filter.action} onPick={(action) => onChange({ action })}
        options={ACTION_CHOICES.map((value) => ({ value, text: words.action(value) }))} />
      <Day label={t('filter.from')} value={filter.from} onPick={(from) => onChange({ from })} error="" />
      <Day label={t('filter.to')} value={filter.to} onPick={(to) => onChange({ to })} error={isPeriodBad ? t('filter.invalidPeriod') : ''} />
      <Button color="inherit" disabled={!isNarrowed(filter)} sx={{ minHeight: 40 }}
        onClick={() => onChange({ target: '', status: '', action: '', from: '', to: '' })}>
        {t('filter.clear')}
      </Button>
    </Box>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly { value: string; text: string }[];
  readonly onPick: (value: string) => void;
}

function Choice({ label, value, options, onPick }: ChoiceProps) {
  const { t } = useTranslation('devices');
  return (
    <TextField select fullWidth size="small" label={label} value={value ?? ''} onChange={(event) => onPick(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}>
      <option value="">{t('filter.all')}</option>
      {/* A link may name a door that this list does not have (yet): it stays chosen instead of looking like "all". */}
      {value !== null && !options.some((option) => option.value === value) && <option value={value}>{value}</option>}
      {options.map((option) => <option key={option.value} value={option.value}>{option.text}</option>)}
    </TextField>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | null;
  readonly error: string;
  readonly onPick: (day: string) => void;
}

function Day({ label, value, error, onPick }: DayProps) {
  return (
    <TextField type="date" fullWidth size="small" label={label} value={value ?? ''} onChange={(event) => onPick(event.target.value)}
      error={error !== ''} helperText={error}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: DATE_RANGE }} />
  );
}
