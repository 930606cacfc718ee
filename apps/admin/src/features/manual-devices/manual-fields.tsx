import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import {
  isReading,
  roomKindsOf,
  MANUAL_DRIVERS,
  deriveTopics,
  changeDriverOrKind,
  type ManualDeviceDraft,
} from './manual-draft.ts';

interface ManualDeviceFieldsProps {
  readonly draft: ManualDeviceDraft;
  /** The prefix of all topics of the store. */
  readonly mqttPrefix: string;
  /** An existing device: only its topics can be changed. */
  readonly isNew: boolean;
  /** The name field is above these fields. */
  readonly isNamed?: boolean;
  /** The problem of a field of the binding, in words. */
  readonly errorAt: (field: string) => string | undefined;
  readonly onChange: (patch: Partial<ManualDeviceDraft>) => void;
}

/**
 * The connection of a device that announces nothing: the fields of its driver, named as on the device's own screen, and
 * the resulting topics.
 */
export function ManualDeviceFields({
  draft,
  mqttPrefix,
  isNew,
  isNamed = false,
  errorAt,
  onChange,
}: ManualDeviceFieldsProps) {
  const { t } = useTranslation(['manual', 'form']);
  const { driver, kind } = draft;
  const binding: BindingProps = { draft, mqttPrefix, errorAt, onChange };
  return (
    <Box role="group" aria-label={t('title')} sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {isNew && <KindFields draft={draft} errorAt={errorAt} onChange={onChange} />}
      <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t(kind === 'LOCK' ? `lockText.${driver}` : `text.${driver}`, { prefix: mqttPrefix })}
      </Box>
      {driver === 'shelly' && <ShellyFields {...binding} />}
      {driver === 'tasmota' && <TasmotaFields {...binding} isNamed={isNamed} />}
      {driver === 'zigbee2mqtt' && <ZigbeeFields {...binding} isNamed={isNamed} />}
      <Topics draft={draft} />
    </Box>
  );
}

const PAIR = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
  alignItems: 'start',
} as const;

/** The properties that the fields of a binding need. */
type BindingProps = Pick<ManualDeviceFieldsProps, 'draft' | 'mqttPrefix' | 'errorAt' | 'onChange'>;

function KindFields({ draft, errorAt, onChange }: Omit<BindingProps, 'mqttPrefix'>) {
  const { t } = useTranslation('manual');
  return (
    <Box sx={PAIR}>
      <SelectInput
        label={t('driver')}
        value={draft.driver}
        error={errorAt('driver')}
        options={MANUAL_DRIVERS.map((value) => ({ value, label: t(`drivers.${value}`) }))}
        onChange={(value) => onChange(changeDriverOrKind(draft, { driver: value as ManualDeviceDraft['driver'] }))}
      />
      {draft.kind !== 'LOCK' && (
        <SelectInput
          label={t('kind')}
          value={draft.kind}
          options={roomKindsOf(draft.driver).map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(value) => onChange(changeDriverOrKind(draft, { kind: value as ManualDeviceDraft['kind'] }))}
        />
      )}
    </Box>
  );
}

function ShellyFields(binding: BindingProps) {
  const { t } = useTranslation('manual');
  const { draft, errorAt, onChange } = binding;
  return (
    <>
      <BindingText {...binding} field="topicPrefix" />
      <Box sx={PAIR}>
        <BindingNumber {...binding} field="channel" />
        {draft.kind === 'LIGHT' && (
          <SelectInput
            label={t('component')}
            value={draft.component}
            error={errorAt('component')}
            options={(['switch', 'light'] as const).map((value) => ({ value, label: t(`components.${value}`) }))}
            onChange={(value) => onChange({ component: value as ManualDeviceDraft['component'] })}
          />
        )}
      </Box>
    </>
  );
}

interface NamedBindingProps extends BindingProps {
  /** The name field is above these fields. */
  readonly isNamed: boolean;
}

