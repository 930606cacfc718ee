import type { ClimateMode } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import {
  CLIMATE_CHOICE,
  isKind,
  MODE_KIND_CHOICES,
  newEntry,
  type EntryDraft,
  type KnownDevices,
} from './mode-draft.ts';

interface ModeEntriesProps {
  readonly entries: readonly EntryDraft[];
  /** The devices that can be named individually. */
  readonly devices: KnownDevices;
  readonly nameOf: (target: string) => string;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (entries: readonly EntryDraft[]) => void;
}

/** The states that a mode sets for each kind of device, and for single devices that differ. */
export function ModeEntries({ entries, devices, nameOf, errorAt, onChange }: ModeEntriesProps) {
  const { t } = useTranslation('modes');
  const remaining = [...MODE_KIND_CHOICES, ...devices.map((device) => device.id)].filter((target) =>
    entries.every((entry) => entry.target !== target),
  );
  const error = entries.length === 0 ? errorAt('states') : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {entries.map((entry, at) => (
        <Entry
          key={entry.target}
          entry={entry}
          name={nameOf(entry.target)}
          errorAt={(path) => errorAt(`states.${String(at)}${path}`)}
          onChange={(patch) =>
            onChange(entries.map((other) => (other.target === entry.target ? { ...other, ...patch } : other)))
          }
          onRemove={() => onChange(entries.filter((other) => other.target !== entry.target))}
        />
      ))}
      {error !== undefined && (
        <Box role="alert" sx={{ typography: 'caption', color: 'error.main' }}>
          {error}
        </Box>
      )}
      {remaining.length > 0 && (
        <SelectInput
          label={t('add')}
          value=""
          options={[
            { value: '', label: t('choose') },
            ...remaining.map((target) => ({ value: target, label: nameOf(target) })),
          ]}
          onChange={(target) => target !== '' && onChange([...entries, newEntry(target, devices)])}
        />
      )}
    </Box>
  );
}

interface EntryProps {
  readonly entry: EntryDraft;
  readonly name: string;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (patch: Partial<EntryDraft>) => void;
  readonly onRemove: () => void;
}

function Entry({ entry, name, errorAt, onChange, onRemove }: EntryProps) {
  const { t } = useTranslation('modes');
  const path = isKind(entry.target) ? '' : '.deviceId';
  const fieldError = errorAt('.state.brightness') ?? errorAt('.state.targetTemperature');
  const error = fieldError === undefined ? (errorAt(path) ?? errorAt('')) : undefined;
  return (
    <Box
      role="group"
      aria-label={name}
      data-testid="mode-entry"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>{name}</Box>
        <Button size="small" color="inherit" aria-label={t('removeOf', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </Box>
      <StateFields entry={entry} errorAt={errorAt} onChange={onChange} />
      {error !== undefined && (
        <Box role="alert" sx={{ typography: 'caption', color: 'error.main' }}>
          {error}
        </Box>
      )}
    </Box>
  );
}

function StateFields({ entry, errorAt, onChange }: Pick<EntryProps, 'entry' | 'errorAt' | 'onChange'>) {
  const { t } = useTranslation('modes');
  const isClimate = entry.kind === 'CLIMATE';
  return (
    <Box sx={{ display: 'grid', gap: 1.5, alignItems: 'start', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
      {isClimate ? (
        <SelectInput
          label={t('climate')}
          value={entry.mode}
          onChange={(mode) => onChange({ mode: mode as ClimateMode })}
          options={CLIMATE_CHOICE.map((mode) => ({ value: mode, label: t(`rooms:device.mode.${mode}`) }))}
        />
      ) : (
        <SelectInput
          label={t('power')}
          value={entry.isOn ? 'ON' : 'OFF'}
          onChange={(value) => onChange({ isOn: value === 'ON' })}
          options={[
            { value: 'ON', label: t('rooms:device.on') },
            { value: 'OFF', label: t('rooms:device.off') },
          ]}
        />
      )}
      {isClimate && entry.mode !== 'OFF' && (
        <NumberInput
          isDecimal
          label={t('temperature')}
          unit="°C"
          value={entry.temperature}
          hint={t('asItIs')}
          error={errorAt('.state.targetTemperature')}
          onChange={(temperature) => onChange({ temperature })}
        />
      )}
      {entry.kind === 'LIGHT' && entry.isOn && (
        <NumberInput
          label={t('brightness')}
          unit="%"
          value={entry.brightness}
          hint={t('asItIs')}
          error={errorAt('.state.brightness')}
          onChange={(brightness) => onChange({ brightness })}
        />
      )}
    </Box>
  );
}
