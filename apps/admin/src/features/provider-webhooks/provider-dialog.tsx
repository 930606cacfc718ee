import type { BodyInputOf, PaymentProviderSettings, setPaymentProvider } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { isProblem } from '../../api/call.ts';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { SecretInput } from '../../ui/form/secret-input.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useSetProvider, type PROVIDERS } from './webhooks.api.ts';

interface ProviderDialogProps {
  readonly provider: (typeof PROVIDERS)[number];
  readonly settings: PaymentProviderSettings | undefined;
  readonly onDone: () => void;
}

/** The connection to a provider. Secrets are write-only: an empty field keeps the stored one. */
export function ProviderDialog({ provider, settings, onDone }: ProviderDialogProps) {
  const { t } = useTranslation('provider-webhooks');
  const form = useProviderForm({ provider, settings, onDone });
  const { draft, edit } = form;
  return (
    <FormDialog
      title={t('settings.title', { provider: t(`provider.${provider}`) })}
      submitLabel={t('settings.save')}
      cancelLabel={t('close')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.submit}
      onClose={onDone}
    >
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`settings.keysAt.${provider}`)}</Box>
      <TextInput
        label={t(`settings.clientKey.${provider}`)}
        value={draft.clientKey}
        onChange={(clientKey) => edit({ clientKey })}
        maxLength={200}
        error={form.isTestKey('clientKey') ? t('settings.testKey') : undefined}
      />
      <TextInput
        label={t(`settings.merchantId.${provider}`)}
        value={draft.merchantId}
        onChange={(merchantId) => edit({ merchantId })}
        maxLength={100}
      />
      <SecretInput
        label={t('settings.apiSecret')}
        value={draft.apiSecret}
        onChange={(apiSecret) => edit({ apiSecret })}
        hint={keepsSecret(settings) ? t('settings.kept') : undefined}
        error={
          form.isSecretRefused ? t('settings.missing') : form.isTestKey('apiSecret') ? t('settings.testKey') : undefined
        }
      />
      {provider === 'PORTONE' && (
        <SecretInput
          label={t('settings.webhookSecret')}
          value={draft.webhookSecret}
          onChange={(webhookSecret) => edit({ webhookSecret })}
          hint={settings?.hasWebhookSecret === true ? t('settings.kept') : undefined}
        />
      )}
      <WebhookAddress provider={provider} settings={settings} />
    </FormDialog>
  );
}

interface ProviderDraft {
  readonly clientKey: string;
  readonly merchantId: string;
  readonly apiSecret: string;
  readonly webhookSecret: string;
}

function useProviderForm({ provider, settings, onDone }: ProviderDialogProps) {
  const { t } = useTranslation('provider-webhooks');
  const change = useSetProvider(useProduct());
  const [draft, setDraft] = useState<ProviderDraft>({
    clientKey: settings?.clientKey ?? '',
    merchantId: settings?.merchantId ?? '',
    apiSecret: '',
    webhookSecret: '',
  });
  const [wasSent, setWasSent] = useState(false);
  const problem = isProblem(change.error) ? change.error : null;
  const isSecretMissing = !keepsSecret(settings) && draft.apiSecret.trim() === '';

  function submit(): void {
    setWasSent(true);
    if (isSecretMissing) return;
    change.mutate(settingsBody(draft, { provider, settings }), {
      onSuccess: () => {
        toast.success(t('settings.done'));
        onDone();
      },
    });
  }

  return {
    draft,
    edit: (edited: Partial<ProviderDraft>) => setDraft({ ...draft, ...edited }),
    /** Whether the server refused the field because its key belongs to the test environment of Toss. */
    isTestKey: (field: 'clientKey' | 'apiSecret') =>
      problem?.errors?.some(({ path, code }) => path === field && code === 'test_key') === true,
    isSecretRefused: wasSent && isSecretMissing,
    isBusy: change.isPending,
    error: problem?.errors?.some(({ code }) => code === 'test_key') === true ? null : change.error,
    submit,
  };
}

/**
 * Whether an empty field keeps the stored secret. A secret is for one address: when the provider's own address replaces
 * a refused one, it must be entered again.
 */
function keepsSecret(settings: PaymentProviderSettings | undefined): boolean {
  return settings?.isAddressAllowed === true;
}

function settingsBody(
  { clientKey, merchantId, apiSecret, webhookSecret }: ProviderDraft,
  { provider, settings }: Pick<ProviderDialogProps, 'provider' | 'settings'>,
): BodyInputOf<typeof setPaymentProvider> {
  return {
    provider,
    clientKey: clientKey.trim(),
    merchantId: merchantId.trim(),
    ...(settings && { version: settings.version }),
    ...(settings && keepsSecret(settings) && { baseUrl: settings.baseUrl }),
    ...(apiSecret.trim() !== '' && { apiSecret: apiSecret.trim() }),
    ...(webhookSecret.trim() !== '' && { webhookSecret: webhookSecret.trim() }),
  };
}

/** The address to enter at the provider, for its messages. */
function WebhookAddress({ provider, settings }: Pick<ProviderDialogProps, 'provider' | 'settings'>) {
  const { t } = useTranslation('provider-webhooks');
  const product = useProduct();
  const path = settings?.webhookPath ?? `/api/v2/${product}/webhook/${provider.toLowerCase()}`;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`settings.webhookAt.${provider}`)}</Box>
      <CopyField label={t('settings.webhookAddress')} value={`${window.location.origin}${path}`} />
    </Box>
  );
}