function TasmotaFields({ isNamed, ...binding }: NamedBindingProps) {
  return (
    <>
      {!isNamed && <BindingText {...binding} field="topic" />}
      <BindingText {...binding} field="fullTopic" />
      <Box sx={PAIR}>
        <BindingNumber {...binding} field="relay" />
        <BindingSwitch {...binding} field="hasSeveral" />
      </Box>
    </>
  );
}

function ZigbeeFields({ isNamed, ...binding }: NamedBindingProps) {
  const { t } = useTranslation('manual');
  const { kind } = binding.draft;
  return (
    <>
      {!isNamed && <BindingText {...binding} field="friendlyName" />}
      <BindingText {...binding} field="baseTopic" />
      {kind !== 'LOCK' && kind !== 'BUTTON' && (
        <Box sx={PAIR}>
          <BindingText
            {...binding}
            field="property"
            hint={t(isReading(kind) ? `propertyHintOf.${kind}` : 'propertyHint')}
          />
          {kind === 'SENSOR' && <BindingText {...binding} field="unit" />}
        </Box>
      )}
      {kind === 'LOCK' && (
        <Box sx={PAIR}>
          <BindingNumber {...binding} field="firstSlot" />
          <BindingNumber {...binding} field="slotCount" />
        </Box>
      )}
      <BindingSwitch {...binding} field="hasAvailability" />
    </>
  );
}

interface BindingTextProps extends BindingProps {
  readonly field: 'topicPrefix' | 'fullTopic' | 'topic' | 'baseTopic' | 'friendlyName' | 'property' | 'unit';
  readonly hint?: string;
}

function BindingText({ draft, mqttPrefix, field, hint, errorAt, onChange }: BindingTextProps) {
  const { t } = useTranslation('manual');
  return (
    <TextInput
      label={t(field)}
      value={draft[field]}
      isRequired={field !== 'unit' && (field !== 'property' || isReading(draft.kind))}
      maxLength={200}
      hint={hint ?? t(`${field}Hint`, { prefix: mqttPrefix })}
      error={errorAt(field)}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
}

interface BindingNumberProps extends Omit<BindingProps, 'mqttPrefix'> {
  readonly field: 'channel' | 'relay' | 'firstSlot' | 'slotCount';
}

function BindingNumber({ draft, field, errorAt, onChange }: BindingNumberProps) {
  const { t } = useTranslation('manual');
  return (
    <NumberInput
      label={t(field)}
      value={draft[field]}
      isRequired
      hint={t(`${field}Hint`)}
      error={errorAt(field)}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
}

interface BindingSwitchProps extends Pick<BindingProps, 'draft' | 'onChange'> {
  readonly field: 'hasSeveral' | 'hasAvailability';
}

function BindingSwitch({ draft, field, onChange }: BindingSwitchProps) {
  const { t } = useTranslation('manual');
  return (
    <Box>
      <FormControlLabel
        label={t(field)}
        control={
          <Switch
            checked={draft[field]}
            onChange={(_event, isOn) => onChange({ [field]: isOn })}
            slotProps={{ input: { 'aria-describedby': `told-${field}` } }}
          />
        }
      />
      <Box id={`told-${field}`} sx={{ typography: 'caption', color: 'text.secondary' }}>
        {t(`${field}Hint`)}
      </Box>
    </Box>
  );
}

/** The resulting topics, to be compared with the device's own screen. */
function Topics({ draft }: { readonly draft: ManualDeviceDraft }) {
  const { t } = useTranslation('manual');
  const { sends, hears } = deriveTopics(draft);
  const rows = [...(sends === null ? [] : [[t('sends'), sends] as const]), [t('hears'), hears] as const];
  return (
    <Box
      component="dl"
      data-testid="told-topics"
      sx={{
        m: 0,
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'var(--hover)',
        display: 'grid',
        columnGap: 1.5,
        rowGap: 0.5,
        typography: 'body2',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, fontFamily: 'monospace', overflowWrap: 'anywhere' },
      }}
    >
      {rows.map(([label, topic]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{topic}</dd>
        </Box>
      ))}
    </Box>
  );
}
