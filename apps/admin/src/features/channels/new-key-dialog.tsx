import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthContext, useProduct } from '../../session/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useCreateApiKey } from './api-keys.api.ts';

interface KeyDraft {
  readonly name: string;
  readonly reach: 'all' | 'some';
  /** Ids of the chosen stores; kept while the key is for all stores. */
  readonly storeIds: readonly string[];
}

const NEW_KEY: KeyDraft = { name: '', reach: 'all', storeIds: [] };

/** Creates a key for a channel, and shows its secret once. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['channels', 'form']);
  const create = useCreateApiKey(useProduct());
  const [draft, setDraft] = useState(NEW_KEY);
  const [wasSent, setWasSent] = useState(false);
  const { name, reach, storeIds } = draft;
  const { data: created } = create;
  const isStoreMissing = reach === 'some' && storeIds.length === 0;

  function submit(): void {
    setWasSent(true);
    if (!isStoreMissing) create.mutate({ name: name.trim(), storeIds: reach === 'all' ? null : [...storeIds] });
  }

  return (
    <FormDialog
      title={t('add')}
      submitLabel={created === undefined ? t('make') : undefined}
      cancelLabel={created === undefined ? undefined : t('done')}
      maxWidth="sm"
      isDisabled={name.trim() === ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {created === undefined ? (
        <KeyFields
          draft={draft}
          isStoreMissing={wasSent && isStoreMissing}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      ) : (
        <KeySecret secret={created.secret} />
      )}
    </FormDialog>
  );
}

interface KeyFieldsProps {
  readonly draft: KeyDraft;
  /** No store was chosen, after the first attempt to create the key. */
  readonly isStoreMissing: boolean;
  readonly onChange: (change: Partial<KeyDraft>) => void;
}

function KeyFields({ draft: { name, reach, storeIds }, isStoreMissing, onChange }: KeyFieldsProps) {
  const { t } = useTranslation('channels');
  return (
    <>
      <TextInput
        label={t('name')}
        value={name}
        onChange={(typed) => onChange({ name: typed })}
        maxLength={60}
        hint={t('nameHint')}
        autoFocus
      />
      <SelectInput
        label={t('stores')}
        value={reach}
        onChange={(value) => onChange({ reach: value === 'some' ? 'some' : 'all' })}
        options={[
          { value: 'all', label: t('allStores') },
          { value: 'some', label: t('someStores') },
        ]}
      />
      {reach === 'some' && <StoreChoice chosen={storeIds} onChange={(chosen) => onChange({ storeIds: chosen })} />}
      {isStoreMissing && <ProblemAlert text={t('noStore')} />}
    </>
  );
}

interface StoreChoiceProps {
  /** Ids of stores. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function StoreChoice({ chosen, onChange }: StoreChoiceProps) {
  const { t } = useTranslation('channels');
  const stores = useAuthContext().user?.stores ?? [];
  const toggle = (storeId: string) =>
    onChange(chosen.includes(storeId) ? chosen.filter((id) => id !== storeId) : [...chosen, storeId]);
  return (
    <Box role="group" aria-label={t('stores')} sx={{ display: 'grid', maxHeight: 260, overflow: 'auto' }}>
      {stores.map((store) => (
        <FormControlLabel
          key={store.id}
          control={<Checkbox checked={chosen.includes(store.id)} onChange={() => toggle(store.id)} />}
          label={store.name}
        />
      ))}
    </Box>
  );
}

/** The secret of the key, shown once; `null` when the answer with the secret was lost. */
function KeySecret({ secret }: { readonly secret: string | null }) {
  const { t } = useTranslation('channels');
  if (secret === null)
    return (
      <Box role="alert" sx={{ typography: 'body2' }}>
        {t('gone')}
      </Box>
    );
  return (
    <>
      <Box role="alert" sx={{ typography: 'body2' }}>
        {t('once')}
      </Box>
      <CopyField label={t('secret')} value={secret} />
      <CopyField label={t('header')} value={`Authorization: Bearer ${secret}`} />
    </>
  );
}
