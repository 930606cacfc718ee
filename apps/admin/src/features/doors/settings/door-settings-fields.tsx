import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput, SelectInput, TextInput } from '../../../ui/form/fields.tsx';
import type { DoorSettingsDraft, DoorSettingsField } from './door-settings.ts';

interface DoorSettingsFieldsProps {
  readonly draft: DoorSettingsDraft;
  readonly rooms: readonly Room[];
  /** Whether its lock keeps codes. */
  readonly keepsCodes: boolean;
  readonly errorAt: (field: DoorSettingsField) => string | undefined;
  readonly onChange: (patch: Partial<DoorSettingsDraft>) => void;
}

type NumberField = Exclude<DoorSettingsField, 'name' | 'roomId' | 'forced' | 'jammed'>;

/** The fields for name, place and opening time, the guests' access, and the alarms (DR-1). */
export function DoorSettingsFields({ draft, rooms, keepsCodes, errorAt, onChange }: DoorSettingsFieldsProps) {
  const { t } = useTranslation('doors');
  const number = (field: NumberField, unit: string) => (
    <NumberInput
      label={t(`edit.${field}`)}
      value={draft[field]}
      unit={t(unit)}
      hint={t(`edit.${field}Hint`)}
      error={errorAt(field)}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  return (
    <>
      <Group title={null}>
        <TextInput
          label={t('edit.name')}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          error={errorAt('name')}
          isRequired
          maxLength={60}
          autoFocus
        />
        <SelectInput
          label={t('edit.place')}
          value={draft.roomId}
          onChange={(roomId) => onChange({ roomId })}
          options={[
            { value: '', label: t('discovered.noRoom') },
            ...rooms.map((room) => ({ value: room.id, label: room.name })),
          ]}
        />
        {number('openSeconds', 'edit.seconds')}
      </Group>
      <Group title={t('edit.access')}>
        {number('accessBefore', 'edit.minutes')}
        {number('accessAfter', 'edit.minutes')}
        {keepsCodes && number('spareCodes', 'edit.pieces')}
      </Group>
      <Group title={t('edit.alarms')}>
        {number('leftOpenSeconds', 'edit.seconds')}
        {number('offlineSeconds', 'edit.seconds')}
        {number('batteryPercent', 'edit.percent')}
        {(['forced', 'jammed'] as const).map((field) => (
          <AlarmSwitch key={field} field={field} isOn={draft[field]} onChange={(isOn) => onChange({ [field]: isOn })} />
        ))}
      </Group>
    </>
  );
}

interface AlarmSwitchProps {
  readonly field: 'forced' | 'jammed';
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function AlarmSwitch({ field, isOn, onChange }: AlarmSwitchProps) {
  const { t } = useTranslation('doors');
  const hintId = `edit-${field}-hint`;
  return (
    <Box>
      <FormControlLabel
        label={t(`edit.${field}`)}
        control={
          <Switch
            checked={isOn}
            onChange={(_event, isChecked) => onChange(isChecked)}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
      />
      <Box id={hintId} sx={{ typography: 'caption', color: 'text.secondary' }}>
        {t(`edit.${field}Hint`)}
      </Box>
    </Box>
  );
}

function Group({ title, children }: { readonly title: string | null; readonly children: ReactNode }) {
  return (
    <Box
      {...(title !== null && { role: 'group', 'aria-label': title })}
      sx={{
        pt: 1,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
        alignItems: 'start',
      }}
    >
      {title !== null && (
        <Box component="h3" sx={{ typography: 'subtitle2', m: 0, gridColumn: '1 / -1' }}>
          {title}
        </Box>
      )}
      {children}
    </Box>
  );
}
