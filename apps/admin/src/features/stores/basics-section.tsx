import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../ui/form/fields.tsx';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { normaliseBusinessNumber } from '@munjigi/typed-text';
import { FIELD_GRID, SettingsSection } from './settings-section.tsx';

const FIELDS = [
  { name: 'name', max: 60, isRequired: true },
  { name: 'phone', max: 24, isRequired: false },
  { name: 'businessNumber', max: 12, isRequired: false },
  { name: 'address', max: 200, isRequired: false },
] as const;
type Draft = Record<(typeof FIELDS)[number]['name'], string>;

/** Name, address, phone, business number. */
export function BasicsSection({ store }: { readonly store: Store }) {
  const { t } = useTranslation(['stores', 'form']);
  const check = (draft: Draft): FieldErrors => ({
    ...(draft.name.trim() === '' && { name: t('form:required') }),
    ...(draft.businessNumber !== '' &&
      normaliseBusinessNumber(draft.businessNumber) === null && { businessNumber: t('basics.businessNumberInvalid') }),
  });
  return (
    <SettingsSection<Draft>
      store={store}
      check={check}
      draftOf={({ name, phone, businessNumber, address }) => ({ name, phone, businessNumber, address })}
      bodyOf={({ name, phone, businessNumber, address }) => ({
        name: name.trim(),
        phone: phone.trim(),
        businessNumber,
        address: address.trim(),
      })}
      describe={(draft) => FIELDS.map(({ name }) => [t(`basics.${name}`), draft[name]])}
    >
      {(form, isReadOnly) => (
        <Box sx={FIELD_GRID}>
          {FIELDS.map(({ name, max, isRequired }) => (
            <Box key={name} sx={name === 'address' ? { gridColumn: '1 / -1' } : {}}>
              <TextInput
                label={t(`basics.${name}`)}
                value={form.draft[name]}
                maxLength={max}
                isRequired={isRequired && !isReadOnly}
                isReadOnly={isReadOnly}
                error={form.errorAt(name)}
                hint={name === 'businessNumber' ? t('basics.businessNumberHint') : undefined}
                onChange={(value) =>
                  form.change({ [name]: name === 'businessNumber' ? (normaliseBusinessNumber(value) ?? value) : value })
                }
              />
            </Box>
          ))}
        </Box>
      )}
    </SettingsSection>
  );
}
