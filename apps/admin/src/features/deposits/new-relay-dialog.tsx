import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { NumberInput, TextInput } from '../../ui/form/fields.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
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
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="relay-title">
      <DialogTitle id="relay-title">{t('relays.add')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
        {create.data === undefined && (
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
        )}
        {create.data !== undefined && <RelayAccess token={create.data.token} />}
        <ProblemAlert error={create.error} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t(create.data === undefined ? 'form:cancel' : 'relays.done')}
        </Button>
        {create.data === undefined && (
          <Button
            variant="contained"
            disabled={!isReady}
            onClick={() => isReady && create.mutate({ name: name.trim(), mostAutomaticAmount: amount })}
          >
            {t('relays.make')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
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
