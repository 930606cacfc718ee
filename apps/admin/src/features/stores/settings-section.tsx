import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useEditForm, type EditForm } from '../../ui/form/edit-form.ts';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { COLUMN_GRID } from '../../ui/form/layouts.ts';
import { FormEnd } from '../../ui/form/save-bar.tsx';
import { StaleNotice, compareFacts } from '../../ui/form/stale-notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import { useEditStore, type StoreChange } from './stores.api.ts';
import { StrandedDialog } from './stranded-dialog.tsx';

interface SettingsSectionProps<Draft extends object> {
  readonly store: Store;
  readonly text?: string;
  readonly draftOf: (store: Store) => Draft;
  readonly check: (draft: Draft) => FieldErrors;
  readonly bodyOf: (draft: Draft) => Omit<StoreChange, 'version' | 'acceptStranded'>;
  /** The draft in words, field by field, to show two versions side by side. */
  readonly describe: (draft: Draft) => readonly (readonly [label: string, value: string])[];
  readonly children: (form: EditForm<Store, Draft>, isReadOnly: boolean) => ReactNode;
}

/** The properties that the fields of a section need. */
export interface SettingsFieldsProps<Draft> {
  readonly form: EditForm<Store, Draft>;
  readonly isReadOnly: boolean;
}

/**
 * Some settings of a store that are saved together: read-only without the capability to change them, refusals shown at
 * their fields.
 */
export function SettingsSection<Draft extends object>({
  store,
  text,
  describe,
  children,
  ...options
}: SettingsSectionProps<Draft>) {
  const { t } = useTranslation(['form', 'stores']);
  const can = useCan();
  const isReadOnly = !can('stores:write');
  const edit = useEditStore(useProduct(), store.id);
  const form = useEditForm({
    ...options,
    row: store,
    send: (change, { acceptStranded }) => edit({ ...change, ...(acceptStranded && { acceptStranded }) }),
    onSaved: () => toast.success(t('saved')),
  });
  return (
    <>
      <SectionForm form={form} text={text} isReadOnly={isReadOnly} valuesOf={describe} draftOf={options.draftOf}>
        {children(form, isReadOnly)}
      </SectionForm>
      {form.stranded !== null && (
        <StrandedDialog
          {...form.stranded}
          isBusy={form.isSaving}
          onAnyway={form.saveAnyway}
          onClose={form.dismissStranded}
        />
      )}
    </>
  );
}

interface SectionFormProps<Row, Draft extends object> {
  readonly form: EditForm<Row, Draft>;
  readonly text?: string | undefined;
  readonly isReadOnly: boolean;
  /** Each value with its label, for the comparison with a change by another person. */
  readonly valuesOf: (draft: Draft) => readonly (readonly [label: string, value: string])[];
  readonly draftOf: (row: Row) => Draft;
  readonly children: ReactNode;
}

/** The frame of a section's form: explanation, fields, a change by another person, refusal and the save bar. */
export function SectionForm<Row, Draft extends object>({
  form,
  text,
  isReadOnly,
  valuesOf,
  draftOf,
  children,
}: SectionFormProps<Row, Draft>) {
  const { t } = useTranslation('stores');
  return (
    <Box component="form" noValidate sx={{ display: 'grid', gap: 2, maxWidth: FORM_WIDTH }} onSubmit={form.submit}>
      {isReadOnly && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('readOnly')}</Box>}
      {text !== undefined && <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>{text}</Box>}
      {children}
      {form.theirs !== null && (
        <StaleNotice
          onKeepTheirs={form.keepTheirs}
          rows={compareFacts(valuesOf(draftOf(form.theirs)), valuesOf(form.draft))}
        />
      )}
      <FormEnd form={form} isReadOnly={isReadOnly} />
    </Box>
  );
}

/** Fields side by side where there is room. */
export const FIELD_GRID = {
  ...COLUMN_GRID,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
} as const;
