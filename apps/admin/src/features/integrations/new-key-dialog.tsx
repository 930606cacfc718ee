import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useAuthContext, useProduct } from '../../app/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { useCreateApiKey } from './integrations.api.ts';

/** Creates a key for a channel, and shows its secret once. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['integrations', 'form']);
  const create = useCreateApiKey(useProduct());
  const stores = useAuthContext().user?.stores ?? [];
  const [name, setName] = useState('');
  const [reach, setReach] = useState<'all' | 'some'>('all');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [wasSent, setWasSent] = useState(false);
  const isMissing = reach === 'some' && chosen.length === 0;
  const isReady = name.trim() !== '' && !isMissing && !create.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (isReady && create.data === undefined)
      create.mutate({ name: name.trim(), storeIds: reach === 'all' ? null : [...chosen] });
  }

  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id]);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="key-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="key-title">{t('keys.add')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          {create.data === undefined && (
            <>
              <TextInput
                label={t('keys.name')}
                value={name}
                onChange={setName}
                maxLength={60}
                hint={t('keys.nameHint')}
                autoFocus
              />
              <SelectInput
                label={t('keys.stores')}
                value={reach}
                onChange={(value) => setReach(value === 'some' ? 'some' : 'all')}
                options={[
                  { value: 'all', label: t('keys.allStores') },
                  { value: 'some', label: t('keys.someStores') },
                ]}
              />
              {reach === 'some' && (
                <Box
                  role="group"
                  aria-label={t('keys.stores')}
                  sx={{ display: 'grid', maxHeight: 260, overflow: 'auto' }}
                >
                  {stores.map((store) => (
                    <FormControlLabel
                      key={store.id}
                      control={<Checkbox checked={chosen.includes(store.id)} onChange={() => toggle(store.id)} />}
                      label={store.name}
                    />
                  ))}
                </Box>
              )}
              {wasSent && isMissing && (
                <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
                  {t('keys.noStore')}
                </Box>
              )}
            </>
          )}
          {create.data?.secret === null && (
            <Box role="alert" sx={{ typography: 'body2' }}>
              {t('keys.gone')}
            </Box>
          )}
          {create.data?.secret != null && (
            <>
              <Box role="alert" sx={{ typography: 'body2' }}>
                {t('keys.once')}
              </Box>
              <CopyField label={t('keys.secret')} value={create.data.secret} />
              <CopyField label={t('keys.header')} value={`Authorization: Bearer ${create.data.secret}`} />
            </>
          )}
          {create.error !== null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, create.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t(create.data === undefined ? 'form:cancel' : 'keys.done')}
          </Button>
          {create.data === undefined && (
            <Button type="submit" variant="contained" disabled={name.trim() === ''} aria-disabled={!isReady}>
              {t('keys.make')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
