import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { SelectInput, TextInput, NameInput } from '../../../ui/form/fields.tsx';
import { TWO_COLUMNS } from '../../../ui/form/layouts.ts';
import { TimeField } from '../../../ui/form/time/time-field.tsx';
import { problemsByPath, type FieldErrors } from '../../../ui/form/field-errors.ts';
import { FormDialog } from '../../../ui/form/dialog/form-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { normaliseBusinessNumber } from '@munjigi/typed-text';
import { checkStoreDraft, EMPTY_STORE_DRAFT, HOURS_KINDS, toStoreBody, type StoreDraft } from './store-draft.ts';
import { useCreateStore } from './store-list.api.ts';

interface NewStoreDialogProps {
  readonly name?: string;
  readonly onClose: () => void;
  readonly onCreated?: (store: Store) => void;
}

/** Creates a store with its name and address; rooms, prices and the rest are set afterwards, from the list. */
export function NewStoreDialog(props: NewStoreDialogProps) {
  const { t } = useTranslation(['store-list', 'form']);
  const { draft, errors, failure, isSaving, change, save } = useStoreForm(props);
  return (
    <FormDialog
      title={t('create.action')}
      submitLabel={isSaving ? t('form:saving') : t('create.make')}
      maxWidth="sm"
      isBusy={isSaving}
      error={failure}
      onSubmit={save}
      onClose={props.onClose}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          alignItems: 'start',
          '& > .wide': { gridColumn: '1 / -1' },
        }}
      >
        <Box className="wide" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('create.text')}
        </Box>
        <BasicFields draft={draft} errors={errors} onChange={change} />
        <HoursFields draft={draft} errors={errors} onChange={change} />
      </Box>
    </FormDialog>
  );
}

function useStoreForm({ name: suggestedName = '', onClose, onCreated }: NewStoreDialogProps) {
  const { t } = useTranslation(['store-list', 'form']);
  const create = useCreateStore(useProduct());
  const [draft, setDraft] = useState({ ...EMPTY_STORE_DRAFT, name: suggestedName });
  const [isChecked, setIsChecked] = useState(false);
  const problem = isProblem(create.error) ? create.error : null;
  const own = checkStoreDraft(t, draft);
  const conflicts: FieldErrors = {
    ...(problem?.code === 'STORE_NAME_TAKEN' && { name: problemText(t, problem) }),
    ...(problem?.code === 'STORE_CODE_TAKEN' && { code: problemText(t, problem) }),
  };
  const errors: FieldErrors = { ...problemsByPath(t, problem), ...conflicts, ...(isChecked && own) };
  const isPlaced = problem?.errors !== undefined || Object.keys(conflicts).length > 0;

  function change(patch: Partial<StoreDraft>): void {
    setDraft((now) => ({ ...now, ...patch }));
    create.reset();
  }
  function save(): void {
    setIsChecked(true);
    if (create.isPending || Object.keys(own).length > 0) return;
    create.mutate(toStoreBody(draft), {
      onSuccess: (store) => {
        toast.success(t('create.done', { store: store.name }));
        onCreated?.(store);
        onClose();
      },
    });
  }
  return { draft, errors, failure: isPlaced ? null : create.error, isSaving: create.isPending, change, save };
}

interface StoreFieldsProps {
  readonly draft: StoreDraft;
  readonly errors: FieldErrors;
  readonly onChange: (patch: Partial<StoreDraft>) => void;
}

function BasicFields({ draft, errors, onChange }: StoreFieldsProps) {
  const { t } = useTranslation('store-list');
  const product = useProduct();
  return (
    <>
      <NameInput
        label={t('field.name')}
        value={draft.name}
        error={errors['name']}
        hint={t('field.nameHint')}
        onChange={(name) => onChange({ name })}
      />
      <TextInput
        isRequired
        label={t('field.code')}
        value={draft.code}
        maxLength={30}
        error={errors['code']}
        hint={t('field.codeHint', { product, code: draft.code === '' ? 'gangnam' : draft.code })}
        onChange={(code) => onChange({ code: code.toLowerCase().replaceAll(' ', '-') })}
      />
      <Box className="wide">
        <TextInput
          label={t('field.address')}
          value={draft.address}
          maxLength={200}
          error={errors['address']}
          onChange={(address) => onChange({ address })}
        />
      </Box>
      <TextInput
        label={t('field.phone')}
        value={draft.phone}
        maxLength={24}
        error={errors['phone']}
        onChange={(phone) => onChange({ phone })}
      />
      <TextInput
        label={t('field.businessNumber')}
        value={draft.businessNumber}
        maxLength={12}
        error={errors['businessNumber']}
        hint="000-00-00000"
        onChange={(value) => onChange({ businessNumber: normaliseBusinessNumber(value) ?? value })}
      />
    </>
  );
}

function HoursFields({ draft, errors, onChange }: StoreFieldsProps) {
  const { t } = useTranslation('store-list');
  return (
    <>
      <Box className="wide">
        <SelectInput
          label={t('field.hours')}
          value={draft.hours}
          onChange={(value) => onChange({ hours: HOURS_KINDS.find((kind) => kind === value) ?? 'LATER' })}
          hint={t('field.hoursHint')}
          options={HOURS_KINDS.map((value) => ({ value, label: t(`field.hoursKind.${value}`) }))}
        />
      </Box>
      {draft.hours === 'DAILY' && (
        <Box className="wide" sx={TWO_COLUMNS}>
          <TimeField
            label={t('field.opensAt')}
            value={draft.opensAt}
            error={errors['opensAt']}
            onChange={(opensAt) => onChange({ opensAt })}
          />
          <TimeField
            label={t('field.closesAt')}
            value={draft.closesAt}
            error={errors['closesAt']}
            onChange={(closesAt) => onChange({ closesAt })}
          />
        </Box>
      )}
    </>
  );
}
