import type { BodyInputOf, PaymentProviderSettings, setPaymentProvider } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { SecretInput } from '../../ui/form/secret-input.tsx';
import type { PROVIDERS } from './webhooks.api.ts';

type Provider = (typeof PROVIDERS)[number];
export type ConnectionBody = BodyInputOf<typeof setPaymentProvider>;

interface ConnectionDraft {
  readonly clientKey: string;
  readonly merchantId: string;
  readonly apiSecret: string;
  readonly webhookSecret: string;
}

interface ConnectionFormInput {
  readonly provider: Provider;
  readonly settings: PaymentProviderSettings | undefined;
  /** Merchants of stores are distinguished by their id. */
  readonly needsMerchantId: boolean;
  /** Why the last change failed. */
  readonly failure: unknown;
  readonly send: (body: ConnectionBody) => void;
}

/** The keys of a connection. Secrets are write-only: an empty field keeps the stored one. */
export function useConnectionForm({ provider, settings, needsMerchantId, failure, send }: ConnectionFormInput) {
  const [draft, setDraft] = useState(() => toDraft(settings));
  const [wasSent, setWasSent] = useState(false);
  const problem = isProblem(failure) ? failure : null;
  const isKept = keepsSecret(settings, draft.merchantId, needsMerchantId);
  const isSecretMissing = !isKept && draft.apiSecret.trim() === '';
  const isIdMissing = needsMerchantId && draft.merchantId.trim() === '';
  return {
    provider,
    settings,
    draft,
    isKept,
    /** Begins again with the settings of another provider. */
    reset(next: PaymentProviderSettings | undefined) {
      setDraft(toDraft(next));
      setWasSent(false);
    },
    edit: (edited: Partial<ConnectionDraft>) => setDraft({ ...draft, ...edited }),
    /** Whether the server refused the field because its key belongs to the test environment of Toss. */
    isTestKey: (field: 'clientKey' | 'apiSecret') =>
      problem?.errors?.some(({ path, code }) => path === field && code === 'test_key') === true,
    isSecretRefused: wasSent && isSecretMissing,
    isIdRefused: wasSent && isIdMissing,
    error: problem?.errors?.some(({ code }) => code === 'test_key') === true ? null : failure,
    submit() {
      setWasSent(true);
      if (!isSecretMissing && !isIdMissing) send(connectionBody(draft, { provider, settings, isKept }));
    },
  };
}

function toDraft(settings: PaymentProviderSettings | undefined): ConnectionDraft {
  return {
    clientKey: settings?.clientKey ?? '',
    merchantId: settings?.merchantId ?? '',
    apiSecret: '',
    webhookSecret: '',
  };
}

export type ConnectionForm = ReturnType<typeof useConnectionForm>;

export function ConnectionFields({ form }: { readonly form: ConnectionForm }) {
  const { t } = useTranslation('provider-webhooks');
  const { provider, settings, draft, edit } = form;
  return (
    <>
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
        error={form.isIdRefused ? t('merchants.idMissing') : undefined}
      />
      <SecretInput
        label={t('settings.apiSecret')}
        value={draft.apiSecret}
        onChange={(apiSecret) => edit({ apiSecret })}
        hint={form.isKept ? t('settings.kept') : undefined}
        error={
          form.isSecretRefused ? t('settings.missing') : form.isTestKey('apiSecret') ? t('settings.testKey') : undefined
        }
      />
      {provider === 'PORTONE' && (
        <SecretInput
          label={t('settings.webhookSecret')}
          value={draft.webhookSecret}
          onChange={(webhookSecret) => edit({ webhookSecret })}
          hint={settings?.hasWebhookSecret === true && form.isKept ? t('settings.kept') : undefined}
        />
      )}
    </>
  );
}

/**
 * Whether an empty field keeps the stored secret. A secret is for one address and one merchant: when the provider's own
 * address replaces a refused one, or another merchant follows, it must be entered again.
 */
function keepsSecret(
  settings: PaymentProviderSettings | undefined,
  merchantId: string,
  isOfOneMerchant: boolean,
): boolean {
  if (settings?.isAddressAllowed !== true) return false;
  return !isOfOneMerchant || settings.merchantId === merchantId.trim();
}

function connectionBody(
  { clientKey, merchantId, apiSecret, webhookSecret }: ConnectionDraft,
  { provider, settings, isKept }: Pick<ConnectionForm, 'provider' | 'settings' | 'isKept'>,
): ConnectionBody {
  return {
    provider,
    clientKey: clientKey.trim(),
    merchantId: merchantId.trim(),
    ...(settings && { version: settings.version }),
    ...(settings && isKept && { baseUrl: settings.baseUrl }),
    ...(apiSecret.trim() !== '' && { apiSecret: apiSecret.trim() }),
    ...(webhookSecret.trim() !== '' && { webhookSecret: webhookSecret.trim() }),
  };
}

/** The address to enter at the provider, for its messages. */
export function WebhookAddress({ provider, path }: { readonly provider: Provider; readonly path: string }) {
  const { t } = useTranslation('provider-webhooks');
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`settings.webhookAt.${provider}`)}</Box>
      <CopyField label={t('settings.webhookAddress')} value={`${window.location.origin}${path}`} />
    </Box>
  );
}
