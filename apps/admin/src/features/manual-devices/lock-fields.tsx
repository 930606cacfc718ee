import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { lockName, lockNameField, renameLock, changeDriverOrKind, type ManualDeviceDraft } from './manual-draft.ts';
import { ManualDeviceFields } from './manual-fields.tsx';

/** The most common kind first. */
const LOCK_DRIVERS = ['zigbee2mqtt', 'shelly', 'tasmota'] as const;
/** The fields in the collapsed section; the name of the device is above it. */
const ADVANCED = ['topicPrefix', 'fullTopic', 'baseTopic', 'channel', 'relay', 'firstSlot', 'slotCount'] as const;

interface LockFieldsProps {
  readonly draft: ManualDeviceDraft;
  /** The prefix of all topics of the store. */
  readonly mqttPrefix: string;
  /** Locks that announced themselves, offered before the kinds; `foundId` is the chosen one, empty for a kind. */
  readonly found?: readonly { readonly id: string; readonly name: string }[];
  readonly foundId?: string;
  readonly onFound?: (foundId: string) => void;
  readonly errorAt: (field: string) => string | undefined;
  readonly onChange: (patch: Partial<ManualDeviceDraft>) => void;
}

/**
 * The fields of a lock: its kind and its name. Topics and driver settings follow from these and are in a collapsed
 * section.
 */
export function LockFields({
  draft,
  mqttPrefix,
  found = [],
  foundId = '',
  onFound,
  errorAt,
  onChange,
}: LockFieldsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const binding: BindingProps = { draft, mqttPrefix, errorAt, onChange };
  return (
    <>
      <LockKindInput {...binding} found={found} foundId={foundId} onFound={onFound} />
      {foundId === '' && (
        <>
          <LockNameInput {...binding} />
          <AdvancedFields {...binding} isOpen={isOpen} onToggle={setIsOpen} />
        </>
      )}
    </>
  );
}

type BindingProps = Pick<LockFieldsProps, 'draft' | 'mqttPrefix' | 'errorAt' | 'onChange'>;

interface LockKindInputProps extends Omit<BindingProps, 'mqttPrefix'> {
  readonly found: readonly { readonly id: string; readonly name: string }[];
  readonly foundId: string;
  readonly onFound: ((foundId: string) => void) | undefined;
}

function LockKindInput({ draft, found, foundId, onFound, errorAt, onChange }: LockKindInputProps) {
  const { t } = useTranslation('manual');
  const { driver } = draft;
  const isFound = foundId !== '';
  return (
    <SelectInput
      label={t('lockKind')}
      value={isFound ? foundId : driver}
      error={errorAt(isFound ? 'discoveredLockId' : 'driver')}
      hint={isFound ? t('foundHint') : t(`lockHint.${driver}`)}
      options={[
        ...found.map((lock) => ({ value: lock.id, label: t('foundLock', { name: lock.name }) })),
        ...LOCK_DRIVERS.map((value) => ({ value, label: t(`lockKinds.${value}`) })),
      ]}
      onChange={(value) => {
        const kind = LOCK_DRIVERS.find((lockDriver) => lockDriver === value);
        onFound?.(kind === undefined ? value : '');
        if (kind !== undefined) onChange(changeDriverOrKind(draft, { driver: kind }));
      }}
    />
  );
}

/** Whether the name is typed without its topic: a Shelly topic outside of the store's prefix is shown as a whole. */
function hasPlainName(draft: ManualDeviceDraft, mqttPrefix: string): boolean {
  return lockNameField(draft) !== 'topicPrefix' || draft.topicPrefix.startsWith(`${mqttPrefix}/`);
}

function LockNameInput({ draft, mqttPrefix, errorAt, onChange }: BindingProps) {
  const { t } = useTranslation('manual');
  const name = lockName(draft, mqttPrefix);
  const error = hasPlainName(draft, mqttPrefix) ? errorAt(lockNameField(draft)) : undefined;
  return (
    <TextInput
      isRequired
      label={t('deviceName')}
      value={name}
      maxLength={120}
      hint={t(`deviceNameHint.${draft.driver}`)}
      error={error !== undefined && name === '' ? t('deviceNameMissing') : error}
      onChange={(value) => onChange(renameLock(draft, mqttPrefix, value))}
    />
  );
}

interface AdvancedFieldsProps extends BindingProps {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

function AdvancedFields({ draft, mqttPrefix, isOpen, onToggle, errorAt, onChange }: AdvancedFieldsProps) {
  const { t } = useTranslation('manual');
  const nameField = lockNameField(draft);
  const isPlain = hasPlainName(draft, mqttPrefix);
  // A field with an error is never hidden.
  const isWrong = ADVANCED.some((field) => errorAt(field) !== undefined && (field !== nameField || !isPlain));
  return (
    <Box
      component="details"
      open={isOpen || isWrong}
      data-testid="lock-advanced"
      onToggle={(event) => onToggle(event.currentTarget.open)}
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        '& > summary': { py: 1.25, minHeight: 44, cursor: 'pointer', fontWeight: 600 },
      }}
    >
      <summary>{t('advanced')}</summary>
      <ManualDeviceFields
        draft={draft}
        mqttPrefix={mqttPrefix}
        isNew={false}
        isNamed
        errorAt={(field) => (field === nameField && isPlain ? undefined : errorAt(field))}
        onChange={onChange}
      />
    </Box>
  );
}
