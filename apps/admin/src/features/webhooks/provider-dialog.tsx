import type { PaymentProviderSettings } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { useSetProvider, type PROVIDERS } from './webhooks.api.ts';

interface ProviderDialogProps {
  readonly provider: (typeof PROVIDERS)[number];
  readonly settings: PaymentProviderSettings | undefined;
  readonly onDone: () => void;
}

/** The connection to a provider. Secrets are write-only: an empty field keeps the stored one. */
export function ProviderDialog({ provider, settings, onDone }: ProviderDialogProps) {
  const { t } = useTranslation(['webhooks', 'form']);
  const product = useProduct();
  const change = useSetProvider(product);
  const [draft, setDraft] = useState({
    clientKey: settings?.clientKey ?? '',
    merchantId: settings?.merchantId ?? '',
    apiSecret: '',
    webhookSecret: '',
  });
  const [wasSent, setWasSent] = useState(false);
  // A secret is for one address: when the provider's own address replaces a refused one, it must be entered again.
  const keepsSecret = settings?.isAddressAllowed === true;
  const isMissing = !keepsSecret && draft.apiSecret.trim() === '';
  const set = (name: keyof typeof draft) => (value: string) => setDraft({ ...draft, [name]: value });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (change.isPending || isMissing) return;
    const { clientKey, merchantId, apiSecret, webhookSecret } = draft;
    const body = {
      provider,
      clientKey: clientKey.trim(),
      merchantId: merchantId.trim(),
      ...(settings && { version: settings.version }),
      ...(settings && keepsSecret && { baseUrl: settings.baseUrl }),
      ...(apiSecret.trim() !== '' && { apiSecret: apiSecret.trim() }),
      ...(webhookSecret.trim() !== '' && { webhookSecret: webhookSecret.trim() }),
    };
    change.mutate(body, {
      onSuccess: () => {
        toast.success(t('settings.done'));
        onDone();
      },
    });
  }

  const secret = (name: 'apiSecret' | 'webhookSecret', isKept: boolean, error?: string) => (
    <TextField
      type="password"
      size="small"
      fullWidth
      autoComplete="new-password"
      label={t(`settings.${name}`)}
      value={draft[name]}
      onChange={(event) => set(name)(event.target.value)}
      error={error !== undefined}
      helperText={error ?? (isKept ? t('settings.kept') : undefined)}
      slotProps={{ htmlInput: { maxLength: 300 } }}
    />
  );
  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="xs" aria-labelledby="provider-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="provider-title">{t('settings.title', { provider: t(`provider.${provider}`) })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`settings.keysAt.${provider}`)}</Box>
          <TextInput
            label={t(`settings.clientKey.${provider}`)}
            value={draft.clientKey}
            onChange={set('clientKey')}
            maxLength={200}
          />
          <TextInput
            label={t(`settings.merchantId.${provider}`)}
            value={draft.merchantId}
            onChange={set('merchantId')}
            maxLength={100}
          />
          {secret('apiSecret', keepsSecret, wasSent && isMissing ? t('settings.missing') : undefined)}
          {provider === 'PORTONE' && secret('webhookSecret', settings?.hasWebhookSecret === true)}
          <Box sx={{ display: 'grid', gap: 1 }}>
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`settings.webhookAt.${provider}`)}</Box>
            <CopyField
              label={t('settings.webhookAddress')}
              value={`${window.location.origin}${settings?.webhookPath ?? `/api/v2/${product}/webhook/${provider.toLowerCase()}`}`}
            />
          </Box>
          {change.error !== null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, change.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onDone}>
            {t('close')}
          </Button>
          <Button type="submit" variant="contained" aria-disabled={change.isPending}>
            {t('settings.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
