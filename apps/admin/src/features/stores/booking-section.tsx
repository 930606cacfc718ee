import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { FIELD_GRID, SettingsSection, type SettingsFieldsProps } from './settings-section.tsx';

const SLOTS = [10, 15, 20, 30, 60, 90, 120] as const;
const NUMBERS = [
  { name: 'minMinutes', unit: 'minutes', min: 10, max: 1440 },
  { name: 'maxMinutes', unit: 'minutes', min: 10, max: 10_080 },
  { name: 'horizonDays', unit: 'days', min: 1, max: 730 },
  { name: 'bufferMinutes', unit: 'minutes', min: 0, max: 240 },
  { name: 'holdMinutes', unit: 'minutes', min: 1, max: 1440 },
  { name: 'waitlistOfferMinutes', unit: 'minutes', min: 0, max: 1440 },
  { name: 'accessBeforeMinutes', unit: 'minutes', min: 0, max: 120 },
  { name: 'accessAfterMinutes', unit: 'minutes', min: 0, max: 120 },
  { name: 'prepareMinutes', unit: 'minutes', min: 0, max: 120 },
  { name: 'warningMinutes', unit: 'minutes', min: 0, max: 60 },
  { name: 'overrunWatts', unit: 'watts', min: 0, max: 20_000 },
] as const;
/** A waiting guest needs some time to pay (WL-1). */
const SHORTEST_OFFER = 5;
type NumberName = (typeof NUMBERS)[number]['name'];
type Draft = Record<NumberName | 'slotMinutes', string>;

const GROUPS: readonly { readonly name: string; readonly fields: readonly NumberName[] }[] = [
  { name: 'length', fields: ['minMinutes', 'maxMinutes', 'horizonDays'] },
  { name: 'between', fields: ['bufferMinutes', 'holdMinutes', 'waitlistOfferMinutes'] },
  { name: 'access', fields: ['accessBeforeMinutes', 'accessAfterMinutes'] },
  { name: 'room', fields: ['prepareMinutes', 'warningMinutes', 'overrunWatts'] },
];

/**
 * The booking rules: slot, shortest and longest stay, horizon; the time between guests; how long before and after a
 * stay the door opens; when a room is prepared and warns, and its power while a guest is inside.
 */
export function BookingSection({ store }: { readonly store: Store }) {
  const { t } = useTranslation(['stores', 'form']);
  const check = (draft: Draft) => checkBooking(draft, (key, values) => t(key, values ?? {}));
  return (
    <SettingsSection<Draft>
      store={store}
      check={check}
      draftOf={draftOf}
      bodyOf={(draft) => ({
        slotMinutes: SLOTS.find((slot) => String(slot) === draft.slotMinutes) ?? 30,
        ...(Object.fromEntries(NUMBERS.map(({ name }) => [name, Number(draft[name])])) as Record<NumberName, number>),
      })}
      describe={(draft) => [
        [t('booking.slotMinutes'), `${draft.slotMinutes}${t('form:minutes')}`],
        ...NUMBERS.map(({ name, unit }) => [t(`booking.${name}`), `${draft[name]}${t(`form:${unit}`)}`] as const),
      ]}
    >
      {(form, isReadOnly) => (
        <>
          {GROUPS.map((group) => (
            <BookingGroup key={group.name} group={group} form={form} isReadOnly={isReadOnly} />
          ))}
        </>
      )}
    </SettingsSection>
  );
}

function draftOf(store: Store): Draft {
  return {
    slotMinutes: String(store.slotMinutes),
    ...(Object.fromEntries(NUMBERS.map(({ name }) => [name, String(store[name])])) as Record<NumberName, string>),
  };
}

interface BookingGroupProps extends SettingsFieldsProps<Draft> {
  readonly group: (typeof GROUPS)[number];
}

function BookingGroup({ group, form, isReadOnly }: BookingGroupProps) {
  const { t } = useTranslation(['stores', 'form']);
  return (
    <Box role="group" aria-labelledby={`booking-${group.name}`} sx={{ display: 'grid', gap: 1.5 }}>
      <Box component="h2" id={`booking-${group.name}`} sx={{ typography: 'subtitle2', m: 0 }}>
        {t(`booking.group.${group.name}`)}
      </Box>
      <Box sx={FIELD_GRID}>
        {group.name === 'length' && (
          <SelectInput
            label={t('booking.slotMinutes')}
            value={form.draft.slotMinutes}
            isReadOnly={isReadOnly}
            error={form.errorAt('slotMinutes')}
            hint={t('booking.slotMinutesHint')}
            options={SLOTS.map((slot) => ({ value: String(slot), label: `${String(slot)}${t('form:minutes')}` }))}
            onChange={(value) => form.change({ slotMinutes: value })}
          />
        )}
        {NUMBERS.filter(({ name }) => group.fields.includes(name)).map(({ name, unit }) => (
          <NumberInput
            key={name}
            label={t(`booking.${name}`)}
            value={form.draft[name]}
            unit={t(`form:${unit}`)}
            isReadOnly={isReadOnly}
            error={form.errorAt(name)}
            hint={t(`booking.${name}Hint`)}
            onChange={(value) => form.change({ [name]: value })}
          />
        ))}
      </Box>
    </Box>
  );
}

/**
 * The problems of a draft: numbers outside of their limits, a shortest above the longest, lengths that are no whole
 * slots.
 */
export function checkBooking(
  draft: Draft,
  say: (key: string, values?: Record<string, unknown>) => string,
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { name, min, max } of NUMBERS) {
    if (wholeNumber(draft[name], min, max) === null) errors[name] = say('form:whole', { min, max });
  }
  const offer = Number(draft.waitlistOfferMinutes);
  if (offer > 0 && offer < SHORTEST_OFFER) errors['waitlistOfferMinutes'] ??= say('booking.offerTooShort');
  const slot = Number(draft.slotMinutes);
  for (const name of ['minMinutes', 'maxMinutes'] as const) {
    if (Number(draft[name]) % slot !== 0) errors[name] ??= say('booking.notWholeSlots', { slot });
  }
  if (Number(draft.minMinutes) > Number(draft.maxMinutes)) errors['maxMinutes'] ??= say('booking.maxBelowMin');
  return errors;
}
