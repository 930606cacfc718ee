import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { NumberInput, TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { useCreateRelay } from './deposits.api.ts';

const MOST_WON = 2_000_000_000;

/** Creates a relay, and shows once the address and the token for the phone. */
export function NewRelayDialog({ storeId, onClose }: { readonly storeId: string; readonly onClose: () => void }) {
  const { t } = useTranslation(['deposits', 'form']);
  const create = useCreateRelay(useProduct(), storeId);
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('200000');
  const amount = /^\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN;
  const isReady = name.trim() !== '' && amount <= MOST_WON && !create.isPending;
  return (
    <FormDialog
      title={t('relays.add')}
      submitLabel={create.data === undefined ? t('relays.make') : undefined}
      cancelLabel={create.data === undefined ? undefined : t('relays.done')}
      maxWidth="sm"
      isDisabled={!isReady}
      error={create.error}
      onSubmit={() => create.mutate({ name: name.trim(), mostAutomaticAmount: amount })}
      onClose={onClose}
    >
      {create.data === undefined ? (
        <>
          <TextInput
            label={t('relays.name')}
            value={name}
            onChange={setName}
            maxLength={60}
            hint={t('relays.nameHint')}
            autoFocus
          />
          <NumberInput
            label={t('relays.most')}
            value={typed}
            onChange={setTyped}
            unit={t('won')}
            hint={t('relays.mostHint')}
          />
        </>
      ) : (
        <RelayAccess token={create.data.token} />
      )}
    </FormDialog>
  );
}

/** The address and the token for the phone; `null` when the token has been shown before. */
function RelayAccess({ token }: { readonly token: string | null }) {
  const { t } = useTranslation('deposits');
  const product = useProduct();
  if (token === null)
    return (
      <Box role="alert" sx={{ typography: 'body2' }}>
        {t('relays.gone')}
      </Box>
    );
  return (
    <>
      <Box role="alert" sx={{ typography: 'body2' }}>
        {t('relays.once')}
      </Box>
      <CopyField label={t('relays.address')} value={`${window.location.origin}/api/v2/${product}/deposit/relay`} />
      <CopyField label={t('relays.header')} value={`Authorization: Bearer ${token}`} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('relays.how')}</Box>
    </>
  );
}
